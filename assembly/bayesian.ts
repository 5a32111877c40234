// The Bayesian information reward (002 eq. 10): the mean over classes of log2(p/q) for the true class and
// log2((1 − p)/(1 − q)) for the others. A sum of logs is the log of a product, so one log a row is enough.
//
// `bets` holds, for each class c, what the prior q stakes when c is true: q_c · Π (1 − q_i), multiplied in the same
// order, so that quoting the prior earns exactly 0. Where that number is not safely normal it is 0 there, and
// `mantissas` and `exponents` have it.

import { BIAS_PAIR, INFINITE, ONE, SAFE_PAIR } from "./constants";
import { log2, log2rest, LOG_BLOCK, quotient, QUOTIENTS, SERIES, seriesOfBlock } from "./log";
import { SAFE } from "./product";

const SAVED = memory.data(LOG_BLOCK * 8, 16);

// |p − [0, 1]| are the factors of a row of class 0, |p − [1, 0]| those of class 1: the two overlap.
const AGAINST = memory.data<f64>([0, 1, 0], 16);

export function bayesian(p: usize, labels: usize, rows: i32, k: i32, bets: usize, mantissas: usize, exponents: usize, out: usize): void {
  const step = (<usize>k) * (LOG_BLOCK << 3);
  for (; rows > 0; rows -= LOG_BLOCK, p += step, labels += LOG_BLOCK << 1, out += LOG_BLOCK << 3) {
    const n = min(LOG_BLOCK, rows);
    if (k == 2) pairProducts(p, labels, n, out);
    else products(p, labels, n, k, out);
    rewards(p, labels, n, k, 1 / <f64>k, bets, mantissas, exponents, out);
  }
}

/** From the truths' estimates f of one column of P(positive): the other class's 1 − p is f too. */
export function bayesianOfColumn(f: usize, labels: usize, rows: i32, bets: usize, mantissas: usize, exponents: usize, out: usize): void {
  for (; rows > 0; rows -= LOG_BLOCK, f += LOG_BLOCK << 3, labels += LOG_BLOCK << 1, out += LOG_BLOCK << 3) {
    const n = min(LOG_BLOCK, rows);
    let at: usize = 0;
    for (const end = (<usize>(n & ~1)) << 3; at < end; at += 16) v128.store(out + at, f64x2.mul(v128.load(f + at), v128.load(f + at)));
    if (n & 1) store<f64>(out + at, load<f64>(f + at) * load<f64>(f + at));
    rewards(f, labels, n, 1, 0.5, bets, mantissas, exponents, out);
  }
}

/** Makes rewards of the products in `out`; k is 1 where the rows are one column. */
function rewards(p: usize, labels: usize, rows: i32, k: i32, share: f64, bets: usize, mantissas: usize, exponents: usize, out: usize): void {
  const even = rows & ~1;
  for (let r: i32 = 0; r < even; r += 2) {
    const at = out + ((<usize>r) << 3);
    const x = ratio(v128.load(at), stakesOf(labels + ((<usize>r) << 1), bets));
    v128.store(at, x);
    v128.store(QUOTIENTS + ((<usize>r) << 3), quotient(x));
  }
  seriesOfBlock((<usize>even) << 3);
  for (let r: i32 = 0; r < even; r += 2) {
    const at = out + ((<usize>r) << 3);
    const x = v128.load(at);
    if (v128.any_true(f64x2.ne(x, x))) {
      const names = labels + ((<usize>r) << 1);
      const row = p + ((<usize>r * <usize>k) << 3);
      store<f64>(at, share * reward(f64x2.extract_lane(x, 0), row, load<u16>(names), k, mantissas, exponents));
      store<f64>(at, share * reward(f64x2.extract_lane(x, 1), row + ((<usize>k) << 3), load<u16>(names, 2), k, mantissas, exponents), 8);
    } else {
      const y = log2rest(x, v128.load(QUOTIENTS + ((<usize>r) << 3)), v128.load(SERIES + ((<usize>r) << 3)), v128.load(BIAS_PAIR));
      v128.store(at, f64x2.mul(f64x2.splat(share), y));
    }
  }
  if (even == rows) return;
  const at = out + ((<usize>even) << 3);
  const label = load<u16>(labels + ((<usize>even) << 1));
  const x = ratio(f64x2.splat(load<f64>(at)), f64x2.splat(load<f64>(bets + ((<usize>label) << 3))));
  store<f64>(at, share * reward(f64x2.extract_lane(x, 0), p + ((<usize>even * <usize>k) << 3), label, k, mantissas, exponents));
}

/** The stakes of two rows. */
// @ts-ignore: decorator
@inline
function stakesOf(labels: usize, bets: usize): v128 {
  const first = v128.load64_zero(bets + ((<usize>load<u16>(labels)) << 3));
  return v128.load64_lane(bets + ((<usize>load<u16>(labels, 2)) << 3), first, 1);
}

/** A product over what the prior stakes; NaN where one of them is not a safe number. */
// @ts-ignore: decorator
@inline
function ratio(product: v128, stakes: v128): v128 {
  const x = f64x2.div(product, stakes);
  // No stake is above 1, and one of 0 makes the ratio infinite.
  return v128.or(x, v128.or(f64x2.lt(product, v128.load(SAFE_PAIR)), f64x2.eq(x, v128.load(INFINITE))));
}

/** The products of two classes: (1 − p of the other) · p of the truth. */
function pairProducts(p: usize, labels: usize, rows: i32, out: usize): void {
  let r: i32 = 0;
  for (; r + 1 < rows; r += 2, p += 32, labels += 4) {
    const a = factors(p, labels);
    const b = factors(p + 16, labels + 2);
    v128.store(out + ((<usize>r) << 3), f64x2.mul(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3)));
  }
  if (r == rows) return;
  const last = factors(p, labels);
  store<f64>(out + ((<usize>r) << 3), f64x2.extract_lane(last, 0) * f64x2.extract_lane(last, 1));
}

// @ts-ignore: decorator
@inline
function factors(row: usize, label: usize): v128 {
  return f64x2.abs(f64x2.sub(v128.load(row), v128.load(AGAINST + ((<usize>load<u16>(label)) << 3))));
}

/** p_c · Π (1 − p_i) of each row: four lanes by class, then (0·2)·(1·3), then the truth. */
function products(p: usize, labels: usize, rows: i32, k: i32, out: usize): void {
  const width = (<usize>k) << 3;
  // As in tallyClasses: 0 stands in the place of the true class meanwhile.
  for (let r: i32 = 0; r < rows; r++) {
    const at = p + <usize>r * width + ((<usize>load<u16>(labels + ((<usize>r) << 1))) << 3);
    store<f64>(SAVED + ((<usize>r) << 3), load<f64>(at));
    store<f64>(at, 0);
  }
  const one = v128.load(ONE);
  for (let r: i32 = 0; r < rows; r++) {
    const row = p + <usize>r * width;
    let a = one;
    let b = one;
    let i: i32 = 0;
    for (; i + 4 <= k; i += 4) {
      a = f64x2.mul(a, f64x2.sub(one, v128.load(row + ((<usize>i) << 3))));
      b = f64x2.mul(b, f64x2.sub(one, v128.load(row + ((<usize>i) << 3), 16)));
    }
    if (i + 2 <= k) {
      a = f64x2.mul(a, f64x2.sub(one, v128.load(row + ((<usize>i) << 3))));
      i += 2;
      if (i < k) b = f64x2.mul(b, f64x2.replace_lane(one, 0, 1 - load<f64>(row + ((<usize>i) << 3))));
    } else if (i < k) a = f64x2.mul(a, f64x2.replace_lane(one, 0, 1 - load<f64>(row + ((<usize>i) << 3))));
    const v = f64x2.mul(a, b);
    store<f64>(out + ((<usize>r) << 3), f64x2.extract_lane(v, 0) * f64x2.extract_lane(v, 1) * load<f64>(SAVED + ((<usize>r) << 3)));
  }
  for (let r: i32 = 0; r < rows; r++) {
    const at = p + <usize>r * width + ((<usize>load<u16>(labels + ((<usize>r) << 1))) << 3);
    store<f64>(at, load<f64>(SAVED + ((<usize>r) << 3)));
  }
}

/** k times the reward of one row; NaN for the ratio means that the row has to be multiplied again, in a wider range. */
function reward(ratio: f64, row: usize, label: u16, k: i32, mantissas: usize, exponents: usize): f64 {
  if (ratio == ratio) return log2(ratio, 0);
  const at = (<usize>label) << 3;
  let exponent = -load<f64>(exponents + at);
  if (k == 1) {
    let f = load<f64>(row);
    if (f == 0) return -Infinity;
    for (; f < 1; exponent -= 128) f *= 18446744073709551616.0;
    return log2((f * f) / load<f64>(mantissas + at), exponent);
  }
  let mantissa = 1.0;
  for (let i: i32 = 0; i < k; i++) {
    let x = load<f64>(row + ((<usize>i) << 3));
    if (i != <i32>label) x = 1 - x;
    if (x == 0) return -Infinity;
    mantissa *= x;
    // Exact: a power of two, 2^64, that keeps even a denormal from falling out.
    for (; mantissa < 1; exponent -= 64) mantissa *= 18446744073709551616.0;
  }
  return log2(mantissa / load<f64>(mantissas + at), exponent);
}
