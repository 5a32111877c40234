import { NEWLINE } from '../../base/signs.js';
import type { Reading } from '../bytes/reading.js';

/** Where lines and rows are in a file: found only when it is asked for, which is when something is wrong there. */

const PLACES_PIECE = 2 ** 16;
const BLANK_BYTES = [0x20, 0x09, 0x0d];

/** Where a line begins, counted from 0 from a place on. */
export function* lineAfter(file: number, from: number, line: number): Reading<number> {
  return yield* search(file, from, (lines) => lines === line);
}

/** Where the line of a row begins, counted from 0 from a place on; those with nothing but blanks are none. */
export function* rowAfter(file: number, from: number, row: number): Reading<number> {
  return yield* search(file, from, (_, rows) => rows > row);
}

/** The first line that is the one: by the lines before it, and by the rows up to a byte of it. */
function* search(file: number, from: number, isIt: (lines: number, rows: number) => boolean): Reading<number> {
  const buffer = new Uint8Array(PLACES_PIECE);
  let start = from;
  let lines = 0;
  let rows = 0;
  let blank = true;
  for (let at = from; ; ) {
    const got = yield { file, into: buffer, at };
    if (got === 0) return start;
    for (let i = 0; i < got; i++) {
      const byte = buffer[i];
      if (byte !== NEWLINE && blank && !BLANK_BYTES.includes(byte)) {
        rows++;
        blank = false;
      }
      if (isIt(lines, rows)) return start;
      if (byte !== NEWLINE) continue;
      lines++;
      blank = true;
      start = at + i + 1;
    }
    at += got;
  }
}
