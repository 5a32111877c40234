// Columns of one number a row that several measures start from. Nothing here branches on the outcome of a row, which
// cannot be predicted.

import { ONE } from "./constants";

// x·1 − 0 is x, and x·(−1) − (−1) is 1 − x, both to the bit.
const KEEP = memory.data<f64>([1, 0, -1, -1], 16);

/** x, or 1 − x where `other` is 1. */
// @ts-ignore: decorator
@inline
function outcome(x: f64, other: i32): f64 {
  const at = (<usize>other) << 4;
  return x * load<f64>(at, KEEP) - load<f64>(at, KEEP + 8);
}

/** The estimate of the true class. */
export function truth(p: usize, labels: usize, rows: i32, k: i32, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const label = <usize>load<u16>(labels + ((<usize>r) << 1));
    store<f64>(out + ((<usize>r) << 3), load<f64>(p + ((<usize>r * <usize>k + label) << 3)));
  }
}

/** The same from one column of P(positive). */
export function truthOfColumn(p: usize, labels: usize, rows: i32, positive: i32, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const x = load<f64>(p + ((<usize>r) << 3));
    store<f64>(out + ((<usize>r) << 3), outcome(x, i32(<i32>load<u16>(labels + ((<usize>r) << 1)) != positive)));
  }
}

/** p of the modal class m where it is the true one, 1 − p where it is not: what Hope & Korb 2002, Def. 1 and 2 take the log of. */
export function modalBet(p: usize, labels: usize, modal: usize, rows: i32, k: i32, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const m = load<u16>(modal + ((<usize>r) << 1));
    const x = load<f64>(p + ((<usize>r * <usize>k + <usize>m) << 3));
    store<f64>(out + ((<usize>r) << 3), outcome(x, i32(m != load<u16>(labels + ((<usize>r) << 1)))));
  }
}

/** 1 where the modal class is the true one, else 0. */
export function hits(labels: usize, modal: usize, rows: i32, out: usize): void {
  const one = v128.load(ONE);
  const whole = rows & ~3;
  let r: i32 = 0;
  for (; r < whole; r += 4) {
    const at = (<usize>r) << 1;
    const same = i32x4.extend_low_i16x8_s(i16x8.eq(v128.load64_zero(labels + at), v128.load64_zero(modal + at)));
    v128.store(out + (at << 2), v128.and(one, i64x2.extend_low_i32x4_s(same)));
    v128.store(out + (at << 2), v128.and(one, i64x2.extend_high_i32x4_s(same)), 16);
  }
  for (; r < rows; r++) {
    const at = (<usize>r) << 1;
    store<f64>(out + (at << 2), <f64>i32(load<u16>(labels + at) == load<u16>(modal + at)));
  }
}

/** The estimate of the modal class, negative where that is not the true one. */
export function modalEstimate(p: usize, labels: usize, modal: usize, rows: i32, k: i32, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const m = load<u16>(modal + ((<usize>r) << 1));
    const miss = <i64>i32(m != load<u16>(labels + ((<usize>r) << 1)));
    store<i64>(out + ((<usize>r) << 3), load<i64>(p + ((<usize>r * <usize>k + <usize>m) << 3)) ^ (miss << 63));
  }
}

/** The same from one column of P(positive), whose modal class has the larger of p and 1 − p. */
export function modalEstimateOfColumn(p: usize, labels: usize, modal: usize, rows: i32, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const x = v128.load64_splat(p + ((<usize>r) << 3));
    const miss = <i64>i32(load<u16>(modal + ((<usize>r) << 1)) != load<u16>(labels + ((<usize>r) << 1)));
    store<i64>(out + ((<usize>r) << 3), i64x2.extract_lane(f64x2.pmax(f64x2.sub(v128.load(ONE), x), x), 0) ^ (miss << 63));
  }
}
