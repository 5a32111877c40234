import { FairbitsError } from '../../base/errors.js';
import { Random } from '../../core/resampling/random.js';
import { type Plan, type PlanKind, type PlanOptions, planName, planOptions, type Split, wholeSetting } from './plan.js';
import { rowsOfPart, strata } from './strata.js';

/** What `kFold` can be told: the number of folds, ten by default. */
export interface KFoldOptions extends PlanOptions {
  /** 10 by default (Witten & Frank, §5.3). */
  folds?: number;
}

/**
 * Cross-validation (Witten & Frank, §5.3): every row is tested on once a repetition, by what was learned from the other folds. The
 * sizes of folds differ by one row at most; so do, stratified, the folds' numbers of rows of each class.
 *
 * @example
 * ```ts
 * import { kFold } from 'fairbits';
 *
 * const splits = [...kFold({ folds: 5, seed: 1 }).splits(12)];
 * splits.map(({ test }) => test.length); // → [ 2, 2, 2, 3, 3 ]
 * ```
 */
export function kFold({ folds = 10, ...options }: KFoldOptions = {}): Plan {
  const settings = planOptions(options);
  wholeSetting('folds', folds, 2);
  return {
    kind: 'k-fold' satisfies PlanKind,
    name: planName(`${folds}-fold cross-validation`, settings),
    ...settings,
    count: () => settings.repetitions * folds,
    splits(rows) {
      const groups = strata(rows, settings.stratified);
      const n = typeof rows === 'number' ? rows : rows.length;
      if (folds > n)
        throw new FairbitsError('option', `${folds} folds of ${n} rows would leave some folds empty: take ${n} folds or fewer, or leaveOneOut()`, {
          found: folds,
          expected: `2 to ${n} folds`,
        });
      return foldSplits(groups, n, folds, settings);
    },
  };
}

/**
 * Dietterich 1998 (Neural Computation 10, 1895–1923), §3.5: two folds, five times; what the 5×2cv tests take. Hope & Korb 2004, §5 have the folds
 * stratified.
 *
 * @example
 * ```ts
 * import { fiveByTwo } from 'fairbits';
 *
 * [...fiveByTwo().splits(10)].length; // → 10
 * ```
 */
export function fiveByTwo(options: Pick<PlanOptions, 'stratified' | 'seed'> = {}): Plan {
  return kFold({ ...options, folds: 2, repetitions: 5 });
}

/** Rows are dealt like cards, class after class, starting at a random fold: so each row is equally likely in each fold. */
function* foldSplits(groups: Uint32Array[], n: number, folds: number, { repetitions, seed }: Required<PlanOptions>): Generator<Split, void, undefined> {
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const random = new Random(seed).fork(repetition);
    const foldOf = new Uint32Array(n);
    let next = random.below(folds);
    for (const group of groups) {
      for (const row of random.shuffle(group.slice())) {
        foldOf[row] = next;
        next = (next + 1) % folds;
      }
    }
    for (let fold = 0; fold < folds; fold++) yield { repetition, fold, train: rowsOfPart(foldOf, fold, true), test: rowsOfPart(foldOf, fold) };
  }
}
