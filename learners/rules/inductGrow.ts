import { logGamma } from '../base/logFactorial.js';
import { sortedKnown, type Training } from '../base/training.js';
import { type Condition, holds } from './conditions.js';

/** What INDUCT finds: a rule, and how likely it is by chance to be as good. */
export interface InductRule {
  conditions: Condition[];
  /** ln m. */
  logChance: number;
  right: number;
  covered: number;
}

/** Rows, and for each numeric attribute those of them whose value is known, in ascending order of it. */
export interface InductRows {
  rows: Int32Array;
  orders: readonly (Int32Array | null)[];
}

/** Where a numeric attribute may be cut. */
interface Cuts {
  cuts: Float64Array;
  /** For each row the place of the first cut above its value. */
  above: Int32Array;
}

interface Candidate extends Omit<InductRule, 'conditions'> {
  condition: Condition;
}

/** What differs by less is the same, so that the first of several is taken whatever the rounding. */
const SAME = 1e-10;

/** Grows rules among rows of a training part. */
export class InductGrower {
  /** Every row. */
  readonly all: InductRows;
  private readonly cuts: readonly (Cuts | null)[];
  private readonly kept: Uint8Array;
  private readonly chances: Chances;

  constructor(private readonly training: Training) {
    const { n, columns } = training;
    this.kept = new Uint8Array(n);
    this.chances = new Chances(n);
    const orders = columns.map((column) => (column.kind === 'numeric' ? sortedKnown(column.values) : null));
    this.all = { rows: Int32Array.from({ length: n }, (_, i) => i), orders };
    this.cuts = columns.map((column, a) => (column.kind === 'numeric' ? cutsOf(training, column.values, orders[a] as Int32Array) : null));
  }

  /** Those of some rows of which something is true. */
  among({ rows, orders }: InductRows, isKept: (row: number) => boolean): InductRows {
    const { kept } = this;
    for (const row of rows) kept[row] = isKept(row) ? 1 : 0;
    const rest = (some: Int32Array): Int32Array => some.filter((row) => kept[row] === 1);
    return { rows: rest(rows), orders: orders.map((order) => order && rest(order)) };
  }

  /** Grows a rule for a class in a universe of rows: adds the condition of least chance, until it is pure or no condition lowers the chance and raises the accuracy. */
  grow(universe: InductRows, target: number): InductRule {
    const { labels, columns } = this.training;
    const [right, covered] = [universe.rows.reduce((count, row) => count + (labels[row] === target ? 1 : 0), 0), universe.rows.length];
    this.chances.share = right / covered;
    let best: InductRule = { conditions: [], logChance: this.chances.log(right, covered), right, covered };
    let rows = universe;
    while (best.right < best.covered) {
      const found = this.bestCondition(rows, target);
      if (!found || !(found.logChance < best.logChance - SAME) || !(found.right / found.covered > best.right / best.covered)) break;
      const { condition, ...rest } = found;
      best = { ...rest, conditions: [...best.conditions, condition] };
      rows = this.among(rows, (row) => holds(condition, columns, row));
    }
    return best;
  }

  private bestCondition({ rows, orders }: InductRows, target: number): Candidate | undefined {
    const { labels, columns } = this.training;
    let best: Candidate | undefined;
    const consider = (attribute: number, sign: Condition['sign'], value: number, right: number, covered: number): void => {
      if (right === 0 || covered === rows.length) return;
      if (best && !(this.chances.atLeast(right, covered) < best.logChance - SAME)) return;
      const logChance = this.chances.log(right, covered);
      if (!best || logChance < best.logChance - SAME) best = { condition: { attribute, sign, value }, logChance, right, covered };
    };
    for (const [attribute, column] of columns.entries()) {
      if (column.kind === 'nominal') {
        const [right, covered] = [new Int32Array(column.categories.length), new Int32Array(column.categories.length)];
        for (const row of rows) {
          const code = column.codes[row];
          if (code < 0) continue;
          covered[code]++;
          if (labels[row] === target) right[code]++;
        }
        for (let value = 0; value < covered.length; value++) consider(attribute, '=', value, right[value], covered[value]);
        continue;
      }
      const { cuts, above } = this.cuts[attribute] as Cuts;
      const order = orders[attribute] as Int32Array;
      let total = 0;
      for (const row of order) if (labels[row] === target) total++;
      let right = 0;
      // Below the least of these rows: all whose value is known are above.
      if (order.length > 0 && above[order[0]] > 0) consider(attribute, '>', cuts[0], total, order.length);
      for (let at = 0; at < order.length; ) {
        const place = above[order[at]];
        for (; at < order.length && above[order[at]] === place; at++) if (labels[order[at]] === target) right++;
        if (place === cuts.length) break;
        consider(attribute, '<', cuts[place], right, at);
        consider(attribute, '>', cuts[place], total - right, order.length - at);
      }
    }
    return best;
  }
}

/** Cuts halfway between neighbours of different classes, where there is a number between them. */
function cutsOf({ labels, n }: Training, values: Float64Array, order: Int32Array): Cuts {
  const cuts: number[] = [];
  const above = new Int32Array(n);
  // The class of the value before, −1 where it has several.
  let before = -1;
  for (let i = 0; i < order.length; ) {
    const start = i;
    const value = values[order[i]];
    let label = labels[order[i]];
    for (; i < order.length && values[order[i]] === value; i++) if (labels[order[i]] !== label) label = -1;
    if (start > 0 && (label === -1 || label !== before)) {
      const lower = values[order[start - 1]];
      const middle = (lower + value) / 2;
      if (lower < middle && middle < value) cuts.push(middle);
    }
    for (let at = start; at < i; at++) above[order[at]] = cuts.length;
    before = label;
  }
  return { cuts: Float64Array.from(cuts), above };
}

/** The chance that a rule which covers t rows has p or more right, where a share q of its universe is: the binomial's upper tail, as ln. */
export class Chances {
  /** q. */
  share = 0;
  /** ln n!. */
  private readonly factorials: Float64Array;

  constructor(most: number) {
    this.factorials = Float64Array.from({ length: most + 1 }, (_, n) => logGamma(n + 1));
  }

  log(right: number, covered: number): number {
    const { share } = this;
    if (right <= 0 || share >= 1) return 0;
    const odds = share / (1 - share);
    let [term, sum] = [1, 0];
    if (right > covered * share) {
      // From the largest term of the tail on.
      for (let i = right; term > sum * 1e-17; i++) {
        sum += term;
        term *= ((covered - i) / (i + 1)) * odds;
      }
      return Math.min(0, this.term(right, covered) + Math.log(sum));
    }
    // What is left of it, downwards.
    for (let i = right - 1; term > sum * 1e-17; i--) {
      sum += term;
      term *= i / (covered - i + 1) / odds;
    }
    return Math.log1p(-Math.min(1, Math.exp(this.term(right - 1, covered)) * sum));
  }

  /** A number that it is not below, found at once: the tail's first term, or a half where p is at most the median. */
  atLeast(right: number, covered: number): number {
    if (right <= Math.floor(covered * this.share)) return -Math.LN2;
    return this.share >= 1 ? 0 : this.term(right, covered);
  }

  private term(i: number, covered: number): number {
    const { factorials, share } = this;
    return factorials[covered] - factorials[i] - factorials[covered - i] + i * Math.log(share) + (covered - i) * Math.log1p(-share);
  }
}
