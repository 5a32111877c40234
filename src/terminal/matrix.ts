import { shortenedAll } from '../charts/words.js';
import { table } from './table.js';

/** What a name may take in the first column of a table. */
export const MAX_NAME_WIDTH = 24;
/** Shorter than this, names say nothing. */
const LEAST_NAME = 3;

/** Names as the first column of a table has room for. */
export const rowNames = (classes: readonly string[], most = MAX_NAME_WIDTH): string[] => namedUpTo(classes, most);

/** A table by actual and predicted class, its names cut to what fits; where the numbers themselves do not, where to find them. */
export function matrixLines(title: string, classes: readonly string[], body: readonly (readonly string[])[], width: number): string[] {
  const rows = rowNames(classes, title.length);
  const room = Math.floor((width - title.length) / classes.length) - 2;
  const widest = Math.max(...body.flat().map((cell) => cell.length));
  const longest = Math.max(...classes.map((name) => [...name].length));
  if (room < Math.max(widest, Math.min(longest, LEAST_NAME))) return [`${title}: too wide for ${width} columns; it is in --json`];
  return table(
    [[title, ...namedUpTo(classes, room)], ...body.map((cells, i) => [rows[i], ...cells])],
    [title, ...classes].map((_, c) => c > 0),
  );
}

function namedUpTo(classes: readonly string[], most: number): string[] {
  const short = shortenedAll(classes, most);
  const names = classes.map((name) => short.get(name) ?? name);
  // Where there is no room to tell them apart, they are known by their places.
  return names.every((name) => [...name].length <= most) ? names : names.map((_, i) => `#${i + 1}`);
}
