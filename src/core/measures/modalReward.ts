import { ln } from '../../math/log.js';
import { lnRest } from '../priors.js';
import { EXTREME } from '../statistics/exactPrior.js';
import { allOf, scaled, shifted } from '../statistics/exactSpread.js';
import type { Measure } from './measure.js';
import { sumInOrder } from './sums.js';

/** Hope & Korb 2002, Def. 2. */
export const modalReward: Measure = {
  id: 'modalReward',
  name: 'Bayesian information reward of the modal class',
  unit: 'share',
  better: 'higher',
  range: '−∞ to 1',
  formula: 'm the modal class: 1 − ln p_m/ln q_m if it is the true one, else 1 − ln(1 − p_m)/ln(1 − q_m)',
  source: 'Hope & Korb 2002, Definition 2',
  meaning: 'share of the prior’s uncertainty about the most probable class that a prediction removes',
  extremes: '−∞ where a wrong class has 1 and all others 0',
  usesPrior: true,
  usesModal: true,
  values({ kernels, tables, labels, modal, rows, shared }, out) {
    kernels.modalReward(shared('modalBetBits'), labels, modal, rows, tables, out);
  },
  total({ rows, G, H }, prior) {
    return rows - sumInOrder(prior, (q, i) => G[i] / ln(q) + H[i] / lnRest(q));
  },
  ceiling: (counts) => sumInOrder(counts),
  infinite: { of: 'bets', value: -Infinity },
  untold: (_, { extreme }) => (extreme ? EXTREME : undefined),
  sums({ bets }, prior) {
    const { own, other, inverse } = prior;
    const spreads = bets.map((bet, i) => {
      const [log, by] = i & 1 ? [other, inverse.other] : [own, inverse.own];
      return scaled(shifted(bet, log[i >> 1]), by[i >> 1]);
    });
    return { spread: allOf(spreads), factor: -1 };
  },
};
