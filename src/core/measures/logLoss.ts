import { LN2 } from '../../math/log.js';
import { allOf } from '../statistics/exactSpread.js';
import type { Measure } from './measure.js';
import { sumInOrder } from './sums.js';

/** What scikit-learn calls log loss. */
export const logLoss: Measure = {
  id: 'logLoss',
  name: 'Log loss',
  unit: 'nats',
  better: 'lower',
  range: '0 to ∞',
  formula: '−ln p_c, c the true class',
  source: 'Witten & Frank, §5.6, in nats',
  meaning: 'the informational loss in nats, as most libraries report it',
  extremes: '∞ where the true class has 0',
  usesPrior: false,
  usesModal: false,
  values: { of: 'truthBits', offset: 0, scale: -LN2 },
  total({ A }) {
    return -sumInOrder(A);
  },
  infinite: { of: 'truths', value: Infinity },
  sums(statistics) {
    return { spread: allOf(statistics.truthsByClass()), factor: -LN2 };
  },
};
