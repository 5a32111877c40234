import { ln } from '../../math/log.js';
import { lnRest } from '../priors.js';
import { EXTREME } from '../statistics/exactPrior.js';
import { allOf, weighted } from '../statistics/exactSpread.js';
import { MOST_CROSSED } from '../statistics/layout.js';
import type { Measure } from './measure.js';
import { sumInOrder } from './sums.js';

/** Hope & Korb 2002, Def. 3; the total is Lemma 1 (Hope & Korb 2002, eq. 5) for k classes. */
export const generalizedReward: Measure = {
  id: 'generalizedReward',
  name: 'Generalized Bayesian information reward',
  unit: 'share',
  better: 'higher',
  range: '−∞ to 1',
  formula: 'mean over classes i of: 1 − ln p_i/ln q_i if i is the true class, else 1 − ln(1 − p_i)/ln(1 − q_i)',
  source: 'Hope & Korb 2002, Definition 3',
  meaning: 'share of the prior’s uncertainty that a prediction removes, over all classes; 1 is certainty',
  extremes: '−∞ where the true class has 0; 0 for the prior itself',
  usesPrior: true,
  usesModal: false,
  values: { of: 'generalized', offset: 0, scale: 1 },
  total({ k, rows, A, B }, prior) {
    return rows - sumInOrder(prior, (q, i) => A[i] / ln(q) + B[i] / lnRest(q)) / k;
  },
  ceiling: (counts) => sumInOrder(counts),
  infinite: { of: 'truths', value: -Infinity },
  untold({ layout }, { extreme }) {
    if (!layout.crossed) return `of more than ${MOST_CROSSED} classes they do not have the products of every two logs`;
    return extreme ? EXTREME : undefined;
  },
  sums({ layout, rows }, prior) {
    const { own, other, inverse } = prior;
    const ofClass = <T>(c: number, mine: readonly T[], theirs: readonly T[]): T[] => theirs.map((each, i) => (i === c ? mine[i] : each));
    // Each row earns the mean of 1 − x/l: that of l − x, times 1/l.
    const spreads = rows.map((each, c) => weighted(each, ofClass(c, own, other), ofClass(c, inverse.own, inverse.other)));
    return { spread: allOf(spreads), factor: -1 / layout.k };
  },
};
