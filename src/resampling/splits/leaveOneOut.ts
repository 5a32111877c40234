import { type Plan, rowCount, type Split } from './plan.js';

/**
 * Each row tested on by what was learned from all the others (Witten & Frank, §5.4). Nothing is random, and nothing stratified: a
 * learner that predicts the majority of two equally frequent classes is wrong every time. n splits of n rows each.
 *
 * @example
 * ```ts
 * import { leaveOneOut } from 'fairbits';
 *
 * [...leaveOneOut().splits(3)].map(({ train, test }) => [[...train], [...test]]); // → [ [ [ 1, 2 ], [ 0 ] ], [ [ 0, 2 ], [ 1 ] ], [ [ 0, 1 ], [ 2 ] ] ]
 * ```
 */
export function leaveOneOut(): Plan {
  return {
    kind: 'leave-one-out',
    name: 'leave-one-out',
    repetitions: 1,
    stratified: false,
    seed: 0,
    count: (rows) => rows,
    splits: (rows) => leave(rowCount(rows)),
  };
}

function* leave(n: number): Generator<Split, void, undefined> {
  for (let fold = 0; fold < n; fold++) {
    const train = Uint32Array.from({ length: n - 1 }, (_, i) => (i < fold ? i : i + 1));
    yield { repetition: 0, fold, train, test: Uint32Array.of(fold) };
  }
}
