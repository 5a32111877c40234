import { type RankedValues, rankedValues, sortedKnown, type Training } from '../base/training.js';
import { WekaSort } from '../base/wekaSort.js';
import { atLeast, atMost, equal, greater, logTable, weightedLog } from './compare.js';

/** A node that is being split: its rows and their weights, and the rows in the order of each numeric attribute of many values. */
export interface Work {
  rows: Int32Array;
  weights: Float64Array;
  /** Every weight is 1. */
  unit: boolean;
  /** Some weight is not 1, or may not be below: some value is missing. Then rows are in Weka's order, by which the last digits of its sums come about. */
  ordered: boolean;
  orders: readonly (Int32Array | undefined)[];
}

export interface Candidate {
  attribute: number;
  gain: number;
  ratio: number;
  cut: number;
}

/** Rows whose value is known: their weight in each class and in each branch, and in all. */
export interface KnownWeights {
  classes: Float64Array;
  branches: Float64Array;
  total: number;
}

/** Up to so many different values rows are counted or sorted by value at every node; above that, nodes hand their order down. */
const FEW_VALUES = 512;

const ranked = new WeakMap<Training, (RankedValues | undefined)[]>();

/** The numeric attributes of a training part; found once. */
function rankedColumns(training: Training): (RankedValues | undefined)[] {
  const found = ranked.get(training) ?? training.columns.map((column) => (column.kind === 'numeric' ? rankedValues(column.values) : undefined));
  ranked.set(training, found);
  return found;
}

/** What numeric attributes gain, as C4.5 and Weka reckon. */
export class NumericTests {
  readonly logs: Float64Array;
  readonly xlogx: (x: number) => number;
  private readonly columns: (RankedValues | undefined)[];
  /** The weight of each row of the node at hand. */
  private readonly weightOf: Float64Array;
  private readonly left: Float64Array;
  private readonly right: Float64Array;
  private readonly touched: Int32Array;
  private readonly isTouched: Uint8Array;
  private readonly sorted: Int32Array;
  private readonly starts = new Int32Array(FEW_VALUES + 1);
  private table = new Int32Array(0);
  private readonly order: WekaSort;

  constructor(
    private readonly training: Training,
    private readonly labels: Int32Array,
    private readonly minimum: number,
    /** What is found of each attribute. */
    private readonly known: readonly KnownWeights[],
  ) {
    const { n, k } = training;
    this.logs = logTable(n);
    this.xlogx = weightedLog(this.logs);
    this.columns = rankedColumns(training);
    this.weightOf = new Float64Array(n);
    [this.left, this.right] = [new Float64Array(k), new Float64Array(k)];
    this.touched = new Int32Array(k);
    this.isTouched = new Uint8Array(k);
    this.sorted = new Int32Array(n);
    this.order = new WekaSort(n);
  }

  /** The orders that the root has. */
  orders(): (Int32Array | undefined)[] {
    return this.training.columns.map((column, a) => {
      const own = this.columns[a];
      return column.kind === 'numeric' && own && own.distinct.length > FEW_VALUES ? sortedKnown(column.values, own) : undefined;
    });
  }

  /** Looks at a node, before its tests. */
  enter({ rows, weights }: Work): void {
    for (let i = 0; i < rows.length; i++) this.weightOf[rows[i]] = weights[i];
  }

  best(work: Work, attribute: number, weight: number): Candidate | undefined {
    const column = this.columns[attribute] as RankedValues;
    if (work.ordered) {
      const { rows, weights } = work;
      const known = this.order.sort(rows, column);
      if (!work.unit) {
        for (let i = 0; i < rows.length; i++) weights[i] = this.weightOf[rows[i]];
        return this.scan(attribute, column, rows.subarray(0, known), weight);
      }
    }
    const order = work.orders[attribute];
    if (order) return this.scan(attribute, column, order, weight);
    if (work.unit && work.rows.length * 4 >= column.distinct.length * this.training.k) return this.count(attribute, column, work.rows, weight);
    return this.scan(attribute, column, this.sort(column, work.rows), weight);
  }

  /** The greatest value of an attribute in the whole training set that is not above a cut. */
  lowered(attribute: number, cut: number): number {
    const { distinct } = this.columns[attribute] as RankedValues;
    let [from, to] = [0, distinct.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (atMost(distinct[middle], cut)) from = middle + 1;
      else to = middle;
    }
    return distinct[from - 1];
  }

  /** Information gained by rows whose value is known, per row. */
  gain(saved: number, known: number, weight: number): number {
    const numerator = (known / weight) * saved;
    return equal(numerator, 0) ? 0 : numerator / known;
  }

  ratio(gain: number, spread: number, known: number, weight: number): number {
    const information = known > 1e-6 ? spread - this.xlogx(weight - known) + this.xlogx(weight) : 0;
    return equal(information, 0) ? 0 : gain / (information / weight);
  }

  /** The least weight of a side of a cut. */
  private side(known: number): number {
    const side = (0.1 * known) / this.training.k;
    return atMost(side, this.minimum) ? this.minimum : greater(side, 25) ? 25 : side;
  }

  /** Rows whose value is known, in ascending order of it, in their order where it is the same. */
  private sort({ distinct, ranks }: RankedValues, rows: Int32Array): Int32Array {
    const { sorted, starts } = this;
    let known = 0;
    if (rows.length * 4 < distinct.length) {
      for (let i = 0; i < rows.length; i++) {
        const rank = ranks[rows[i]];
        if (rank < 0) continue;
        let at = known++;
        for (; at > 0 && ranks[sorted[at - 1]] > rank; at--) sorted[at] = sorted[at - 1];
        sorted[at] = rows[i];
      }
      return sorted.subarray(0, known);
    }
    starts.fill(0, 0, distinct.length + 1);
    for (let i = 0; i < rows.length; i++) starts[ranks[rows[i]] + 1]++;
    // Those that are missing were counted first.
    starts[0] = 0;
    for (let i = 1; i <= distinct.length; i++) starts[i] += starts[i - 1];
    known = starts[distinct.length];
    for (let i = 0; i < rows.length; i++) {
      const rank = ranks[rows[i]];
      if (rank >= 0) sorted[starts[rank]++] = rows[i];
    }
    return sorted.subarray(0, known);
  }

  private scan(attribute: number, { distinct, ranks }: RankedValues, order: Int32Array, weight: number): Candidate | undefined {
    const { xlogx, left, right, touched, isTouched, labels, weightOf } = this;
    right.fill(0);
    let total = 0;
    for (let i = 0; i < order.length; i++) {
      const w = weightOf[order[i]];
      right[labels[order[i]]] += w;
      total += w;
    }
    const own = this.known[attribute];
    own.classes.set(right);
    const side = this.side(total);
    if (2 * side - order.length > 1e-6) return undefined;
    left.fill(0);
    let rightSum = 0;
    for (const count of right) rightSum += xlogx(count);
    const before = xlogx(total) - rightSum;
    let leftSum = 0;
    let lower = 0;
    let tries = 0;
    let bestGain = 0;
    let bestAt = -1;
    let bestLower = 0;
    // Classes whose counts changed since the sums were brought up to date.
    let changed = 0;
    isTouched.fill(0);
    for (let i = 1; i < order.length; i++) {
      const row = order[i - 1];
      const label = labels[row];
      const w = weightOf[row];
      if (isTouched[label] === 0) {
        isTouched[label] = 1;
        touched[changed++] = label;
        leftSum -= xlogx(left[label]);
        rightSum -= xlogx(right[label]);
      }
      left[label] += w;
      right[label] -= w;
      lower += w;
      const next = ranks[order[i]];
      if (next === ranks[row] || !(distinct[ranks[row]] + 1e-5 < distinct[next])) continue;
      const upper = total - lower;
      if (!atLeast(lower, side)) continue;
      if (!atLeast(upper, side)) break;
      for (let t = 0; t < changed; t++) {
        const c = touched[t];
        isTouched[c] = 0;
        leftSum += xlogx(left[c]);
        rightSum += xlogx(right[c]);
      }
      changed = 0;
      const gain = this.gain(before - (xlogx(lower) - leftSum + xlogx(upper) - rightSum), total, weight);
      if (greater(gain, bestGain)) {
        bestGain = gain;
        bestAt = i;
        bestLower = lower;
      }
      tries++;
    }
    if (bestAt < 0) return undefined;
    let above = 0;
    for (let i = bestAt; i < order.length; i++) above += weightOf[order[i]];
    own.branches[0] = bestLower;
    own.branches[1] = above;
    own.total = bestLower + above;
    const cut = cutBetween(distinct[ranks[order[bestAt - 1]]], distinct[ranks[order[bestAt]]], distinct[ranks[order[order.length - 1]]]);
    return this.candidate(attribute, bestGain, tries, bestLower, total, weight, cut);
  }

  /** The same of rows that weigh 1: a table of values and classes is enough. */
  private count(attribute: number, { distinct, ranks }: RankedValues, rows: Int32Array, weight: number): Candidate | undefined {
    const { k } = this.training;
    const { left, right, labels, logs } = this;
    const values = distinct.length;
    if (this.table.length < values * k) this.table = new Int32Array(values * k);
    const table = this.table.fill(0, 0, values * k);
    for (let i = 0; i < rows.length; i++) {
      const rank = ranks[rows[i]];
      if (rank >= 0) table[rank * k + labels[rows[i]]]++;
    }
    right.fill(0);
    left.fill(0);
    let total = 0;
    for (let v = 0, at = 0; v < values; v++)
      for (let c = 0; c < k; c++, at++) {
        right[c] += table[at];
        total += table[at];
      }
    const own = this.known[attribute];
    own.classes.set(right);
    const side = this.side(total);
    if (2 * side - total > 1e-6) return undefined;
    let rightSum = 0;
    for (let c = 0; c < k; c++) rightSum += logs[right[c]];
    const before = logs[total] - rightSum;
    let leftSum = 0;
    let lower = 0;
    let tries = 0;
    let bestGain = 0;
    let [bestBelow, bestAbove] = [-1, -1];
    let bestLower = 0;
    let last = -1;
    for (let v = 0; v < values; v++) {
      let moved = 0;
      for (let at = v * k, end = at + k; at < end; at++) moved += table[at];
      if (moved === 0) continue;
      if (last >= 0 && distinct[last] + 1e-5 < distinct[v] && atLeast(lower, side)) {
        const upper = total - lower;
        if (!atLeast(upper, side)) break;
        const gain = this.gain(before - (logs[lower] - leftSum + logs[upper] - rightSum), total, weight);
        if (greater(gain, bestGain)) {
          bestGain = gain;
          [bestBelow, bestAbove] = [last, v];
          bestLower = lower;
        }
        tries++;
      }
      for (let c = 0, at = v * k; c < k; c++, at++) {
        const moves = table[at];
        if (moves === 0) continue;
        const [l, r] = [left[c], right[c]];
        left[c] = l + moves;
        right[c] = r - moves;
        leftSum += logs[l + moves] - logs[l];
        rightSum += logs[r - moves] - logs[r];
      }
      lower += moved;
      last = v;
    }
    if (bestBelow < 0) return undefined;
    own.branches[0] = bestLower;
    own.branches[1] = total - bestLower;
    own.total = total;
    let largest = values - 1;
    while (largest > bestAbove && !table.subarray(largest * k, (largest + 1) * k).some((count) => count > 0)) largest--;
    return this.candidate(attribute, bestGain, tries, bestLower, total, weight, cutBetween(distinct[bestBelow], distinct[bestAbove], distinct[largest]));
  }

  private candidate(attribute: number, gross: number, tries: number, lower: number, total: number, weight: number, cut: number): Candidate | undefined {
    const gain = gross - Math.log2(tries) / weight;
    if (atMost(gain, 0)) return undefined;
    const spread = -this.xlogx(lower) - this.xlogx(total - lower);
    return { attribute, gain, ratio: this.ratio(gain, spread, total, weight), cut };
  }
}

/** The middle of two values. Where rounding or overflow takes it to the largest value, so that no row would be above, or below all, it is the lower one. */
function cutBetween(lower: number, upper: number, largest: number): number {
  const middle = (lower + upper) / 2;
  return lower <= middle && middle < largest ? middle : lower;
}
