/**
 * Sums that do not depend on the order: each number becomes an integer multiple of 2^-256 and integers are added.
 * That is what makes tallies merge to the same bits in any grouping. It costs a big integer a block, not a row.
 */
const SCALE = 2 ** 256;

/** A finite number as a multiple of 2^-256; what is smaller (below 1e-77) is cut off. */
export function toFixed(x: number): bigint {
  const scaled = Math.trunc(x * SCALE);
  // A number too large to scale is an integer.
  return Number.isFinite(scaled) ? BigInt(scaled) : BigInt(x) << 256n;
}

/** The nearest number. */
export function fromFixed(x: bigint): number {
  const scaled = Number(x);
  return Number.isFinite(scaled) ? scaled / SCALE : Number(x >> 256n);
}

/** A multiple of 2^-256, as a shift. */
export const FIXED = 256n;

/** The product of two numbers that are multiples of 2^-256; what is smaller is cut off. */
export function fixedProduct(a: bigint, b: bigint): bigint {
  return (a * b) >> FIXED;
}

/** 1/x of a multiple of 2^-256. */
export function fixedReciprocal(x: bigint): bigint {
  return (1n << (2n * FIXED)) / x;
}
