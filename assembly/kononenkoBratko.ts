import { BIAS_PAIR, INFINITE, ONE } from "./constants";
import { log2, log2rest, LOG_BLOCK, quotient, QUOTIENTS, SERIES, seriesOfBlock } from "./log";

/**
 * Kononenko and Bratko's information (002 eq. 3, its branch), from the truths' estimates: log2(p/q) from the prior
 * upwards, −log2((1 − p)/(1 − q)) below it. Each is the log of one ratio, a normal number unless the prior is denormal.
 */
export function kononenkoBratko(f: usize, labels: usize, rows: i32, prior: usize, out: usize): void {
  const even = rows & ~1;
  for (let from: i32 = 0; from < even; from += LOG_BLOCK) {
    const at = (<usize>from) << 3;
    addBlock(f + at, labels + (at >> 2), (<usize>min(LOG_BLOCK, even - from)) << 3, prior, out + at);
  }
  if (even == rows) return;
  const at = (<usize>even) << 3;
  store<f64>(out + at, information(load<f64>(f + at), load<f64>(prior + ((<usize>load<u16>(labels + (at >> 2))) << 3))));
}

function addBlock(f: usize, labels: usize, bytes: usize, prior: usize, out: usize): void {
  const one = v128.load(ONE);
  for (let at: usize = 0; at < bytes; at += 16) {
    const p = v128.load(f + at);
    const q = priors(labels + (at >> 2), prior);
    const above = f64x2.ge(p, q);
    const x = f64x2.div(v128.bitselect(p, f64x2.sub(one, q), above), v128.bitselect(q, f64x2.sub(one, p), above));
    v128.store(out + at, x);
    v128.store(QUOTIENTS + at, quotient(x));
  }
  seriesOfBlock(bytes);
  for (let at: usize = 0; at < bytes; at += 16) {
    const x = v128.load(out + at);
    if (v128.any_true(f64x2.eq(x, v128.load(INFINITE)))) {
      const q = priors(labels + (at >> 2), prior);
      store<f64>(out + at, information(load<f64>(f + at), f64x2.extract_lane(q, 0)));
      store<f64>(out + at, information(load<f64>(f + at, 8), f64x2.extract_lane(q, 1)), 8);
    } else v128.store(out + at, log2rest(x, v128.load(QUOTIENTS + at), v128.load(SERIES + at), v128.load(BIAS_PAIR)));
  }
}

/** The priors of two rows' classes. */
// @ts-ignore: decorator
@inline
function priors(labels: usize, prior: usize): v128 {
  const first = v128.load64_zero(prior + ((<usize>load<u16>(labels)) << 3));
  return v128.load64_lane(prior + ((<usize>load<u16>(labels, 2)) << 3), first, 1);
}

function information(p: f64, q: f64): f64 {
  const x = p >= q ? p / q : (1 - q) / (1 - p);
  return x < Infinity ? log2(x, 0) : log2(p, 0) - log2(q, 0);
}
