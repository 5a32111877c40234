import type { Complexity, DataModel } from '../base/learner.js';
import type { Training } from '../base/training.js';

/** What a set of rules claims for a row: k zeros and ones, from a place on. */
export type Claim = (row: number, into: Uint8Array, at: number) => void;

/**
 * A model of what rules claim. Its estimates are the frequencies of the classes among training rows for which the same classes were claimed, with one more row of
 * each class.
 */
export function claimModel(training: Training, claim: Claim, describe: () => string, complexity: () => Complexity | null): DataModel {
  const { k, rows: trained, labels } = training;
  const claims = (rows: ArrayLike<number>): Uint8Array => {
    const all = new Uint8Array(rows.length * k);
    for (let i = 0; i < rows.length; i++) claim(rows[i], all, i * k);
    return all;
  };
  const counts = new Map<string, Float64Array>();
  const key = (all: Uint8Array, i: number): string => all.subarray(i * k, (i + 1) * k).join('');
  const own = claims(trained);
  for (let i = 0; i < trained.length; i++) {
    const group = counts.get(key(own, i)) ?? new Float64Array(k);
    group[labels[i]]++;
    counts.set(key(own, i), group);
  }
  return {
    predict(rows) {
      const all = claims(rows);
      const estimates = new Float64Array(rows.length * k);
      for (let i = 0; i < rows.length; i++) {
        // Sets that training never had: as among all rows.
        const group = counts.get(key(all, i)) ?? training.classCounts;
        const n = group.reduce((sum, count) => sum + count, 0);
        for (let c = 0; c < k; c++) estimates[i * k + c] = (group[c] + 1) / (n + k);
      }
      return estimates;
    },
    claims,
    describe,
    complexity,
  };
}
