// A sum of logs is the log of a product. A product of millions of probabilities is kept as a mantissa and an integer
// exponent; taking powers of two off a mantissa is exact, so it does not matter when that is done: the bits of the
// mantissa depend on the factors and their order alone, never on how the rows were cut into chunks.

const FRACTION: i64 = 0x000fffffffffffff;
const ONE: i64 = 0x3ff0000000000000;

/** Below this a mantissa is brought back into [1, 2) before it is multiplied again: 2^-500. */
export const LOW: f64 = 3.054936363499605e-151;

/** A fast group whose mantissas end above this never came near the denormals on the way: 2^-1000. */
export const SAFE: f64 = 9.332636185032189e-302;

/** The biased exponent of a positive normal number. */
// @ts-ignore: decorator
@inline
function exponentOf(bits: i64): i32 {
  return <i32>(bits >> 52) - 1023;
}

// @ts-ignore: decorator
@inline
function mantissaOf(bits: i64): f64 {
  return reinterpret<f64>((bits & FRACTION) | ONE);
}

/** Multiplies product number `at` by x ≥ 0. */
// @ts-ignore: decorator
@inline
export function multiply(mantissas: usize, exponents: usize, zeros: usize, at: usize, x: f64): void {
  const y = load<f64>(mantissas + (at << 3)) * x;
  if (y >= LOW) store<f64>(mantissas + (at << 3), y);
  else multiplySmall(mantissas, exponents, zeros, at, x);
}

function multiplySmall(mantissas: usize, exponents: usize, zeros: usize, at: usize, x: f64): void {
  if (x == 0) {
    store<i32>(zeros + (at << 2), load<i32>(zeros + (at << 2)) + 1);
    return;
  }
  let e = load<i32>(exponents + (at << 2));
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984.0; // 2^54
    e -= 54;
  }
  const a = reinterpret<i64>(load<f64>(mantissas + (at << 3)));
  const b = reinterpret<i64>(x);
  const y = reinterpret<i64>(mantissaOf(a) * mantissaOf(b));
  store<f64>(mantissas + (at << 3), mantissaOf(y));
  store<i32>(exponents + (at << 2), e + exponentOf(a) + exponentOf(b) + exponentOf(y));
}

/** Stores two mantissas side by side, brought back into [1, 2), their powers of two added to the exponents. */
// @ts-ignore: decorator
@inline
export function storePair(mantissas: usize, exponents: usize, at: usize, pair: v128, extra0: i32, extra1: i32): void {
  const e = i64x2.shr_u(pair, 52);
  v128.store(mantissas + (at << 3), v128.or(v128.and(pair, i64x2.splat(FRACTION)), i64x2.splat(ONE)));
  const to = exponents + (at << 2);
  store<i32>(to, load<i32>(to) + <i32>i64x2.extract_lane(e, 0) - 1023 + extra0);
  store<i32>(to + 4, load<i32>(to + 4) + <i32>i64x2.extract_lane(e, 1) - 1023 + extra1);
}

/** Two mantissas side by side, brought back into [1, 2) first, so that a group has all the room there is. */
// @ts-ignore: decorator
@inline
export function loadPair(mantissas: usize, exponents: usize, at: usize): v128 {
  storePair(mantissas, exponents, at, v128.load(mantissas + (at << 3)), 0, 0);
  return v128.load(mantissas + (at << 3));
}
