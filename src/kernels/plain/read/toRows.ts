/** The twins of assembly/toRows.ts. */

import { bytesOf, type Kind } from '../../numberKinds.js';

type NumberArray = ArrayLike<number | bigint>;

const ARRAYS: Record<Kind, new (buffer: ArrayBufferLike, offset: number, length: number) => NumberArray> = {
  u1: Uint8Array,
  u2: Uint16Array,
  u4: Uint32Array,
  u8: BigUint64Array,
  i1: Int8Array,
  i2: Int16Array,
  i4: Int32Array,
  i8: BigInt64Array,
  f2: Uint16Array,
  f4: Float32Array,
  f8: Float64Array,
};

/** Bytes as numbers; those that do not lie as numbers must are copied first. */
export function numbersIn(bytes: Uint8Array, kind: Kind): NumberArray {
  const size = bytesOf(kind);
  const even = bytes.byteOffset % size === 0 ? bytes : bytes.slice();
  return new ARRAYS[kind](even.buffer, even.byteOffset, Math.floor(even.length / size));
}

/** A number of half precision: five bits of exponent, ten of fraction. */
export function halfPrecision(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const size = bits & 0x7fff;
  if (size > 0x7c00) return NaN;
  if (size === 0x7c00) return sign * Infinity;
  return sign * (size < 0x400 ? size * 2 ** -24 : (1024 + (size & 1023)) * 2 ** ((size >> 10) - 25));
}

export function toRows(values: Uint8Array, kind: Kind, stride: number, rows: number, out: Float64Array, place: number, width: number): void {
  const numbers = numbersIn(values, kind);
  if (kind === 'f8' || kind === 'f4') {
    // The usual ones, for which the machine need not ask what they are each time.
    const floats = numbers as Float64Array;
    for (let r = 0, at = 0, to = place; r < rows; r++, at += stride, to += width) out[to] = floats[at];
  } else if (kind === 'f2') for (let r = 0; r < rows; r++) out[place + r * width] = halfPrecision(Number(numbers[r * stride]));
  else for (let r = 0; r < rows; r++) out[place + r * width] = Number(numbers[r * stride]);
}

export function swapBytes(bytes: Uint8Array, size: number, count: number): void {
  for (let at = 0; at < size * count; at += size) {
    for (let low = at, high = at + size - 1; low < high; low++, high--) {
      const byte = bytes[low];
      bytes[low] = bytes[high];
      bytes[high] = byte;
    }
  }
}

export function firstNotFinite(x: Float64Array, from: number, to: number): number {
  for (let i = from; i < to; i++) if (!Number.isFinite(x[i])) return i;
  return to;
}

export function firstClear(bits: Uint8Array, from: number, to: number): number {
  for (let i = from; i < to; i++) if (!((bits[i >> 3] >> (i & 7)) & 1)) return i;
  return to;
}
