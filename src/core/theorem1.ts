import { FairbitsError } from '../base/errors.js';
import { ln } from '../math/log.js';
import { lnRest } from './priors.js';

/**
 * The estimate that earns most where the true frequency is f and the prior q (Hope & Korb 2004, §3.3, eq. 9):
 * f(1 − p)/(p(1 − f)) = ln q/ln(1 − q) for the generalized reward, so that p = f only if q = ½.
 * The Bayesian reward is always largest at p = f, which is why it replaced the other.
 *
 * @example
 * ```ts
 * import { bestEstimate } from 'fairbits';
 *
 * bestEstimate(0.7, 0.5); // → 0.7
 * bestEstimate(0.7, 0.9); // → 0.9808
 * bestEstimate(0.7, 0.9, 'bayesianReward'); // → 0.7
 * ```
 */
export function bestEstimate(frequency: number, prior: number, measure: 'generalizedReward' | 'bayesianReward' = 'generalizedReward'): number {
  if (!(frequency >= 0 && frequency <= 1))
    throw new FairbitsError('option', `the frequency is ${frequency}: expected a number from 0 to 1`, { found: frequency, expected: '0 to 1' });
  if (!(prior > 0 && prior < 1))
    throw new FairbitsError('prior', `the prior is ${prior}: expected a number strictly between 0 and 1`, {
      found: prior,
      expected: 'strictly between 0 and 1',
    });
  if (measure === 'bayesianReward' || prior === 0.5) return frequency;
  return frequency / (frequency + (ln(prior) / lnRest(prior)) * (1 - frequency));
}
