import { type Classes, classNames } from '../classes.js';
import { createEngine, type EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { checkArrays, type Estimates, impliedClasses, type Labels } from '../input.js';
import { normalQuantile } from '../intervals/normalQuantile.js';
import { wilson } from '../intervals/wilson.js';
import { KeptRows } from '../ranking/keptRows.js';
import { type TreatmentOptions, treat } from '../treatment.js';
import { type Cell, cellsOf } from './cellTable.js';
import { type ClassCalibration, classCalibration } from './classCalibration.js';
import { addDecompositions, type Decompositions } from './decomposition.js';
import { type Miscalibration, miscalibrationOfSorted } from './miscalibration.js';

export interface Calibration {
  rows: number;
  classes: readonly string[];
  confidence: number;
  /** 003 eq. 3, over the modal estimates. */
  miscalibration: Miscalibration & { table: (Cell & { interval: [number, number] })[] | null };
  /** Of the estimates of the modal classes: is it right as often as it says? */
  modal: ClassCalibration;
  /** The estimates of each class. */
  byClass: Record<string, ClassCalibration>;
  /** Means over classes of the expected error, and the largest maximum (Kull et al. 2019). */
  classWise: { equalWidth: number; equalMass: number; maximum: number };
  /** Over all classes: the quadratic one sums up to the quadratic loss, the log one to the mean of the classes' own, in bits. */
  decompositions: Decompositions;
}

/** What the core takes beside the rows. */
const OVERHEAD = 2 ** 22;
/** More cells than this are too many to list. */
const MOST_CELLS = 1000;

export interface CalibrateOptions extends TreatmentOptions, Pick<EngineOptions, 'backend'> {
  classes?: Classes;
  /** Of the reliability tables; 10 by default. */
  bins?: number;
  /** Of the intervals; 0.95 by default. */
  confidence?: number;
}

/** Everything about calibration. Estimates are k to a row; or, for two classes, one column of P(positive). */
export async function calibrate(given: Estimates, labels: Labels, options: CalibrateOptions = {}): Promise<Calibration> {
  const { bins = 10, confidence = 0.95, backend } = options;
  checkArrays(given, labels);
  const rows = labels.length;
  if (rows === 0) throw new FairbitsError('length', 'there are no rows to look at', { found: 0, expected: 'at least one row' });
  if (!(Number.isInteger(bins) && bins >= 1))
    throw new FairbitsError('option', `${bins} bins: expected a whole number, 1 or more`, { found: bins, expected: '1 or more' });
  const classes = classNames(options.classes ?? impliedClasses(given, labels));
  const k = classes.length;
  const engine = await createEngine({ memory: 16 * rows + OVERHEAD, ...(backend ? { backend } : {}) });
  const { kernels } = engine;
  // A tally looks at every row, and says what is wrong with it.
  engine.tally(classes, options).add(given, labels);
  const estimates = allColumns(given, labels, classes, options);
  const z = normalQuantile((1 + confidence) / 2);
  const sorted = (column: (r: number) => number): Float64Array => {
    const out = kernels.float64(rows);
    const fill = (piece: Float64Array, from: number): void => {
      for (let r = 0; r < piece.length; r++) piece[r] = column(from + r);
    };
    kernels.sortRanked(rows, { fill }, out);
    const copy = out.slice();
    kernels.free(out);
    return copy;
  };
  const modalOf = (r: number): number => {
    let best = r * k;
    for (let i = r * k + 1; i < (r + 1) * k; i++) if (estimates[i] > estimates[best]) best = i;
    return best;
  };
  const modal = sorted((r) => {
    const best = modalOf(r);
    return (best - r * k === labels[r] ? 1 : -1) * (estimates[best] + 0);
  });
  const whole = miscalibrationOfSorted(modal);
  const cells = cellsOf(modal);
  const ofClass = classes.map((_, i) =>
    classCalibration(
      sorted((r) => (labels[r] === i ? 1 : -1) * (estimates[r * k + i] + 0)),
      bins,
      z,
    ),
  );
  const mean = (of: (each: ClassCalibration) => number): number => ofClass.reduce((sum, each) => sum + of(each) / k, 0);
  const all = ofClass.map((each) => each.decompositions);
  return {
    rows,
    classes,
    confidence,
    miscalibration: {
      ...whole,
      table: cells.length > MOST_CELLS ? null : cells.map((cell) => ({ ...cell, interval: wilson(cell.hits, cell.rows, z) })),
    },
    modal: classCalibration(modal, bins, z),
    byClass: Object.fromEntries(classes.map((name, i) => [name, ofClass[i]])),
    classWise: {
      equalWidth: mean((each) => each.equalWidth.expected),
      equalMass: mean((each) => each.equalMass.expected),
      maximum: ofClass.reduce((most, each) => Math.max(most, each.equalMass.maximum), 0),
    },
    decompositions: {
      quadratic: {
        corp: addDecompositions(
          all.map(({ quadratic }) => quadratic.corp),
          1,
        ),
        murphy: addDecompositions(
          all.map(({ quadratic }) => quadratic.murphy),
          1,
        ),
      },
      log: {
        corp: addDecompositions(
          all.map(({ log }) => log.corp),
          1 / k,
        ),
        murphy: addDecompositions(
          all.map(({ log }) => log.murphy),
          1 / k,
        ),
      },
    },
  };
}

/** k estimates to a row, renormalized and held to the cutoff where that was asked for. */
function allColumns(given: Estimates, labels: Labels, classes: readonly string[], options: TreatmentOptions): Float64Array {
  const treatment = treat(classes, given, options);
  const column = classes.length === 2 && given.length === labels.length;
  const kept = new KeptRows(treatment, column, 'all');
  kept.add(given, labels);
  const p = kept.drain().estimates as Float64Array;
  if (!column) return p;
  const { positive } = treatment;
  return Float64Array.from({ length: 2 * p.length }, (_, at) => (at % 2 === positive ? p[at >> 1] : 1 - p[at >> 1]));
}
