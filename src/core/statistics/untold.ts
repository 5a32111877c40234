import { type MeasureId, measures } from '../measures/registry.js';
import { ExactPrior } from './exactPrior.js';
import { MOST_CROSSED } from './layout.js';

/** The measures that statistics of k classes never tell under a prior, whatever the rows. */
export function untoldUnder(k: number, prior: Float64Array): MeasureId[] {
  const { extreme } = new ExactPrior(prior);
  const ids = measures.map(({ id }) => id as MeasureId);
  return ids.filter((id) => (id === 'generalizedReward' && (extreme || k > MOST_CROSSED)) || (id === 'modalReward' && extreme));
}
