import { LogFactorials } from '../base/logFactorial.js';
import { CostTable } from './costTable.js';

/** Parents to a node, and cells to a table, at most. */
export const MOST_PARENTS = 7;
const MOST_CELLS = 64_000;
/** ½ ln(πe/6), as CaMML rounds it: what a parameter costs beside the adaptive code. */
const PARAMETER = 0.17649;

/** The message length of a node given its parents, in nats (CaMML: full tables, MML estimates), each counted once. */
export class NodeCosts {
  /** Words of 32 bits that a set of parents takes. */
  readonly words: number;
  private readonly kept: CostTable;
  private readonly factorials: LogFactorials;
  /** Codes as small numbers, so that the columns of a count lie in the nearest memory. */
  private readonly codes: (Uint8Array | Uint16Array)[];
  private readonly places: Int32Array;
  private counts = new Int32Array(1024);
  private readonly parents = new Int32Array(MOST_PARENTS);

  constructor(
    codes: readonly Int32Array[],
    readonly sizes: readonly number[],
    readonly rows: number,
  ) {
    this.words = Math.ceil(sizes.length / 32);
    this.kept = new CostTable(sizes.length, this.words);
    this.factorials = new LogFactorials(rows + Math.max(...sizes));
    this.codes = codes.map((column, node) => (sizes[node] <= 256 ? Uint8Array.from(column) : Uint16Array.from(column)));
    this.places = new Int32Array(rows);
  }

  get nodes(): number {
    return this.sizes.length;
  }

  /** By a set of parents, `count` bits in the words from a place on. */
  cost(node: number, sets: Int32Array, at: number, count: number): number {
    if (count > MOST_PARENTS) return Infinity;
    const place = this.kept.place(node, sets, at);
    if (this.kept.has(place)) return this.kept.costs[place];
    let found = 0;
    for (let word = 0; word < this.words; word++)
      for (let rest = sets[at + word]; rest !== 0; rest &= rest - 1) this.parents[found++] = word * 32 + 31 - Math.clz32(rest & -rest);
    const cost = this.counted(node, this.parents.subarray(0, found));
    this.kept.put(place, node, sets, at, cost);
    return cost;
  }

  /** The cost by counting, whatever is kept. */
  counted(node: number, parents: ArrayLike<number>): number {
    const { sizes, factorials } = this;
    const values = sizes[node];
    let groups = 1;
    for (let p = 0; p < parents.length; p++) groups *= sizes[parents[p]];
    if (parents.length > MOST_PARENTS || groups * values > MOST_CELLS) return Infinity;
    const cells = groups * values;
    if (this.counts.length < cells) this.counts = new Int32Array(cells);
    const counts = this.counts.fill(0, 0, cells);
    this.count(node, parents, counts);
    let nats = 0;
    for (let g = 0; g < cells; g += values) {
      let total = 0;
      for (let v = g; v < g + values; v++) {
        if (counts[v] === 0) continue;
        total += counts[v];
        nats -= factorials.at(counts[v]);
      }
      // A group without rows costs nothing beside its parameters.
      if (total > 0) nats += factorials.at(total + values - 1) - factorials.at(values - 1);
    }
    return nats + groups * (values - 1) * PARAMETER;
  }

  /** Counts values within groups, the first parent the most significant; three columns at a time. */
  private count(node: number, parents: ArrayLike<number>, counts: Int32Array): void {
    const { codes, sizes, rows, places } = this;
    const own = codes[node];
    const values = sizes[node];
    const p = parents.length;
    let done = p % 3;
    if (p === 0) {
      for (let i = 0; i < rows; i++) counts[own[i]]++;
      return;
    }
    if (done === 1) {
      const a = codes[parents[0]];
      for (let i = 0; i < rows; i++) places[i] = a[i];
    } else if (done === 2) {
      const [a, b, bSize] = [codes[parents[0]], codes[parents[1]], sizes[parents[1]]];
      for (let i = 0; i < rows; i++) places[i] = Math.imul(a[i], bSize) + b[i];
    } else {
      const [a, b, c] = [codes[parents[0]], codes[parents[1]], codes[parents[2]]];
      const [bSize, cSize] = [sizes[parents[1]], sizes[parents[2]]];
      for (let i = 0; i < rows; i++) places[i] = Math.imul(Math.imul(a[i], bSize) + b[i], cSize) + c[i];
      done = 3;
    }
    for (; done < p; done += 3) {
      const [a, b, c] = [codes[parents[done]], codes[parents[done + 1]], codes[parents[done + 2]]];
      const [aSize, bSize, cSize] = [sizes[parents[done]], sizes[parents[done + 1]], sizes[parents[done + 2]]];
      for (let i = 0; i < rows; i++) places[i] = Math.imul(Math.imul(Math.imul(places[i], aSize) + a[i], bSize) + b[i], cSize) + c[i];
    }
    for (let i = 0; i < rows; i++) counts[Math.imul(places[i], values) + own[i]]++;
  }
}
