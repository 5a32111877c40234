import { FairbitsError } from '../../base/errors.js';
import type { Kernels } from '../../kernels/kernels.js';
import { normalQuantile } from '../../math/normalQuantile.js';
import { type Curves, curves } from '../ranking/curves.js';
import { type Groups, tieGroups } from '../ranking/rankStatistics.js';
import { FiguresByClass } from '../ranking/seen.js';
import { type CalibrationFigures, calibrationFigures } from './calibrationReport.js';
import { Calibrator, calibratorBytes } from './calibrator.js';
import { type Cell, cellsOf } from './cellTable.js';
import type { ClassCalibration } from './classCalibration.js';
import { groupCalibration, groupCells } from './groupCalibration.js';
import { MAX_LISTED_CELLS, type ModalCalibration } from './miscalibration.js';
import { checkBins } from './reliability.js';

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
  seen(classes: readonly string[], positive: number, confidence: number): FiguresByClass;
  figures(modal: ClassCalibration, ofClass: readonly ClassCalibration[], classes: readonly string[]): CalibrationFigures;
  curves?: { wanted(classes: readonly string[], i: number, positive: number): boolean; sorted(values: Float64Array): Curves; groups(groups: Groups): Curves };
}

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

const MOST_CURVES = 30;

export function detailsOf({ bins = 10, confidence = 0.95, curves: wanted, cells }: DetailOptions): Details {
  checkBins(bins);
  const z = normalQuantile((1 + confidence) / 2);
  const details: Details = {
    bytes: calibratorBytes,
    seen: (classes, positive, confidence) => new FiguresByClass(details, classes, positive, confidence),
    sorted: (kernels, rows) => new Calibrator(kernels, rows, bins, z),
    bins,
    z,
    grouped: (groups) => groupCalibration(groups, bins, z),
    groupedModal(groups) {
      const found = groupCells(groups);
      const listed = found.cells.length > MAX_LISTED_CELLS ? null : found.cells;
      return { miscalibration: found.miscalibration, modal: groupCalibration(groups, bins, z), ...(cells ? { cells: listed } : {}) };
    },
    ...(cells ? { cells: cellsOf } : {}),
    figures: calibrationFigures,
    ...(wanted ? { curves: curveDetails(wanted === true ? {} : wanted) } : {}),
  };
  return details;
}

function curveDetails({ classes: names, points }: CurveOptions): NonNullable<Details['curves']> {
  const chosen = names && new Set(names);
  const unknownIn = (classes: readonly string[]): string | undefined => {
    const known = new Set(classes);
    return names?.find((name) => !known.has(name));
  };
  let checked: readonly string[] | undefined;
  return {
    wanted(classes, i, positive) {
      // Asked of one class after another, which are checked once.
      const unknown = checked === classes ? undefined : unknownIn(classes);
      if (unknown !== undefined)
        throw new FairbitsError('option', `the curves are of classes, and there is no class ${JSON.stringify(unknown)}: expected ${classes.join(', ')}`, {
          found: unknown,
          expected: classes.join(', '),
        });
      checked = classes;
      if (chosen) return chosen.has(classes[i]);
      return classes.length === 2 ? i === positive : classes.length <= MOST_CURVES;
    },
    sorted: (values) => curves(tieGroups(values), points),
    groups: (groups) => curves(groups, points),
  };
}
