import { FairbitsError } from '../../base/errors.js';
import { accuracy } from './accuracy.js';
import { bayesianReward } from './bayesianReward.js';
import { generalizedReward } from './generalizedReward.js';
import { goodReward } from './goodReward.js';
import { informationLoss } from './informationLoss.js';
import { kononenkoBratko } from './kononenkoBratko.js';
import { logLoss } from './logLoss.js';
import type { Measure } from './measure.js';
import { modalReward } from './modalReward.js';
import { quadraticLoss } from './quadraticLoss.js';

/**
 * Every measure of a test set, the headline first. Tests, documentation and reports walk this list.
 *
 * @example
 * ```ts
 * import { measures } from 'fairbits';
 *
 * measures[0].id; // → 'bayesianReward'
 * measures.map(({ id }) => id).length; // → 9
 * measures.find(({ id }) => id === 'logLoss')?.unit; // → 'nats'
 * ```
 */
export const measures: readonly Measure[] = [
  bayesianReward,
  generalizedReward,
  modalReward,
  goodReward,
  kononenkoBratko,
  informationLoss,
  logLoss,
  quadraticLoss,
  accuracy,
];

export type { MeasureId } from './measure.js';

export function measure(id: string): Measure {
  const found = measures.find((each) => each.id === id);
  if (found) return found;
  const known = measures.map((each) => each.id).join(', ');
  throw new FairbitsError('option', `there is no measure "${id}"; the measures are ${known}`, { found: id, expected: known });
}
