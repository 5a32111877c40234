import { countQuotes } from './lines.js';
import type { Range, ScorePlan } from './plan.js';
import type { Reading } from './reading.js';

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
export function* quotesOf(ranges: readonly Range[]): Reading<number[]> {
  const buffer = new Uint8Array(2 ** 20);
  const all: number[] = [];
  for (const { file, from, to } of ranges) {
    let quotes = 0;
    for (let at = from; at < to; ) {
      const got = yield { file, into: buffer.subarray(0, to - at), at };
      if (got === 0) break;
      quotes += countQuotes(buffer, 0, got);
      at += got;
    }
    all.push(quotes);
  }
  return all;
}

/** Every file as one range. */
export function wholeFiles({ files }: ScorePlan): Range[] {
  return files.map(({ rowsAt, size }, file) => ({ file, from: rowsAt, to: size }));
}
