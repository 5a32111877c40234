import type { Cases } from './c50Cases.js';

const f = Math.fround;
const EPSILON = 1e-4;
const LN2 = Math.log(2);
const log2 = (x: number): number => (x <= 0 ? 0 : Math.log(x) / LN2);

/** What a test on an attribute gains, and the information of its branches; both in bits per row, in single precision. */
export interface Split {
  attribute: number;
  gain: number;
  information: number;
  cut: number;
  branches: number;
}

/**
 * Tests on attributes, as C5.0 judges them: gain ratio among those of at least the average gain. Where there are very many rows, the number of tests to choose from
 * is what a gain must pay for instead.
 */
export class Splits {
  private readonly averageShare: number;
  private readonly messageShare: number;
  private readonly manyValued: boolean;
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  private readonly other: Float64Array;
  private table: Float64Array;
  private readonly sorted: Int32Array;
  private readonly keys: Float64Array;
  private readonly within: Uint8Array;
  private readonly whole: Float64Array;

  constructor(
    private readonly cases: Cases,
    private readonly minimum: number,
  ) {
    const { n, k, columns } = cases;
    const perClass = Math.floor(n / k);
    const share = f(perClass <= 500 ? 0 : perClass >= 1000 ? 1 : (perClass - 500) / 500);
    this.averageShare = f(1 - share);
    this.messageShare = f(0.9 * share);
    this.manyValued = columns.every((column) => column.kind === 'nominal' && column.categories.length + 1 >= 0.3 * n);
    [this.low, this.high, this.other] = [new Float64Array(k), new Float64Array(k), new Float64Array(k)];
    this.table = new Float64Array(k);
    this.sorted = new Int32Array(n);
    this.keys = new Float64Array(n);
    this.within = new Uint8Array(n);
    this.whole = Float64Array.from({ length: Math.min(n, 100_000) + 1 }, (_, i) => i * log2(i));
  }

  /** The best test of the rows from a place to a place; `most` leaves at the most. */
  best(from: number, to: number, counts: Float64Array, weight: number, most: number): Split | undefined {
    const base = this.information(counts) / weight;
    const { columns, n } = this.cases;
    const possible: Split[] = [];
    for (const [attribute, column] of columns.entries()) {
      const split =
        column.kind === 'numeric'
          ? this.numeric(attribute, from, to, base)
          : this.nominal(attribute, column.codes, column.categories.length, from, to, base, weight, most);
      if (!split || !(split.gain >= EPSILON)) continue;
      if (this.manyValued || column.kind === 'numeric' || column.categories.length + 1 < 0.3 * n) possible.push(split);
    }
    if (possible.length === 0) return undefined;
    const average = possible.reduce((sum, { gain }) => sum + gain, 0) / possible.length;
    const least = 0.999 * (average * this.averageShare + (log2(possible.length) / weight) * this.messageShare);
    let best: Split | undefined;
    let highest = -EPSILON;
    for (const split of possible) {
      if (!(split.gain >= least && split.information > 0)) continue;
      const ratio = f(split.gain / split.information);
      const simpler = best !== undefined && (split.branches < best.branches || (split.branches === best.branches && split.gain > best.gain));
      if (ratio > highest || (ratio > 0.999 * highest && simpler)) {
        best = split;
        highest = ratio;
      }
    }
    return best;
  }

  /** The bits of all labels or branches, given their counts: n·log n minus the sum of those of the counts. */
  private information(counts: Float64Array, from = 0, to = counts.length): number {
    let [sum, total] = [0, 0];
    for (let i = from; i < to; i++) {
      const count = f(counts[i]);
      sum += this.times(count);
      total += count;
    }
    return this.times(total) - sum;
  }

  /** x·log2 x. */
  private times(x: number): number {
    const i = x | 0;
    return i === x && i < this.whole.length && i >= 0 ? this.whole[i] : x * log2(x);
  }

  private nominal(
    attribute: number,
    codes: Int32Array,
    values: number,
    from: number,
    to: number,
    base: number,
    weight: number,
    most: number,
  ): Split | undefined {
    const { k, order, labels, weights } = this.cases;
    if (this.table.length < (values + 1) * k) this.table = new Float64Array((values + 1) * k);
    // Missing values come first.
    const table = this.table.fill(0, 0, (values + 1) * k);
    for (let i = from; i < to; i++) {
      const row = order[i];
      table[(codes[row] + 1) * k + labels[row]] += weights[row];
    }
    const bags = new Float64Array(values + 1);
    let [reasonable, used, after] = [0, 0, 0];
    for (let v = 0; v <= values; v++) {
      for (let c = v * k; c < (v + 1) * k; c++) bags[v] += table[c];
      if (v === 0) continue;
      if (bags[v] >= this.minimum) reasonable++;
      if (bags[v] > 0.5) used++;
      after += this.information(table, v * k, (v + 1) * k);
    }
    if (reasonable < 2 || used > most + 1) return undefined;
    const known = f(weight - bags[0]);
    let before = base;
    if (bags[0] > 0) {
      for (let c = 0; c < k; c++) {
        let count = 0;
        for (let v = 1; v <= values; v++) count = f(count + table[v * k + c]);
        this.other[c] = count;
      }
      before = known < 1e-5 ? 0 : this.information(this.other) / known;
    }
    after /= known;
    const gain = before <= after ? 0 : f(1 - f(bags[0] / weight)) * (before - after);
    return { attribute, gain: f(gain), information: f(this.information(bags) / weight), cut: NaN, branches: Math.max(3, values + 1) };
  }

  private numeric(attribute: number, from: number, to: number, base: number): Split | undefined {
    const { cases, low, high, other, minimum } = this;
    const { k, labels, weights, order, gaps } = cases;
    const { ranks, values } = cases.ranked[attribute] as { ranks: Int32Array; values: Float32Array };
    low.fill(0);
    high.fill(0);
    other.fill(0);
    let total = 0;
    for (let i = from; i < to; i++) {
      const row = order[i];
      if (ranks[row] < 0) other[labels[row]] += weights[row];
      else high[labels[row]] += weights[row];
      total += weights[row];
    }
    let [missing, all] = [0, 0];
    for (let c = 0; c < k; c++) {
      missing += other[c];
      all += high[c];
    }
    if (!gaps[attribute]) total = all;
    const known = total - missing;
    if (known < 2 * minimum) return undefined;
    const before = missing > 0 ? this.information(high) / known : base;
    const side = Math.max(minimum, Math.min(25, (0.1 * known) / k));
    const sorted = this.sort(attribute, from, to);
    const count = sorted.length;
    // The last row below a cut, and the first.
    let end = count - 1;
    for (let above = 0; end >= 0 && above < side; end--) above += weights[sorted[end]];
    let at = 0;
    let below = 0;
    for (; at <= end; at++) {
      const row = sorted[at];
      if (!(below + weights[row] < side - 1e-5 || ranks[row] === ranks[sorted[at + 1]])) break;
      below += weights[row];
      low[labels[row]] += weights[row];
      high[labels[row]] -= weights[row];
    }
    // The class of all rows since the last cut; −1 where there are several.
    let upperClass = at < count ? labels[sorted[at]] : -1;
    for (let j = at - 1; upperClass >= 0 && j >= 0; j--) if (labels[sorted[j]] !== upperClass) upperClass = -1;
    let tries = 0;
    let [least, bestAt, bestBelow] = [1e38, -1, 0];
    for (; at <= end; at++) {
      const row = sorted[at];
      const w = weights[row];
      below += w;
      low[labels[row]] += w;
      high[labels[row]] -= w;
      const rank = ranks[sorted[at + 1]];
      if (rank === ranks[row]) continue;
      tries++;
      const lowerClass = upperClass;
      upperClass = labels[sorted[at + 1]];
      let j = at + 2;
      for (; upperClass >= 0 && j <= end && ranks[sorted[j]] === rank; j++) if (labels[sorted[j]] !== upperClass) upperClass = -1;
      // Between rows of one class there is no best cut.
      if (lowerClass >= 0 && lowerClass === upperClass && j <= end) continue;
      const lower = this.information(low);
      if (lower >= least) {
        for (at++; at <= end; at++) if (ranks[sorted[at + 1]] > ranks[sorted[at]]) tries++;
        break;
      }
      const both = lower + this.information(high);
      if (both < least) {
        least = both;
        bestAt = at;
        bestBelow = below;
      }
    }
    if (bestAt < 0) return undefined;
    const gained = (1 - (1 - known / total)) * (before - least / known);
    if (!(gained > 0)) return undefined;
    const [lowest, greatest] = [values[ranks[sorted[0]]], values[ranks[sorted[count - 1]]]];
    const [lower, upper] = [values[ranks[sorted[bestAt]]], values[ranks[sorted[bestAt + 1]]]];
    // A cut costs the choice among cuts, or among intervals as wide as the one that it lies in.
    const intervals = f(f(greatest - lowest) / f(upper - lower));
    const gain = gained - log2(Math.min(intervals, tries)) / total;
    if (!(gain > 0)) return undefined;
    const part = (size: number): number => -size * log2(size / total);
    const information = ((missing > 0 ? part(missing) : 0) + part(bestBelow) + part(known - bestBelow)) / total;
    const middle = f(0.5 * f(lower + upper));
    return { attribute, gain: f(gain), information: f(information), cut: middle >= upper ? lower : middle, branches: 3 };
  }

  /** The rows whose value is known, in ascending order of it. */
  private sort(attribute: number, from: number, to: number): Int32Array {
    const { n, order } = this.cases;
    const ranked = this.cases.ranked[attribute] as { ranks: Int32Array; order: Int32Array };
    let count = 0;
    if ((to - from) * 6 > n) {
      for (let i = from; i < to; i++) this.within[order[i]] = 1;
      for (let i = 0; i < ranked.order.length; i++) if (this.within[ranked.order[i]]) this.sorted[count++] = ranked.order[i];
      for (let i = from; i < to; i++) this.within[order[i]] = 0;
      return this.sorted.subarray(0, count);
    }
    for (let i = from; i < to; i++) {
      const rank = ranked.ranks[order[i]];
      if (rank >= 0) this.keys[count++] = rank * n + order[i];
    }
    const keys = this.keys.subarray(0, count).sort();
    for (let i = 0; i < count; i++) this.sorted[i] = keys[i] - Math.floor(keys[i] / n) * n;
    return this.sorted.subarray(0, count);
  }
}
