import { FairbitsError } from '../base/errors.js';
import { pairs } from './pairs.js';
import { type TestOptions, type TestResult, tResult } from './result.js';

/** What `correctedResampledT` must know: the ratio of test to training rows. */
export interface CorrectedOptions extends TestOptions {
  /** Test instances for each training instance: 1/9 for 10-fold cross-validation, ½ for ⅔/⅓ splits. Mandatory: nothing can guess it. */
  testTrainRatio: number;
}

/**
 * The corrected resampled t (Nadeau & Bengio 2003, "Inference for the generalization error", §4): splits of one data set overlap,
 * so the variance of the mean is not s²/J but about s²(1/J + test/train).
 *
 * @example
 * ```ts
 * import { correctedResampledT } from 'fairbits/significance';
 *
 * const a = [0.81, 0.84, 0.79, 0.83, 0.85];
 * const b = [0.78, 0.8, 0.79, 0.79, 0.82];
 * const { statistic, df, p } = correctedResampledT(a, b, { testTrainRatio: 1 / 4 });
 * [statistic, df, p]; // → [ 2.54, 4, 0.06397 ]
 * ```
 */
export function correctedResampledT(a: ArrayLike<number>, b: ArrayLike<number>, options: CorrectedOptions): TestResult & { variance: number } {
  const { testTrainRatio } = options;
  checkRatio(testTrainRatio);
  const { n, mean, variance: s2, degenerate } = pairs(a, b, 'the corrected resampled t test');
  const variance = s2 * (1 / n + testTrainRatio);
  const result = tResult(
    {
      name: 'corrected-t',
      n,
      estimate: mean,
      standardError: Math.sqrt(variance),
      df: n - 1,
      what: 'mean difference',
      degenerate,
      assumptions: [
        'the pairs are resamplings of one data set (repeated holdout or cross-validation) with the stated ratio of test to training size',
        'the correlation between resamplings is test/(test + train), which is an approximation, and on the safe side for most learners',
      ],
      notes: [`variance of the mean taken as s² × (1/${n} + ${Number(testTrainRatio.toPrecision(6))}), not s²/${n}`],
    },
    options,
  );
  return { ...result, variance };
}

export function checkRatio(ratio: number | undefined): asserts ratio is number {
  if (typeof ratio !== 'number' || !(ratio > 0 && ratio < Infinity))
    throw new FairbitsError(
      'option',
      `the ratio of test to training size is ${ratio}: expected a positive number, such as 1/9 for 10-fold cross-validation or 0.5 for splits into ⅔ and ⅓`,
      { found: ratio, expected: 'a positive number' },
    );
}
