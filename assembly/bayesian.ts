// The Bayesian information reward (Hope & Korb 2004, eq. 10) where it is asked for alone: the mean over classes of log2(p/q) for the
// true class and log2((1 − p)/(1 − q)) for the others. A sum of logs is the log of a product, so one log a row is
// enough; bets.ts has it from logs that other measures need as well.
//
// `stakes` holds, for each class c, what the prior q stakes when c is true: q_c · Π (1 − q_i), multiplied in the same
// order, so that quoting the prior earns exactly 0. Where that number is not safely normal it is 0 there, and
// `mantissas` and `exponents` have it.

import { INFINITE, ONE, SAFE_PAIR } from "./constants";
import { log2, log2Block, LOG_BLOCK } from "./log";

const RATIOS = memory.data(LOG_BLOCK * 8, 16);
const LOGS = memory.data(LOG_BLOCK * 8, 16);

export function bayesian(p: usize, labels: usize, rows: i32, k: i32, stakes: usize, mantissas: usize, exponents: usize, out: usize): void {
  const share = 1 / <f64>k;
  const step = (<usize>k) * (LOG_BLOCK << 3);
  for (; rows > 0; rows -= LOG_BLOCK, p += step, labels += LOG_BLOCK << 1, out += LOG_BLOCK << 3) {
    const n = min(LOG_BLOCK, rows);
    const safe = ratios(p, labels, n, k, stakes);
    log2Block(RATIOS, LOGS, (<usize>((n + 1) & ~1)) << 3, false);
    for (let r: i32 = 0; r < n; r++) store<f64>(out + ((<usize>r) << 3), share * load<f64>(LOGS + ((<usize>r) << 3)));
    if (safe) continue;
    for (let r: i32 = 0; r < n; r++) {
      const x = load<f64>(RATIOS + ((<usize>r) << 3));
      if (x == x) continue;
      const wide = rewardInWideRange(p + ((<usize>r * <usize>k) << 3), load<u16>(labels + ((<usize>r) << 1)), k, mantissas, exponents);
      store<f64>(out + ((<usize>r) << 3), share * wide);
    }
  }
}

/** p_c · Π (1 − p_i), in the order of the classes and then the truth, over what the prior stakes; whether all are safe numbers, else NaN. */
function ratios(p: usize, labels: usize, rows: i32, k: i32, stakes: usize): bool {
  const width = (<usize>k) << 3;
  const one = v128.load(ONE);
  const next = i64x2.splat(1);
  let wild = i64x2.splat(0);
  for (let r: i32 = 0; r < rows; r += 2, p += width << 1) {
    // An odd row goes with itself.
    const paired = r + 1 < rows;
    const other = paired ? p + width : p;
    const names = labels + ((<usize>r) << 1);
    const c0 = <usize>load<u16>(names);
    const c1 = <usize>load<u16>(paired ? names + 2 : names);
    let ahead = i64x2.replace_lane(i64x2.splat(c0), 1, c1);
    let product = one;
    for (let i: usize = 0; i < width; i += 8) {
      // 0 stands in the place of the true class: no branch on where it is.
      const x = v128.andnot(v128.load64_lane(other + i, v128.load64_zero(p + i), 1), i64x2.eq(ahead, i64x2.splat(0)));
      product = f64x2.mul(product, f64x2.sub(one, x));
      ahead = i64x2.sub(ahead, next);
    }
    product = f64x2.mul(product, v128.load64_lane(other + (c1 << 3), v128.load64_zero(p + (c0 << 3)), 1));
    const x = f64x2.div(product, v128.load64_lane(stakes + (c1 << 3), v128.load64_zero(stakes + (c0 << 3)), 1));
    // No stake is above 1, and one of 0 makes the ratio infinite.
    const unsafe = v128.or(f64x2.lt(product, v128.load(SAFE_PAIR)), f64x2.eq(x, v128.load(INFINITE)));
    wild = v128.or(wild, unsafe);
    v128.store(RATIOS + ((<usize>r) << 3), v128.or(x, unsafe));
  }
  return !v128.any_true(wild);
}

/** k times the reward of one row, whose product is kept with an exponent. */
function rewardInWideRange(row: usize, label: u16, k: i32, mantissas: usize, exponents: usize): f64 {
  const at = (<usize>label) << 3;
  let exponent = -load<f64>(exponents + at);
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
