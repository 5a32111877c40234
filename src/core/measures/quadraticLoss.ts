import { allOf } from '../statistics/exactSpread.js';
import type { Measure } from './measure.js';

/** Witten & Frank, §5.6. */
export const quadraticLoss: Measure = {
  id: 'quadraticLoss',
  name: 'Quadratic loss',
  unit: 'squares',
  better: 'lower',
  range: '0 to 2',
  formula: 'Σ_j (p_j − a_j)², a_j = 1 for the true class and 0 for the others',
  source: 'Witten & Frank, §5.6 (the Brier score)',
  meaning: 'squared distance of the estimates from what happened, summed over all classes',
  extremes: 'always finite',
  usesPrior: false,
  usesModal: false,
  values({ kernels, p, column, positive, k, labels, rows }, out) {
    if (column) kernels.quadraticOfColumn(p, labels, rows, positive, out);
    else kernels.quadratic(p, labels, rows, k, out);
  },
  sums({ quadratic }) {
    return { spread: allOf(quadratic), factor: 1 };
  },
};
