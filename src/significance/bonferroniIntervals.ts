import { FairbitsError } from '../base/errors.js';
import { tQuantile } from '../math/distributions.js';
import { sum } from '../math/elementary.js';
import { checkFinite } from './pairs.js';
import { settings } from './result.js';

/** A mean and its interval, adjusted so that all intervals hold at once. */
export interface AdjustedInterval {
  name: string;
  n: number;
  mean: number;
  standardError: number;
  interval: [number, number];
}

/**
 * Intervals of several means that hold all at once with the confidence: each at 1 − α/m, Student's t with n − 1 degrees of freedom.
 * So the papers draw theirs (Hope & Korb 2004, §5.1: "adjusted by the Bonferroni method").
 *
 * @example
 * ```ts
 * import { bonferroniIntervals } from 'fairbits/significance';
 *
 * const [first] = bonferroniIntervals({ a: [1, 2, 3, 4], b: [2, 2, 3, 3] });
 * first.mean; // → 2.5
 * first.interval; // → [ -0.1959, 5.196 ]
 * ```
 */
export function bonferroniIntervals(columns: Readonly<Record<string, ArrayLike<number>>>, options: { confidence?: number } = {}): AdjustedInterval[] {
  const { confidence } = settings(options);
  const entries = Object.entries(columns);
  return entries.map(([name, values]) => {
    const n = values.length;
    if (n < 2)
      throw new FairbitsError('length', `an interval for ${name} needs at least 2 values, found ${n}`, { column: name, found: n, expected: '2 or more' });
    checkFinite(values, name);
    const mean = sum(values) / n;
    const standardError = Math.sqrt(sum(values, (x) => (x - mean) * (x - mean)) / (n - 1) / n);
    const margin = tQuantile((1 - confidence) / entries.length, n - 1) * standardError;
    return { name, n, mean, standardError, interval: [mean - margin, mean + margin] };
  });
}
