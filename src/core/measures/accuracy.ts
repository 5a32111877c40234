import { toFixed } from '../../math/exactSum.js';
import type { Measure } from './measure.js';

/** Hope & Korb 2002, §6, Witten & Frank, §5.1. */
export const accuracy: Measure = {
  id: 'accuracy',
  name: 'Accuracy',
  unit: 'share',
  better: 'higher',
  range: '0 or 1',
  formula: '1 if the modal class is the true one, else 0; of several modal classes the first counts',
  source: 'Hope & Korb 2002, §6; Witten & Frank, §5.1',
  meaning: 'share of instances whose most probable class is the true one; a guess counts as much as a certainty',
  extremes: 'always finite',
  usesPrior: false,
  usesModal: true,
  values({ kernels, labels, modal, rows }, out) {
    kernels.hits(labels, modal, rows, out);
  },
  total({ hits }) {
    return hits;
  },
  sums(_, __, tally) {
    const hits = toFixed(tally.statistics().hits);
    return { spread: { weight: toFixed(tally.weight), sum: hits, squares: hits }, factor: 1 };
  },
};
