import { toFixed } from '../../math/exactSum.js';
import { LN2 } from '../../math/log.js';
import { allOf, shifted } from '../statistics/exactSpread.js';
import type { Measure } from './measure.js';
import { sumInOrder } from './sums.js';

/** Hope & Korb 2002, Def. 1; for more than two classes Korb, Hope & Hughes 2001, §3 with footnote 3. */
export const goodReward: Measure = {
  id: 'goodReward',
  name: 'Good’s information reward',
  unit: 'bits',
  better: 'higher',
  range: '−∞ to 1',
  formula: 'm the modal class: 1 + log2 p_m if it is the true one, else 1 + log2(1 − p_m)',
  source: 'Good 1952; Hope & Korb 2002, Definition 1; Korb, Hope & Hughes 2001, §3 and footnote 3',
  meaning: 'Good’s fair fee for the most probable class: fair for two classes and a uniform prior only',
  extremes: '−∞ where a wrong class has 1 and all others 0',
  usesPrior: false,
  usesModal: true,
  values: { of: 'modalBetBits', offset: 1, scale: 1 },
  total({ rows, G, H }) {
    return rows + (sumInOrder(G) + sumInOrder(H)) / LN2;
  },
  ceiling: (counts) => sumInOrder(counts),
  infinite: { of: 'bets', value: -Infinity },
  sums({ bets }) {
    return { spread: allOf(bets.map((bet) => shifted(bet, toFixed(-1)))), factor: 1 };
  },
};
