import type { Training } from '../base/training.js';
import type { Column } from '../data/dataset.js';
import { atLeast, atMost, equal, greater } from './compare.js';
import type { TreeNode } from './node.js';
import { type Candidate, type KnownWeights, NumericTests, type Work } from './numericTests.js';

const EPSILON = 1e-3;

/** Grows a tree as Weka's J48 does (C4.5, Quinlan 1993). */
export class Grower {
  private readonly numeric: NumericTests;
  /** The branch of each row of the node at hand. */
  private readonly branchOf: Int32Array;
  private readonly labels: Int32Array;
  private readonly manyValued: boolean;
  /** Whether a row has a missing value. */
  private readonly hasGap: Uint8Array;
  // Room for counts and rows.
  private readonly known: readonly KnownWeights[];
  private bags: Float64Array;
  private readonly moved: Int32Array;

  constructor(
    private readonly training: Training,
    private readonly weights: Float64Array,
    /** The least weight of a branch; two branches must have it. */
    private readonly minimum: number,
  ) {
    const { columns, n, k } = training;
    this.branchOf = new Int32Array(n);
    this.labels = Int32Array.from(training.labels);
    this.manyValued = columns.every((column) => column.kind === 'nominal' && !(column.categories.length < 0.3 * n));
    this.known = columns.map((column) => ({ classes: new Float64Array(k), branches: new Float64Array(branchCount(column)), total: 0 }));
    this.numeric = new NumericTests(training, this.labels, minimum, this.known);
    this.bags = new Float64Array(k);
    this.hasGap = new Uint8Array(n);
    for (const column of columns)
      for (let i = 0; i < n; i++) if (column.kind === 'numeric' ? Number.isNaN(column.values[i]) : column.codes[i] < 0) this.hasGap[i] = 1;
    this.moved = new Int32Array(n);
  }

  grow(): TreeNode {
    const rows = Int32Array.from({ length: this.training.n }, (_, i) => i);
    const unit = this.weights.every((weight) => weight === 1);
    return this.node({ rows, weights: this.weights.slice(), unit, ordered: true, orders: this.numeric.orders() });
  }

  private node(work: Work): TreeNode {
    const { rows, weights } = work;
    const { labels } = this;
    const counts = new Float64Array(this.training.k);
    let weight = 0;
    for (let i = 0; i < rows.length; i++) {
      counts[labels[rows[i]]] += weights[i];
      weight += weights[i];
    }
    if (work.ordered && work.unit) work.ordered = rows.some((row) => this.hasGap[row] === 1);
    const node: TreeNode = { attribute: -1, cut: NaN, branches: [], counts, weight, rows, weights };
    const split = this.choose(work, counts, weight);
    if (!split) return node;
    const column = this.training.columns[split.attribute];
    node.attribute = split.attribute;
    if (column.kind === 'numeric') node.cut = this.numeric.lowered(split.attribute, split.cut);
    for (const part of this.parts(work, node)) node.branches.push(this.node(part));
    return node;
  }

  private choose(work: Work, counts: Float64Array, weight: number): Candidate | undefined {
    const { minimum } = this;
    let most = 0;
    for (const count of counts) if (count > most) most = count;
    if (2 * minimum - weight > 1e-6 || equal(weight, most)) return undefined;
    this.numeric.enter(work);
    const candidates: Candidate[] = [];
    let average = 0;
    let counted = 0;
    for (const [attribute, column] of this.training.columns.entries()) {
      const found =
        column.kind === 'numeric' ? this.numeric.best(work, attribute, weight) : this.nominal(work, attribute, column.codes, column.categories.length, weight);
      if (!found) continue;
      candidates.push(found);
      if (column.kind === 'nominal' && !this.manyValued && !(column.categories.length < 0.3 * this.training.n)) continue;
      average += found.gain;
      counted++;
    }
    if (candidates.length === 0) return undefined;
    // Where every candidate has too many values to count, Weka divides 0 by 0 and splits on none.
    const least = average / counted - EPSILON;
    let best: Candidate | undefined;
    let bestRatio = 0;
    for (const candidate of candidates) {
      if (candidate.gain >= least && greater(candidate.ratio, bestRatio)) {
        best = candidate;
        bestRatio = candidate.ratio;
      }
    }
    return best;
  }

  private nominal({ rows, weights }: Work, attribute: number, codes: Int32Array, values: number, weight: number): Candidate | undefined {
    const { k } = this.training;
    const { labels } = this;
    const own = this.known[attribute];
    const known = own.classes;
    const { branches } = own;
    const { xlogx } = this.numeric;
    if (this.bags.length < values * k) this.bags = new Float64Array(values * k);
    const bags = this.bags.fill(0, 0, values * k);
    known.fill(0);
    branches.fill(0);
    let total = 0;
    for (let i = 0; i < rows.length; i++) {
      const code = codes[rows[i]];
      if (code < 0) continue;
      const label = labels[rows[i]];
      bags[code * k + label] += weights[i];
      known[label] += weights[i];
      branches[code] += weights[i];
      total += weights[i];
    }
    own.total = total;
    let large = 0;
    let after = 0;
    let spread = 0;
    for (let v = 0; v < values; v++) {
      const bag = branches[v];
      for (let c = 0; c < k; c++) after -= xlogx(bags[v * k + c]);
      after += xlogx(bag);
      spread -= xlogx(bag);
      if (atLeast(bag, this.minimum)) large++;
    }
    if (large < 2) return undefined;
    let before = xlogx(total);
    for (const count of known) before -= xlogx(count);
    const gain = this.numeric.gain(before - after, total, weight);
    return { attribute, gain, ratio: this.numeric.ratio(gain, spread, total, weight), cut: NaN };
  }

  /** What each branch gets: rows whose value is missing go to all, with a share of their weight. */
  private parts(work: Work, node: TreeNode): Work[] {
    const { attribute, cut } = node;
    const { rows, weights, orders } = work;
    const { branchOf } = this;
    const column = this.training.columns[attribute];
    const branches = branchCount(column);
    const sizes = new Int32Array(branches);
    let missing = 0;
    for (let i = 0; i < rows.length; i++) {
      const branch = column.kind === 'numeric' ? branchOfNumber(column.values[rows[i]], cut) : column.codes[rows[i]];
      branchOf[rows[i]] = branch;
      if (branch < 0) missing++;
      else sizes[branch]++;
    }
    const { counts, weight, shares } = withMissing(this.known[attribute], rows, weights, this.labels, (i) => branchOf[rows[i]] < 0);
    [node.counts, node.weight, node.shares] = [counts, weight, shares];
    const takes = Array.from(shares, (share) => missing > 0 && share > 1e-6);
    const parts = Array.from(sizes, (size, b) => {
      const length = size + (takes[b] ? missing : 0);
      const own = new Array<Int32Array | undefined>(orders.length);
      return { rows: new Int32Array(length), weights: new Float64Array(length), unit: work.unit && missing === 0, ordered: work.ordered, orders: own, used: 0 };
    });
    for (let i = 0; i < rows.length; i++) {
      const branch = branchOf[rows[i]];
      if (branch >= 0) {
        const part = parts[branch];
        part.rows[part.used] = rows[i];
        part.weights[part.used++] = weights[i];
      } else
        for (const [b, part] of parts.entries()) {
          if (!takes[b]) continue;
          part.rows[part.used] = rows[i];
          part.weights[part.used++] = weights[i] * shares[b];
        }
    }
    for (const [a, order] of orders.entries()) {
      if (!order) continue;
      const lists = missing === 0 ? this.dividedOrder(order, branches) : this.copiedOrders(order, branches, takes);
      for (const [b, part] of parts.entries()) part.orders[a] = lists[b];
    }
    return parts;
  }

  /** Divides an order among branches, in place. */
  private dividedOrder(order: Int32Array, branches: number): Int32Array[] {
    const ends = new Int32Array(branches + 1);
    for (let i = 0; i < order.length; i++) ends[this.branchOf[order[i]] + 1]++;
    for (let b = 1; b <= branches; b++) ends[b] += ends[b - 1];
    const starts = ends.slice();
    for (let i = 0; i < order.length; i++) this.moved[ends[this.branchOf[order[i]]]++] = order[i];
    order.set(this.moved.subarray(0, order.length));
    return Array.from({ length: branches }, (_, b) => order.subarray(starts[b], starts[b + 1]));
  }

  /** The order of each branch, with the rows whose value is missing in every one. */
  private copiedOrders(order: Int32Array, branches: number, takes: readonly boolean[]): Int32Array[] {
    const lengths = new Int32Array(branches + 1);
    for (let i = 0; i < order.length; i++) lengths[this.branchOf[order[i]] + 1]++;
    const lists = Array.from({ length: branches }, (_, b) => new Int32Array(lengths[b + 1] + (takes[b] ? lengths[0] : 0)));
    const used = new Int32Array(branches);
    for (let i = 0; i < order.length; i++) {
      const branch = this.branchOf[order[i]];
      if (branch >= 0) lists[branch][used[branch]++] = order[i];
      else for (let b = 0; b < branches; b++) if (takes[b]) lists[b][used[b]++] = order[i];
    }
    return lists;
  }
}

/** 0 up to the cut, 1 above, −1 where the value is missing. */
export function branchOfNumber(value: number, cut: number): number {
  return Number.isNaN(value) ? -1 : atMost(value, cut) ? 0 : 1;
}

export const branchCount = (column: Column): number => (column.kind === 'numeric' ? 2 : column.categories.length);

/**
 * The weight of each class at a split and the share of each branch: first of rows whose value is known, then, by the shares of these, of those whose value is missing. Weka adds up in
 * this order, and where classes are as likely, the last digit decides.
 */
export function withMissing(
  known: KnownWeights,
  rows: Int32Array,
  weights: Float64Array,
  labels: ArrayLike<number>,
  isMissing: (place: number) => boolean,
): { counts: Float64Array; weight: number; shares: Float64Array } {
  const counts = known.classes.slice();
  const bags = known.branches.slice();
  const { length } = bags;
  // Where no value is known, every branch is as likely.
  const shares = bags.map((bag) => (equal(known.total, 0) ? 1 / length : bag / known.total));
  let weight = known.total;
  for (let i = 0; i < rows.length; i++) {
    if (!isMissing(i)) continue;
    counts[labels[rows[i]]] += weights[i];
    weight += weights[i];
    for (let b = 0; b < length; b++) bags[b] += weights[i] * shares[b];
  }
  return { counts, weight, shares: bags.map((bag) => bag / weight) };
}
