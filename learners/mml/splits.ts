import type { Training } from '../base/training.js';
import { middleOf, sortedKnown } from '../base/training.js';
import { gapBits, LeafCode } from './lengths.js';

/** Rows with weights, and the counts of their classes. */
export interface MmlRows {
  rows: Int32Array;
  weights: Float64Array;
  counts: Float64Array;
  /** Attributes that may be tested: nominal ones once on a path. */
  available: readonly number[];
}

/** A test and what its one-step message takes beside the node's own label: attribute, cut, the branches' classes. */
export interface MmlSplit {
  attribute: number;
  cut: number;
  /** The choice of attribute and cut, in bits. */
  choice: number;
  /** The classes of the branches, in bits. */
  leaves: number;
  arity: number;
}

/** Finds tests of nodes, and shares rows out among their branches. */
export class MmlSplitter {
  readonly code: LeafCode;
  /** Rows in ascending order of each numeric attribute, and the place of each row there. */
  private readonly orders: (Int32Array | undefined)[];
  private readonly places: (Int32Array | undefined)[];
  private readonly weightOf: Float64Array;

  constructor(
    readonly training: Training,
    readonly start: number,
  ) {
    this.code = new LeafCode(start, training.k, training.n);
    this.orders = training.columns.map((column) => (column.kind === 'numeric' ? sortedKnown(column.values) : undefined));
    this.places = this.orders.map((order) => {
      const places = order && new Int32Array(training.n);
      order?.forEach((row, place) => {
        (places as Int32Array)[row] = place;
      });
      return places;
    });
    this.weightOf = new Float64Array(training.n);
  }

  root(): MmlRows {
    const { n, classCounts, columns } = this.training;
    return {
      rows: Int32Array.from({ length: n }, (_, i) => i),
      weights: new Float64Array(n).fill(1),
      counts: classCounts.slice(),
      available: columns.map((_, a) => a),
    };
  }

  /** The best test by a message length of one step; `labels` says what the branches' labels cost. */
  best(node: MmlRows, labels: (arity: number) => number, seen?: (split: MmlSplit) => void): { split: MmlSplit; bits: number } | undefined {
    let best: { split: MmlSplit; bits: number } | undefined;
    const choice = Math.log2(node.available.length);
    for (const attribute of node.available) {
      const column = this.training.columns[attribute];
      const found = column.kind === 'numeric' ? this.numeric(node, attribute, choice) : this.nominal(node, attribute, choice);
      if (!found) continue;
      seen?.(found);
      const bits = found.choice + found.leaves + labels(found.arity);
      if (!best || bits < best.bits) best = { split: found, bits };
    }
    return best;
  }

  /** The best test of each arity, by the attribute's choice and the branches' classes. */
  bestByArity(node: MmlRows): MmlSplit[] {
    const best = new Map<number, MmlSplit>();
    this.best(
      node,
      () => 0,
      (split) => {
        const before = best.get(split.arity);
        if (!before || split.choice + split.leaves < before.choice + before.leaves) best.set(split.arity, split);
      },
    );
    return [...best.values()];
  }

  private nominal(node: MmlRows, attribute: number, choice: number): MmlSplit | undefined {
    const column = this.training.columns[attribute] as { categories: readonly string[] };
    const split = { attribute, cut: NaN, choice, leaves: 0, arity: column.categories.length };
    if (split.arity < 2) return undefined;
    const parts = this.countsOf(node, split);
    if (!parts) return undefined;
    split.leaves = parts.reduce((sum, counts) => sum + this.code.bits(counts), 0);
    return split;
  }

  /** Counts of the branches; undefined where no value is known. */
  private countsOf(node: MmlRows, split: MmlSplit): Float64Array[] | undefined {
    const parts = this.parts(node, split);
    return parts?.map((part) => part.counts);
  }

  private numeric(node: MmlRows, attribute: number, choice: number): MmlSplit | undefined {
    const { labels, k } = this.training;
    const { values } = this.training.columns[attribute] as { values: Float64Array };
    const { rows, weights } = node;
    const missing = new Float64Array(k);
    for (let i = 0; i < rows.length; i++) {
      this.weightOf[rows[i]] = weights[i];
      if (Number.isNaN(values[rows[i]])) missing[labels[rows[i]]] += weights[i];
    }
    const known = this.inOrder(rows, attribute, values);
    let gaps = 0;
    for (let i = 1; i < known.length; i++) if (values[known[i]] > values[known[i - 1]]) gaps++;
    if (gaps === 0) return undefined;
    const costs = gapBits(gaps);
    const [left, right, rest] = [new Float64Array(k), new Float64Array(k), new Float64Array(k)];
    let total = 0;
    for (const row of known) {
      right[labels[row]] += this.weightOf[row];
      total += this.weightOf[row];
    }
    const hasMissing = missing.some((weight) => weight > 0);
    let lower = 0;
    let gap = 0;
    let best: MmlSplit | undefined;
    for (let i = 1; i < known.length; i++) {
      const row = known[i - 1];
      left[labels[row]] += this.weightOf[row];
      right[labels[row]] -= this.weightOf[row];
      lower += this.weightOf[row];
      if (!(values[known[i]] > values[row])) continue;
      const share = lower / total;
      const [a, b] = hasMissing
        ? [left.map((count, c) => count + share * missing[c]), right.map((count, c) => Math.max(count, 0) + (1 - share) * missing[c])]
        : [left, right];
      for (let c = 0; c < k; c++) rest[c] = cleaned(b[c]);
      const leaves = this.code.bits(a) + this.code.bits(rest);
      const bits = costs[gap++] + leaves;
      if (!best || bits < best.choice - choice + best.leaves)
        best = { attribute, cut: middleOf(values[row], values[known[i]]), choice: choice + costs[gap - 1], leaves, arity: 2 };
    }
    return best;
  }

  /** Those of some rows whose value is known, in ascending order of it: sorted where they are few, else picked from all. */
  private inOrder(rows: Int32Array, attribute: number, values: Float64Array): Int32Array {
    const [order, places] = [this.orders[attribute] as Int32Array, this.places[attribute] as Int32Array];
    const own = rows.filter((row) => !Number.isNaN(values[row])).map((row) => places[row]);
    if (own.length * Math.log2(own.length + 1) < order.length) own.sort();
    else {
      const isOwn = new Uint8Array(order.length);
      for (const place of own) isOwn[place] = 1;
      let size = 0;
      for (let place = 0; place < isOwn.length; place++) if (isOwn[place] === 1) own[size++] = place;
    }
    return own.map((place) => order[place]);
  }

  /** What each branch gets. */
  parts(node: MmlRows, { attribute, cut, arity }: MmlSplit): MmlRows[] | undefined {
    const { labels, k, columns } = this.training;
    const column = columns[attribute];
    const { rows, weights } = node;
    const branchOf = new Int32Array(rows.length);
    const known = new Float64Array(arity);
    const sizes = new Int32Array(arity);
    let total = 0;
    let missing = 0;
    for (let i = 0; i < rows.length; i++) {
      const value = column.kind === 'numeric' ? column.values[rows[i]] : 0;
      const branch = column.kind === 'numeric' ? (Number.isNaN(value) ? -1 : value <= cut ? 0 : 1) : column.codes[rows[i]];
      branchOf[i] = branch;
      if (branch < 0) missing++;
      else {
        known[branch] += weights[i];
        sizes[branch]++;
        total += weights[i];
      }
    }
    if (total === 0) return undefined;
    const shares = known.map((weight) => weight / total);
    const available = column.kind === 'nominal' ? node.available.filter((a) => a !== attribute) : node.available;
    const parts = Array.from(sizes, (size, b) => {
      const length = size + (shares[b] > 0 ? missing : 0);
      return { rows: new Int32Array(length), weights: new Float64Array(length), counts: new Float64Array(k), available, used: 0 };
    });
    for (let i = 0; i < rows.length; i++) {
      const branch = branchOf[i];
      for (let b = Math.max(branch, 0); b < (branch < 0 ? arity : branch + 1); b++) {
        const weight = branch < 0 ? weights[i] * shares[b] : weights[i];
        if (weight === 0) continue;
        const part = parts[b];
        part.rows[part.used] = rows[i];
        part.weights[part.used++] = weight;
        part.counts[labels[rows[i]]] += weight;
      }
    }
    return parts;
  }
}

/** What is left of a weight after subtractions: 0 where it is rounding. */
const cleaned = (weight: number): number => (weight < 1e-9 ? 0 : weight);
