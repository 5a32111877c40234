// Brings a fresh clone to where it can run: dependencies, then the build. What is done already is left alone.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.mjs';
import { built } from './stamp.mjs';

chdir(fileURLToPath(new URL('..', import.meta.url)));

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(`fairbits needs Node 20 or newer; this is ${process.version}.`);
  process.exit(1);
}

const installed = 'node_modules/.package-lock.json';
const run = (command, args) => execFileSync(command, args, { stdio: ['ignore', 2, 2] });

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync('package-lock.json').mtimeMs) {
  console.error('fairbits: installing dependencies (once)');
  // What the lock file says, and nothing else.
  run(...npm('ci', '--no-audit', '--no-fund'));
}
if (!built.isValid()) {
  console.error('fairbits: building');
  run(process.execPath, ['scripts/build.mjs']);
}
