import { type Classes, classIndex, classNames } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import type { Labels } from '../input.js';

/** Sets of classes, one after the other: set r has sizes[r] members, class indices in any order, none twice. */
export interface RuleSets {
  members: Uint16Array;
  sizes: Uint16Array;
}

/**
 * Sets written as arrays of classes, by name or index: `ruleSets(['a', 'b', 'c'], [['a', 'c'], [], ['b']])`.
 *
 * @example
 * ```ts
 * import { ruleSets } from 'fairbits';
 *
 * ruleSets(['a', 'b', 'c'], [['a', 'c'], [], ['b']]); // → { members: Uint16Array(3) [ 0, 2, 1 ], sizes: Uint16Array(3) [ 2, 0, 1 ] }
 * ```
 */
export function ruleSets(classes: Classes, sets: readonly (readonly (string | number)[])[]): RuleSets {
  const names = classNames(classes);
  const members = sets.flatMap((set) => set.map((wanted) => classIndex(names, wanted)));
  const large = sets.findIndex((set) => set.length > names.length);
  if (large >= 0)
    throw new FairbitsError('class', `row ${large}: a set of ${sets[large].length} out of ${names.length} classes: expected each class once`, {
      row: large,
      found: sets[large].length,
      expected: `${names.length} classes at most`,
    });
  return { members: Uint16Array.from(members), sizes: Uint16Array.from(sets, (set) => set.length) };
}

/** That the arrays are of the right kinds, and have the same rows. */
export function checkSets({ members, sizes }: RuleSets, labels: Labels): void {
  if (!(members instanceof Uint16Array && sizes instanceof Uint16Array))
    throw new FairbitsError('type', 'sets are { members, sizes }, both Uint16Arrays; ruleSets() makes them of lists', {
      expected: '{ members: Uint16Array, sizes: Uint16Array }',
    });
  if (!(labels instanceof Uint8Array || labels instanceof Uint16Array || labels instanceof Uint32Array))
    throw new FairbitsError('type', 'labels must be a Uint8Array, Uint16Array or Uint32Array of class indices', {
      found: typeof labels,
      expected: 'Uint8Array, Uint16Array or Uint32Array',
    });
  if (sizes.length !== labels.length)
    throw new FairbitsError('length', `${sizes.length} sets and ${labels.length} labels: expected one of each to a row`, {
      found: sizes.length,
      expected: `${labels.length} sets`,
    });
}
