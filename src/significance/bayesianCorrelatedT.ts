import { FairbitsError } from '../base/errors.js';
import { percent } from '../base/figures.js';
import { tQuantile, tTail } from '../math/distributions.js';
import { type CorrectedOptions, checkRatio } from './correctedResampledT.js';
import { pairs } from './pairs.js';
import { degenerateNotes, settings, short, type TestResult } from './result.js';

/** What `bayesianCorrelatedT` must know: the ratio of test to training rows, and how small a difference counts as none (the rope). */
export interface BayesianOptions extends Omit<CorrectedOptions, 'alternative'> {
  /** Differences up to this size are practically none. In the unit of the scores; mandatory, since it depends on what they mean. */
  rope: number;
}

/** How probable it is that the first is better, that both are practically equivalent, and that the second is better. */
export interface BayesianResult extends TestResult {
  /** Posterior probabilities that the first is better, that they are practically equivalent, that the second is better. */
  probabilities: { first: number; equivalent: number; second: number };
  rope: number;
}

/**
 * The Bayesian correlated t (Corani & Benavoli 2015; Benavoli, Corani, Demšar & Zaffalon 2017, "Time for a change", §3.1): given the
 * scores of resamplings of one data set, the mean difference has a Student posterior about the mean with J − 1 degrees of freedom and
 * scale √(s²(1/J + ρ/(1 − ρ))), ρ = test/(test + train), so ρ/(1 − ρ) is the ratio of test to training size.
 *
 * @example
 * ```ts
 * import { bayesianCorrelatedT } from 'fairbits/significance';
 *
 * const a = [0.81, 0.84, 0.79, 0.83, 0.85];
 * const b = [0.78, 0.8, 0.79, 0.79, 0.82];
 * bayesianCorrelatedT(a, b, { testTrainRatio: 1 / 4, rope: 0.01 }).probabilities; // → { first: 0.9111, equivalent: 0.07585, second: 0.01306 }
 * ```
 */
export function bayesianCorrelatedT(a: ArrayLike<number>, b: ArrayLike<number>, options: BayesianOptions): BayesianResult {
  const { testTrainRatio, rope } = options;
  checkRatio(testTrainRatio);
  if (!(typeof rope === 'number' && rope >= 0 && rope < Infinity))
    throw new FairbitsError('option', `the region of practical equivalence is ${rope}: expected a number, 0 or more, in the unit of the scores`, {
      found: rope,
      expected: '0 or more',
    });
  const { confidence, names } = settings(options);
  const { n, mean, variance, degenerate } = pairs(a, b, 'the Bayesian correlated t test');
  const scale = Math.sqrt(variance * (1 / n + testTrainRatio));
  const df = n - 1;
  const probabilities = degenerate ? certain(degenerate === 'no-difference' ? 0 : mean, rope) : posterior(mean, scale, df, rope);
  const margin = degenerate ? 0 : tQuantile(1 - confidence, df) * scale;
  const { first, equivalent, second } = probabilities;
  return {
    name: 'bayesian-t',
    statistic: null,
    df,
    p: null,
    reason: 'a posterior has probabilities of the hypotheses, not a p',
    n,
    probabilities,
    rope,
    effect: { what: 'posterior mean of the difference', value: mean, interval: [mean - margin, mean + margin], confidence },
    ...(degenerate ? { degenerate } : {}),
    assumptions: [
      'the pairs are resamplings of one data set with the stated ratio of test to training size, and correlate by test/(test + train)',
      'differences are about normal; nothing was known before (the matching prior)',
    ],
    notes: degenerate ? [degenerateNotes(degenerate)[0].replace(/, so p .*/, ', so the posterior is a point')] : [],
    sentence: `${names[0]} is better by more than ${short(rope)} with probability ${percent(Number(first.toPrecision(4)))}, ${names[1]} with ${percent(Number(second.toPrecision(4)))}; they are practically equivalent with ${percent(Number(equivalent.toPrecision(4)))}.`,
  };
}

function certain(difference: number, rope: number): BayesianResult['probabilities'] {
  const equivalent = Math.abs(difference) <= rope ? 1 : 0;
  return { first: difference > rope ? 1 : 0, equivalent, second: difference < -rope ? 1 : 0 };
}

function posterior(mean: number, scale: number, df: number, rope: number): BayesianResult['probabilities'] {
  const first = tTail((rope - mean) / scale, df);
  const second = tTail((rope + mean) / scale, df);
  return { first, equivalent: rope === 0 ? 0 : Math.max(0, 1 - first - second), second };
}
