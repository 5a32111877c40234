import type { Labels } from 'fairbits';
import { FairbitsError, Random } from 'fairbits';
import type { Column, Dataset } from '../data/dataset.js';

/**
 * The rows to learn from, gathered: position i is the i-th of them.
 *
 * @example
 * ```ts
 * import { allRows, readCsv, Training } from 'fairbits/learners';
 *
 * const data = readCsv('x,play\n1,no\n2,no\n3,yes\n');
 * const training = new Training(data, allRows(data), data.labels, data.classes);
 * [...training.classCounts]; // → [ 2, 1 ]
 * training.majority; // → 0
 * ```
 */
export class Training {
  readonly n: number;
  readonly k: number;
  /** The attributes of these rows alone. */
  readonly columns: readonly Column[];
  /** The number of rows of each class. */
  readonly classCounts: Float64Array;

  constructor(
    readonly data: Dataset,
    readonly rows: ArrayLike<number>,
    readonly labels: Labels,
    readonly classes: readonly string[],
    readonly repetition = -1,
    readonly fold = -1,
  ) {
    this.n = rows.length;
    this.k = classes.length;
    for (let i = 0; i < rows.length; i++) {
      if (!(rows[i] >= 0 && rows[i] < data.rows))
        throw new FairbitsError('length', `row ${rows[i]} is not in ${data.name}, which has ${data.rows} rows`, {
          row: i,
          found: rows[i],
          expected: `0 to ${data.rows - 1}`,
        });
    }
    this.columns = data.attributes.map((column) => gathered(column, rows));
    this.classCounts = new Float64Array(this.k);
    for (let i = 0; i < this.n; i++) this.classCounts[labels[i]]++;
  }

  /** A generator for whatever a learner draws: other numbers in every split. */
  random(seed: number): Random {
    return new Random(seed).fork(this.repetition + 1).fork(this.fold + 1);
  }

  /** The most frequent class; of several the first. */
  get majority(): number {
    return firstLargest(this.classCounts);
  }
}

function gathered(column: Column, rows: ArrayLike<number>): Column {
  const n = rows.length;
  if (column.kind === 'numeric') {
    const values = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const value = column.values[rows[i]];
      if (value === Infinity || value === -Infinity)
        throw new FairbitsError('value', `"${column.name}" is ${value} in row ${rows[i]}; expected a number, or NaN where it is missing`, {
          row: rows[i],
          column: column.name,
          found: value,
          expected: 'a number, or NaN',
        });
      values[i] = value;
    }
    return { ...column, values };
  }
  const codes = new Int32Array(n);
  for (let i = 0; i < n; i++) codes[i] = column.codes[rows[i]];
  return { ...column, codes };
}

/** The middle of two values; where rounding or overflow takes it to the upper one or beyond, the lower one, so that `x <= cut` tells them apart. */
export function middleOf(lower: number, upper: number): number {
  const middle = (lower + upper) / 2;
  return lower <= middle && middle < upper ? middle : lower;
}

/** The place of the largest value; of several the first. */
export function firstLargest(values: ArrayLike<number>): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
  return best;
}

/** Divides by the sum, in place. Where the sum is 0 every share is the same. */
export function normalize(values: Float64Array, from = 0, to = values.length): void {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i];
  for (let i = from; i < to; i++) values[i] = sum > 0 ? values[i] / sum : 1 / (to - from);
}

/** Numbers as places in the list of the different ones. */
export interface RankedValues {
  /** In ascending order. */
  distinct: Float64Array;
  /** −1 where a value is missing. */
  ranks: Int32Array;
}

export function rankedValues(values: Float64Array): RankedValues {
  const { distinct, places } = differentValues(values);
  const ranks = new Int32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (Number.isNaN(value)) ranks[row] = -1;
    else ranks[row] = places ? places[value - distinct[0]] : placeOf(value, distinct);
  }
  return { distinct, ranks };
}

/** The different values in ascending order; 0 and −0 are one. Whole numbers that lie close together are counted, not sorted, and their places known from the least one on. */
export function differentValues(values: Float64Array): { distinct: Float64Array; places?: Int32Array } {
  let [known, least, most, isWhole] = [0, Infinity, -Infinity, true];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Number.isNaN(value)) continue;
    known++;
    if (value < least) least = value;
    if (value > most) most = value;
    if (value !== Math.floor(value)) isWhole = false;
  }
  const distinct = new Float64Array(known);
  let size = 0;
  if (known > 0 && isWhole && most - least <= 8 * known + 1024) {
    const places = new Int32Array(most - least + 1);
    for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) places[values[i] - least] = 1;
    for (let offset = 0; offset < places.length; offset++) {
      if (places[offset] === 0) continue;
      places[offset] = size;
      distinct[size++] = least + offset;
    }
    return { distinct: distinct.slice(0, size), places };
  }
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) distinct[size++] = values[i];
  distinct.sort();
  let different = 0;
  for (let i = 0; i < known; i++) if (i === 0 || distinct[i] !== distinct[different - 1]) distinct[different++] = distinct[i];
  return { distinct: distinct.slice(0, different) };
}

function placeOf(value: number, distinct: Float64Array): number {
  let [from, to] = [0, distinct.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (distinct[middle] < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Positions whose value is known, in ascending order of it; ties by position. */
export function sortedKnown(values: Float64Array, { distinct, ranks }: RankedValues = rankedValues(values)): Int32Array {
  const starts = new Int32Array(distinct.length + 1);
  for (const rank of ranks) if (rank >= 0) starts[rank + 1]++;
  for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1];
  const order = new Int32Array(starts[distinct.length]);
  for (let row = 0; row < ranks.length; row++) if (ranks[row] >= 0) order[starts[ranks[row]]++] = row;
  return order;
}
