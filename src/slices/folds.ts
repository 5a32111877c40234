import { csvCell } from '../base/csvCell.js';
import { type Reported, reported } from '../base/reported.js';
import { measures } from '../core/measures/registry.js';
import type { RewardStatistics } from '../core/statistics/rewardStatistics.js';

const FOLD_NAME = /^(?:cv_?)?(?:fold|folds|split)(?:_?(?:id|nr|no|number))?$/i;

/** Whether a column says, by its name, in which fold of a cross-validation a row was tested. */
export const isFoldColumn = (name: string): boolean => FOLD_NAME.test(name.trim());

/** Folds of a cross-validation, each under the prior of the rows that its learner was trained on: those of the other folds of its replication. */
export interface FoldReport {
  /** Test rows to training rows, for the corrected resampled t test. */
  testTrainRatio: number;
  folds: {
    fold: string;
    /** Where folds are called such as 2-1: which repetition of the cross-validation. */
    replication?: string;
    testRows: number;
    trainRows: number;
    prior: Record<string, number>;
    measures: Record<string, Reported>;
  }[];
}

type FoldSlice = { name: string; statistics: RewardStatistics };

/** Every measure of each fold. Folds called 1-1, 1-2, 2-1, … are those of several replications. */
export function foldsOf(slices: readonly FoldSlice[]): FoldReport {
  const parts = slices.map(({ name }) => /^(\w+)[-.:/](\w+)$/.exec(name));
  const replicated = parts.every((part) => part !== null);
  const sorted = slices.map((slice, i) => ({
    ...slice,
    replication: replicated ? parts[i]?.[1] : undefined,
    fold: replicated ? (parts[i]?.[2] as string) : slice.name,
  }));
  sorted.sort((a, b) => (a.name < b.name ? -1 : 1));
  const folds = sorted.map(({ replication, fold, statistics }) => {
    const { classes } = statistics;
    const training = new Float64Array(classes.length);
    for (const other of sorted)
      if (other.statistics !== statistics && other.replication === replication)
        for (const [c, count] of other.statistics.tally.confusion.actual().entries()) training[c] += count;
    const values = statistics.prior({ counts: training });
    const means = measures.map(({ id }) => [id, statistics.untold(id, values) ? null : reported(statistics.mean(id, values))] as const);
    return {
      fold,
      ...(replication === undefined ? {} : { replication }),
      testRows: statistics.weight,
      trainRows: training.reduce((sum, count) => sum + count, 0),
      prior: Object.fromEntries(classes.map((each, c) => [each, values[c]])),
      measures: Object.fromEntries(means) as Record<string, Reported>,
    };
  });
  const ratio = folds.reduce((sum, { testRows, trainRows }) => sum + testRows / trainRows, 0) / folds.length;
  return { testTrainRatio: ratio, folds };
}

/** One measure of each fold, as the tests of folds read it: replication where there is one, fold, and a column that is called as the learner. */
export function foldScoresCsv({ folds }: FoldReport, measure: string, learner: string): string {
  const replicated = folds.some(({ replication }) => replication !== undefined);
  const lines = folds.map(({ replication, fold, measures: found }) => {
    const value = found[measure];
    return `${replicated ? `${csvCell(replication ?? '')},` : ''}${csvCell(fold)},${value === null ? '' : String(value).replace('Infinity', 'inf')}\n`;
  });
  return `${replicated ? 'replication,' : ''}fold,${csvCell(learner)}\n${lines.join('')}`;
}
