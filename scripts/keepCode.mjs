// Runs the command once on an example, and keeps the code that V8 made of its bundles beside them, for src/cli/load.ts.
import { writeFileSync } from 'node:fs';
import load from '../dist/bin/load.js';

const scripts = new Map();
process.on('exit', () => {
  for (const [file, script] of scripts) writeFileSync(`${file}.code`, script.createCachedData());
});
process.argv = [process.argv[0], 'fairbits', 'score', 'examples/forecasters/calibrated.csv', '--threads', '1'];
load.load('./command.js', (file, script) => scripts.set(file, script));
