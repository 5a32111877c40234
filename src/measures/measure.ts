import type { Kernels, PriorTables } from '../kernels/kernels.js';
import type { Statistics } from '../tally.js';

export type Unit = 'bits' | 'nats' | 'share' | 'squares';

/** A piece of a test set, and the columns that several measures start from, each made when first asked for. */
export interface Rows {
  kernels: Kernels;
  tables: PriorTables;
  /** k to a row; or one column of P(positive). */
  p: Float64Array;
  column: boolean;
  positive: number;
  k: number;
  labels: Uint16Array;
  modal: Uint16Array;
  rows: number;
  /** The estimate of the true class. */
  truth(): Float64Array;
  /** The modal class's p, or 1 − p where it is not the true one. */
  modalBet(): Float64Array;
  /** log2 of each; several measures share them. */
  truthBits(): Float64Array;
  modalBetBits(): Float64Array;
}

/** A measure: what it is, where it comes from, and how it is computed. */
export interface Measure {
  id: string;
  name: string;
  unit: Unit;
  better: 'higher' | 'lower';
  /** The values that one instance can have. */
  range: string;
  formula: string;
  source: string;
  /** One sentence for someone who reads a report. */
  meaning: string;
  /** When it is infinite or has no value. */
  extremes: string;
  usesPrior: boolean;
  /** Whether it looks at the modal class. */
  usesModal: boolean;
  /** One value per instance. */
  column(rows: Rows, out: Float64Array): void;
  /** The total over a test set, where a tally determines it under any prior. */
  total?(statistics: Statistics, prior: Float64Array): number;
}
