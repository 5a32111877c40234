// The generalized Bayesian information reward (000 Def. 3) weighs each class's log by its own prior, so it needs a log
// for every estimate. `own` holds ln q, `other` ln(1 − q). Quoting the prior adds k ones, and earns exactly 0.

import { BIAS_PAIR, BOTH, FIRST, ONE } from "./constants";
import { ln, ln2rest, LOG_ROOM, NORMAL, quotient, QUOTIENTS, series, SERIES, seriesOfBlock } from "./log";

// What the logs are taken of, then the logs: 1 − p, and p of the true class; whole rows, as far as they fit.
const FACTORS = memory.data(LOG_ROOM * 8, 16);

export function generalized(p: usize, labels: usize, rows: i32, k: i32, own: usize, other: usize, out: usize): void {
  const width = (<usize>k) << 3;
  // An even number of rows, so that they are whole vectors.
  const most = (LOG_ROOM / k) & ~1;
  let r: i32 = 0;
  while (r < rows) {
    const n = min(most, (rows - r) & ~1);
    if (n > 0) logsOf(p + <usize>r * width, labels + ((<usize>r) << 1), n, k);
    const end = r + max(n, 1);
    for (let logs: usize = FACTORS; r < end; r++, logs += width) {
      const row = p + <usize>r * width;
      const label = <i32>load<u16>(labels + ((<usize>r) << 1));
      store<f64>(out + ((<usize>r) << 3), n > 0 ? reward(row, logs, label, k, own, other) : rewardAlone(row, label, k, own, other));
    }
  }
}

/** The logs of the factors of an even number of rows; those of a true class below the normal numbers are not right. */
function logsOf(p: usize, labels: usize, rows: i32, k: i32): void {
  const one = v128.load(ONE);
  const bias = v128.load(BIAS_PAIR);
  const none = f64x2.splat(-Infinity);
  const bytes = (<usize>(rows * k)) << 3;
  for (let at: usize = 0; at < bytes; at += 16) v128.store(FACTORS + at, f64x2.sub(one, v128.load(p + at)));
  for (let r: i32 = 0; r < rows; r++) {
    const at = (<usize>r * <usize>k + <usize>load<u16>(labels + ((<usize>r) << 1))) << 3;
    store<f64>(FACTORS + at, load<f64>(p + at));
  }
  for (let at: usize = 0; at < bytes; at += 16) v128.store(QUOTIENTS + at, quotient(v128.load(FACTORS + at)));
  seriesOfBlock(bytes);
  for (let at: usize = 0; at < bytes; at += 16) {
    const x = v128.load(FACTORS + at);
    const y = ln2rest(x, v128.load(QUOTIENTS + at), v128.load(SERIES + at), bias);
    // 1 − p is 0 or normal, never a denormal.
    v128.store(FACTORS + at, v128.bitselect(none, y, f64x2.eq(x, f64x2.splat(0))));
  }
}

function reward(row: usize, logs: usize, label: i32, k: i32, own: usize, other: usize): f64 {
  const pairs = k & ~1;
  let sums = f64x2.splat(0);
  let ahead = i64x2.sub(i64x2.splat(label), v128.load(FIRST));
  for (let i: i32 = 0; i < pairs; i += 2) {
    const z = f64x2.div(v128.load(logs + ((<usize>i) << 3)), v128.load(other + ((<usize>i) << 3)));
    // The true class is left out after the division, since its ln(1 − q) may be 0; and without a branch.
    sums = f64x2.add(sums, v128.andnot(z, i64x2.eq(ahead, i64x2.splat(0))));
    ahead = i64x2.sub(ahead, v128.load(BOTH));
  }
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  if (pairs < k && label != pairs) sum += load<f64>(logs + ((<usize>pairs) << 3)) / load<f64>(other + ((<usize>pairs) << 3));
  const truth = load<f64>(row + ((<usize>label) << 3));
  const y = truth < NORMAL ? ln(truth) : load<f64>(logs + ((<usize>label) << 3));
  return 1 - (sum + y / load<f64>(own + ((<usize>label) << 3))) / <f64>k;
}

/** The same for a row that does not fit, or has no other to go with. */
function rewardAlone(row: usize, label: i32, k: i32, own: usize, other: usize): f64 {
  const pairs = k & ~1;
  const none = f64x2.splat(-Infinity);
  let sums = f64x2.splat(0);
  let ahead = i64x2.sub(i64x2.splat(label), v128.load(FIRST));
  for (let i: i32 = 0; i < pairs; i += 2) {
    const x = f64x2.sub(v128.load(ONE), v128.load(row + ((<usize>i) << 3)));
    const s = quotient(x);
    const y = v128.bitselect(none, ln2rest(x, s, series(s), v128.load(BIAS_PAIR)), f64x2.eq(x, f64x2.splat(0)));
    const z = f64x2.div(y, v128.load(other + ((<usize>i) << 3)));
    sums = f64x2.add(sums, v128.andnot(z, i64x2.eq(ahead, i64x2.splat(0))));
    ahead = i64x2.sub(ahead, v128.load(BOTH));
  }
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  if (pairs < k && label != pairs) sum += ln(1 - load<f64>(row + ((<usize>pairs) << 3))) / load<f64>(other + ((<usize>pairs) << 3));
  return 1 - (sum + ln(load<f64>(row + ((<usize>label) << 3))) / load<f64>(own + ((<usize>label) << 3))) / <f64>k;
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
