import { FairbitsError } from '../../base/errors.js';
import { Random } from '../../core/resampling/random.js';
import { apportion } from './apportion.js';

/** How many rows a share of n is: the nearest number, halves up. A whole number from 1 is itself a number of rows. */
export function partSize(what: string, share: number, n: number): number {
  const size = Number.isInteger(share) ? share : Math.round(share * n);
  if (size < 1)
    throw new FairbitsError('option', `the ${what} part is ${share} of ${n} rows, which is none: take a larger share, or a number of rows`, {
      found: share,
      expected: `at least ${0.5 / n}`,
    });
  return size;
}

/** A share below 1, or a number of rows. */
export function checkShare(what: string, share: number): number {
  if ((share > 0 && share < 1) || (Number.isSafeInteger(share) && share >= 1)) return share;
  throw new FairbitsError('option', `the ${what} part is ${share}: expected a share between 0 and 1, such as 0.25, or a whole number of rows`, {
    found: share,
    expected: 'a share between 0 and 1, or a number of rows',
  });
}

/** What the other parts leave for training. */
export function trainSize(n: number, others: number): number {
  if (others < n) return n - others;
  throw new FairbitsError('option', `${others} of ${n} rows would be kept from training, and none left for it: take smaller shares`, {
    found: others,
    expected: `fewer than ${n}`,
  });
}

/** The part of each row, at random: sizes[p] rows in part p, of each class its share to within one row. */
export function drawParts(groups: readonly Uint32Array[], sizes: readonly number[], seed: number, repetition: number): Uint32Array {
  const random = new Random(seed).fork(repetition);
  const table = apportion(
    groups.map((group) => group.length),
    sizes,
    random,
  );
  const parts = new Uint32Array(groups.reduce((sum, group) => sum + group.length, 0));
  for (const [c, group] of groups.entries()) {
    const order = random.shuffle(group.slice());
    let at = 0;
    for (const [p, count] of table[c].entries()) for (const end = at + count; at < end; at++) parts[order[at]] = p;
  }
  return parts;
}
