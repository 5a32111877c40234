/** Every input of the recorded runs, made anew for each run of the recorder. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { badFiles } from './badFiles.mjs';
import { goodFiles } from './goodFiles.mjs';
import { forget, largeFiles } from './largeFiles.mjs';
import { oddFiles } from './oddFiles.mjs';
import { shapeFiles } from './shapeFiles.mjs';
import { tableFiles } from './tableFiles.mjs';

/** By name, what makes the content. */
export const FILES = { ...goodFiles, ...oddFiles, ...badFiles, ...shapeFiles, ...tableFiles, ...largeFiles };

/** The names of the files that a case reads. A glob is for files that are listed beside it. */
export function filesOf({ args, before = [], input, needs = [] }) {
  const words = [...args, ...before.flat(), ...(input ? [input] : [])];
  const named = words.flatMap((word) => [word, ...word.split(':')]);
  return [...needs, ...named.filter((word) => Object.hasOwn(FILES, word))];
}

/** Writes files to a folder. Gives the SHA-256 of each, but of those that are packed: another zlib packs otherwise. */
export function makeFiles(folder, names) {
  const sums = {};
  for (const name of [...new Set(names)].sort()) {
    const content = FILES[name]();
    writeFileSync(join(folder, name), content);
    if (!/gz|gzip/.test(name)) sums[name] = createHash('sha256').update(content).digest('hex');
  }
  forget();
  return sums;
}
