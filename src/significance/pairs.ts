import { FairbitsError } from '../base/errors.js';
import { sum } from '../math/elementary.js';
import type { Degenerate } from './result.js';

/** Scores of two learners on the same folds, data sets or instances. */
interface Pairs {
  n: number;
  /** First less second. */
  differences: Float64Array;
  mean: number;
  /** With n − 1. */
  variance: number;
  degenerate: Degenerate | undefined;
}

/** Half a unit in the last place of each number in a difference, as it was rounded when it was read. */
const READ_ROUNDING = 2 ** -52;

export function checkPairs(a: ArrayLike<number>, b: ArrayLike<number>, test: string, least: number): void {
  if (a.length !== b.length)
    throw new FairbitsError('length', `${test}: ${a.length} scores of the first and ${b.length} of the second: expected pairs`, {
      found: `${a.length} and ${b.length}`,
      expected: 'as many of each',
    });
  if (!(a.length >= least))
    throw new FairbitsError('length', `${test} needs at least ${least} pairs, found ${a.length}`, { found: a.length, expected: `${least} or more` });
}

export function checkFinite(values: ArrayLike<number>, test: string): void {
  for (let row = 0; row < values.length; row++)
    if (!Number.isFinite(values[row]))
      throw new FairbitsError('value', `${test}: value ${row} (counted from 0) is ${values[row]}: expected a finite number`, {
        row,
        found: values[row],
        expected: 'a finite number',
      });
}

/** The differences, their mean and variance, and whether they vary at all beyond the rounding of the numbers. */
export function pairs(a: ArrayLike<number>, b: ArrayLike<number>, test: string): Pairs {
  checkPairs(a, b, test, 2);
  checkFinite(a, test);
  checkFinite(b, test);
  const n = a.length;
  const differences = new Float64Array(n);
  let largest = 0;
  let none = true;
  for (let i = 0; i < n; i++) {
    const size = Math.max(Math.abs(a[i]), Math.abs(b[i]));
    differences[i] = a[i] - b[i];
    largest = Math.max(largest, size);
    if (Math.abs(differences[i]) > READ_ROUNDING * size) none = false;
  }
  const mean = sum(differences) / n;
  const variance = sum(differences, (d) => (d - mean) * (d - mean)) / (n - 1);
  // 0.8 − 0.7 and 0.7 − 0.6 are the same difference, though not the same number.
  const constant = differences.every((d) => Math.abs(d - mean) <= 2 * READ_ROUNDING * largest);
  return { n, differences, mean, variance, degenerate: none ? 'no-difference' : constant ? 'constant-difference' : undefined };
}
