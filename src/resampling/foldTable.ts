import { FairbitsError } from '../base/errors.js';
import { numberOf } from '../base/reported.js';
import { type MeasureId, measures } from '../core/measures/registry.js';
import { type Report, type Reported, reported } from '../evaluate/report.js';
import type { Bootstrap632Plus, BootstrapErrors } from './bootstrap632.js';
import type { PlanKind } from './splits/plan.js';

/** What a fold has one value of: the measures' means over its test rows, and miscalibration. */
export type FoldMeasure = MeasureId | 'miscalibration';

export const foldMeasures = [...measures.map(({ id }) => id), 'miscalibration'] as FoldMeasure[];

/** One row of the table: one split. */
export interface Fold {
  repetition: number;
  fold: number;
  trainRows: number;
  testRows: number;
  /** In class order; empty where there was nothing to test on. */
  prior: number[];
  /** Null where there is no value: the test part is empty, or, for miscalibration, has a single row. */
  measures: Record<FoldMeasure, Reported>;
  /** Everything about this fold, where it was asked for. */
  report?: Report;
}

/** A measure over folds, each fold counting once. */
interface OverFolds {
  mean: Reported;
  /** Between folds, with folds − 1 below. */
  standardDeviation: Reported;
  /** How many folds have a value. */
  folds: number;
  /** Why there is no mean or standard deviation, where there is none. */
  reason?: string;
}

/** A measure over the rows of all folds, each row counting once. */
interface PooledFolds {
  mean: Reported;
  total: Reported;
  infinite: number;
}

/** The parts of the .632 estimators, and what they come to. */
export interface Bootstrap632Report extends Record<keyof BootstrapErrors | 'noInformation' | 'estimate', Reported> {
  /** The .632+ estimator; null where something is infinite. */
  plus: Bootstrap632Plus | null;
  reason?: string;
}

/** A learner on the splits of a plan: plain data that goes into JSON as it is. */
export interface LearnerEvaluation {
  learner: string;
  plan: { kind: PlanKind; name: string; repetitions: number; stratified: boolean; seed: number };
  classes: readonly string[];
  rows: number;
  /** A fingerprint of labels and splits: evaluations can be paired fold by fold where it is the same. */
  splits: string;
  folds: Fold[];
  /** Test rows to training rows, as the corrected resampled t test wants it: ½ for two thirds and a third, 1/(k − 1) for k folds. */
  testTrainRatio: number;
  /** Each measure over the folds, every fold counting the same. */
  means: Record<FoldMeasure, OverFolds>;
  /** Each measure over all test rows of all folds, every row counting the same, under its own fold's prior. */
  pooled: { rows: number; measures: Record<MeasureId, PooledFolds>; miscalibration: Report['calibration']; confusion?: number[][]; ties: number };
  /** Of bootstrap samples: the .632 and .632+ estimators. */
  bootstrap632?: Record<MeasureId, Bootstrap632Report>;
  warnings: string[];
}

/**
 * One measure's values in the order of the folds; NaN where a fold has none.
 *
 * @example
 * ```ts
 * import { evaluateLearner, foldValues, kFold } from 'fairbits';
 *
 * const data = { rows: [0, 1, 2, 3], labels: [0, 1, 0, 1], classes: 2 };
 * const learner = { fit: () => ({ predict: (rows: readonly number[]) => rows.map((row) => (row % 2 ? 0.9 : 0.1)) }) };
 * foldValues(await evaluateLearner(learner, data, kFold({ folds: 2 })), 'accuracy'); // → [ 1, 1 ]
 * ```
 */
export function foldValues({ folds }: Pick<LearnerEvaluation, 'folds'>, measure: FoldMeasure): number[] {
  if (!foldMeasures.includes(measure)) {
    const known = foldMeasures.join(', ');
    throw new FairbitsError('option', `folds have no measure "${measure}"; they have ${known}`, { found: measure, expected: known });
  }
  return folds.map((fold) => numberOf(fold.measures[measure]));
}

export function overFolds(values: readonly number[]): OverFolds {
  const known = values.filter((value) => !Number.isNaN(value));
  const folds = known.length;
  if (folds === 0) return { mean: null, standardDeviation: null, folds, reason: 'no fold has a value' };
  const mean = known.reduce((a, b) => a + b, 0) / folds;
  if (!Number.isFinite(mean)) return { mean: reported(mean), standardDeviation: null, folds, reason: 'an infinite value has no standard deviation' };
  if (folds < 2) return { mean, standardDeviation: null, folds, reason: 'a standard deviation needs two folds' };
  const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standardDeviation: Math.sqrt(squares / (folds - 1)), folds };
}

/** What the significance tests take. */
export interface FoldDifferences {
  /** Each learner's values, fold by fold. */
  first: number[];
  second: number[];
  /** First less second. */
  differences: number[];
  /** The same by repetition, for the 5×2cv tests; null where there are not five of two folds. */
  fiveByTwo: [number, number][] | null;
  /** For the corrected resampled t test. */
  testTrainRatio: number;
  /** The largest value of either: differences much smaller than it are its rounding. */
  scale: number;
}

/**
 * Two learners on the same splits, fold by fold. A fold without a finite value is an error that names it.
 *
 * @example
 * ```ts
 * import { evaluateLearner, fiveByTwo, foldDifferences } from 'fairbits';
 * import { fiveByTwoF } from 'fairbits/significance';
 *
 * const data = { rows: Array.from({ length: 40 }, (_, row) => row), labels: Array.from({ length: 40 }, (_, row) => row % 2), classes: 2 };
 * const saying = (p: number) => ({ fit: () => ({ predict: (rows: readonly number[]) => rows.map((row) => (row % 10 < 7 === (row % 2 === 1) ? p : 1 - p)) }) });
 * const a = await evaluateLearner(saying(0.6), data, fiveByTwo({ seed: 1 }));
 * const b = await evaluateLearner(saying(0.7), data, fiveByTwo({ seed: 1 }));
 * const { fiveByTwo: pairs } = foldDifferences(a, b, 'bayesianReward');
 * if (pairs) {
 *   fiveByTwoF(pairs).df; // → [ 10, 5 ]
 * }
 * ```
 */
export function foldDifferences(a: LearnerEvaluation, b: LearnerEvaluation, measure: FoldMeasure): FoldDifferences {
  if (a.splits !== b.splits)
    throw new FairbitsError(
      'option',
      `"${a.learner}" and "${b.learner}" were evaluated on different splits, and cannot be compared fold by fold: give both the same data, plan and seed`,
      {
        found: [a.plan.name, b.plan.name],
        expected: 'the same splits',
      },
    );
  const first = foldValues(a, measure);
  const second = foldValues(b, measure);
  const differences = a.folds.map(({ repetition, fold }, i) => {
    for (const [value, { learner }] of [
      [first[i], a],
      [second[i], b],
    ] as const) {
      if (!Number.isFinite(value))
        throw new FairbitsError(
          'value',
          `"${learner}" has ${Number.isNaN(value) ? 'no' : 'an infinite'} ${measure} in repetition ${repetition}, fold ${fold}: ${Number.isNaN(value) ? 'its test part is too small; take larger test parts' : 'differences must be finite; evaluate with a cutoff, such as mml'}`,
          { found: value, expected: 'a finite number in every fold' },
        );
    }
    return first[i] - second[i];
  });
  const isFiveByTwo = differences.length === 10 && a.folds.every(({ repetition, fold }, i) => repetition === i >> 1 && fold === (i & 1));
  return {
    first,
    second,
    differences,
    fiveByTwo: isFiveByTwo ? [0, 2, 4, 6, 8].map((i) => [differences[i], differences[i + 1]]) : null,
    testTrainRatio: a.testTrainRatio,
    scale: [...first, ...second].reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  };
}
