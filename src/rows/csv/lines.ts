import { FairbitsError } from '../../base/errors.js';
import { NEWLINE, RETURN } from '../../base/signs.js';
import type { CsvError } from '../../kernels/csvPlan.js';
import type { Kernels } from '../../kernels/kernels.js';
import type { Reading, Stretch } from '../bytes/reading.js';
import type { Part, Span } from '../part.js';
import { behindQuotes, behindRow } from './text.js';

/** What is read stays in the second cache until it has been parsed; twice as much is read a third as fast. */
const FIRST_BUFFER = 2 ** 17;
/** Rows have no more bytes than that. */
export const LONGEST_LINE = 2 ** 24;

/** What must be known of a file to read its lines. */
interface LineFile {
  name: string;
  size: number;
  /** Where the rows begin. */
  rowsAt: number;
  delimiter: number;
}

/** Of the last row that starts in a range, most end within so many bytes behind it. */
const LAST_ROW = 2 ** 16;

/** What is read for the rows that start in a range: from the newline before the first to the end of the last, if that is not far. */
export function rowsBetween(file: number, from: number, to: number): Stretch {
  return { file, from: Math.max(0, from - 1), to: to + LAST_ROW };
}

/** The lines that start in bytes [from, to) of a file. */
type ByteRange = Omit<Part, 'table'> & { file: number };

/** Bytes of whole lines, in the kernels' memory. */
export interface Lines {
  bytes: Uint8Array;
  from: number;
  to: number;
  /** Where bytes[0] lies in the file. */
  offset: number;
  /** Whether the file ends at `to`. */
  final: boolean;
  /** Whether only the row at `from` is wanted: where it turns out to be bad and to end earlier, what is behind it will come again. */
  single: boolean;
}

/** Reads the lines that start in a range of a file, a buffer at a time. */
export class LineReader {
  private buffer: Uint8Array;
  /** Where the first row of the last range starts, as far as it can tell; the range's end where none does. */
  start = 0;

  constructor(private readonly kernels: Kernels) {
    this.buffer = kernels.uint8(FIRST_BUFFER);
  }

  /**
   * Calls `take` with the lines; it says how far it got, and gets the rest again with what follows. A row that starts in the range
   * is read to its end, however far that is. Where the first one starts is known, or taken to be behind the first newline.
   */
  *read({ name, size, rowsAt, delimiter }: LineFile, { file, from, to, known }: ByteRange, take: (lines: Lines) => number): Reading<Span> {
    /** Where the next row starts in the file; undefined while no newline has been found. */
    let row = known?.start ?? (from === rowsAt ? from : undefined);
    this.start = row ?? to;
    // A line that starts right at `from` follows a newline at from − 1.
    let position = row === undefined ? from - 1 : from;
    let filled = 0;
    let lines = 0;
    for (;;) {
      const got = yield { file, into: this.buffer.subarray(filled), at: position };
      const offset = position - filled;
      lines += this.kernels.countLines(this.buffer, Math.max(position, from) - offset, Math.max(position, from, Math.min(position + got, to)) - offset);
      position += got;
      filled += got;
      const ended = got === 0 || position >= size;
      if (row === undefined) {
        const newline = this.find(NEWLINE, 0, Math.min(filled, to - 1 - offset));
        if (newline >= 0) this.start = row = offset + newline + 1;
      }
      // A row may start behind all that has been read: what is known of it is where the rows before it ended.
      if (row !== undefined && row < to && row <= offset + filled)
        row = offset + this.handOver(row - offset, to - offset, filled, offset, ended, delimiter, take);
      if (ended || (position >= to && (row === undefined || row >= to))) return { start: this.start, end: row ?? to, lines };
      const kept = row === undefined ? filled : Math.min(row - offset, filled);
      if (kept === 0 && filled === this.buffer.length) {
        const length = Math.max(2 ** 20, filled * 2);
        if (length > LONGEST_LINE) throw lineTooLong(name, known || from === rowsAt ? yield* lineAt(file, offset, lineStart(from, known)) : 0);
        this.grow(length);
      }
      this.buffer.copyWithin(0, kept, filled);
      filled -= kept;
    }
  }

  /** Hands over the rows from a place on that start before `until`, if their ends are in the buffer; says where the next starts. */
  private handOver(from: number, until: number, filled: number, offset: number, ended: boolean, delimiter: number, take: (lines: Lines) => number): number {
    const bytes = this.buffer;
    for (let row = from; ; ) {
      // The last line ends with the first newline at or after until − 1.
      const newline = filled >= until ? this.find(NEWLINE, Math.max(row, until - 1), filled) : -1;
      const stop = newline < 0 ? filled : newline + 1;
      const final = ended && stop === filled;
      row = take({ bytes, from: row, to: stop, offset, final, single: false });
      if (row >= until || newline < 0 || final) return row;
      // That newline is inside quotes: the row goes on behind it.
      const end = afterRow({ bytes, to: filled, final: ended }, row, { code: 'ragged', from: row, to: row }, delimiter);
      if (end === undefined) return row;
      let next = take({ bytes, from: row, to: end, offset, final: ended && end === filled, single: true });
      // Its quotes do not close before the file ends: who takes it sees that when it sees the end.
      if (next === row && ended && end < filled) next = take({ bytes, from: row, to: filled, offset, final: true, single: true });
      if (next === row || next >= until) return next;
      row = next;
    }
  }

  private find(byte: number, from: number, to: number): number {
    return indexOf(this.buffer, byte, from, to);
  }

  free(): void {
    this.kernels.free(this.buffer);
  }

  private grow(length: number): void {
    // Given back first, so that there need not be room for both.
    const old = this.buffer.slice();
    this.kernels.free(this.buffer);
    this.buffer = this.kernels.uint8(length);
    this.buffer.set(old);
  }
}

function lineTooLong(file: string, line: number): FairbitsError {
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

/** How often a byte is in part of some bytes. */
function countOf(bytes: Uint8Array, byte: number, from: number, to: number): number {
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

/** Where the row behind a bad one begins, which starts at a place; undefined where it goes on behind the bytes at hand. */
export function afterRow(
  { bytes, to, final }: Pick<Lines, 'bytes' | 'to' | 'final'>,
  start: number,
  { code, from, to: end }: Pick<CsvError, 'code' | 'from' | 'to'>,
  delimiter: number,
): number | undefined {
  return code === 'quote' ? behindQuotes(bytes, from, end, to) : behindRow(bytes, start, to, delimiter, final);
}

/** A place in a file, and how many lines end before it. */
export interface LinePlace {
  at: number;
  lines: number;
}

/** From where the lines of a range are counted: its own beginning, where it is known how many lie before. */
export function lineStart(from: number, known: Part['known']): LinePlace | undefined {
  return known && { at: from, lines: known.linesBefore };
}

/** The line, counted from 1, that a byte of a file is on; it is counted from the file's beginning, or from a place before it. Only asked for when something is wrong there. */
export function* lineAt(file: number, position: number, { at: from, lines }: LinePlace = { at: 0, lines: 0 }): Reading<number> {
  const buffer = new Uint8Array(Math.max(0, Math.min(2 ** 20, position - from)));
  let line = 1 + lines;
  for (let at = from; at < position; ) {
    const got = yield { file, into: buffer.subarray(0, position - at), at };
    if (got === 0) break;
    line += countOf(buffer, NEWLINE, 0, got);
    at += got;
  }
  return line;
}
