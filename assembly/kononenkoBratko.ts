import { BIAS_PAIR } from "./constants";
import { log2, log2rest, quotient, series } from "./log";

/**
 * Kononenko and Bratko's information (002 eq. 3, its branch), from the truths' estimates: log2(p/q) from the prior
 * upwards, −log2((1 − p)/(1 − q)) below it. Each is the log of one ratio, a normal number unless the prior is denormal.
 */
export function kononenkoBratko(f: usize, labels: usize, rows: i32, prior: usize, out: usize): void {
  let r: i32 = 0;
  for (; r + 1 < rows; r += 2) {
    const at = (<usize>r) << 3;
    const p0 = load<f64>(f + at);
    const p1 = load<f64>(f + at, 8);
    const q0 = load<f64>(prior + ((<usize>load<u16>(labels + (at >> 2))) << 3));
    const q1 = load<f64>(prior + ((<usize>load<u16>(labels + (at >> 2), 2)) << 3));
    const x = f64x2.replace_lane(f64x2.splat(ratio(p0, q0)), 1, ratio(p1, q1));
    if (v128.any_true(f64x2.eq(x, f64x2.splat(Infinity)))) {
      store<f64>(out + at, information(p0, q0));
      store<f64>(out + at, information(p1, q1), 8);
    } else {
      const s = quotient(x);
      v128.store(out + at, log2rest(x, s, series(s), v128.load(BIAS_PAIR)));
    }
  }
  if (r < rows) {
    const at = (<usize>r) << 3;
    store<f64>(out + at, information(load<f64>(f + at), load<f64>(prior + ((<usize>load<u16>(labels + (at >> 2))) << 3))));
  }
}

// @ts-ignore: decorator
@inline
function ratio(p: f64, q: f64): f64 {
  return p >= q ? p / q : (1 - q) / (1 - p);
}

function information(p: f64, q: f64): f64 {
  const x = ratio(p, q);
  return x < Infinity ? log2(x, 0) : log2(p, 0) - log2(q, 0);
}
