// npm start                        sets up, and scores the bundled example
// npm start -- score my.csv …      sets up, and runs the command
import { spawnSync } from 'node:child_process';
import './setup.mjs';

const run = (...args) => {
  const { status, signal } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1));
};

const args = process.argv.slice(2);
if (args.length > 0) run('dist/bin/fairbits.js', ...args);
else {
  run('dist/bin/fairbits.js', 'score', 'examples/forecasters/calibrated.csv');
  console.log('');
  run('examples/forecasters/compare.mjs');
  console.log('\nYours: npm start -- score predictions.csv   (npm start -- --help for more)');
}
