import { FairbitsError } from '../base/errors.js';
import { normalQuantile } from '../math/normalQuantile.js';
import { wilson } from '../math/wilson.js';

/** A share and Wilson’s interval around it. */
export interface ShareInterval {
  successes: number;
  trials: number;
  confidence: number;
  /** The share observed. */
  share: number;
  low: number;
  high: number;
}

/**
 * Wilson's interval for the share behind `successes` in `trials` (Witten & Frank, §5.2).
 *
 * @example
 * ```ts
 * import { shareInterval } from 'fairbits/significance';
 *
 * const { share, low, high } = shareInterval(45, 50);
 * [share, low, high]; // → [ 0.9, 0.7864, 0.9565 ]
 * ```
 */
export function shareInterval(successes: number, trials: number, confidence = 0.95): ShareInterval {
  if (!(Number.isInteger(trials) && trials >= 1))
    throw new FairbitsError('value', `the number of trials is ${trials}: expected a whole number, 1 or more`, { found: trials, expected: '1 or more' });
  if (!(Number.isInteger(successes) && successes >= 0 && successes <= trials))
    throw new FairbitsError('value', `the number of successes is ${successes}: expected a whole number from 0 to ${trials}, the number of trials`, {
      found: successes,
      expected: `0 to ${trials}`,
    });
  if (!(confidence > 0 && confidence < 1))
    throw new FairbitsError('option', `the confidence is ${confidence}: expected a number between 0 and 1, such as 0.95`, {
      found: confidence,
      expected: 'between 0 and 1',
    });
  const [low, high] = wilson(successes, trials, normalQuantile((1 + confidence) / 2));
  return { successes, trials, confidence, share: successes / trials, low, high };
}
