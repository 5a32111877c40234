// The check of one row, as it is defined; faster loops ask it where they are in doubt.

import { ONE } from "./constants";

/**
 * How far a sum taken in another order may be from 1 so that the sum in order is surely within the tolerance; negative
 * where that is never sure.
 */
// @ts-ignore: decorator
@inline
export function quickTolerance(tolerance: f64, k: i32): f64 {
  return tolerance * 0.999 - <f64>k * 8.881784197001252e-16; // 4 ulps of 1 for each estimate
}

/** Notes behind `ties` that an estimate is exactly 1, if the largest is. */
// @ts-ignore: decorator
@inline
export function noteOnes(tops: v128, ties: usize): void {
  if (v128.any_true(f64x2.eq(tops, v128.load(ONE)))) store<i32>(ties, 1, 4);
}

/** Takes rows until one does not fit, and returns their number; modal classes and ties as in inspect(). */
export function inspectSingly(p: usize, rows: i32, k: i32, tolerance: f64, modal: usize, ties: usize): i32 {
  for (let r: i32 = 0; r < rows; r++) {
    let sum = 0.0;
    let top = -1.0;
    let first = 0;
    let tied = false;
    for (let i: i32 = 0; i < k; i++, p += 8) {
      const x = load<f64>(p);
      if (!(x >= 0 && x <= 1)) return r;
      sum += x;
      if (x > top) {
        top = x;
        first = i;
        tied = false;
      } else if (x == top) tied = true;
    }
    if (!(abs(sum - 1) <= tolerance)) return r;
    if (top == 1) store<i32>(ties, 1, 4);
    if (modal == 0) continue;
    store<u16>(modal + ((<usize>r) << 1), <u16>first);
    if (tied) store<i32>(ties, load<i32>(ties) + 1);
  }
  return rows;
}
