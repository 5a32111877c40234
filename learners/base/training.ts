import type { Labels } from 'fairbits';
import { FairbitsError, Random } from 'fairbits';
import type { Column, Dataset } from '../data/dataset.js';

/** The rows to learn from, gathered: position i is the i-th of them. */
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
    for (let i = 0; i < n; i++) values[i] = column.values[rows[i]];
    return { ...column, values };
  }
  const codes = new Int32Array(n);
  for (let i = 0; i < n; i++) codes[i] = column.codes[rows[i]];
  return { ...column, codes };
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

/** Positions whose value is known, in ascending order of it; ties by position. */
export function sortedKnown(values: Float64Array): Int32Array {
  let known = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) known++;
  const order = new Int32Array(known);
  for (let i = 0, at = 0; i < values.length; i++) if (!Number.isNaN(values[i])) order[at++] = i;
  return order.sort((a, b) => values[a] - values[b] || a - b);
}
