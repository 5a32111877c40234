import { LN2, ln } from '../../math/log.js';
import { lnRest } from '../priors.js';
import { allOf, shifted } from '../statistics/exactSpread.js';
import { MOST_CROSSED } from '../statistics/layout.js';
import { certainty } from './certainty.js';
import type { Measure } from './measure.js';
import { sumInOrder } from './sums.js';

/** Hope & Korb 2004, eq. 10. */
export const bayesianReward: Measure = {
  id: 'bayesianReward',
  name: 'Bayesian information reward',
  unit: 'bits',
  better: 'higher',
  range: '−∞ to the reward of certainty, which depends on the prior',
  formula: 'mean over classes i of: log2(p_i/q_i) if i is the true class, else log2((1 − p_i)/(1 − q_i))',
  source: 'Hope & Korb 2004, eq. 10',
  meaning: 'bits that a prediction earns over always quoting the prior, betting on and against every class',
  extremes: '−∞ where the true class has 0; 0 for the prior itself',
  usesPrior: true,
  usesModal: false,
  values: { of: 'bayesian', offset: 0, scale: 1 },
  total({ k, rows, counts, A, B }, prior) {
    return sumInOrder(prior, (q, i) => A[i] - counts[i] * ln(q) + (B[i] - (rows - counts[i]) * lnRest(q))) / (k * LN2);
  },
  ceiling(counts, prior) {
    const k = counts.length;
    return k > MOST_CROSSED ? certainty(counts, (c) => prior.stake(c)) : certainty(counts, (c) => prior.whole(c)) * (1 / k);
  },
  infinite: { of: 'truths', value: -Infinity },
  sums({ layout, rows, stakes }, prior) {
    if (!layout.crossed) return { spread: allOf(stakes.map((spread, c) => shifted(spread, prior.stake(c)))), factor: 1 };
    return { spread: allOf(rows.map(({ whole }, c) => shifted(whole, prior.whole(c)))), factor: 1 / layout.k };
  },
};
