import { type Classes, classNames } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import { checkOptions, type OptionNames, only } from '../../base/options.js';
import { createEngine, type EngineOptions } from '../../core/engine.js';
import { type GivenEstimates, type GivenLabels, takeRows } from '../../core/given.js';
import { checkArrays, impliedClasses } from '../../core/input.js';
import { resolvePrior } from '../../core/priors.js';
import { TREATMENT_OPTIONS, type TreatmentOptions, treat } from '../../core/treatment.js';
import { normalQuantile } from '../../math/normalQuantile.js';
import { wilson } from '../../math/wilson.js';
import { rankAll, rankWeighted } from '../ranking/ranking.js';
import { weightsForRanking } from '../ranking/weightedRows.js';
import { BucketSorter } from './bucketSorter.js';
import { type CalibrationFigures, calibrationFigures } from './calibrationReport.js';
import type { Cell } from './cellTable.js';
import type { ClassCalibration } from './classCalibration.js';
import { detailsOf } from './detailsOf.js';
import { modalCalibration } from './miscalibration.js';
import type { Miscalibration, ModalCalibration } from './modalCalibration.js';
import { modalEstimateColumn } from './modalEstimate.js';

/**
 * What `calibrate` finds: the measure of Korb, Hope & Hughes 2001, reliability of the modal class and of each class, and the decompositions of the
 * losses.
 */
export interface Calibration extends Required<CalibrationFigures> {
  rows: number;
  classes: readonly string[];
  confidence: number;
  /** Korb, Hope & Hughes 2001, eq. 3, over the modal estimates. */
  miscalibration: Miscalibration & { table: (Cell & { interval: [number, number] })[] | null };
}

/** What `calibrate` can be told: classes, bins, confidence, weights, and how estimates are treated. */
export interface CalibrateOptions extends TreatmentOptions, Pick<EngineOptions, 'backend'> {
  classes?: Classes;
  /** Of the reliability tables; 10 by default. */
  bins?: number;
  /** Of the intervals; 0.95 by default. */
  confidence?: number;
  /** One for each row: a row of weight 2 is two rows, one of weight 0 none. Rows are then what weights sum up to. */
  weights?: ArrayLike<number>;
}

const CALIBRATE_OPTIONS: OptionNames<CalibrateOptions> = { ...TREATMENT_OPTIONS, backend: true, classes: true, bins: true, confidence: true, weights: true };

/**
 * Everything about calibration. Estimates are k to a row; or, for two classes, one column of P(positive).
 *
 * @example
 * ```ts
 * import { calibrate } from 'fairbits';
 *
 * const { modal, classWise } = await calibrate([0.9, 0.8, 0.3, 0.2], [1, 1, 0, 1], { bins: 2 });
 * modal.equalWidth.expected; // → 0.05
 * classWise.equalWidth; // → 0.2
 * ```
 */
export async function calibrate(given: GivenEstimates, truths: GivenLabels, options: CalibrateOptions = {}): Promise<Calibration> {
  checkOptions('calibrate', options, CALIBRATE_OPTIONS);
  const { estimates, labels, classes: named } = takeRows(given, truths, options.classes);
  const { bins, confidence = 0.95, backend: wanted } = options;
  checkArrays(estimates, labels);
  const rows = labels.length;
  if (rows === 0) throw new FairbitsError('length', 'there are no rows to look at', { found: 0, expected: 'at least one row' });
  const details = detailsOf({ bins, confidence, cells: true });
  const classes = classNames(named ?? impliedClasses(estimates, labels));
  const weights = weightsForRanking(options.weights, rows);
  if (weights) {
    const total = weights.reduce((a, b) => a + b, 0);
    if (total === 0) throw new FairbitsError('value', 'every weight is 0, so there are no rows to look at', { found: 0, expected: 'a weight above 0' });
    const { modal, ofClass } = await rankWeighted(estimates, labels, classes, weights, options, details);
    if (!ofClass || !modal) throw tooManyClasses(classes.length);
    return calibrationOfColumns(total, classes, confidence, modal, ofClass);
  }
  const engine = await createEngine(wanted ? { backend: wanted } : {});
  const { kernels } = engine;
  const treatment = treat(classes, estimates, options);
  const dealer = new BucketSorter(kernels, rows, false);
  const uniform = resolvePrior('uniform', classes, () => []);
  const scoring = engine.scoring(treatment, uniform.values, [], [modalEstimateColumn]);
  try {
    // A tally looks at every row, and says what is wrong with it.
    engine.addToBoth(engine.tally(classes, only<TreatmentOptions>(options, TREATMENT_OPTIONS)), scoring, treatment, estimates, labels, (_, values) =>
      dealer.add(values()),
    );
    const modal = await modalCalibration(dealer.drain(), kernels, details);
    dealer.free();
    const { ofClass } = await rankAll(estimates, labels, classes, { ...options, engine }, confidence, details);
    if (!ofClass) throw tooManyClasses(classes.length);
    return calibrationOfColumns(rows, classes, confidence, modal, ofClass);
  } finally {
    scoring.free();
    dealer.free();
  }
}

export function tooManyClasses(classes: number): FairbitsError {
  return new FairbitsError(
    'class-count',
    `${classes} classes: the estimates of so many cannot be looked at class by class. Expected at most 4096; where rows are more than are kept in memory, at most 256.`,
    {
      found: classes,
      expected: 'at most 4096',
    },
  );
}

/** What modal estimates and those of each class come to, put together. */
export function calibrationOfColumns(
  rows: number,
  classes: readonly string[],
  confidence: number,
  { miscalibration, modal, cells }: ModalCalibration,
  ofClass: readonly ClassCalibration[],
): Calibration {
  const z = normalQuantile((1 + confidence) / 2);
  const table = cells ? cells.map((cell) => ({ ...cell, interval: wilson(cell.hits, cell.rows, z) })) : null;
  const figures = calibrationFigures(modal as ClassCalibration, ofClass, classes, Infinity) as Required<CalibrationFigures>;
  return { rows, classes, confidence, miscalibration: { ...miscalibration, table }, ...figures };
}
