import type { Cell } from './cellTable.js';
import type { ClassCalibration } from './classCalibration.js';

/** The measure of Korb, Hope & Hughes 2001. */
export interface Miscalibration {
  /** Null where it has no value, beside the reason. */
  miscalibration: number | null;
  /** Its parts: from cells whose estimates are on average above, and below, the frequency of truth. */
  overconfident: number | null;
  underconfident: number | null;
  cells: number;
  /** Said where the rows were too many to keep. */
  approximate?: string;
  reason?: string;
}

/** It, and what else there is to say of the estimates of the modal classes. */
export interface ModalCalibration {
  miscalibration: Miscalibration;
  modal?: ClassCalibration;
  /** The cells of Korb, Hope & Hughes 2001 where they were asked for; null where they are more than 1,000. */
  cells?: Cell[] | null;
}
