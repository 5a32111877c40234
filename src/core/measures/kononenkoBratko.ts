import { allOf, negative, shifted } from '../statistics/exactSpread.js';
import { certainty } from './certainty.js';
import type { Measure } from './measure.js';

/** Hope & Korb 2004, eq. 3, with its branch on the estimate (Hope & Korb 2002 branch on the outcome). */
export const kononenkoBratko: Measure = {
  id: 'kononenkoBratko',
  name: 'Kononenko & Bratko’s information',
  unit: 'bits',
  better: 'higher',
  range: 'log2(1 − q_c) to −log2 q_c',
  formula: 'c the true class: log2 p_c − log2 q_c if p_c ≥ q_c, else −log2(1 − p_c) + log2(1 − q_c)',
  source: 'Kononenko & Bratko 1991; Hope & Korb 2004, eq. 3',
  meaning: 'information about the true class only; bounded, so a certain error costs no more than a certainty earns',
  extremes: 'always finite',
  usesPrior: true,
  usesModal: false,
  values({ kernels, tables, labels, rows, shared }, out) {
    kernels.kononenkoBratko(shared('truth'), shared('truthBits'), shared('restBits'), labels, rows, tables, out);
  },
  ceiling: (counts, { own }) => certainty(counts, (c) => own[c]),
  untold({ turning }, { values }) {
    if (turning.tells(values)) return undefined;
    return 'estimates near this prior were not kept, so finding the rows above and below it takes another look at them';
  },
  sums({ turning }, { values, own, other }) {
    const spreads = Array.from(values, (q, c) => {
      const { above, below } = turning.sides(c, q);
      return [shifted(above, own[c]), negative(shifted(below, other[c]))];
    });
    return { spread: allOf(spreads.flat()), factor: 1 };
  },
};
