// The Bayesian information reward (002 eq. 10): the mean over classes of log2(p/q) for the true class and
// log2((1 − p)/(1 − q)) for the others. A sum of logs is the log of a product, so one log a row is enough.
//
// `bets` holds, for each class c, what the prior q stakes when c is true: q_c · Π (1 − q_i), multiplied in the same
// order, so that quoting the prior earns exactly 0. Where that number is not safely normal it is 0 there, and
// `mantissas` and `exponents` have it.

import { BIAS_PAIR, ONE } from "./constants";
import { log2, log2lanes } from "./log";
import { SAFE } from "./product";

const GROUP = 32;
const SAVED = memory.data(GROUP * 8, 16);

export function bayesian(p: usize, labels: usize, rows: i32, k: i32, bets: usize, mantissas: usize, exponents: usize, out: usize): void {
  const width = (<usize>k) << 3;
  const share = 1 / <f64>k;
  for (let from: i32 = 0; from < rows; from += GROUP) {
    const n = min(GROUP, rows - from);
    const base = p + <usize>from * width;
    const names = labels + ((<usize>from) << 1);
    const to = out + ((<usize>from) << 3);
    products(base, names, n, k, to);
    for (let r: i32 = 0; r < n; r += 2) {
      const c0 = <usize>load<u16>(names + ((<usize>r) << 1));
      const stake0 = load<f64>(bets + (c0 << 3));
      const at = to + ((<usize>r) << 3);
      if (r + 1 == n) {
        store<f64>(at, share * reward(base + <usize>r * width, <i32>c0, k, load<f64>(at), stake0, mantissas, exponents));
        break;
      }
      const c1 = <usize>load<u16>(names + ((<usize>r) << 1), 2);
      const stake1 = load<f64>(bets + (c1 << 3));
      const stakes = f64x2.replace_lane(f64x2.splat(stake0), 1, stake1);
      const product = v128.load(at);
      // No prior's stake is above 1, so a stake of 0 shows as an infinite ratio.
      const ratio = f64x2.div(product, stakes);
      if (v128.any_true(v128.or(f64x2.lt(product, f64x2.splat(SAFE)), f64x2.eq(ratio, f64x2.splat(Infinity))))) {
        store<f64>(at, share * reward(base + <usize>r * width, <i32>c0, k, f64x2.extract_lane(product, 0), stake0, mantissas, exponents));
        store<f64>(at, share * reward(base + <usize>(r + 1) * width, <i32>c1, k, f64x2.extract_lane(product, 1), stake1, mantissas, exponents), 8);
      } else v128.store(at, f64x2.mul(f64x2.splat(share), log2lanes(ratio, v128.load(BIAS_PAIR))));
    }
  }
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

/** k times the reward of one row, whatever its product. */
function reward(row: usize, label: i32, k: i32, product: f64, stake: f64, mantissas: usize, exponents: usize): f64 {
  if (product >= SAFE && stake > 0) return log2(product / stake, 0);
  let mantissa = 1.0;
  let exponent = -load<f64>(exponents + ((<usize>label) << 3));
  for (let i: i32 = 0; i < k; i++) {
    let x = load<f64>(row + ((<usize>i) << 3));
    if (i != label) x = 1 - x;
    if (x == 0) return -Infinity;
    mantissa *= x;
    while (mantissa < 1) {
      // Exact: a power of two that keeps even a denormal from falling out.
      mantissa *= 18446744073709551616.0; // 2^64
      exponent -= 64;
    }
  }
  return log2(mantissa / load<f64>(mantissas + ((<usize>label) << 3)), exponent);
}

/** From the truths' estimates f of one column of P(positive): the other class's 1 − p is f too. */
export function bayesianOfColumn(f: usize, labels: usize, rows: i32, bets: usize, mantissas: usize, exponents: usize, out: usize): void {
  let r: i32 = 0;
  for (; r + 1 < rows; r += 2) {
    const c0 = <usize>load<u16>(labels + ((<usize>r) << 1));
    const c1 = <usize>load<u16>(labels + ((<usize>r) << 1), 2);
    const stakes = f64x2.replace_lane(f64x2.splat(load<f64>(bets + (c0 << 3))), 1, load<f64>(bets + (c1 << 3)));
    const x = v128.load(f + ((<usize>r) << 3));
    const product = f64x2.mul(x, x);
    const ratio = f64x2.div(product, stakes);
    const at = out + ((<usize>r) << 3);
    if (v128.any_true(v128.or(f64x2.lt(product, f64x2.splat(SAFE)), f64x2.eq(ratio, f64x2.splat(Infinity))))) {
      const first = rewardOfColumn(f64x2.extract_lane(x, 0), c0, bets, mantissas, exponents);
      store<f64>(at, rewardOfColumn(f64x2.extract_lane(x, 1), c1, bets, mantissas, exponents), 8);
      store<f64>(at, first);
    } else v128.store(at, f64x2.mul(f64x2.splat(0.5), log2lanes(ratio, v128.load(BIAS_PAIR))));
  }
  if (r < rows) store<f64>(out + ((<usize>r) << 3), rewardOfColumn(load<f64>(f + ((<usize>r) << 3)), <usize>load<u16>(labels + ((<usize>r) << 1)), bets, mantissas, exponents));
}

function rewardOfColumn(f: f64, label: usize, bets: usize, mantissas: usize, exponents: usize): f64 {
  const stake = load<f64>(bets + (label << 3));
  if (f * f >= SAFE && stake > 0) return 0.5 * log2((f * f) / stake, 0);
  let exponent = -load<f64>(exponents + (label << 3));
  if (f == 0) return -Infinity;
  while (f < 1) {
    f *= 18446744073709551616.0;
    exponent -= 128;
  }
  return 0.5 * log2((f * f) / load<f64>(mantissas + (label << 3)), exponent);
}
