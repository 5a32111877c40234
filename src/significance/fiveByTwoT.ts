import { FIVE_BY_TWO_ASSUMPTIONS, type FiveByTwo, fiveByTwoParts } from './fiveByTwo.js';
import { type TestOptions, type TestResult, tResult } from './result.js';

/**
 * Dietterich's 5×2cv paired t (1998, "Approximate statistical tests for comparing supervised classification learning algorithms",
 * §3.5; used in Hope & Korb 2004, §5.2): p₁⁽¹⁾ / √(⅕ Σ s²ᵢ), df 5. The numerator is the very first difference alone, so the order of
 * replications and folds matters: fiveByTwoF does not have that flaw.
 *
 * @example
 * ```ts
 * import { fiveByTwoT } from 'fairbits/significance';
 *
 * const { statistic, df, p } = fiveByTwoT([[0.02, 0.03], [0.01, 0.04], [0.03, 0.02], [0.02, 0.02], [0.04, 0.01]]);
 * [statistic, df, p]; // → [ 1.414, 5, 0.2164 ]
 * ```
 */
export function fiveByTwoT(differences: FiveByTwo, options: TestOptions & { scale?: number } = {}): TestResult & { meanDifference: number } {
  const { all, mean, variances, degenerate, rounding } = fiveByTwoParts(differences, 'the 5×2cv t test', options.scale);
  // Replications that do not vary give 0 over 0 where the first difference is 0, though others are not.
  const silent = degenerate === 'constant-difference' && Math.abs(all[0]) <= rounding;
  const result = tResult(
    {
      name: '5x2cv-t',
      n: 10,
      estimate: all[0],
      standardError: Math.sqrt(variances.reduce((sum, v) => sum + v) / 5),
      df: 5,
      what: 'difference in the first fold, which alone is the numerator',
      degenerate: silent ? 'no-difference' : degenerate,
      assumptions: FIVE_BY_TWO_ASSUMPTIONS,
      notes: [`mean difference over all ten folds ${Number(mean.toPrecision(6))}`],
    },
    options,
  );
  if (!silent) return { ...result, meanDifference: mean };
  const why = 'The first difference, which alone is the numerator, is 0, and the folds of every replication agree: t has nothing to say. The F test has.';
  return { ...result, meanDifference: mean, sentence: why, notes: [why] };
}
