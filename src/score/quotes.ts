import { closeSync, openSync, readSync } from 'node:fs';
import { countQuotes } from './lines.js';
import type { Range, ScorePlan } from './plan.js';

/** Whether a range starts inside quotes: an odd number of quote characters lies before it in its file. */
export function splitsQuotes(ranges: readonly Range[], quotes: readonly number[]): boolean {
  let before = 0;
  return ranges.some(({ file }, i) => {
    if (i === 0 || ranges[i - 1].file !== file) before = 0;
    const inside = before % 2 === 1;
    before += quotes[i];
    return inside;
  });
}

/** The quote characters of each range, read anew: asked for only when something went wrong. */
export function quotesOf({ files }: ScorePlan, ranges: readonly Range[]): number[] {
  const buffer = new Uint8Array(2 ** 20);
  return ranges.map(({ file, from, to }) => {
    const open = openSync(files[file].path, 'r');
    let quotes = 0;
    try {
      for (let at = from; at < to; ) {
        const got = readSync(open, buffer, 0, Math.min(buffer.length, to - at), at);
        if (got === 0) break;
        quotes += countQuotes(buffer, 0, got);
        at += got;
      }
    } finally {
      closeSync(open);
    }
    return quotes;
  });
}

/** Every file as one range. */
export function wholeFiles({ files }: ScorePlan): Range[] {
  return files.map(({ rowsAt, size }, file) => ({ file, from: rowsAt, to: size }));
}
