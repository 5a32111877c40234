import { ln1p } from './elementary.js';
import { exp } from './exp.js';
import { ln } from './log.js';

/**
 * The tails of the distributions that the tests need, and where a tail has a given probability.
 *
 * By hand, because measured: @stdlib's t, F, χ², normal and binomial are 242 packages and 28 MB, take 150 ms to load and 49 kB of
 * a page (gzipped), and have no tail of F: 1 − cdf(300; 2, 22) is off by 2 %, and 0 from 1e-17 down. This file is 2 kB and keeps
 * 12 digits, tails included (test/significance/distributions.test.ts compares it with 50-digit values).
 */

const TINY = 1e-300;
const MOST_TERMS = 100_000;
const EPSILON = 2 ** -53;

/** ln Γ(x + 1) less Stirling's formula: 1/(12x) − 1/(360x³) + … from 10 on, and by recurrence below. */
function stirlingError(x: number): number {
  let below = 0;
  let at = x;
  for (; at < 10; at++) below += (at + 0.5) * ln1p(1 / at) - 1;
  const s = 1 / (at * at);
  const series = [-3617 / 122400, 1 / 156, -691 / 360360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12];
  return below + series.reduce((value, term) => value * s + term, 0) / at;
}

/** x ln(x/m) + m − x without cancellation where x is near m (Loader 2000, "Fast and accurate computation of binomial probabilities"). */
function deviance(x: number, m: number): number {
  const d = x - m;
  if (Math.abs(d) >= 0.1 * (x + m)) return x * ln(x / m) - d;
  const v = d / (x + m);
  let power = 2 * x * v;
  let total = d * v;
  for (let j = 3; ; j += 2) {
    power *= v * v;
    const next = total + power / j;
    if (next === total) return total;
    total = next;
  }
}

/** A continued fraction b₀ + a₁/(b₁ + a₂/(b₂ + …)) by Lentz's method as Thompson and Barnett (1986) mended it. */
function continuedFraction(b0: number, term: (j: number) => [a: number, b: number]): number {
  let value = b0 === 0 ? TINY : b0;
  let c = value;
  let d = 0;
  for (let j = 1; j <= MOST_TERMS; j++) {
    const [a, b] = term(j);
    d = 1 / nonZero(b + a * d);
    c = nonZero(b + a / c);
    const step = c * d;
    value *= step;
    if (Math.abs(step - 1) <= 2 * EPSILON) break;
  }
  return value;
}

const nonZero = (x: number): number => (Math.abs(x) < TINY ? TINY : x);

/** The regularized incomplete beta function I_x(a, b); y = 1 − x is handed in, since it may be known better than 1 − x. */
export function incompleteBeta(a: number, b: number, x: number, y: number): number {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  const n = a + b;
  if (x > (a + 1) / (n + 2)) return 1 - incompleteBeta(b, a, y, x);
  // x^a y^b / B(a, b), by Loader's saddle point, which keeps its digits for large a and b.
  const exponent = stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x) - deviance(b, n * y);
  const front = Math.sqrt((a * b) / (2 * Math.PI * n)) * exp(exponent);
  // Didonato & Morris (1992), eq. 9: the even part of A&S 26.5.8, which does not cancel where x is near 1.
  const lambda = a * y - b * x;
  const fraction = continuedFraction((a * (lambda + 1)) / (a + 1), (m) => {
    const d = a + 2 * m - 1;
    return [(((a + m - 1) * (n + m - 1)) / (d * d)) * m * (b - m) * x * x, m + (m * (b - m) * x) / d + ((a + m) * (lambda + 1 + m * (1 + y))) / (d + 2)];
  });
  return front / fraction;
}

/** The regularized upper incomplete gamma function Q(a, x): a series below (A&S 6.5.29), a continued fraction above (6.5.31). */
function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  if (x === Infinity) return 0;
  const front = Math.sqrt(a / (2 * Math.PI)) * exp(-stirlingError(a) - deviance(a, x));
  if (x < a + 1) {
    let term = 1 / a;
    let total = term;
    for (let j = 1; term > total * EPSILON && j < MOST_TERMS; j++) {
      term *= x / (a + j);
      total += term;
    }
    return 1 - front * total;
  }
  return front / continuedFraction(x + 1 - a, (j) => [-j * (j - a), x + 2 * j + 1 - a]);
}

/** P(Z > z) of a standard normal. */
export function normalTail(z: number): number {
  const half = 0.5 * upperGamma(0.5, 0.5 * z * z);
  return z >= 0 ? half : 1 - half;
}

/** P(χ² > x). */
export const chiSquareTail = (x: number, df: number): number => upperGamma(df / 2, x / 2);

/** P(T > t) of Student's t. */
export function tTail(t: number, df: number): number {
  if (Math.abs(t) === Infinity) return t > 0 ? 0 : 1;
  const tt = t * t;
  const half = tt === Infinity ? 0 : 0.5 * incompleteBeta(df / 2, 0.5, df / (df + tt), tt / (df + tt));
  return t >= 0 ? half : 1 - half;
}

/** P(F > f). */
export function fTail(f: number, df1: number, df2: number): number {
  if (f <= 0) return 1;
  const scaled = df1 * f;
  return scaled === Infinity ? 0 : incompleteBeta(df2 / 2, df1 / 2, df2 / (df2 + scaled), scaled / (df2 + scaled));
}

/** P(X ≤ s) of s heads in n throws of a fair coin. */
export const fairCoinTail = (s: number, n: number): number => (s >= n ? 1 : incompleteBeta(n - s, s + 1, 0.5, 0.5));

/**
 * P(range > q) of k standard normals: the studentized range with infinitely many degrees of freedom, which is Nemenyi's.
 * k ∫ φ(z) [U^(k−1) − (U − D)^(k−1)] dz with U = P(Z > z), D = P(z < Z < z + q), z the least of them; the difference of powers as
 * a sum, so that a small tail keeps its digits. On a smooth bell the trapezoid rule converges faster than any power of its step.
 */
export function rangeTail(q: number, k: number): number {
  if (q <= 0) return 1;
  const step = 3 / 16;
  let total = 0;
  for (let z = -9 - q / 2; z <= 9; z += step) {
    const upper = normalTail(z);
    const beyond = normalTail(z + q);
    const between = z + q < 0 ? normalTail(-z - q) - normalTail(-z) : upper - beyond;
    // upper^(k−1) − between^(k−1), upper − between = beyond
    let powers = 0;
    for (let i = 0, last = 1; i < k - 1; i++, last *= between) powers = powers * upper + last;
    total += exp(-0.5 * z * z) * beyond * powers;
  }
  return Math.min(1, (k * step * total) / Math.sqrt(2 * Math.PI));
}

/**
 * Where a falling function of x ≥ 0 has the value p: doubling, then false position on its logarithm. An end that stays is halved
 * (the Illinois method), so both ends close in.
 */
function solve(tail: (x: number) => number, p: number): number {
  const at = (x: number): number => ln(tail(x) / p);
  let low = 0;
  let high = 1;
  let below = at(low);
  let above = at(high);
  while (above > 0 && high < 1e300) {
    [low, below] = [high, above];
    high *= 2;
    above = at(high);
  }
  for (let side = 0, steps = 0; steps < 200; steps++) {
    const share = below / (below - above);
    const x = low + (high - low) * (share > 0 && share < 1 ? share : 0.5);
    const value = at(x);
    if (Math.abs(value) <= 8 * EPSILON || high - low <= 4 * EPSILON * x) return x;
    if (value > 0) {
      [low, below] = [x, value];
      if (side === 1) above /= 2;
      side = 1;
    } else {
      [high, above] = [x, value];
      if (side === -1) below /= 2;
      side = -1;
    }
  }
  return low + (high - low) / 2;
}

/** The t that is exceeded in size with probability `alpha`. */
export const tQuantile = (alpha: number, df: number): number => solve((t) => 2 * tTail(t, df), alpha);

/** The F that is exceeded with probability `alpha`. */
export const fQuantile = (alpha: number, df1: number, df2: number): number => solve((f) => fTail(f, df1, df2), alpha);

/** The range of k standard normals that is exceeded with probability `alpha`. */
export function rangeQuantile(alpha: number, k: number): number {
  return solve((q) => rangeTail(q, k), alpha);
}
