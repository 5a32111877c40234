import { FairbitsError } from '../base/errors.js';

/** How often each row counts: 2 is the row twice, 0 no row. Fractions will do. */
export type Weights = Float64Array | Float32Array;

/** Weights of so many rows. */
export function checkWeights(weights: Weights, rows: number): void {
  if (!(weights instanceof Float64Array || weights instanceof Float32Array))
    throw new FairbitsError('type', 'weights must be a Float64Array or Float32Array', { found: typeof weights, expected: 'Float64Array or Float32Array' });
  if (weights.length !== rows)
    throw new FairbitsError('length', `${weights.length} weights do not fit ${rows} rows: expected one for each`, {
      found: weights.length,
      expected: `${rows} weights`,
    });
  for (let r = 0; r < rows; r++) if (!isWeight(weights[r])) throw badWeight(r, weights[r]);
}

/** What is smaller or larger is no count of rows, and sums of it could not be exact. */
export const WEIGHT_RANGE: readonly [least: number, most: number] = [1e-15, 1e15];
export const WEIGHT_WORDS = '0, or a number from 1e-15 to 1e15';

export function isWeight(x: number): boolean {
  return x === 0 || (x >= WEIGHT_RANGE[0] && x <= WEIGHT_RANGE[1]);
}

export function badWeight(row: number, found: number): FairbitsError {
  return new FairbitsError('weight', `row ${row}: the weight is ${found}; expected ${WEIGHT_WORDS}`, { row, found, expected: WEIGHT_WORDS });
}

/** Sums with what rounding took off each (Neumaier): row by row, so chunks of any size give the same bits. */
export class CarriedSums {
  readonly sums: Float64Array;
  readonly lost: Float64Array;

  constructor(length: number) {
    this.sums = new Float64Array(length);
    this.lost = new Float64Array(length);
  }

  add(i: number, x: number): void {
    const before = this.sums[i];
    const sum = before + x;
    this.lost[i] += Math.abs(before) >= Math.abs(x) ? before - sum + x : x - sum + before;
    this.sums[i] = sum;
  }

  get(i: number): number {
    return this.sums[i] + this.lost[i];
  }

  clear(): void {
    this.sums.fill(0);
    this.lost.fill(0);
  }
}
