import type { Training } from '../base/training.js';
import type { Column } from '../data/dataset.js';
import { branchOf } from './answer.js';
import { LEAST_LEAF, type QuinlanNode } from './node.js';

const f = Math.fround;

/** A numeric attribute: its values in single precision, as places in the list of different ones. */
interface Ranked {
  ranks: Int32Array;
  values: Float32Array;
  /** Rows whose value is known, in ascending order of it. */
  order: Int32Array;
}

/**
 * The training rows with their weights, in an order in which those of a node lie side by side. Dividing a node moves rows about, and gives
 * rows whose value is missing to each branch in turn, their weights reduced for as long; multiplied and divided in single precision, as C5.0 does.
 */
export class Cases {
  readonly n: number;
  readonly k: number;
  readonly columns: readonly Column[];
  readonly labels: Int32Array;
  readonly weights: Float32Array;
  /** Rows; a node has those from a place to a place. */
  readonly order: Int32Array;
  /** Whether an attribute has missing values. */
  readonly gaps: readonly boolean[];
  readonly ranked: readonly (Ranked | undefined)[];

  constructor(training: Training) {
    this.n = training.n;
    this.k = training.k;
    this.columns = training.columns;
    this.labels = Int32Array.from(training.labels);
    this.weights = new Float32Array(this.n).fill(1);
    this.order = Int32Array.from({ length: this.n }, (_, i) => i);
    this.gaps = this.columns.map((column) => (column.kind === 'numeric' ? column.values.some(Number.isNaN) : column.codes.includes(-1)));
    this.ranked = this.columns.map((column) => (column.kind === 'numeric' ? rankedOf(column.values) : undefined));
  }

  /** Puts rows into the order that they came in, those of a mark first. Returns how many these are. */
  reset(first?: Uint8Array): number {
    let at = 0;
    if (first) for (let row = 0; row < this.n; row++) if (first[row]) this.order[at++] = row;
    const marked = at;
    for (let row = 0; row < this.n; row++) if (!first?.[row]) this.order[at++] = row;
    return marked;
  }

  weightOf(from: number, to: number): number {
    let sum = 0;
    for (let i = from; i < to; i++) sum += this.weights[this.order[i]];
    return f(sum);
  }

  countsOf(from: number, to: number): Float64Array {
    const counts = new Float64Array(this.k);
    for (let i = from; i < to; i++) counts[this.labels[this.order[i]]] += this.weights[this.order[i]];
    return counts;
  }

  /**
   * Goes through the branches of a test that get more than nothing, with the places of the rows that each gets and their weight. `light`: leave out rows with a missing value
   * and next to no weight where there are very many.
   */
  divide(
    node: QuinlanNode,
    start: number,
    to: number,
    weight: number,
    light: boolean,
    visit: (branch: number, from: number, to: number, weight: number) => void,
  ): void {
    const { weights, order } = this;
    const column = this.columns[node.attribute];
    let from = start;
    let missing = this.gather(node, -1, from, to) - from;
    let missingWeight = this.weightOf(from, from + missing);
    const known = f(weight - missingWeight);
    if (light && to - from > 1000 && missing > 0.5 * (to - from) && node.branches.length >= 9)
      for (let i = from, end = from + missing; i < end; i++) {
        if (!(weights[order[i]] < 0.1)) continue;
        missing--;
        missingWeight = f(missingWeight - weights[order[i]]);
        this.swap(from++, i);
      }
    for (let branch = 0; branch < node.branches.length; branch++) {
      let end = this.gather(node, branch, from + missing, to);
      const own = this.weightOf(from + missing, end);
      const share = missing === 0 ? 0 : f(own / known);
      const total = f(own + share * missingWeight);
      if (!(total >= LEAST_LEAF)) continue;
      for (let i = from; i < from + missing; i++) weights[order[i]] *= share;
      visit(branch, from, end, total);
      // Rows with a missing value go on to the next branch.
      if (missing > 0)
        for (let i = end - 1; i >= from; i--) {
          if (branchOf(node, column, order[i]) >= 0) continue;
          weights[order[i]] /= share;
          this.swap(i, --end);
        }
      from = end;
    }
  }

  /** Brings the rows of a branch to the front; returns the place behind them. */
  private gather(node: QuinlanNode, branch: number, from: number, to: number): number {
    if (branch < 0 && !this.gaps[node.attribute]) return from;
    const column = this.columns[node.attribute];
    let at = from;
    for (let i = from; i < to; i++) if (branchOf(node, column, this.order[i]) === branch) this.swap(at++, i);
    return at;
  }

  private swap(a: number, b: number): void {
    const row = this.order[a];
    this.order[a] = this.order[b];
    this.order[b] = row;
  }
}

function rankedOf(numbers: Float64Array): Ranked {
  const values = Float32Array.from(numbers);
  const order = Int32Array.from(numbers.keys()).filter((row) => !Number.isNaN(values[row]));
  order.sort((a, b) => values[a] - values[b] || a - b);
  const ranks = new Int32Array(values.length).fill(-1);
  const different: number[] = [];
  for (const row of order) {
    if (different.length === 0 || values[row] > different[different.length - 1]) different.push(values[row]);
    ranks[row] = different.length - 1;
  }
  return { ranks, values: Float32Array.from(different), order };
}
