import type { Column } from '../../core/scoring.js';

/** The estimate of the modal class, negative where that is not the true one: what calibration is about. Not a measure that is reported. */
export const modalEstimateColumn: Column = {
  usesModal: true,
  values({ kernels, p, column, k, labels, modal, rows }, out) {
    if (column) kernels.modalEstimateOfColumn(p, labels, modal, rows, out);
    else kernels.modalEstimate(p, labels, modal, rows, k, out);
  },
};
