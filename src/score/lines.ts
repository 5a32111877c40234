import { closeSync, openSync, readSync } from 'node:fs';
import { FairbitsError } from '../errors.js';
import type { Kernels } from '../kernels/kernels.js';
import type { PlannedFile, Range } from './plan.js';

const NEWLINE = 10;
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
  /** Quote characters in the last range: an odd number of them in all before a range means that it starts inside quotes. */
  quotes = 0;

  constructor(private readonly kernels: Kernels) {
    this.buffer = kernels.uint8(FIRST_BUFFER);
  }

  /** Calls `take` with the lines; it says how far it got, and gets the rest again with what follows. */
  read({ path, size, rowsAt }: PlannedFile, { from, to }: Range, take: (lines: Lines) => number): void {
    const first = from === rowsAt;
    this.quotes = 0;
    const file = openSync(path, 'r');
    try {
      // A line belongs to the range it starts in: one that starts right at `from` follows a newline at from − 1.
      let position = first ? from : from - 1;
      let filled = 0;
      let between = !first;
      for (;;) {
        const got = readSync(file, this.buffer, filled, this.buffer.length - filled, position);
        position += got;
        filled += got;
        const ended = got === 0 || position >= size;
        const offset = position - filled;
        this.quotes += countQuotes(this.buffer, Math.max(filled - got, from - offset), Math.min(filled, to - offset));
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
        const final = ended && stop === filled;
        const next = take({ bytes: this.buffer, from: start, to: stop, offset, final });
        if (last >= 0 || ended) return;
        if (next === 0 && filled === this.buffer.length) this.grow(path, offset);
        this.buffer.copyWithin(0, next, filled);
        filled -= next;
      }
    } finally {
      closeSync(file);
    }
  }

  private find(byte: number, from: number, to: number): number {
    return indexOf(this.buffer, byte, from, to);
  }

  private grow(path: string, offset: number): void {
    const length = Math.max(2 ** 20, this.buffer.length * 2);
    if (length > LONGEST_LINE) {
      throw new FairbitsError(
        'format',
        `${path}: the line that starts at byte ${offset} is longer than ${LONGEST_LINE} bytes: expected lines of predictions. Is a quote missing?`,
        { file: path, expected: 'shorter lines' },
      );
    }
    // Given back first, so that there need not be room for both.
    const old = this.buffer.slice();
    this.kernels.free(this.buffer);
    this.buffer = this.kernels.uint8(length);
    this.buffer.set(old);
  }
}

/** Where a byte first is in part of some bytes, or −1. A Buffer searches ten times as fast as a Uint8Array. */
export function indexOf(bytes: Uint8Array, byte: number, from: number, to: number): number {
  if (from >= to) return -1;
  const at = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).indexOf(byte);
  return at < 0 ? -1 : from + at;
}

/** Quote characters in part of some bytes. */
export function countQuotes(bytes: Uint8Array, from: number, to: number): number {
  let quotes = 0;
  for (let at = indexOf(bytes, QUOTE, from, to); at >= 0; at = indexOf(bytes, QUOTE, at + 1, to)) quotes++;
  return quotes;
}

/** Fills bytes from a place in a file on, as far as it goes. */
export function readInto(bytes: Uint8Array, path: string, position: number): void {
  const file = openSync(path, 'r');
  try {
    for (let at = 0, got = -1; at < bytes.length && got !== 0; at += got) got = readSync(file, bytes, at, bytes.length - at, position + at);
  } finally {
    closeSync(file);
  }
}

/** The line, counted from 1, that a byte of a file is on. Only asked for when something is wrong there. */
export function lineAt(path: string, position: number): number {
  const file = openSync(path, 'r');
  const buffer = new Uint8Array(2 ** 20);
  let line = 1;
  try {
    for (let at = 0; at < position; ) {
      const got = readSync(file, buffer, 0, Math.min(buffer.length, position - at), at);
      if (got === 0) break;
      for (let i = indexOf(buffer, NEWLINE, 0, got); i >= 0; i = indexOf(buffer, NEWLINE, i + 1, got)) line++;
      at += got;
    }
  } finally {
    closeSync(file);
  }
  return line;
}
