import type { Measure } from '../measures/measure.js';

/** The estimate of the modal class, negative where that is not the true one: what calibration is about. Not a measure that is reported. */
export const modalEstimate: Pick<Measure, 'column' | 'usesModal'> = {
  usesModal: true,
  column({ kernels, p, column, positive, k, labels, modal, rows }, out) {
    if (column) kernels.modalEstimateOfColumn(p, labels, modal, rows, positive, out);
    else kernels.modalEstimate(p, labels, modal, rows, k, out);
  },
};
