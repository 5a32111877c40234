import type { Measure } from '../measures/measure.js';

/** The estimate of the modal class, negative where that is not the true one: what calibration is about. Not a measure that is reported. */
export const modalEstimate: Pick<Measure, 'column' | 'usesModal'> = {
  usesModal: true,
  column({ p, column, positive, k, labels, modal, rows }, out) {
    for (let r = 0; r < rows; r++) {
      const estimate = column ? (modal[r] === positive ? p[r] : 1 - p[r]) : p[r * k + modal[r]];
      out[r] = modal[r] === labels[r] ? estimate : -estimate;
    }
  },
};
