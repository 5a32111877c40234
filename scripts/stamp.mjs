// Whether what is built was built from the sources as they are: a hash of every input's path, size and time of change.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What dist/ is made of. */
const ALL = [
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

function hash(inputs) {
  const sum = createHash('sha256');
  for (const input of inputs) {
    for (const file of files(input)) {
      const { size, mtimeMs } = statSync(file);
      sum.update(`${file}\n${size}\n${mtimeMs}\n`);
    }
  }
  return sum.digest('hex');
}

/** A file that keeps the hash of the inputs that `outputs` were made from. */
function stamp(path, inputs, outputs) {
  return {
    isValid: () => [path, ...outputs].every((file) => existsSync(file)) && readFileSync(path, 'utf8') === hash(inputs),
    write: () => writeFileSync(path, hash(inputs)),
  };
}

/** Of everything. */
export const built = stamp('build/.stamp', ALL, ['dist']);
/** Of the core alone, which takes longest and changes least. */
export const compiled = stamp('build/.core', ['assembly', 'asconfig.json', 'package-lock.json'], ['build/fairbits.wasm', 'build/page.wasm']);
