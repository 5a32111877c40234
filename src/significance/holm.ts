/**
 * Holm's (1979) step-down adjustment: p-values of m hypotheses, made such that rejecting those below α keeps the chance of any false
 * rejection below α, whatever the dependence. Never less powerful than Bonferroni's.
 *
 * @example
 * ```ts
 * import { holm } from 'fairbits/significance';
 *
 * holm([0.01, 0.04, 0.5]); // → [ 0.03, 0.08, 0.5 ]
 * ```
 */
export function holm(ps: readonly number[]): number[] {
  const order = ps.map((_, i) => i).sort((i, j) => ps[i] - ps[j]);
  const adjusted = new Array<number>(ps.length);
  let largest = 0;
  order.forEach((index, rank) => {
    largest = Math.max(largest, Math.min(1, (ps.length - rank) * ps[index]));
    adjusted[index] = largest;
  });
  return adjusted;
}

/**
 * Bonferroni's adjustment of p-values: m times each, at most 1.
 *
 * @example
 * ```ts
 * import { bonferroni } from 'fairbits/significance';
 *
 * bonferroni([0.01, 0.04, 0.5]); // → [ 0.03, 0.12, 1 ]
 * ```
 */
export const bonferroni = (ps: readonly number[]): number[] => ps.map((p) => Math.min(1, ps.length * p));
