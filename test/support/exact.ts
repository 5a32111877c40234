/** Exact arithmetic on doubles: each is an integer multiple of 2^-1074. */

const float = new Float64Array(1);
const bits = new BigUint64Array(float.buffer);

export const UNIT = 1074n;

/** A finite number as a multiple of 2^-1074. */
export function exactly(x: number): bigint {
  float[0] = Math.abs(x);
  const exponent = bits[0] >> 52n;
  const fraction = bits[0] & ((1n << 52n) - 1n);
  const value = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return x < 0 ? -value : value;
}

/** numerator / 2^shift as the nearest number, give or take an ulp. */
export function toNumber(numerator: bigint, shift: bigint): number {
  const sign = numerator < 0n ? -1 : 1;
  const size = numerator < 0n ? -numerator : numerator;
  const length = BigInt(size.toString(2).length);
  const drop = length > 64n ? length - 64n : 0n;
  // In two steps, so that neither factor leaves the range of numbers.
  const power = Number(drop - shift);
  return sign * Number(size >> drop) * 2 ** Math.trunc(power / 2) * 2 ** (power - Math.trunc(power / 2));
}

/** Total, mean and standard error of the mean, by two passes without rounding. */
export function exactSummary(values: ArrayLike<number>): { total: number; mean: number; standardError: number } {
  const n = BigInt(values.length);
  const all = Array.from(values, exactly);
  const sum = all.reduce((a, b) => a + b, 0n);
  // Distances from the mean in units of 2^-1074 / n, then n² times the squares.
  const squares = all.reduce((total, x) => total + (n * x - sum) ** 2n, 0n);
  const GUARD = 128n;
  const variance = (squares << GUARD) / (n * n * n * (n - 1n));
  return { total: toNumber(sum, UNIT), mean: toNumber((sum << GUARD) / n, UNIT + GUARD), standardError: Math.sqrt(toNumber(variance, 2n * UNIT + GUARD)) };
}

/** The exact sum as the nearest number. */
export function exactTotal(values: ArrayLike<number>): number {
  return toNumber(
    Array.from(values, exactly).reduce((a, b) => a + b, 0n),
    UNIT,
  );
}
