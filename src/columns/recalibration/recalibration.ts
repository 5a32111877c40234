import { FairbitsError } from '../../base/errors.js';
import { type GivenEstimates, type GivenLabels, takeEstimates, takeRows } from '../../core/given.js';
import { badRow, checkArrays } from '../../core/input.js';
import type { Groups } from '../ranking/rankStatistics.js';
import { type IsotonicBlock, isotonic } from './isotonic.js';
import { fitPlatt, logistic, logit, type Platt } from './platt.js';
import { fitTemperature, type Temperature, temper } from './temperature.js';

export const METHODS = ['isotonic', 'platt', 'temperature'] as const;
/** How to recalibrate: `isotonic`, `platt` or `temperature`. */
export type RecalibrationMethod = (typeof METHODS)[number];

/** What was learned from one test set about the estimates of a learner, for others of its estimates (Korb, Hope & Hughes 2001, §4). Plain data. */
export interface Recalibration {
  method: RecalibrationMethod;
  classes: readonly string[];
  /** Rows it was fitted on. Estimates are held to mml-binary of as many (Korb, Hope & Hughes 2001, §5), before and after, so that none becomes impossible. */
  rows: number;
  /** Where not all were kept: of how many rows those it was fitted on were every second, fourth or so. */
  of?: number;
  /** Isotonic, where rows are known by their bins: how much lower the mean losses of a class on the rows it was fitted on could be, in squares and bits. */
  error?: { quadratic: number; log: number };
  /** One for each class; of two classes, for the second only. */
  isotonic?: IsotonicBlock[][];
  platt?: Platt[];
  temperature?: Temperature;
}

export function bounds(rows: number): [low: number, high: number] {
  return [0.5 / (rows + 1), (rows + 0.5) / (rows + 1)];
}

/**
 * Fits to rows of k estimates. Two classes: the second one's are mapped, and the first gets the rest. More: each by itself, then renormalized.
 *
 * @example
 * ```ts
 * import { applyRecalibration, fitRecalibration } from 'fairbits';
 *
 * // Too sure of itself: it says 0.95 and 0.05, and is right three times in four.
 * const said = [0.95, 0.95, 0.95, 0.95, 0.05, 0.05, 0.05, 0.05].map((p) => [1 - p, p]);
 * const model = fitRecalibration('platt', said, [1, 1, 1, 0, 0, 0, 0, 1], ['no', 'yes']);
 * applyRecalibration(model, [[0.05, 0.95]]).estimates; // → Float64Array(2) [ 0.3333, 0.6667 ]
 * ```
 */
export function fitRecalibration(method: RecalibrationMethod, given: GivenEstimates, truths: GivenLabels, classes: readonly string[]): Recalibration {
  const { estimates: taken, labels } = takeRows(given, truths, classes);
  checkArrays(taken, labels);
  const estimates = Float64Array.from(taken);
  const k = classes.length;
  const rows = labels.length;
  if (!METHODS.includes(method))
    throw new FairbitsError('option', `there is no method ${JSON.stringify(method)}: expected ${METHODS.join(', ')}`, {
      found: method,
      expected: METHODS.join(', '),
    });
  if (rows === 0) throw new FairbitsError('length', 'there are no rows to fit to', { found: 0, expected: 'at least one row' });
  if (estimates.length !== rows * k)
    throw new FairbitsError('length', `${estimates.length} estimates for ${rows} rows of ${k} classes`, {
      found: estimates.length,
      expected: `${rows * k} estimates`,
    });
  const [low, high] = bounds(rows);
  const bad = labels.findIndex((label) => label >= k);
  if (bad >= 0) throw badRow(estimates, bad * k, labels[bad], bad, k, false, Infinity, classes, 0);
  const held = estimates.map((p) => Math.min(high, Math.max(low, p)));
  if (method === 'temperature') return { method, classes, rows, temperature: fitTemperature(held, labels, k) };
  const wanted = k === 2 ? [1] : classes.map((_, i) => i);
  const groups = wanted.map((i) => groupsOfClass(held, labels, k, i));
  return method === 'platt' ? { method, classes, rows, platt: groups.map(fitPlatt) } : { method, classes, rows, isotonic: groups.map(isotonic) };
}

function groupsOfClass(estimates: Float64Array, labels: ArrayLike<number>, k: number, i: number): Groups {
  const order = Uint32Array.from(labels, (_, r) => r).sort((a, b) => estimates[a * k + i] - estimates[b * k + i]);
  const [values, positives, negatives]: number[][] = [[], [], []];
  for (const r of order) {
    const p = estimates[r * k + i];
    if (values.length === 0 || p !== values[values.length - 1]) {
      values.push(p);
      positives.push(0);
      negatives.push(0);
    }
    (labels[r] === i ? positives : negatives)[values.length - 1]++;
  }
  return { values: Float64Array.from(values), positives: Float64Array.from(positives), negatives: Float64Array.from(negatives) };
}

/**
 * The estimates as recalibrated, in an array of their own, and how many had to be held away from 0 and 1.
 *
 * @example
 * ```ts
 * import { applyRecalibration, fitRecalibration } from 'fairbits';
 *
 * const model = fitRecalibration('isotonic', [[0.9, 0.1], [0.6, 0.4], [0.4, 0.6], [0.1, 0.9]], [0, 1, 0, 1], ['no', 'yes']);
 * const { estimates, held } = applyRecalibration(model, [[0.5, 0.5], [0.1, 0.9]]);
 * estimates; // → Float64Array(4) [ 0.5, 0.5, 0.1, 0.9 ]
 * held; // → 1
 * ```
 */
export function applyRecalibration(model: Recalibration, given: GivenEstimates): { estimates: Float64Array; held: number } {
  const estimates = takeEstimates(given);
  const k = model.classes.length;
  const [low, high] = bounds(model.rows);
  let held = 0;
  const hold = (p: number): number => {
    if (p >= low && p <= high) return p;
    held++;
    return p < low ? low : high;
  };
  const out = new Float64Array(estimates.length);
  for (let at = 0; at < estimates.length; at += k) {
    const row = out.subarray(at, at + k);
    if (model.temperature) {
      for (let i = 0; i < k; i++) row[i] = hold(estimates[at + i]);
      temper(row, 1 / model.temperature.temperature);
      renormalizeRow(row.map(hold), row);
    } else if (k === 2) {
      row[1] = hold(mapped(model, 0, hold(estimates[at + 1])));
      row[0] = 1 - row[1];
    } else {
      for (let i = 0; i < k; i++) row[i] = hold(mapped(model, i, hold(estimates[at + i])));
      renormalizeRow(row, row);
    }
  }
  return { estimates: out, held };
}

function renormalizeRow(row: Float64Array, out: Float64Array): void {
  const sum = row.reduce((a, b) => a + b, 0);
  for (let i = 0; i < row.length; i++) out[i] = row[i] / sum;
}

function mapped({ platt, isotonic: blocks }: Recalibration, i: number, p: number): number {
  if (platt) return logistic(platt[i].slope * logit(p) + platt[i].intercept);
  return interpolated((blocks as IsotonicBlock[][])[i], p);
}

/** The frequency of the block that holds p; between two, on the line from one to the other; beyond the ends, theirs. */
function interpolated(blocks: readonly IsotonicBlock[], p: number): number {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (p <= blocks[middle].to) high = middle;
    else low = middle + 1;
  }
  const block = blocks[low];
  const before = blocks[low - 1];
  if (p >= block.from || !before) return block.frequency;
  return before.frequency + ((p - before.to) / (block.from - before.to)) * (block.frequency - before.frequency);
}
