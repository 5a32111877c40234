import { FairbitsError } from '../base/errors.js';
import { normalQuantile } from '../math/normalQuantile.js';
import { wilson } from '../math/wilson.js';
import type { Summary } from './moments.js';

/** An interval for the mean of a measure: Wilson's for accuracy, else the mean ± z standard errors. */
export function meanInterval(id: string, { mean, total, standardError, weight }: Summary, confidence: number): [low: number, high: number] {
  if (!(confidence > 0 && confidence < 1))
    throw new FairbitsError('option', `the confidence is ${confidence}: expected a number between 0 and 1, such as 0.95`, {
      found: confidence,
      expected: 'between 0 and 1',
    });
  const z = normalQuantile((1 + confidence) / 2);
  return id === 'accuracy' ? wilson(total, weight, z) : [mean - z * standardError, mean + z * standardError];
}
