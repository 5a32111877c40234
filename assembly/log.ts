// Our own logarithms, two lanes at a time. Math.log differs between engines, so no reported number may come from it.
//
// x = m·2^e with √½ ≤ m < √2, f = m − 1, s = f/(2 + f): ln m = 2·artanh(s) = 2s + s·R(s²).
// R(z) = z·P(z), P of degree 6 by Remez on [0, 0.0295], error 2^-59.5. The scheme of recombining f, f²/2 and s·R
// so that the leading term stays exact is that of FDLIBM's e_log2.c. Worst errors: docs/numerics.md.
// The coefficients are in constants.ts. src/kernels/plain/log.ts is the twin: same operations, same order, same bits.

import {
  BIAS_PAIR, FRACTION, HALF, HIGH_WORD, INTEGER, LOG2E, LOG2E_HI, LOG2E_LO, NORMAL_PAIR, ONE, ONE_LESS_SQRT_HALF, P0, P1, P2, P3, P4, P5, P6, SQRT_HALF, TWO,
} from "./constants";

/** The smallest normal number: what is below has to be scaled first. */
const NORMAL: f64 = 2.2250738585072014e-308;

/** Numbers to a block, and room for what the passes hand on. */
export const LOG_BLOCK = 256;
const FRACTIONS = memory.data(LOG_BLOCK * 8, 16);
const EXPONENTS = memory.data(LOG_BLOCK * 8, 16);
const HALVES = memory.data(LOG_BLOCK * 8, 16);
const QUOTIENTS = memory.data(LOG_BLOCK * 8, 16);
const ALONE = memory.data(16, 16);

/**
 * out = log2(x), or log2(1 − x) if `rest`, for a block of numbers, an even number of them; x and out must not overlap.
 * A whole logarithm is a chain so long that hardly two of them fit a processor's window. So there are three passes,
 * with few enough constants in each to stay in registers.
 */
export function log2Block(x: usize, out: usize, bytes: usize, rest: bool): void {
  const lowest = rest ? takeApart(x, bytes, true) : takeApart(x, bytes, false);
  tails(bytes);
  putTogether(out, bytes);
  if (!v128.any_true(f64x2.lt(lowest, v128.load(NORMAL_PAIR)))) return;
  for (let at: usize = 0; at < bytes; at += 8) {
    const y = rest ? 1 - load<f64>(x + at) : load<f64>(x + at);
    if (y < NORMAL) store<f64>(out + at, log2(y, 0));
  }
}

/** log2(x·2^scale) of one number x ≥ 0. */
export function log2(x: f64, scale: f64): f64 {
  if (x == 0) return -Infinity;
  if (x < NORMAL) {
    x *= 18014398509481984.0; // 2^54
    scale -= 54;
  }
  v128.store(ALONE, f64x2.splat(x));
  takeApart(ALONE, 16, false);
  store<f64>(EXPONENTS, load<f64>(EXPONENTS) + scale);
  tails(16);
  putTogether(ALONE, 16);
  return load<f64>(ALONE);
}

/** f, e, f²/2 and s; returns the smallest number of each lane. Inlined, so that each of its two kinds has its own loop. */
// @ts-ignore: decorator
@inline
function takeApart(x: usize, bytes: usize, rest: bool): v128 {
  const shift = v128.load(ONE_LESS_SQRT_HALF);
  const mask = v128.load(FRACTION);
  const base = v128.load(SQRT_HALF);
  const integer = v128.load(INTEGER);
  const bias = v128.load(BIAS_PAIR);
  const one = v128.load(ONE);
  const two = v128.load(TWO);
  const halves = v128.load(HALF);
  let lowest = one;
  for (let at: usize = 0; at < bytes; at += 16) {
    const v = rest ? f64x2.sub(one, v128.load(x + at)) : v128.load(x + at);
    lowest = f64x2.pmin(lowest, v);
    const t = i64x2.add(v, shift);
    const f = f64x2.sub(i64x2.add(v128.and(t, mask), base), one);
    v128.store(EXPONENTS + at, f64x2.sub(v128.or(i64x2.shr_u(t, 52), integer), bias));
    v128.store(FRACTIONS + at, f);
    v128.store(HALVES + at, f64x2.mul(halves, f64x2.mul(f, f)));
    v128.store(QUOTIENTS + at, f64x2.div(f, f64x2.add(two, f)));
  }
  return lowest;
}

/** s·(f²/2 + R), in the place of s. */
function tails(bytes: usize): void {
  const p0 = v128.load(P0);
  const p1 = v128.load(P1);
  const p2 = v128.load(P2);
  const p3 = v128.load(P3);
  const p4 = v128.load(P4);
  const p5 = v128.load(P5);
  const p6 = v128.load(P6);
  for (let at: usize = 0; at < bytes; at += 16) {
    const s = v128.load(QUOTIENTS + at);
    const z = f64x2.mul(s, s);
    const w = f64x2.mul(z, z);
    const odd = f64x2.mul(w, f64x2.add(p1, f64x2.mul(w, f64x2.add(p3, f64x2.mul(w, p5)))));
    const even = f64x2.mul(z, f64x2.add(p0, f64x2.mul(w, f64x2.add(p2, f64x2.mul(w, f64x2.add(p4, f64x2.mul(w, p6)))))));
    v128.store(QUOTIENTS + at, f64x2.mul(s, f64x2.add(v128.load(HALVES + at), f64x2.add(odd, even))));
  }
}

/** e + (f − f²/2 + tail)/ln 2, whose leading part, hi·LOG2E_HI, is exact. */
function putTogether(out: usize, bytes: usize): void {
  const high = v128.load(HIGH_WORD);
  const top = v128.load(LOG2E_HI);
  const low = v128.load(LOG2E_LO);
  const all = v128.load(LOG2E);
  for (let at: usize = 0; at < bytes; at += 16) {
    const f = v128.load(FRACTIONS + at);
    const e = v128.load(EXPONENTS + at);
    const half = v128.load(HALVES + at);
    const hi = v128.and(f64x2.sub(f, half), high);
    const lo = f64x2.add(f64x2.sub(f64x2.sub(f, hi), half), v128.load(QUOTIENTS + at));
    const main = f64x2.mul(hi, top);
    const rest = f64x2.add(f64x2.mul(lo, all), f64x2.mul(hi, low));
    v128.store(out + at, f64x2.add(e, f64x2.add(main, rest)));
  }
}
