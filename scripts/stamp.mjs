// Whether dist/ was built from the sources as they are: a hash of every input's path, size and time of change.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STAMP = 'build/.stamp';
const INPUTS = [
  'assembly',
  'src',
  'learners',
  'studies',
  'web',
  'examples/forecasters',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'asconfig.json',
];

function* files(path) {
  if (!statSync(path).isDirectory()) yield path;
  else for (const name of readdirSync(path).sort()) if (name !== 'wasmBytes.ts') yield* files(join(path, name));
}

function hash() {
  const sum = createHash('sha256');
  for (const input of INPUTS) {
    for (const file of files(input)) {
      const { size, mtimeMs } = statSync(file);
      sum.update(`${file}\n${size}\n${mtimeMs}\n`);
    }
  }
  return sum.digest('hex');
}

export const isBuilt = () => existsSync('dist') && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash();
export const writeStamp = () => writeFileSync(STAMP, hash());
