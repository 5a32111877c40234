import { rangeQuantile, rangeTail } from '../math/distributions.js';

/** The standard error of a difference of mean ranks, k learners over n data sets (Demšar 2006, §3.2.2). */
export const rankError = (k: number, n: number): number => Math.sqrt((k * (k + 1)) / (6 * n));

/**
 * Nemenyi's (1963) critical difference: mean ranks that are further apart differ significantly, over all pairs of k learners at once.
 * q/√2 times the standard error, q of the studentized range with infinitely many degrees of freedom (Demšar 2006, table 5a).
 *
 * @example
 * ```ts
 * import { criticalDifference } from 'fairbits/significance';
 *
 * // Four learners on fourteen data sets, as in Demšar 2006.
 * criticalDifference(4, 14, 0.05); // → 1.254
 * ```
 */
export const criticalDifference = (k: number, n: number, alpha = 0.05): number => (rangeQuantile(alpha, k) / Math.SQRT2) * rankError(k, n);

/** Nemenyi's p of a difference of mean ranks, adjusted for all pairs. */
export const nemenyiP = (difference: number, k: number, n: number): number => rangeTail((Math.abs(difference) / rankError(k, n)) * Math.SQRT2, k);
