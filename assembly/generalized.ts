// The generalized Bayesian information reward (000 Def. 3) weighs each class's log by its own prior, so it needs a log
// for every estimate. `own` holds ln q, `other` ln(1 − q). Quoting the prior adds k ones, and earns exactly 0.

import { BIAS_PAIR, BOTH, FIRST, ONE } from "./constants";
import { ln, ln2rest, quotient, series } from "./log";

export function generalized(p: usize, labels: usize, rows: i32, k: i32, own: usize, other: usize, out: usize): void {
  const width = (<usize>k) << 3;
  const share = <f64>k;
  const one = v128.load(ONE);
  const bias = v128.load(BIAS_PAIR);
  const none = f64x2.splat(-Infinity);
  const pairs = k & ~1;
  for (let r: i32 = 0; r < rows; r++) {
    const row = p + <usize>r * width;
    const label = <i32>load<u16>(labels + ((<usize>r) << 1));
    const at = row + ((<usize>label) << 3);
    let sums = f64x2.splat(0);
    let ahead = i64x2.sub(i64x2.splat(label), v128.load(FIRST));
    for (let i: i32 = 0; i < pairs; i += 2) {
      const x = f64x2.sub(one, v128.load(row + ((<usize>i) << 3)));
      // 1 − p is 0 or normal, never a denormal.
      const s = quotient(x);
      const y = v128.bitselect(none, ln2rest(x, s, series(s), bias), f64x2.eq(x, f64x2.splat(0)));
      const z = f64x2.div(y, v128.load(other + ((<usize>i) << 3)));
      // The true class is left out after the division, since its ln(1 − q) may be 0; and without a branch.
      sums = f64x2.add(sums, v128.andnot(z, i64x2.eq(ahead, i64x2.splat(0))));
      ahead = i64x2.sub(ahead, v128.load(BOTH));
    }
    let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
    if (pairs < k && label != pairs) sum += ln(1 - load<f64>(row + ((<usize>pairs) << 3))) / load<f64>(other + ((<usize>pairs) << 3));
    sum += ln(load<f64>(at)) / load<f64>(own + ((<usize>label) << 3));
    store<f64>(out + ((<usize>r) << 3), 1 - sum / share);
  }
}

/** From the logs of the truths' estimates of one column of P(positive). */
export function generalizedOfColumn(logs: usize, labels: usize, rows: i32, own: usize, other: usize, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const label = <usize>load<u16>(labels + ((<usize>r) << 1));
    const y = load<f64>(logs + ((<usize>r) << 3));
    const sum = y / load<f64>(other + ((1 - label) << 3)) + y / load<f64>(own + (label << 3));
    store<f64>(out + ((<usize>r) << 3), 1 - sum / 2);
  }
}
