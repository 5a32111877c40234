import type { Training } from '../base/training.js';
import type { Column } from './dataset.js';

/** Attributes as nominal ones: numeric values by their bins. */
export class Binned {
  /** The number of values of each attribute; 1 where a numeric one has no cut. */
  readonly sizes: number[];

  constructor(
    private readonly attributes: readonly Column[],
    readonly cuts: readonly (readonly number[])[],
  ) {
    this.sizes = attributes.map((column, a) => (column.kind === 'nominal' ? column.categories.length : cuts[a].length + 1));
  }

  get count(): number {
    return this.attributes.length;
  }

  name(a: number): string {
    return this.attributes[a].name;
  }

  /** A value in words. */
  valueName(a: number, code: number): string {
    const column = this.attributes[a];
    if (column.kind === 'nominal') return column.categories[code];
    const cuts = this.cuts[a];
    if (cuts.length === 0) return 'any';
    return code === 0 ? `<= ${cuts[0]}` : code === cuts.length ? `> ${cuts[code - 1]}` : `${cuts[code - 1]} to ${cuts[code]}`;
  }

  /** The codes of rows of the dataset, one array for each attribute; −1 where the value is missing. */
  codes(rows: ArrayLike<number>): Int32Array[] {
    return this.attributes.map((column, a) => {
      const codes = new Int32Array(rows.length);
      if (column.kind === 'nominal') for (let i = 0; i < rows.length; i++) codes[i] = column.codes[rows[i]];
      else putBins(column.values, rows, this.cuts[a], codes);
      return codes;
    });
  }
}

function putBins(values: Float64Array, rows: ArrayLike<number>, cuts: readonly number[], into: Int32Array): void {
  for (let i = 0; i < rows.length; i++) into[i] = binOf(values[rows[i]], cuts);
}

/** The bin of a value: those up to a cut are left of it. */
export function binOf(value: number, cuts: readonly number[]): number {
  if (Number.isNaN(value)) return -1;
  let [from, to] = [0, cuts.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (value <= cuts[middle]) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The training part and how its attributes are binned. */
export function binnedTraining(training: Training, cuts: readonly (readonly number[])[]): { binned: Binned; codes: Int32Array[] } {
  const binned = new Binned(training.data.attributes, cuts);
  return { binned, codes: binned.codes(training.rows) };
}
