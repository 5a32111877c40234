import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { describe, expect, it } from 'vitest';
import { allPresent, readPlaces } from '../../dist/sources/parquetPages.js';
import { random } from '../support/random.js';

/** Whole numbers as Parquet writes them: runs where some follow one another, or groups of 8 packed into bits. */
function hybrid(values: number[], width: number, next: () => number): number[] {
  const bytes: number[] = [];
  const varint = (value: number): void => {
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
    bytes.push(value);
  };
  for (let at = 0; at < values.length; ) {
    let length = 1;
    while (at + length < values.length && values[at + length] === values[at]) length++;
    if (length > 8 || next() < 0.1) {
      varint(length * 2);
      for (let shift = 0; shift < width; shift += 8) bytes.push(Math.floor(values[at] / 2 ** shift) % 256);
      at += length;
      continue;
    }
    const groups = Math.min(Math.ceil((values.length - at) / 8), 1 + Math.floor(next() * 5));
    varint(groups * 2 + 1);
    const bits = Array.from({ length: groups * 8 }, (_, i) => Array.from({ length: width }, (_, b) => Math.floor((values[at + i] ?? 0) / 2 ** b) % 2)).flat();
    for (let i = 0; i < bits.length; i += 8) bytes.push(bits.slice(i, i + 8).reduce((sum, bit, b) => sum + bit * 2 ** b, 0));
    at += groups * 8;
  }
  return bytes;
}

describe('places in a dictionary', () => {
  it.each([0, 1, 2, 3, 5, 8, 9, 12, 16, 17, 23, 24])('of %i bits are those that were written, and that the library reads', (width) => {
    const next = random(width + 1);
    for (let turn = 0; turn < 30; turn++) {
      const rows = 1 + Math.floor(next() * 300);
      const few = next() < 0.5;
      let value = 0;
      const values = Array.from({ length: rows }, () => {
        if (!few || next() < 0.1) value = Math.floor(next() * 2 ** width);
        return value;
      });
      const bytes = Uint8Array.from([width, ...(width === 0 ? [] : hybrid(values, width, next))]);
      expect([...(readPlaces(bytes, rows) as Uint32Array)]).toEqual(values);
      if (width > 0) {
        const theirs = new Array(rows);
        readRleBitPackedHybrid({ view: new DataView(bytes.buffer), offset: 1 }, width, theirs, bytes.length - 1);
        expect(theirs).toEqual(values);
        // Cut short, they are an error, or what is missing belongs to no row.
        const cut = bytes.subarray(0, Math.floor(next() * bytes.length));
        let read: number[] | undefined;
        try {
          read = [...(readPlaces(cut, rows) ?? [])];
        } catch (error) {
          expect((error as Error).message).toContain('dictionary');
        }
        if (read && read.length > 0) expect(read).toEqual(values);
      }
    }
  });

  it('of more bits are left to the library', () => {
    expect(readPlaces(Uint8Array.of(25, 2, 0, 0, 0, 0), 1)).toBeUndefined();
    expect(readPlaces(new Uint8Array(), 1)).toBeUndefined();
  });
});

describe('levels', () => {
  it('say that no row is null exactly where none is', () => {
    const next = random(77);
    let found = 0;
    for (let turn = 0; turn < 2000; turn++) {
      const rows = 1 + Math.floor(next() * 60);
      const missing = turn % 2 === 0 ? -1 : Math.floor(next() * rows);
      const levels = hybrid(
        Array.from({ length: rows }, (_, r) => (r === missing ? 0 : 1)),
        1,
        next,
      );
      const page = Uint8Array.from([levels.length, 0, 0, 0, ...levels, 1, 2, 3]);
      expect(allPresent(page, rows)).toBe(missing < 0 ? 4 + levels.length : undefined);
      if (missing < 0) found++;
      // What is cut short is left to the library, which knows what to say.
      expect(allPresent(page.subarray(0, 3 + levels.length), rows)).toBeUndefined();
    }
    expect(found).toBe(1000);
  });
});
