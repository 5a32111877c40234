import { countQuotes, indexOf } from './lines.js';
import type { Range, ScorePlan } from './plan.js';
import type { Reading } from './reading.js';

const NEWLINE = 10;

/** Whether a range starts inside quotes: no even number of quote characters lies before it in its file. */
export function splitsQuotes(ranges: readonly Range[], quotes: readonly number[]): boolean {
  let before = 0;
  return ranges.some(({ file }, i) => {
    if (i === 0 || ranges[i - 1].file !== file) before = 0;
    const inside = before % 2 !== 0;
    before += quotes[i];
    return inside;
  });
}

/** The quote characters in the lines of each range, read anew: asked for only when something went wrong. */
export function* quotesOf(ranges: readonly Range[]): Reading<number[]> {
  const buffer = new Uint8Array(2 ** 20);
  const all: number[] = [];
  for (const [i, { file, from, to }] of ranges.entries()) {
    let quotes = 0;
    const first = ranges[i - 1]?.file !== file;
    // A line belongs to the range it starts in, so the first may begin behind `from` and the last end behind `to`.
    let [begun, ended] = [first, false];
    for (let at = first ? from : from - 1; !ended; ) {
      const got = yield { file, into: buffer, at };
      if (got === 0) break;
      const start = begun ? 0 : indexOf(buffer, NEWLINE, 0, got) + 1;
      if (!begun && start === 0) {
        at += got;
        continue;
      }
      if (!begun && at + start >= to) break;
      begun = true;
      const last = at + got >= to ? indexOf(buffer, NEWLINE, Math.max(start, to - 1 - at), got) : -1;
      quotes += countQuotes(buffer, start, last < 0 ? got : last);
      ended = last >= 0;
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
