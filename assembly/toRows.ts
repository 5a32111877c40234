// Columns of numbers into rows, and what has to be known of columns. src/kernels/plain/toRows.ts is the twin.

import { F2, F4, I1, I2, I4, I8, U1, U2, U4, U8 } from "./kinds";

/** Bytes of numbers of 2, 4 and 8 in the other order. */
// prettier-ignore
const TURNS = memory.data<u8>([
  1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14,
  3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12,
  7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
], 16);

/** Numbers that lie `step` bytes apart, to every `width`-th number of `out`. */
// @ts-ignore: decorator
@inline
function spread<T>(values: usize, step: usize, rows: i32, out: usize, width: usize): void {
  for (const end = out + <usize>rows * width; out < end; out += width, values += step) store<f64>(out, <f64>load<T>(values));
}

/** The same of half precision: five bits of exponent, ten of fraction. */
function spreadHalves(values: usize, step: usize, rows: i32, out: usize, width: usize): void {
  for (const end = out + <usize>rows * width; out < end; out += width, values += step) {
    const bits = <u64>load<u16>(values);
    const sign = (bits & 0x8000) << 48;
    const size = bits & 0x7fff;
    // Those without an exponent are multiples of 2^-24.
    const small = reinterpret<u64>(<f64>size * 5.9604644775390625e-8);
    const usual = (size << 42) + ((<u64>1008) << 52);
    const strange = size > 0x7c00 ? <u64>0x7ff8000000000000 : <u64>0x7ff0000000000000;
    store<u64>(out, sign | (size < 0x400 ? small : size < 0x7c00 ? usual : strange));
  }
}

/** Numbers of a kind, `stride` apart, to place `place` of rows that have `width`. */
export function toRows(values: usize, kind: i32, stride: i32, rows: i32, out: usize, place: i32, width: i32): void {
  const to = out + ((<usize>place) << 3);
  const next = (<usize>width) << 3;
  const step = <usize>stride;
  if (kind == F4) spread<f32>(values, step << 2, rows, to, next);
  else if (kind == U1) spread<u8>(values, step, rows, to, next);
  else if (kind == U2) spread<u16>(values, step << 1, rows, to, next);
  else if (kind == U4) spread<u32>(values, step << 2, rows, to, next);
  else if (kind == U8) spread<u64>(values, step << 3, rows, to, next);
  else if (kind == I1) spread<i8>(values, step, rows, to, next);
  else if (kind == I2) spread<i16>(values, step << 1, rows, to, next);
  else if (kind == I4) spread<i32>(values, step << 2, rows, to, next);
  else if (kind == I8) spread<i64>(values, step << 3, rows, to, next);
  else if (kind == F2) spreadHalves(values, step << 1, rows, to, next);
  else spread<f64>(values, step << 3, rows, to, next);
}

/** Turns the bytes of each number of 2, 4 or 8 of them round. */
export function swapBytes(bytes: usize, size: i32, count: i32): void {
  const end = bytes + <usize>size * <usize>count;
  const turn = v128.load(TURNS + ((<usize>(size >> 2)) << 4));
  for (; bytes + 16 <= end; bytes += 16) v128.store(bytes, i8x16.swizzle(v128.load(bytes), turn));
  for (; bytes < end; bytes += <usize>size) {
    for (let low = bytes, high = bytes + <usize>size - 1; low < high; low++, high--) {
      const byte = load<u8>(low);
      store<u8>(low, load<u8>(high));
      store<u8>(high, byte);
    }
  }
}

/** Which of the numbers from `from` to `to` is the first that is infinite, or none; `to` where no one is. */
export function firstNotFinite(x: usize, from: i32, to: i32): i32 {
  const limit = f64x2.splat(Infinity);
  let i = from;
  for (; i + 8 <= to; i += 8) {
    const at = x + ((<usize>i) << 3);
    const a = v128.and(f64x2.lt(f64x2.abs(v128.load(at)), limit), f64x2.lt(f64x2.abs(v128.load(at, 16)), limit));
    const b = v128.and(f64x2.lt(f64x2.abs(v128.load(at, 32)), limit), f64x2.lt(f64x2.abs(v128.load(at, 48)), limit));
    if (!i64x2.all_true(v128.and(a, b))) break;
  }
  for (; i < to; i++) if (!(abs(load<f64>(x + ((<usize>i) << 3))) < Infinity)) return i;
  return to;
}

/** Which of the bits from `from` to `to`, lowest first in each byte, is the first that is 0; `to` where all are 1. */
export function firstClear(bits: usize, from: i32, to: i32): i32 {
  let i = from;
  while (i < to) {
    if ((i & 7) == 0 && i + 64 <= to) {
      const word = ~load<u64>(bits + (<usize>i >> 3));
      if (word) return i + <i32>ctz(word);
      i += 64;
    } else {
      if (!((load<u8>(bits + (<usize>i >> 3)) >> <u8>(i & 7)) & 1)) return i;
      i++;
    }
  }
  return to;
}
