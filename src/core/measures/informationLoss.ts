import { LN2 } from '../../math/log.js';
import { allOf } from '../statistics/exactSpread.js';
import type { Measure } from './measure.js';
import { sumInOrder } from './sums.js';

/** Witten & Frank, §5.6. */
export const informationLoss: Measure = {
  id: 'informationLoss',
  name: 'Informational loss',
  unit: 'bits',
  better: 'lower',
  range: '0 to ∞',
  formula: '−log2 p_c, c the true class',
  source: 'Witten & Frank, §5.6',
  meaning: 'bits needed to tell someone who has the predictions what happened',
  extremes: '∞ where the true class has 0',
  usesPrior: false,
  usesModal: false,
  values: { of: 'truthBits', offset: 0, scale: -1 },
  total({ A }) {
    return -sumInOrder(A) / LN2;
  },
  infinite: { of: 'truths', value: Infinity },
  sums(statistics) {
    return { spread: allOf(statistics.truthsByClass()), factor: -1 };
  },
};
