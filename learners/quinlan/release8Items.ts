import type { Training } from '../base/training.js';
import type { Column } from '../data/dataset.js';
import { branchOf } from './answer.js';
import type { QuinlanNode } from './node.js';

const f = Math.fround;

/** Beyond this depth the order in which C4.5 leaves equal values is given up for speed. */
const DEEPEST_SORT = 2000;

/**
 * The rows of C4.5, release 8, each with its weight, in the order in which the program would have them: its sums are of single precision, so that with
 * fractions of rows, which missing values bring about, the order decides last digits, and these whether a branch has its least weight.
 */
export class Release8Items {
  readonly n: number;
  readonly k: number;
  readonly columns: readonly Column[];
  readonly labels: Int32Array;
  /** The row at each place, and its weight. */
  readonly rows: Int32Array;
  readonly weights: Float32Array;
  /** Numeric attributes in single precision. */
  readonly values: readonly (Float32Array | undefined)[];
  /** Whether an attribute has missing values. */
  readonly gaps: readonly boolean[];
  /** No value that was tested was missing: every weight is 1. */
  allKnown = true;
  /** Some value is missing somewhere, so that order counts. */
  private readonly ordered: boolean;
  private readonly sorted: readonly (Int32Array | undefined)[];
  private readonly keys: Float32Array;
  private readonly within: Uint8Array;

  constructor(training: Training) {
    this.n = training.n;
    this.k = training.k;
    this.columns = training.columns;
    this.labels = Int32Array.from(training.labels);
    this.rows = Int32Array.from({ length: this.n }, (_, i) => i);
    this.weights = new Float32Array(this.n).fill(1);
    this.values = this.columns.map((column) => (column.kind === 'numeric' ? Float32Array.from(column.values) : undefined));
    this.gaps = this.columns.map((column) => (column.kind === 'numeric' ? column.values.some(Number.isNaN) : column.codes.includes(-1)));
    this.ordered = this.gaps.includes(true);
    this.sorted = this.values.map((values) => (values && !this.ordered ? sortedRows(values) : undefined));
    this.keys = new Float32Array(this.n);
    this.within = new Uint8Array(this.n);
  }

  count(from: number, to: number): number {
    if (this.allKnown) return to - from;
    let sum = 0;
    for (let i = from; i < to; i++) sum = f(sum + this.weights[i]);
    return sum;
  }

  countsOf(from: number, to: number): Float32Array {
    const counts = new Float32Array(this.k);
    for (let i = from; i < to; i++) counts[this.labels[this.rows[i]]] += this.weights[i];
    return counts;
  }

  /** Brings the rows of a branch (−1: of missing values) to the front; returns the place behind them. */
  gather(node: QuinlanNode, branch: number, from: number, to: number): number {
    if (branch < 0 && !this.gaps[node.attribute]) return from;
    const column = this.columns[node.attribute];
    let at = from;
    for (let i = from; i < to; i++) if (branchOf(node, column, this.rows[i]) === branch) this.swap(at++, i);
    return at;
  }

  /**
   * Goes through the branches of a test that have a row with a known value, with the rows that each gets: those with a missing value come first, their weights
   * multiplied by the branch's share for as long.
   */
  divide(node: QuinlanNode, from: number, to: number, known: number, firstKnown: number, visit: (branch: number, to: number, share: number) => void): void {
    const before = this.allKnown;
    if (firstKnown !== from) this.allKnown = false;
    for (let branch = 0; branch < node.branches.length; branch++) {
      const end = this.gather(node, branch, firstKnown, to);
      if (end === firstKnown) continue;
      const share = f(this.count(firstKnown, end) / known);
      for (let i = from; i < firstKnown; i++) this.weights[i] *= share;
      visit(branch, end, share);
      this.gather(node, -1, from, end);
      for (let i = from; i < firstKnown; i++) this.weights[i] /= share;
    }
    this.allKnown = before;
  }

  /** Brings rows whose value of a numeric attribute is missing to the front; returns the place behind them. */
  gatherMissing(attribute: number, from: number, to: number): number {
    if (!this.gaps[attribute]) return from;
    const values = this.values[attribute] as Float32Array;
    let at = from;
    for (let i = from; i < to; i++) if (Number.isNaN(values[this.rows[i]])) this.swap(at++, i);
    return at;
  }

  /** Sorts rows by a numeric attribute. */
  sort(attribute: number, from: number, to: number): void {
    const values = this.values[attribute] as Float32Array;
    const { keys, rows } = this;
    const sorted = this.sorted[attribute];
    if (sorted && (to - from) * 8 > this.n) {
      for (let i = from; i < to; i++) this.within[rows[i]] = 1;
      for (let i = 0, at = from; i < sorted.length; i++) if (this.within[sorted[i]]) rows[at++] = sorted[i];
      for (let i = from; i < to; i++) this.within[rows[i]] = 0;
      return;
    }
    for (let i = from; i < to; i++) keys[i] = values[rows[i]];
    this.quicksort(from, to - 1, 0);
  }

  /** As the program sorts, so that rows of equal values end in the same order. */
  private quicksort(start: number, last: number, depth: number): void {
    const { keys } = this;
    let from = start;
    while (from < last) {
      let i = from;
      while (i < last && keys[i] <= keys[i + 1]) i++;
      // In order: it would leave all as it is.
      if (i === last) return;
      if (depth > DEEPEST_SORT) {
        this.plainSort(from, last);
        return;
      }
      const pivot = keys[last];
      let middle = from;
      for (i = from; i < last; i++) if (keys[i] <= pivot) this.exchange(middle++, i);
      let lower = middle - 1;
      for (i = lower; i >= from; i--) if (keys[i] === pivot) this.exchange(lower--, i);
      this.quicksort(from, lower, depth + 1);
      this.exchange(middle, last);
      from = middle + 1;
    }
  }

  private plainSort(from: number, last: number): void {
    const { rows, weights, keys } = this;
    const order = Array.from({ length: last - from + 1 }, (_, i) => from + i).sort((a, b) => keys[a] - keys[b] || a - b);
    const [oldRows, oldWeights, oldKeys] = [rows.slice(from, last + 1), weights.slice(from, last + 1), keys.slice(from, last + 1)];
    for (const [i, place] of order.entries()) {
      rows[from + i] = oldRows[place - from];
      weights[from + i] = oldWeights[place - from];
      keys[from + i] = oldKeys[place - from];
    }
  }

  private exchange(a: number, b: number): void {
    if (a === b) return;
    const key = this.keys[a];
    this.keys[a] = this.keys[b];
    this.keys[b] = key;
    this.swap(a, b);
  }

  private swap(a: number, b: number): void {
    const row = this.rows[a];
    this.rows[a] = this.rows[b];
    this.rows[b] = row;
    const weight = this.weights[a];
    this.weights[a] = this.weights[b];
    this.weights[b] = weight;
  }
}

function sortedRows(values: Float32Array): Int32Array {
  return Int32Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
}
