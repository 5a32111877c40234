import { FairbitsError } from '../base/errors.js';
import { namedRecord } from '../base/namedRecord.js';
import { type FoldMeasure, foldMeasures, foldValues, type LearnerEvaluation } from './foldTable.js';

/** Pearson’s correlations between columns; null beside the reason where a column never changes. */
export interface Correlations {
  method: 'Pearson';
  /** The columns, in the order of the matrix. */
  names: string[];
  /** How many replications each column has. */
  replications: number;
  /** Symmetric; null where there is none. */
  matrix: (number | null)[][];
  /** For each column that correlates with nothing: why. */
  reasons: Record<string, string>;
}

/**
 * Pearson's correlation between each two columns: Korb, Hope & Hughes 2001, tables 4–6 have those between information reward, accuracy and
 * miscalibration over replications. A column that never changes correlates with nothing: the papers print NaN ("one of
 * the datasets for correlation consists entirely of 1's"), here it is null beside the reason.
 *
 * @example
 * ```ts
 * import { correlations } from 'fairbits';
 *
 * const { names, matrix } = correlations({ reward: [0.1, 0.2, 0.4], accuracy: [0.6, 0.7, 0.9] });
 * names; // → [ 'reward', 'accuracy' ]
 * matrix[0][1]; // → 1
 * ```
 */
export function correlations(columns: Readonly<Record<string, ArrayLike<number>>>): Correlations {
  const names = Object.keys(columns);
  const replications = names.length > 0 ? columns[names[0]].length : 0;
  const odd = names.find((name) => columns[name].length !== replications);
  if (odd !== undefined)
    throw new FairbitsError(
      'length',
      `the column "${odd}" has ${columns[odd].length} replications and "${names[0]}" ${replications}: expected as many in each`,
      {
        column: odd,
        found: columns[odd].length,
        expected: `${replications} replications`,
      },
    );
  const reasons = namedRecord<string>();
  const directions = names.map((name) => {
    const found = direction(columns[name]);
    if (typeof found !== 'string') return found;
    reasons[name] = found;
    return null;
  });
  const matrix = directions.map((a, i) =>
    directions.map((b, j) => {
      if (a === null || b === null) return null;
      if (i === j) return 1;
      const r = a.reduce((sum, x, row) => sum + x * b[row], 0);
      // |r| ≤ 1 but for rounding.
      return Math.max(-1, Math.min(1, r));
    }),
  );
  return { method: 'Pearson', names, replications, matrix, reasons };
}

/**
 * The correlations between measures over the folds of a learner's evaluation.
 *
 * @example
 * ```ts
 * import { evaluateLearner, foldCorrelations, kFold } from 'fairbits';
 *
 * const rows = Array.from({ length: 60 }, (_, row) => row);
 * const labels = rows.map((row) => (row % 7 < 3 ? 1 : 0));
 * const learner = { fit: () => ({ predict: (some: readonly number[]) => some.map((row) => (row % 3 === 0 ? 0.7 : 0.4)) }) };
 * const evaluation = await evaluateLearner(learner, { rows, labels, classes: 2 }, kFold({ folds: 5 }));
 * foldCorrelations(evaluation, ['bayesianReward', 'logLoss']).names; // → [ 'bayesianReward', 'logLoss' ]
 * ```
 */
export function foldCorrelations(evaluation: Pick<LearnerEvaluation, 'folds'>, wanted: readonly FoldMeasure[] = foldMeasures): Correlations {
  return correlations(Object.fromEntries(wanted.map((id) => [id, foldValues(evaluation, id)])));
}

/** A column about its mean, of length 1; or why it has none. */
function direction(values: ArrayLike<number>): number[] | string {
  const column = Array.from(values);
  const missing = column.filter(Number.isNaN).length;
  if (missing > 0) return `it has no value in ${missing} of ${column.length} replications`;
  const infinite = column.filter((value) => !Number.isFinite(value)).length;
  if (infinite > 0) return `it is infinite in ${infinite} of ${column.length} replications`;
  if (column.length < 2) return 'a correlation needs two replications';
  if (column.every((value) => value === column[0])) return `it is ${column[0]} in every replication`;
  // Scaled twice, so that neither sums nor squares leave the range of numbers.
  const largest = column.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scaled = column.map((value) => value / largest);
  const mean = scaled.reduce((sum, value) => sum + value, 0) / column.length;
  const off = scaled.map((value) => value - mean);
  const spread = off.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const unit = off.map((value) => value / spread);
  const length = Math.sqrt(unit.reduce((sum, value) => sum + value * value, 0));
  return unit.map((value) => value / length);
}
