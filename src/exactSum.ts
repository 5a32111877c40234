/**
 * Sums that do not depend on the order: each number becomes an integer multiple of 2^-256 and integers are added.
 * That is what makes tallies merge to the same bits in any grouping. It costs a big integer a block, not a row.
 */
const SCALE = 2 ** 256;

/** A finite number as a multiple of 2^-256; what is smaller (below 1e-77) is cut off. */
export function toFixed(x: number): bigint {
  return BigInt(Math.trunc(x * SCALE));
}

/** The nearest number. */
export function fromFixed(x: bigint): number {
  return Number(x) / SCALE;
}
