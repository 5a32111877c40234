import { describe, expect, it } from 'vitest';
import type { Kernels } from '../../dist/kernels/kernels.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { type Random, random } from '../support/random.js';

const both = [await wasmKernels(2 ** 22), plainKernels()];

/** Whole numbers as Parquet writes them: runs where some follow one another, or groups of 8 packed into bits. */
export function packed(values: number[], width: number, next: Random): number[] {
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
    // An empty run or group says nothing.
    if (next() < 0.05) varint(1);
    const groups = Math.min(Math.ceil((values.length - at) / 8), 1 + Math.floor(next() * 5));
    varint(groups * 2 + 1);
    const bits = Array.from({ length: groups * 8 }, (_, i) => Array.from({ length: width }, (_, b) => Math.floor((values[at + i] ?? 0) / 2 ** b) % 2)).flat();
    for (let i = 0; i < bits.length; i += 8) bytes.push(bits.slice(i, i + 8).reduce((sum, bit, b) => sum + bit * 2 ** b, 0));
    at += groups * 8;
  }
  return bytes;
}

/** Reads numbers in steps; undefined where a step fails. */
function read(kernels: Kernels, bytes: Uint8Array, from: number, width: number, limit: number, steps: number[]): number[] | undefined {
  const text = kernels.uint8(bytes.length);
  const state = kernels.uint32(4);
  const out = kernels.uint32(1000);
  try {
    text.set(bytes);
    state.set([from, 0, 0, 0]);
    const values: number[] = [];
    for (const count of steps) {
      if (!kernels.hybrid(text, bytes.length, width, state, limit, out, count)) return undefined;
      values.push(...out.subarray(0, count));
    }
    return [...values, ...state];
  } finally {
    for (const view of [text, state, out]) kernels.free(view);
  }
}

function steps(rows: number, next: Random): number[] {
  const all: number[] = [];
  for (let left = rows; left > 0; left -= all[all.length - 1]) all.push(Math.min(left, 1 + Math.floor(next() * 100)));
  return all;
}

describe('runs and packed bits', () => {
  it.each([1, 2, 3, 5, 7, 8, 9, 12, 14, 15, 16, 17, 23, 24, 25, 29, 31, 32])('of %i bits are those that were written, in steps of any size', (width) => {
    const next = random(width);
    for (let turn = 0; turn < 40; turn++) {
      const few = next() < 0.5;
      let value = 0;
      const values = Array.from({ length: 1 + Math.floor(next() * 500) }, () => {
        if (!few || next() < 0.1) value = Math.floor(next() * 2 ** width);
        return value;
      });
      const bytes = Uint8Array.from([7, ...packed(values, width, next)]);
      const limit = Math.min(Math.max(...values) + 1, 2 ** 32 - 1);
      if (Math.max(...values) >= limit) continue;
      const cut = steps(values.length, next);
      const [one, other] = both.map((kernels) => read(kernels, bytes, 1, width, limit, cut));
      expect(one?.slice(0, -4)).toEqual(values);
      expect(one).toEqual(other);
      // One too large is found, wherever it is.
      for (const kernels of both) expect(read(kernels, bytes, 1, width, limit - 1, cut)).toBeUndefined();
      // What is cut short, or changed, comes out the same from both, or not at all.
      const short = bytes.slice(0, 1 + Math.floor(next() * (bytes.length - 1)));
      const [a, b] = both.map((kernels) => read(kernels, short, 1, width, limit, cut));
      expect(a).toEqual(b);
      if (a) expect(a.slice(0, -4)).toEqual(values);
      for (let i = 0; i < 5; i++) {
        const hurt = bytes.slice();
        hurt[1 + Math.floor(next() * (hurt.length - 1))] = Math.floor(next() * 256);
        const [c, d] = both.map((kernels) => read(kernels, hurt, 1, width, limit, cut));
        expect(c).toEqual(d);
      }
    }
  });

  it('that are longer than any row goes are no matter', () => {
    // A run of 2³¹ − 1, and one of as many groups.
    for (const bytes of [
      [0xfe, 0xff, 0xff, 0xff, 0x0f, 1],
      [0xff, 0xff, 0xff, 0xff, 0x0f, 0xff, 0xff],
    ])
      for (const kernels of both) expect(read(kernels, Uint8Array.from(bytes), 0, 1, 2, [5, 9])?.slice(0, 14)).toEqual(new Array(14).fill(1));
    // A length of more than 32 bits.
    for (const kernels of both) expect(read(kernels, Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80, 1, 1), 0, 1, 2, [1])).toBeUndefined();
  });
});

describe('entries of a table', () => {
  it.each(['float64', 'float32', 'uint32'] as const)('of %s', (kind) => {
    const next = random(3);
    for (const kernels of both) {
      const [entries, out, places] = [kernels[kind](40), kernels[kind](100), kernels.uint32(100)];
      for (let i = 0; i < 40; i++) entries[i] = kind === 'uint32' ? Math.floor(next() * 2 ** 32) : next();
      for (let i = 0; i < 100; i++) places[i] = Math.floor(next() * 40);
      out.fill(0);
      kernels.lookUp(places, 90, entries, out.subarray(5));
      expect([...out]).toEqual([...new Array(5).fill(0), ...Array.from(places.subarray(0, 90), (place) => entries[place]), ...new Array(5).fill(0)]);
      for (const view of [entries, out, places]) kernels.free(view);
    }
  });
});

describe('bytes that lie apart', () => {
  it.each(['float64', 'float32'] as const)('are put together to %s', (kind) => {
    const next = random(4);
    for (let turn = 0; turn < 60; turn++) {
      const count = Math.floor(next() * 100);
      const from = Math.floor(next() * 20);
      const skipped = Math.floor(next() * 10);
      for (const kernels of both) {
        const out = kernels[kind](count + 2).fill(-1);
        const size = out.BYTES_PER_ELEMENT;
        const stride = count + skipped;
        const values = kind === 'float64' ? Float64Array.from({ length: stride }, next) : Float32Array.from({ length: stride }, next);
        const whole = new Uint8Array(values.buffer);
        const bytes = kernels.uint8(from + stride * size);
        for (let i = 0; i < stride; i++) for (let b = 0; b < size; b++) bytes[from + b * stride + i] = whole[i * size + b];
        kernels.joinBytes(bytes, from + skipped, stride, count, out.subarray(1));
        expect([...out]).toEqual([-1, ...values.subarray(skipped), -1]);
        for (const view of [out, bytes]) kernels.free(view);
      }
    }
  });
});
