import type { Training } from '../base/training.js';
import { sortedKnown } from '../base/training.js';
import { atLeast, atMost, equal, greater, weightedLog } from './compare.js';
import type { TreeNode } from './node.js';

export interface GrowOptions {
  /** The least weight of a branch; two branches must have it. */
  minimum: number;
  /** As release 8 of C4.5 does, where it differs from Weka's J48. */
  release8: boolean;
}

/** A node that is being split: its rows, their weights, and the rows in the order of each numeric attribute. */
interface Work {
  rows: Int32Array;
  weights: Float64Array;
  orders: readonly (Int32Array | undefined)[];
  /** Release 8: nominal attributes that were tested above. */
  tested: ReadonlySet<number>;
}

interface Candidate {
  attribute: number;
  gain: number;
  ratio: number;
  cut: number;
}

const EPSILON = 1e-3;

/**
 * Grows a tree as C4.5 does (Quinlan 1993; Weka's J48 where nothing else is said). Every node keeps the rows in the order of each
 * numeric attribute, which splits hand down, so that values are sorted once.
 */
export class Grower {
  private readonly orders: (Int32Array | undefined)[];
  /** The weight and the branch of each row of the node at hand. */
  private readonly weightOf: Float64Array;
  private readonly branchOf: Int32Array;
  private readonly xlogx: (x: number) => number;
  private readonly labels: Int32Array;
  private readonly manyValued: boolean;
  // Room for counts.
  private readonly known: Float64Array;
  private readonly left: Float64Array;
  private readonly right: Float64Array;
  private readonly touched: Int32Array;
  private bags: Float64Array;

  constructor(
    private readonly training: Training,
    private readonly weights: Float64Array,
    private readonly options: GrowOptions,
  ) {
    const { columns, n, k } = training;
    this.orders = columns.map((column) => (column.kind === 'numeric' ? sortedKnown(column.values) : undefined));
    this.weightOf = new Float64Array(n);
    this.branchOf = new Int32Array(n);
    this.xlogx = weightedLog(n);
    this.labels = Int32Array.from(training.labels);
    this.manyValued = columns.every((column) => column.kind === 'nominal' && !(column.categories.length < 0.3 * n));
    [this.known, this.left, this.right] = [new Float64Array(k), new Float64Array(k), new Float64Array(k)];
    this.touched = new Int32Array(k);
    this.bags = new Float64Array(k);
  }

  grow(): TreeNode {
    return this.node({ rows: Int32Array.from({ length: this.training.n }, (_, i) => i), weights: this.weights, orders: this.orders, tested: new Set() });
  }

  private node(work: Work): TreeNode {
    const { rows, weights } = work;
    const counts = new Float64Array(this.training.k);
    let weight = 0;
    for (let i = 0; i < rows.length; i++) {
      counts[this.labels[rows[i]]] += weights[i];
      weight += weights[i];
      this.weightOf[rows[i]] = weights[i];
    }
    const node: TreeNode = { attribute: -1, cut: NaN, branches: [], counts, weight, rows, weights };
    const split = this.choose(work, counts, weight);
    if (!split) return node;
    const column = this.training.columns[split.attribute];
    node.attribute = split.attribute;
    if (column.kind === 'numeric') node.cut = this.lowered(split.attribute, split.cut);
    for (const part of this.parts(work, node)) node.branches.push(this.node(part));
    return node;
  }

  private choose(work: Work, counts: Float64Array, weight: number): Candidate | undefined {
    const { minimum, release8 } = this.options;
    let most = 0;
    for (const count of counts) if (count > most) most = count;
    if (2 * minimum - weight > 1e-6 || equal(weight, most)) return undefined;
    const candidates: Candidate[] = [];
    let average = 0;
    let counted = 0;
    for (const [attribute, column] of this.training.columns.entries()) {
      if (release8 && work.tested.has(attribute)) continue;
      const found =
        column.kind === 'numeric'
          ? this.numeric(work, attribute, column.values, weight)
          : this.nominal(work, attribute, column.codes, column.categories.length, weight);
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
    let bestRatio = release8 ? -EPSILON : 0;
    for (const candidate of candidates) {
      if (candidate.gain >= least && (release8 ? candidate.ratio > bestRatio : greater(candidate.ratio, bestRatio))) {
        best = candidate;
        bestRatio = candidate.ratio;
      }
    }
    return best;
  }

  private nominal({ rows, weights }: Work, attribute: number, codes: Int32Array, values: number, weight: number): Candidate | undefined {
    const { k } = this.training;
    const { xlogx, known, labels } = this;
    if (this.bags.length < values * k) this.bags = new Float64Array(values * k);
    const bags = this.bags.fill(0, 0, values * k);
    known.fill(0);
    let total = 0;
    for (let i = 0; i < rows.length; i++) {
      const code = codes[rows[i]];
      if (code < 0) continue;
      const label = labels[rows[i]];
      bags[code * k + label] += weights[i];
      known[label] += weights[i];
      total += weights[i];
    }
    let large = 0;
    let after = 0;
    let spread = 0;
    for (let v = 0; v < values; v++) {
      let bag = 0;
      for (let c = 0; c < k; c++) {
        const count = bags[v * k + c];
        bag += count;
        after -= xlogx(count);
      }
      after += xlogx(bag);
      spread -= xlogx(bag);
      if (atLeast(bag, this.options.minimum)) large++;
    }
    if (large < 2) return undefined;
    let before = xlogx(total);
    for (const count of known) before -= xlogx(count);
    const gain = this.gain(before - after, total, weight);
    return { attribute, gain, ratio: this.ratio(gain, spread, total, weight), cut: NaN };
  }

  private numeric({ orders }: Work, attribute: number, values: Float64Array, weight: number): Candidate | undefined {
    const { k } = this.training;
    const { xlogx, left, right, touched, labels, weightOf } = this;
    const order = orders[attribute] as Int32Array;
    right.fill(0);
    let total = 0;
    for (const row of order) {
      right[labels[row]] += weightOf[row];
      total += weightOf[row];
    }
    let side = (0.1 * total) / k;
    if (atMost(side, this.options.minimum)) side = this.options.minimum;
    else if (greater(side, 25)) side = 25;
    if (2 * side - order.length > 1e-6) return undefined;
    left.fill(0);
    let rightSum = 0;
    for (const count of right) rightSum += xlogx(count);
    const before = xlogx(total) - rightSum;
    let leftSum = 0;
    let lower = 0;
    let tries = 0;
    let bestGain = this.options.release8 ? -Infinity : 0;
    let bestAt = -1;
    let bestLower = 0;
    // Classes whose counts changed since the sums were brought up to date.
    let changed = 0;
    this.known.fill(0);
    for (let i = 1; i < order.length; i++) {
      const row = order[i - 1];
      const label = labels[row];
      const w = weightOf[row];
      if (this.known[label] === 0) {
        this.known[label] = 1;
        touched[changed++] = label;
        leftSum -= xlogx(left[label]);
        rightSum -= xlogx(right[label]);
      }
      left[label] += w;
      right[label] -= w;
      lower += w;
      if (!(values[row] + 1e-5 < values[order[i]])) continue;
      const upper = total - lower;
      if (!atLeast(lower, side)) continue;
      if (!atLeast(upper, side)) break;
      for (let t = 0; t < changed; t++) {
        const c = touched[t];
        this.known[c] = 0;
        leftSum += xlogx(left[c]);
        rightSum += xlogx(right[c]);
      }
      changed = 0;
      const after = xlogx(lower) - leftSum + xlogx(upper) - rightSum;
      const gain = this.gain(before - after, total, weight);
      if (this.options.release8 ? gain > bestGain : greater(gain, bestGain)) {
        bestGain = gain;
        bestAt = i;
        bestLower = lower;
      }
      tries++;
    }
    if (tries === 0 || bestAt < 0) return undefined;
    const gain = bestGain - Math.log2(tries) / weight;
    if (this.options.release8 ? gain <= -EPSILON : atMost(gain, 0)) return undefined;
    const spread = -xlogx(bestLower) - xlogx(total - bestLower);
    return { attribute, gain, ratio: this.ratio(gain, spread, total, weight), cut: (values[order[bestAt - 1]] + values[order[bestAt]]) / 2 };
  }

  /** Information gained by rows whose value is known, per row. */
  private gain(saved: number, known: number, weight: number): number {
    const numerator = (known / weight) * saved;
    return equal(numerator, 0) ? 0 : numerator / known;
  }

  private ratio(gain: number, spread: number, known: number, weight: number): number {
    const { xlogx } = this;
    const information = known > 1e-6 ? spread - xlogx(weight - known) + xlogx(weight) : 0;
    if (this.options.release8) return information / weight > EPSILON ? gain / (information / weight) : -EPSILON;
    return equal(information, 0) ? 0 : gain / (information / weight);
  }

  /** The largest value of the attribute in the whole training set that is not above the cut. */
  private lowered(attribute: number, cut: number): number {
    const order = this.orders[attribute] as Int32Array;
    const { values } = this.training.columns[attribute] as { values: Float64Array };
    let [from, to] = [0, order.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (atMost(values[order[middle]], cut)) from = middle + 1;
      else to = middle;
    }
    return values[order[from - 1]];
  }

  /** What each branch gets: rows whose value is missing go to all, with a share of their weight. */
  private parts(work: Work, { attribute, cut }: TreeNode): Work[] {
    const { rows, weights, orders } = work;
    const column = this.training.columns[attribute];
    const branches = column.kind === 'numeric' ? 2 : column.categories.length;
    const known = new Float64Array(branches);
    const sizes = new Int32Array(branches);
    let missing = 0;
    let total = 0;
    for (let i = 0; i < rows.length; i++) {
      const branch = column.kind === 'numeric' ? branchOfNumber(column.values[rows[i]], cut) : column.codes[rows[i]];
      this.branchOf[rows[i]] = branch;
      if (branch < 0) missing++;
      else {
        known[branch] += weights[i];
        sizes[branch]++;
        total += weights[i];
      }
    }
    const shares = known.map((weight) => weight / total);
    const takes = Array.from(shares, (share) => missing > 0 && share > 1e-6);
    const tested = this.options.release8 && column.kind === 'nominal' ? new Set(work.tested).add(attribute) : work.tested;
    const parts = Array.from(sizes, (size, b) => {
      const length = size + (takes[b] ? missing : 0);
      return { rows: new Int32Array(length), weights: new Float64Array(length), orders: new Array<Int32Array | undefined>(orders.length), tested, used: 0 };
    });
    for (let i = 0; i < rows.length; i++) {
      const branch = this.branchOf[rows[i]];
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
      const lengths = new Int32Array(branches + 1);
      for (const row of order) lengths[this.branchOf[row] + 1]++;
      const lists = parts.map((_, b) => new Int32Array(lengths[b + 1] + (takes[b] ? lengths[0] : 0)));
      const used = new Int32Array(branches);
      for (const row of order) {
        const branch = this.branchOf[row];
        if (branch >= 0) lists[branch][used[branch]++] = row;
        else for (let b = 0; b < branches; b++) if (takes[b]) lists[b][used[b]++] = row;
      }
      for (const [b, part] of parts.entries()) part.orders[a] = lists[b];
    }
    return parts;
  }
}

/** 0 up to the cut, 1 above, −1 where the value is missing. */
export function branchOfNumber(value: number, cut: number): number {
  return Number.isNaN(value) ? -1 : atMost(value, cut) ? 0 : 1;
}
