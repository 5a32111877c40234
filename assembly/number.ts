// Decimal text to float64, correctly rounded.
//
// Up to 19 significant digits make an integer w, and the number is w·10^q. Small w and q are exact in floating point
// (Clinger 1990); all others take the multiplication by a 128-bit power of five of Eisel and Lemire (Lemire, "Number
// parsing at a gigabyte per second", 2021), which decides every w of 64 bits (Mushtak and Lemire, "Fast number parsing
// without fallback", 2023). More digits lie between w and w + 1: where both round to the same number, that is it;
// where they do not, the host reads the whole text. src/kernels/plain/number.ts is the twin.

/** Reads the text between two addresses, exactly; asked only where 19 digits do not decide. */
// @ts-ignore: decorator
@external("host", "exactNumber")
declare function exactNumber(from: usize, to: usize): f64;

/** The powers 5^-342 .. 5^308, 16 bytes each, low word first; src/kernels/powersOfFive.ts makes them. */
export const LEAST: i32 = -342;
const MOST: i32 = 308;

// prettier-ignore
const TENS = memory.data<f64>([
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]);

/** Eight times '0'. */
export const EIGHT_ZEROS: u64 = 0x3030303030303030;

/** Eight bytes that are digits, the first one lowest, as a number: pairs, then fours, then all. */
// @ts-ignore: decorator
@inline
export function eight(digits: u64): u64 {
  digits = (digits * 2561) >> 8; // 10·a + b
  digits = ((digits & 0x00ff00ff00ff00ff) * 6553601) >> 16; // 100·a + b
  return ((digits & 0x0000ffff0000ffff) * 42949672960001) >> 32; // 10,000·a + b
}

/** Whether eight bytes are all digits. */
// @ts-ignore: decorator
@inline
function areDigits(bytes: u64): bool {
  return ((bytes & 0xf0f0f0f0f0f0f0f0) | (((bytes + 0x0606060606060606) & 0xf0f0f0f0f0f0f0f0) >> 4)) == 0x3333333333333333;
}

/** 63 + ⌊q·log2 10⌋. */
// @ts-ignore: decorator
@inline
export function powerOfTwo(q: i32): i32 {
  return ((217706 * q) >> 16) + 63;
}

/** The upper word of a 128-bit product; the lower one is a·b. */
// @ts-ignore: decorator
@inline
function upper(a: u64, b: u64): u64 {
  const a0 = a & 0xffffffff;
  const a1 = a >> 32;
  const b0 = b & 0xffffffff;
  const b1 = b >> 32;
  const cross = a0 * b1;
  const middle = a1 * b0 + ((a0 * b0) >> 32) + (cross & 0xffffffff);
  return a1 * b1 + (middle >> 32) + (cross >> 32);
}

/** w·10^q, rounded to nearest, ties to even; Infinity where it is too large. */
export function scale(w: u64, q: i64, powers: usize): f64 {
  if (w == 0 || q < LEAST) return 0;
  if (q > MOST) return Infinity;
  if (w <= 9_007_199_254_740_992 && q >= -22 && q <= 22) {
    const x = <f64>w;
    return q < 0 ? x / load<f64>(TENS + (<usize>-q << 3)) : x * load<f64>(TENS + (<usize>q << 3));
  }
  const zerosAhead = clz(w);
  w <<= zerosAhead;
  const power = powers + (<usize>(<i32>q - LEAST) << 4);
  let high = upper(w, load<u64>(power, 8));
  let low = w * load<u64>(power, 8);
  // The bits that decide may still change by the power's lower word.
  if ((high & 0x1ff) == 0x1ff) {
    const more = upper(w, load<u64>(power));
    low += more;
    high += u64(low < more);
  }
  const top = high >> 63;
  let mantissa = high >> (top + 9);
  let exponent = powerOfTwo(<i32>q) + <i32>top - <i32>zerosAhead + 1023;
  if (exponent <= 0) {
    if (exponent < -62) return 0;
    mantissa >>= <u64>(1 - exponent);
    // A carry into the first bit above the fraction makes the smallest normal number, as it should.
    return reinterpret<f64>((mantissa + (mantissa & 1)) >> 1);
  }
  // Halfway, exactly: only small powers of five leave no remainder.
  if (low <= 1 && q >= -4 && q <= 23 && (mantissa & 3) == 1 && mantissa << (top + 9) == high) mantissa ^= 1;
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  if (mantissa >> 53) {
    mantissa >>= 1;
    exponent++;
  }
  if (exponent >= 2047) return Infinity;
  return reinterpret<f64>((mantissa & 0x000fffffffffffff) | (<u64>exponent << 52));
}

// @ts-ignore: decorator
@inline
function isBlank(byte: u32): bool {
  return byte == 0x20 || byte == 0x09;
}

/** The number between two addresses, blanks around it allowed: infinite where it is too large, NaN where it is none. */
export function number(from: usize, to: usize, powers: usize): f64 {
  while (from < to && isBlank(load<u8>(from))) from++;
  while (from < to && isBlank(load<u8>(to - 1))) to--;
  let at = from;
  let negative = false;
  if (at < to) {
    const sign = <u32>load<u8>(at);
    negative = sign == 0x2d;
    if (negative || sign == 0x2b) at++;
  }
  let w: u64 = 0;
  let q: i64 = 0;
  let point: usize = 0;
  let digits: usize = 0;
  let rest = false; // whether digits other than 0 were left out of w
  while (at < to) {
    if (w < 10_000_000_000 && at + 8 <= to) {
      const bytes = load<u64>(at);
      if (areDigits(bytes)) {
        w = w * 100_000_000 + eight(bytes ^ EIGHT_ZEROS);
        digits += 8;
        at += 8;
        if (point) q -= 8;
        continue;
      }
    }
    const digit = <u32>load<u8>(at) - 0x30;
    if (digit < 10) {
      digits++;
      // One more digit keeps w below 10^19.
      if (w < 1_000_000_000_000_000_000) {
        w = w * 10 + digit;
        if (point) q--;
      } else {
        rest = rest || digit != 0;
        if (!point) q++;
      }
    } else if (digit == <u32>(0x2e - 0x30) && !point) point = at;
    else break;
    at++;
  }
  if (digits == 0) return NaN;
  if (at < to && (load<u8>(at) | 0x20) == 0x65) {
    at++;
    const sign = at < to ? <u32>load<u8>(at) : 0;
    if (sign == 0x2d || sign == 0x2b) at++;
    if (at == to) return NaN;
    let power: i64 = 0;
    for (; at < to; at++) {
      const digit = <u32>load<u8>(at) - 0x30;
      if (digit >= 10) return NaN;
      // No text is long enough to make up for a power that is cut off here.
      if (power < 1_000_000_000_000) power = power * 10 + digit;
    }
    q += sign == 0x2d ? -power : power;
  }
  if (at != to) return NaN;
  let x = scale(w, q, powers);
  if (rest && x != scale(w + 1, q, powers)) return exactNumber(from, to);
  return negative ? -x : x;
}
