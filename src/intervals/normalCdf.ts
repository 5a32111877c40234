import { exp } from './exp.js';

/**
 * The probability that a standard normal lies below z: Hart's rational approximation as given by West (2005), good to
 * 1e-15, and far out Laplace's continued fraction. By hand for the reason that normalQuantile is.
 */
export function normalCdf(z: number): number {
  const x = Math.abs(z);
  if (!(x < 37)) return Number.isNaN(z) ? NaN : z > 0 ? 1 : 0;
  const e = exp(-0.5 * x * x);
  const upper = x < 7.07106781186547 ? (e * at(ABOVE, x)) / at(BELOW, x) : e / tail(x) / 2.5066282746310002;
  return z > 0 ? 1 - upper : upper;
}

/** x + 1/(x + 2/(x + 3/(x + …))). */
function tail(x: number): number {
  let value = x;
  for (let k = 40; k >= 1; k--) value = x + k / value;
  return value;
}

const at = (coefficients: readonly number[], x: number) => coefficients.reduce((value, c) => value * x + c, 0);

const ABOVE = [0.0352624965998911, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931, 220.206867912376];
const BELOW = [0.0883883476483184, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831, 793.826512519948, 440.413735824752];
