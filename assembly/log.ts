// Our own logarithms, two lanes at a time. Math.log differs between engines, so no reported number may come from it.
//
// x = m·2^e with √½ ≤ m < √2, f = m − 1, s = f/(2 + f): ln m = 2·artanh(s) = 2s + s·R(s²).
// R(z) = z·P(z), P of degree 6 by Remez on [0, 0.0295], error 2^-59.5. The scheme of recombining f, f²/2 and s·R
// so that the leading term stays exact is that of FDLIBM's e_log.c and e_log2.c. Worst errors: docs/numerics.md.
// The coefficients are in constants.ts. src/kernels/plain/log.ts is the twin: same operations, same order, same bits.

import {
  FRACTION, HALF, HIGH_WORD, INTEGER, LN2_HI, LN2_LO, LOG2E_HI, LOG2E_LO, ONE, ONE_LESS_SQRT_HALF, P0, P1, P2, P3, P4, P5, P6, SQRT_HALF, TWO,
} from "./constants";

/** What is taken off the biased exponent; a caller that scaled x by 2^-a first passes BIAS − a. */
export const BIAS: f64 = 4503599627370496.0 + 1023.0;

/** The smallest normal number: below it the caller must scale first. */
export const NORMAL: f64 = 2.2250738585072014e-308;

// @ts-ignore: decorator
@inline
function shifted(x: v128): v128 {
  return i64x2.add(x, v128.load(ONE_LESS_SQRT_HALF));
}

// @ts-ignore: decorator
@inline
function exponent(t: v128, bias: v128): v128 {
  return f64x2.sub(v128.or(i64x2.shr_u(t, 52), v128.load(INTEGER)), bias);
}

// @ts-ignore: decorator
@inline
function fraction(t: v128): v128 {
  const m = i64x2.add(v128.and(t, v128.load(FRACTION)), v128.load(SQRT_HALF));
  return f64x2.sub(m, v128.load(ONE));
}

// A whole logarithm is a chain so long that hardly two of them fit a processor's window. Loops take a block in three
// passes: the quotients, their series, and then `ln2rest` or `log2rest`.

/** Numbers to a block, and room for what the passes hand on: for more, where only whole rows will do. */
export const LOG_BLOCK = 128;
export const LOG_ROOM = 256;
export const QUOTIENTS = memory.data(LOG_ROOM * 8, 16);
export const SERIES = memory.data(LOG_ROOM * 8, 16);

/** s of two positive normal numbers. */
// @ts-ignore: decorator
@inline
export function quotient(x: v128): v128 {
  const f = fraction(shifted(x));
  return f64x2.div(f, f64x2.add(v128.load(TWO), f));
}

/** R(s²). */
// @ts-ignore: decorator
@inline
export function series(s: v128): v128 {
  const z = f64x2.mul(s, s);
  const w = f64x2.mul(z, z);
  const odd = f64x2.mul(w, f64x2.add(v128.load(P1), f64x2.mul(w, f64x2.add(v128.load(P3), f64x2.mul(w, v128.load(P5))))));
  const even = f64x2.mul(
    z,
    f64x2.add(v128.load(P0), f64x2.mul(w, f64x2.add(v128.load(P2), f64x2.mul(w, f64x2.add(v128.load(P4), f64x2.mul(w, v128.load(P6))))))),
  );
  return f64x2.add(odd, even);
}

/** The second pass, over so many bytes of quotients. */
export function seriesOfBlock(bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) v128.store(SERIES + at, series(v128.load(QUOTIENTS + at)));
}

/** s·(f²/2 + R): what is added to f − f²/2. */
// @ts-ignore: decorator
@inline
function tail(s: v128, R: v128, half: v128): v128 {
  return f64x2.mul(s, f64x2.add(half, R));
}

/** ln of two positive normal numbers x, from their quotients s and series R. */
// @ts-ignore: decorator
@inline
export function ln2rest(x: v128, s: v128, R: v128, bias: v128): v128 {
  const t = shifted(x);
  const e = exponent(t, bias);
  const f = fraction(t);
  const half = f64x2.mul(v128.load(HALF), f64x2.mul(f, f));
  const low = f64x2.add(tail(s, R, half), f64x2.mul(e, v128.load(LN2_LO)));
  return f64x2.sub(f64x2.mul(e, v128.load(LN2_HI)), f64x2.sub(f64x2.sub(half, low), f));
}

/** log2 of two positive normal numbers x, from their quotients s and series R; exact for powers of two. */
// @ts-ignore: decorator
@inline
export function log2rest(x: v128, s: v128, R: v128, bias: v128): v128 {
  const t = shifted(x);
  const e = exponent(t, bias);
  const f = fraction(t);
  const half = f64x2.mul(v128.load(HALF), f64x2.mul(f, f));
  const r = tail(s, R, half);
  const hi = v128.and(f64x2.sub(f, half), v128.load(HIGH_WORD));
  const lo = f64x2.add(f64x2.sub(f64x2.sub(f, hi), half), r);
  const top = f64x2.mul(hi, v128.load(LOG2E_HI));
  const rest = f64x2.add(f64x2.mul(f64x2.add(lo, hi), v128.load(LOG2E_LO)), f64x2.mul(lo, v128.load(LOG2E_HI)));
  const sum = f64x2.add(e, top);
  return f64x2.add(f64x2.add(rest, f64x2.add(f64x2.sub(e, sum), top)), sum);
}

// @ts-ignore: decorator
@inline
function lnOf(x: f64, bias: f64): f64 {
  const v = f64x2.splat(x);
  const s = quotient(v);
  return f64x2.extract_lane(ln2rest(v, s, series(s), f64x2.splat(bias)), 0);
}

// @ts-ignore: decorator
@inline
function log2Of(x: f64, bias: f64): f64 {
  const v = f64x2.splat(x);
  const s = quotient(v);
  return f64x2.extract_lane(log2rest(v, s, series(s), f64x2.splat(bias)), 0);
}

/** ln of any number ≥ 0. */
export function ln(x: f64): f64 {
  if (x == 0) return -Infinity;
  return x < NORMAL ? lnOf(x * 18014398509481984.0, BIAS + 54) : lnOf(x, BIAS);
}

/** log2(x·2^scale) for any x ≥ 0. */
export function log2(x: f64, scale: f64): f64 {
  if (x == 0) return -Infinity;
  return x < NORMAL ? log2Of(x * 18014398509481984.0, BIAS + 54 - scale) : log2Of(x, BIAS - scale);
}
