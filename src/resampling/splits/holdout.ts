import { checkShare, drawParts, partSize, trainSize } from './parts.js';
import { type Plan, type PlanOptions, planName, planOptions, type Split, type SplitRows } from './plan.js';
import { rowsOfPart, strata } from './strata.js';

/** What `holdout` can be told: the share of rows to test on, a third by default. */
export interface HoldoutOptions extends PlanOptions {
  /** The share of the rows to test on, or their number; a third by default (Witten & Frank, §5.3). */
  test?: number;
}

/**
 * Some rows to test on, the others to learn from (Witten & Frank, §5.3). With repetitions, each drawn anew: Korb, Hope & Hughes 2001, §5 have 25 of
 * two
 * thirds and one third. Stratified: each class's rows in a part are its due rounded down or up.
 *
 * @example
 * ```ts
 * import { holdout } from 'fairbits';
 *
 * const [{ train, test }] = holdout({ test: 1 / 3, seed: 1 }).splits(9);
 * [train.length, test.length]; // → [ 6, 3 ]
 * ```
 */
export function holdout({ test = 1 / 3, ...options }: HoldoutOptions = {}): Plan {
  const settings = planOptions(options);
  checkShare('test', test);
  return {
    kind: 'holdout',
    name: planName(`holdout of ${sizeWords(test)}`, settings),
    ...settings,
    count: () => settings.repetitions,
    splits(rows) {
      const groups = strata(rows, settings.stratified);
      const n = typeof rows === 'number' ? rows : rows.length;
      const size = partSize('test', test, n);
      return holdoutSplits(groups, [trainSize(n, size), size], settings);
    },
  };
}

/** What `trainValidationTest` can be told: the shares of rows to choose with and to test on. */
export interface TrainValidationTestOptions extends HoldoutOptions {
  /** The share of the rows to choose among models with, or their number; a fifth by default. */
  validation?: number;
}

/**
 * Three parts: to learn from, to choose among models with, and to test the chosen one on (Witten & Frank, §5.1, "parameter tuning"). Test is a
 * fifth by default.
 *
 * @example
 * ```ts
 * import { trainValidationTest } from 'fairbits';
 *
 * const [{ train, validation, test }] = trainValidationTest({ validation: 0.2, test: 0.2 }).splits(10);
 * [train.length, validation?.length, test.length]; // → [ 6, 2, 2 ]
 * ```
 */
export function trainValidationTest({ validation = 0.2, test = 0.2, ...options }: TrainValidationTestOptions = {}): Plan {
  const settings = planOptions(options);
  checkShare('validation', validation);
  checkShare('test', test);
  return {
    kind: 'train-validation-test',
    name: planName(`train, validation of ${sizeWords(validation)} and test of ${sizeWords(test)}`, settings),
    ...settings,
    count: () => settings.repetitions,
    splits(rows: SplitRows) {
      const groups = strata(rows, settings.stratified);
      const n = typeof rows === 'number' ? rows : rows.length;
      const sizes = [partSize('validation', validation, n), partSize('test', test, n)];
      return holdoutSplits(groups, [trainSize(n, sizes[0] + sizes[1]), ...sizes], settings);
    },
  };
}

function* holdoutSplits(groups: Uint32Array[], sizes: number[], { repetitions, seed }: Required<PlanOptions>): Generator<Split, void, undefined> {
  const last = sizes.length - 1;
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const parts = drawParts(groups, sizes, seed, repetition);
    yield { repetition, fold: 0, train: rowsOfPart(parts, 0), ...(last === 2 && { validation: rowsOfPart(parts, 1) }), test: rowsOfPart(parts, last) };
  }
}

const sizeWords = (size: number): string => (size < 1 ? `${Number((100 * size).toFixed(1))} %` : `${size} row${size > 1 ? 's' : ''}`);
