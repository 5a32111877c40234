import { FairbitsError } from '../errors.js';
import type { CsvError } from '../kernels/csvPlan.js';
import type { Kernels } from '../kernels/kernels.js';
import type { PlannedFile, Range } from './plan.js';
import type { Reading } from './reading.js';

const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;
/** What is read stays in the second cache until it has been parsed; twice as much is read a third as fast. */
const FIRST_BUFFER = 2 ** 17;
const LONGEST_LINE = 2 ** 24;

/** Bytes of whole lines, in the kernels' memory. */
export interface Lines {
  bytes: Uint8Array;
  from: number;
  to: number;
  /** Where bytes[0] lies in the file. */
  offset: number;
  /** Whether the file ends at `to`. */
  final: boolean;
}

/** Reads the lines that start in a range of a file, a buffer at a time. */
export class LineReader {
  private buffer: Uint8Array;
  /**
   * Quote characters in the lines of the last range: an odd number of them in all before a range means that it starts inside
   * quotes. NaN where the last row was seen not to end with the range.
   */
  quotes = 0;

  constructor(private readonly kernels: Kernels) {
    this.buffer = kernels.uint8(FIRST_BUFFER);
  }

  /** Calls `take` with the lines; it says how far it got, and gets the rest again with what follows. */
  *read({ name, size, rowsAt }: PlannedFile, { file, from, to }: Range, take: (lines: Lines) => number): Reading<void> {
    const first = from === rowsAt;
    this.quotes = 0;
    // A line belongs to the range it starts in: one that starts right at `from` follows a newline at from − 1.
    let position = first ? from : from - 1;
    let filled = 0;
    let between = !first;
    for (;;) {
      const got = yield { file, into: this.buffer.subarray(filled), at: position };
      position += got;
      filled += got;
      const ended = got === 0 || position >= size;
      const offset = position - filled;
      let start = 0;
      if (between) {
        const newline = this.find(NEWLINE, 0, filled);
        if (newline < 0) {
          if (ended) return;
          filled = 0;
          continue;
        }
        between = false;
        start = newline + 1;
      }
      if (offset + start >= to) return;
      // The last line ends with the first newline at or after to − 1.
      const last = position >= to ? this.find(NEWLINE, Math.max(start, to - 1 - offset), filled) : -1;
      const stop = last >= 0 ? last + 1 : filled;
      this.quotes += countQuotes(this.buffer, Math.max(filled - got, start), stop);
      const final = ended && stop === filled;
      const next = take({ bytes: this.buffer, from: start, to: stop, offset, final });
      // Other quotes may hide from a count that the range's last newline is inside some.
      if (last >= 0 && next < stop && !final) this.quotes = NaN;
      if (last >= 0 || ended) return;
      if (next === 0 && filled === this.buffer.length) {
        const length = Math.max(2 ** 20, filled * 2);
        if (length > LONGEST_LINE) throw tooLong(name, yield* lineAt(file, offset));
        this.grow(length);
      }
      this.buffer.copyWithin(0, next, filled);
      filled -= next;
    }
  }

  private find(byte: number, from: number, to: number): number {
    return indexOf(this.buffer, byte, from, to);
  }

  private grow(length: number): void {
    // Given back first, so that there need not be room for both.
    const old = this.buffer.slice();
    this.kernels.free(this.buffer);
    this.buffer = this.kernels.uint8(length);
    this.buffer.set(old);
  }
}

function tooLong(file: string, line: number): FairbitsError {
  const message = `a row is longer than ${LONGEST_LINE} bytes: expected rows of predictions. Is a closing quote missing, or a newline?`;
  return new FairbitsError('format', `${file}:${line}: ${message}`, { file, line, expected: 'shorter rows' });
}

/** Node's Buffer searches ten times as fast as a Uint8Array; pages have none. */
const { Buffer: Fast } = globalThis as { Buffer?: typeof Buffer };

/** Where a byte first is in part of some bytes, or −1. */
export function indexOf(bytes: Uint8Array, byte: number, from: number, to: number): number {
  if (from >= to) return -1;
  const part = Fast ? Fast.from(bytes.buffer, bytes.byteOffset + from, to - from) : bytes.subarray(from, to);
  const at = part.indexOf(byte);
  return at < 0 ? -1 : from + at;
}

/** Quote characters in part of some bytes. */
export function countQuotes(bytes: Uint8Array, from: number, to: number): number {
  return countOf(bytes, QUOTE, from, to);
}

/** How often a byte is in part of some bytes. */
export function countOf(bytes: Uint8Array, byte: number, from: number, to: number): number {
  let count = 0;
  for (let at = indexOf(bytes, byte, from, to); at >= 0; at = indexOf(bytes, byte, at + 1, to)) count++;
  return count;
}

/** Where the row starts that a place leads to: behind empty lines, and behind comments if there are such. */
export function rowStart(bytes: Uint8Array, at: number, to: number, comment: number): number {
  for (;;) {
    const newline = indexOf(bytes, NEWLINE, at, to);
    if (newline < 0) return at;
    const empty = newline === at || (newline === at + 1 && bytes[at] === RETURN);
    if (!empty && bytes[at] !== comment) return at;
    at = newline + 1;
  }
}

/**
 * Where the row behind a bad one begins, which starts at a place: newlines inside quotes do not end it. Undefined where it
 * goes on behind the bytes at hand.
 */
export function afterRow(
  { bytes, to, final }: Pick<Lines, 'bytes' | 'to' | 'final'>,
  start: number,
  { code, from, to: end }: Pick<CsvError, 'code' | 'from' | 'to'>,
  delimiter: number,
): number | undefined {
  // Where quotes are wrong themselves, the line is all that is left to go by: that of the closing quote, or if there is none that
  // of the opening one, for what follows may be whole rows.
  if (code === 'quote') {
    const newline = indexOf(bytes, NEWLINE, end < to && bytes[end] === QUOTE ? end : from, to);
    return newline < 0 ? to : newline + 1;
  }
  let first = true;
  let quoted = false;
  for (let at = start; at < to; at++) {
    const byte = bytes[at];
    if (quoted) {
      if (byte !== QUOTE) continue;
      if (bytes[at + 1] === QUOTE && at + 1 < to) at++;
      else quoted = false;
    } else if (byte === NEWLINE) return at + 1;
    else if (byte === QUOTE && first) quoted = true;
    first = byte === delimiter;
  }
  return final ? to : undefined;
}

/** The line, counted from 1, that a byte of a file is on. Only asked for when something is wrong there. */
export function* lineAt(file: number, position: number): Reading<number> {
  const buffer = new Uint8Array(Math.min(2 ** 20, position));
  let line = 1;
  for (let at = 0; at < position; ) {
    const got = yield { file, into: buffer.subarray(0, position - at), at };
    if (got === 0) break;
    for (let i = indexOf(buffer, NEWLINE, 0, got); i >= 0; i = indexOf(buffer, NEWLINE, i + 1, got)) line++;
    at += got;
  }
  return line;
}
