import type { Kernels } from '../../kernels/kernels.js';
import type { Curves } from '../ranking/curves.js';
import type { ClassCurves } from '../ranking/ranked.js';
import type { Groups } from '../ranking/rankStatistics.js';
import type { CalibrationFigures } from './calibrationReport.js';
import type { Calibrator } from './calibrator.js';
import type { Cell } from './cellTable.js';
import type { ClassCalibration } from './classCalibration.js';
import type { ModalCalibration } from './modalCalibration.js';

/** Whose curves are wanted, and how many points of each. */
export interface CurveOptions {
  /** By name: the positive one of two, and of more all up to 30, where it is not said. */
  classes?: readonly string[];
  /** How many points at most; 500 by default. */
  points?: number;
}

/**
 * What else there is to say of rows that are sorted for the ranking anyway: how each class is calibrated, and its curves. What sorts is handed this, and
 * imports none of it: a page that does not ask for it need not load it.
 */
export interface Details {
  /** Bytes of the kernels' memory for one calibrator. */
  bytes(rows: number): number;
  sorted(kernels: Kernels, rows: number): Calibrator;
  /** Bins of the reliability tables, and the z of their intervals. */
  bins: number;
  z: number;
  /** Groups of equal estimates, whose rows may have weights: of a class, and of the modal ones. */
  grouped(groups: Groups): ClassCalibration;
  groupedModal(groups: Groups): ModalCalibration;
  /** The cells of Korb, Hope & Hughes 2001, where they are to be listed. */
  cells?: ((sorted: Float64Array) => Cell[]) | undefined;
  /** What gathers it while classes are ranked. */
  seen(classes: readonly string[], positive: number, confidence: number): FigureGatherer;
  figures(modal: ClassCalibration, ofClass: readonly ClassCalibration[], classes: readonly string[]): CalibrationFigures;
  curves?: { wanted(classes: readonly string[], i: number, positive: number): boolean; sorted(values: Float64Array): Curves; groups(groups: Groups): Curves };
}

/** Gathers what there is to say of each class beside its rank, while classes are ranked. */
export interface FigureGatherer {
  readonly details: Details;
  readonly found: { ofClass: ClassCalibration[]; curves?: Record<string, ClassCurves> };
  /** Adds what was found elsewhere. */
  merge(found: FigureGatherer['found']): void;
  /** Looks at the sorted estimates of a class. */
  look(kernels: Kernels, sorted: Float64Array, i: number): void;
  /** Whether the curves of a class are wanted. */
  draws(i: number): boolean;
  draw(kernels: Kernels, sorted: Float64Array, i: number): void;
  /** Looks at the estimates of a class, sorted for each true class, when it is known how its own lie among the others. */
  lookAtRuns(kernels: Kernels, runs: Float64Array[], i: number, below: Uint32Array, all: number): void;
}

/** How calibration and curves are wanted: bins, confidence, curves of which classes. */
export interface DetailOptions {
  /** Of the reliability tables; 10 by default. */
  bins?: number | undefined;
  /** Of their intervals; 0.95 by default. */
  confidence?: number | undefined;
  /** ROC, precision–recall, lift, gains and cost curves. */
  curves?: boolean | CurveOptions | undefined;
  /** List the cells of Korb, Hope & Hughes 2001, up to 1,000. */
  cells?: boolean | undefined;
}
