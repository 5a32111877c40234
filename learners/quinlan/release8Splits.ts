import type { QuinlanNode } from './node.js';
import type { Release8Items } from './release8Items.js';

const f = Math.fround;
const EPSILON = 1e-3;
const NONE = f(-EPSILON);

/** What a test on an attribute gains, and the information of its branches; bits per row, in single precision. */
interface Gained {
  gain: number;
  information: number;
  cut: number;
}

/** Tests on attributes, as C4.5, release 8, judges them (Quinlan 1993, ch. 2; Quinlan 1996): the best gain ratio among those of at least the average gain. */
export class Release8Splits {
  private readonly manyValued: boolean;
  private readonly low: Float32Array;
  private readonly high: Float32Array;
  private table: Float32Array;
  private readonly gains: Float32Array;
  private readonly bags = new Float32Array(3);
  /** x·log2 x of whole numbers. */
  private readonly whole: Float64Array;

  constructor(
    private readonly items: Release8Items,
    private readonly minimum: number,
  ) {
    const { n, k, columns } = items;
    this.manyValued = columns.every((column) => column.kind === 'nominal' && column.categories.length >= 0.3 * n);
    this.low = new Float32Array(k);
    this.high = new Float32Array(k);
    this.table = new Float32Array(k);
    this.gains = new Float32Array(n);
    this.whole = Float64Array.from({ length: Math.min(n, 100_000) + 1 }, (_, i) => i * log2(i));
  }

  /** Sets the attribute and the cut of a node to the best test of its rows, if there is one. */
  choose(node: QuinlanNode, from: number, to: number, tested: Uint8Array): void {
    const { columns, n } = this.items;
    const found: (Gained | undefined)[] = [];
    let [possible, average] = [0, 0];
    for (const [attribute, column] of columns.entries()) {
      const gained =
        column.kind === 'numeric'
          ? this.numeric(attribute, from, to)
          : tested[attribute] === 0
            ? this.nominal(column.codes, column.categories.length, from, to, node.weight)
            : undefined;
      found.push(gained && gained.gain > -EPSILON ? gained : undefined);
      if (!found[attribute] || !(this.manyValued || column.kind === 'numeric' || column.categories.length < 0.3 * n)) continue;
      possible++;
      average = f(average + (gained as Gained).gain);
    }
    const least = (possible > 0 ? f(average / possible) : 1e6) - EPSILON;
    let best = NONE;
    for (const [attribute, gained] of found.entries()) {
      if (!gained || !(gained.gain >= least && gained.information > EPSILON)) continue;
      const ratio = f(gained.gain / gained.information);
      if (!(ratio > best)) continue;
      best = ratio;
      node.attribute = attribute;
      node.cut = gained.cut;
    }
    if (node.attribute >= 0 && columns[node.attribute].kind === 'numeric') node.cut = this.lowered(node.attribute, node.cut);
  }

  private nominal(codes: Int32Array, values: number, from: number, to: number, weight: number): Gained | undefined {
    const { k, rows, labels, weights } = this.items;
    if (this.table.length < (values + 1) * k) this.table = new Float32Array((values + 1) * k);
    // Missing values come first.
    const table = this.table.fill(0, 0, (values + 1) * k);
    for (let i = from; i < to; i++) table[(codes[rows[i]] + 1) * k + labels[rows[i]]] += weights[i];
    const bags = new Float32Array(values + 1);
    for (let v = 0; v <= values; v++) for (let c = v * k; c < (v + 1) * k; c++) bags[v] += table[c];
    if (weight <= bags[0]) return undefined;
    let reasonable = 0;
    for (let v = 1; v <= values; v++) if (bags[v] >= this.minimum) reasonable++;
    if (reasonable < 2) return undefined;
    const known = f(weight - bags[0]);
    const missing = f(bags[0] / this.items.count(from, to));
    let sum = 0;
    for (let c = 0; c < k; c++) {
      let count = 0;
      for (let v = 1; v <= values; v++) count = f(count + table[v * k + c]);
      sum += this.times(count);
    }
    const before = f((this.times(known) - sum) / known);
    let after = 0;
    for (let v = 1; v <= values; v++) after = f(after + this.information(table, v * k, (v + 1) * k));
    return { gain: f(f(1 - missing) * f(before - f(after / known))), information: f(this.information(bags, 0, values + 1) / weight), cut: NaN };
  }

  private numeric(attribute: number, from: number, to: number): Gained | undefined {
    const { items, low, high, gains, bags, minimum } = this;
    const { k, rows, labels, weights } = items;
    const values = items.values[attribute] as Float32Array;
    const weight = items.count(from, to);
    const first = items.gatherMissing(attribute, from, to);
    low.fill(0);
    high.fill(0);
    for (let i = from; i < first; i++) low[labels[rows[i]]] += weights[i];
    bags[0] = 0;
    for (let c = 0; c < k; c++) bags[0] += low[c];
    const known = f(weight - bags[0]);
    const missing = f(1 - f(known / weight));
    if (known < 2 * minimum) return undefined;
    items.sort(attribute, first, to);
    low.fill(0);
    for (let i = first; i < to; i++) high[labels[rows[i]]] += weights[i];
    const before = f(this.information(high, 0, k) / known);
    let side = f((0.1 * known) / k);
    if (side <= minimum) side = minimum;
    else if (side > 25) side = 25;
    const most = f(known - side);
    let [below, tries, end] = [0, 0, first];
    for (let i = first; i < to - 1; i++) {
      const label = labels[rows[i]];
      const w = weights[i];
      below = f(below + w);
      low[label] += w;
      high[label] -= w;
      gains[i] = NONE;
      if (below < side) continue;
      if (below > most) break;
      end = i + 1;
      if (!(values[rows[i]] < values[rows[i + 1]] - 1e-5)) continue;
      tries++;
      if (!(below >= minimum && f(known - below) >= minimum)) continue;
      const after = f(this.information(low, 0, k) + this.information(high, 0, k));
      gains[i] = f(f(1 - missing) * f(before - f(after / known)));
    }
    const cost = f(log2(tries) / weight);
    let [gain, best] = [0, -1];
    for (let i = first; i < end; i++) {
      const net = f(gains[i] - cost);
      if (net > gain) [gain, best] = [net, i];
    }
    if (best < 0) return undefined;
    below = 0;
    for (let i = first; i <= best; i++) below = f(below + weights[i]);
    bags[1] = below;
    bags[2] = f(known - below);
    const middle = f(f(values[rows[best]] + values[rows[best + 1]]) / 2);
    // Rounding or overflow can take it to the largest value, and no row would be above.
    const cut = middle < values[rows[to - 1]] ? middle : values[rows[best]];
    return { gain, information: f(this.information(bags, 0, 3) / weight), cut };
  }

  /** The bits of all labels or branches, given their counts. */
  private information(counts: Float32Array, from: number, to: number): number {
    let [sum, total] = [0, 0];
    for (let i = from; i < to; i++) {
      const count = counts[i];
      if (count === 0) continue;
      sum = f(sum + this.times(count));
      total = f(total + count);
    }
    return f(this.times(total) - sum);
  }

  /** x·log2 x. */
  private times(x: number): number {
    const i = x | 0;
    return i === x && i >= 0 && i < this.whole.length ? this.whole[i] : x * log2(x);
  }

  /** The greatest value that a row has up to a cut; as the data have it, in double precision. */
  private lowered(attribute: number, cut: number): number {
    const values = this.items.values[attribute] as Float32Array;
    const column = this.items.columns[attribute];
    let [best, place] = [-Infinity, -1];
    for (let row = 0; row < values.length; row++) if (values[row] <= cut && (place < 0 || values[row] > best)) [best, place] = [values[row], row];
    return column.kind === 'numeric' ? column.values[place] : NaN;
  }
}

const LN2 = Math.log(2);
function log2(x: number): number {
  return x <= 0 ? 0 : Math.log(x) / LN2;
}
