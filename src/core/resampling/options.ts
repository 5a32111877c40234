import { FairbitsError } from '../../base/errors.js';
import type { Seed } from '../../kernels/plain/random.js';
import { toSeed } from './random.js';

/** How many replicates, from which seed. A replicate depends on the seed, its number and the rows alone. */
export interface ReplicateOptions {
  /** How many times the rows are drawn anew; 2,000 by default. */
  replicates?: number;
  /** A whole number; 1 by default. The same seed gives the same replicates, everywhere. */
  seed?: number | Seed;
  /** The number of the first replicate, 0 by default: replicates 500 to 999 are the same whoever makes them. */
  first?: number;
}

export interface Replicates {
  replicates: number;
  seed: Seed;
  first: number;
}

const REPLICATE_NUMBERS = 2 ** 32;

export function replicatesOf({ replicates = 2000, seed = 1, first = 0 }: ReplicateOptions = {}): Replicates {
  if (!(Number.isInteger(replicates) && replicates >= 1 && Number.isInteger(first) && first >= 0 && first + replicates <= REPLICATE_NUMBERS))
    throw new FairbitsError('option', `${replicates} replicates from number ${first} on: expected whole numbers, at least one replicate and 2^32 in all`, {
      found: replicates,
      expected: 'a whole number of replicates, at least 1',
    });
  return { replicates, seed: toSeed(seed), first };
}

/** One column, or several of the same length. */
export function checkShape(columns: readonly Float64Array[]): void {
  const [first] = columns;
  if (first === undefined) throw new FairbitsError('length', 'there is no column to resample', { found: 0, expected: 'at least one column' });
  columns.forEach((column, i) => {
    if (!(column instanceof Float64Array))
      throw new FairbitsError('type', `column ${i} is no Float64Array: expected one number per row`, { found: typeof column, expected: 'a Float64Array' });
    if (column.length !== first.length)
      throw new FairbitsError('length', `column ${i} has ${column.length} rows and column 0 has ${first.length}: expected columns of one length`, {
        found: column.length,
        expected: `${first.length} rows`,
      });
  });
}

/**
 * That a column has a mean: all of it numbers, and infinite ones of one sign. Returns that sign, or what it was before
 * these rows.
 */
export function checkValues(values: Float64Array, column: number, rowsBefore = 0, signBefore = 0): number {
  if (allFinite(values)) return signBefore;
  let sign = signBefore;
  for (let r = 0; r < values.length; r++) {
    if (Math.abs(values[r]) < Infinity) continue;
    const row = rowsBefore + r;
    if (Number.isNaN(values[r]))
      throw new FairbitsError('value', `row ${row} of column ${column} is not a number: expected a value for each row`, {
        row,
        found: NaN,
        expected: 'a number',
      });
    if (sign === -Math.sign(values[r]))
      throw new FairbitsError('value', `column ${column} holds both ∞ and −∞ (the other one at row ${row}): expected one of them, or it has no mean`, {
        row,
        found: values[r],
        expected: 'infinite values of one sign',
      });
    sign = Math.sign(values[r]);
  }
  return sign;
}

/** Without a branch at each value: 0 times a finite number is 0, and anything else leaves NaN. */
function allFinite(values: Float64Array): boolean {
  let a = 0;
  let b = 0;
  const even = values.length & ~1;
  for (let r = 0; r < even; r += 2) {
    a += 0 * values[r];
    b += 0 * values[r + 1];
  }
  if (even < values.length) a += 0 * values[even];
  return a + b === 0;
}
