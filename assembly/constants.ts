// Vector constants, kept in memory. V8 builds a v128.const from two 64-bit immediates at every use, four instructions
// each time; a load from a fixed address is one, and a local that was loaded stays in a register. It made the loops
// up to 1.8 times as fast.

// prettier-ignore
const TABLE = memory.data<f64>([
  0.5, 0.5,
  1, 1,
  2, 2,
  4503599627371519, 4503599627371519, // 2^52 + 1023
  0.6666666666666735, 0.6666666666666735,
  0.3999999999941289, 0.3999999999941289,
  0.2857142874282485, 0.2857142874282485,
  0.22222198524607428, 0.22222198524607428,
  0.18183567032346798, 0.18183567032346798,
  0.15313976899659582, 0.15313976899659582,
  0.14796728877930992, 0.14796728877930992,
  1.4426950408889634, 1.4426950408889634, // 1/ln 2
  1.4426946640014648, 1.4426946640014648, // 1/ln 2 cut to 21 bits
  3.768874985636099e-7, 3.768874985636099e-7,
  9.332636185032189e-302, 9.332636185032189e-302, // 2^-1000, product.ts's SAFE
  Infinity, Infinity,
  2.2250738585072014e-308, 2.2250738585072014e-308, // the smallest normal number
  -0.5, -0.5,
], 16);

const MASKS = memory.data<i64>([
  0x3ff0000000000000 - 0x3fe6a09e667f3bcd, 0x3ff0000000000000 - 0x3fe6a09e667f3bcd, // 1 − √½, as bits
  0x3fe6a09e667f3bcd, 0x3fe6a09e667f3bcd, // √½
  0x000fffffffffffff, 0x000fffffffffffff,
  0x4330000000000000, 0x4330000000000000, // 2^52: or-ed to a small integer it makes a float of it
  -0x100000000, -0x100000000,
  2, 2, // to come to the next two
], 16);

/** What digits and lines are read with. */
// prettier-ignore
const DIGITS = memory.data<i64>([
  0x3030303030303030, 0x3030303030303030, // '0'
  0x4646464646464646, 0x4646464646464646, // 127 − '9'
  0x7575757575757575, 0x7575757575757575, // 127 − 10
  0x0a010a010a010a01, 0x0a010a010a010a01, // 10·256 + 1
  0x0001006400010064, 0x0001006400010064, // 100, 1
  0x0001271000012710, 0x0001271000012710, // 10,000, 1
  0x0a0a0a0a0a0a0a0a, 0x0a0a0a0a0a0a0a0a, // newline
], 16);

export const ZEROS = DIGITS;
export const TO_TOP = DIGITS + 16;
export const BELOW_TOP = DIGITS + 32;
export const BY_10 = DIGITS + 48;
export const BY_100 = DIGITS + 64;
export const BY_10000 = DIGITS + 80;
export const NEWLINES = DIGITS + 96;

export const HALF = TABLE;
export const ONE = TABLE + 16;
export const TWO = TABLE + 32;
export const BIAS_PAIR = TABLE + 48;
export const P0 = TABLE + 64;
export const P1 = TABLE + 80;
export const P2 = TABLE + 96;
export const P3 = TABLE + 112;
export const P4 = TABLE + 128;
export const P5 = TABLE + 144;
export const P6 = TABLE + 160;
export const LOG2E = TABLE + 176;
export const LOG2E_HI = TABLE + 192;
export const LOG2E_LO = TABLE + 208;
export const SAFE_PAIR = TABLE + 224;
export const INFINITE = TABLE + 240;
export const NORMAL_PAIR = TABLE + 256;
export const MINUS_HALF = TABLE + 272;

export const ONE_LESS_SQRT_HALF = MASKS;
export const SQRT_HALF = MASKS + 16;
export const FRACTION = MASKS + 32;
export const INTEGER = MASKS + 48;
export const HIGH_WORD = MASKS + 64;
export const BOTH = MASKS + 80;
