import { labelsOfBits, labelsOfCodes, labelsOfTexts, labelsOfViews } from './labels.js';
import { sigmoid, softmax } from './logits.js';
import { textCodes } from './textCodes.js';
import { firstClear, firstNotFinite, swapBytes, toRows } from './toRows.js';

/** The loops that read columns of tables; the entry for pages leaves them out. */
export const tableLoops = {
  labelsOfBits,
  labelsOfCodes,
  labelsOfTexts,
  labelsOfViews,
  firstClear,
  firstNotFinite,
  swapBytes,
  toRows,
  sigmoid,
  softmax,
  textCodes,
};
