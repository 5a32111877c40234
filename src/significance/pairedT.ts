import { pairs } from './pairs.js';
import { type TestOptions, type TestResult, tResult } from './result.js';

/**
 * Student's paired t (Witten & Frank, §5.5). Right for pairs that are independent of one another, such as scores on different data sets.
 * Folds of one data set share training data and are not: see correctedResampledT and fiveByTwoT.
 *
 * @example
 * ```ts
 * import { pairedT } from 'fairbits/significance';
 *
 * const { statistic, df, p } = pairedT([0.81, 0.84, 0.79, 0.83], [0.78, 0.8, 0.8, 0.79]);
 * [statistic, df, p]; // → [ 2.1, 3, 0.1265 ]
 * ```
 */
export function pairedT(a: ArrayLike<number>, b: ArrayLike<number>, options: TestOptions = {}): TestResult {
  const { n, mean, variance, degenerate } = pairs(a, b, 'the paired t test');
  return tResult(
    {
      name: 'paired-t',
      n,
      estimate: mean,
      standardError: Math.sqrt(variance / n),
      df: n - 1,
      what: 'mean difference',
      degenerate,
      assumptions: [
        'the pairs are independent of one another; folds or splits of one data set are not, and make this test find differences that are not there',
        'the mean difference is about normal: the differences are, or there are many of them',
      ],
    },
    options,
  );
}
