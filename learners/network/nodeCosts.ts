import { LogFactorials } from '../base/logFactorial.js';

/** Parents to a node, and cells to a table, at most. */
export const MOST_PARENTS = 7;
const MOST_CELLS = 64_000;
/** ½ ln(πe/6), as CaMML rounds it: what a parameter costs beside the adaptive code. */
const PARAMETER = 0.17649;
/** Nodes whose parent sets are a single exact number. */
const WORD = 52;
/** Up to so many nodes costs are kept in an array. */
const DENSE = 14;

/** The message length of a node given its parents, in nats (CaMML: full tables, MML estimates), each counted once. */
export class NodeCosts {
  private readonly kept: Map<number, number | Map<number, number>>[];
  private readonly dense: Float64Array | undefined;
  private readonly factorials: LogFactorials;
  private readonly index: Int32Array;
  private counts = new Int32Array(1024);

  constructor(
    readonly codes: readonly Int32Array[],
    readonly sizes: readonly number[],
    readonly rows: number,
  ) {
    this.kept = sizes.map(() => new Map());
    this.dense = sizes.length <= DENSE ? new Float64Array(sizes.length << sizes.length).fill(NaN) : undefined;
    this.factorials = new LogFactorials(rows + Math.max(...sizes));
    this.index = new Int32Array(rows);
  }

  get nodes(): number {
    return this.sizes.length;
  }

  /** By the sum of 2^p over the parents below 52, and over the others. */
  cost(node: number, low: number, high: number): number {
    if (this.dense) {
      const at = (node << this.nodes) | low;
      const known = this.dense[at];
      if (!Number.isNaN(known)) return known;
      this.dense[at] = this.counted(node, parentsOf(low, high));
      return this.dense[at];
    }
    let map = this.kept[node] as Map<number, number>;
    if (high > 0) {
      // Sets with a high part have maps of their own, at negative keys.
      const inner = (this.kept[node].get(-high) as Map<number, number> | undefined) ?? new Map<number, number>();
      this.kept[node].set(-high, inner);
      map = inner;
    }
    const known = map.get(low);
    if (known !== undefined) return known;
    const found = this.counted(node, parentsOf(low, high));
    map.set(low, found);
    return found;
  }

  /** The cost by counting, whatever is kept. */
  counted(node: number, parents: readonly number[]): number {
    const values = this.sizes[node];
    let groups = 1;
    for (const parent of parents) groups *= this.sizes[parent];
    if (parents.length > MOST_PARENTS || groups * values > MOST_CELLS) return Infinity;
    const { index, rows, factorials } = this;
    const own = this.codes[node];
    const cells = groups * values;
    if (this.counts.length < cells) this.counts = new Int32Array(cells);
    const counts = this.counts.fill(0, 0, cells);
    if (parents.length === 0) for (let i = 0; i < rows; i++) counts[own[i]]++;
    else {
      index.set(this.codes[parents[0]]);
      for (let p = 1; p < parents.length; p++) {
        const [codes, size] = [this.codes[parents[p]], this.sizes[parents[p]]];
        for (let i = 0; i < rows; i++) index[i] = index[i] * size + codes[i];
      }
      for (let i = 0; i < rows; i++) counts[index[i] * values + own[i]]++;
    }
    let nats = 0;
    for (let g = 0; g < groups; g++) {
      let total = 0;
      for (let v = g * values; v < (g + 1) * values; v++) {
        if (counts[v] === 0) continue;
        total += counts[v];
        nats -= factorials.at(counts[v]);
      }
      // A group without rows costs nothing beside its parameters.
      if (total > 0) nats += factorials.at(total + values - 1) - factorials.at(values - 1);
    }
    return nats + groups * (values - 1) * PARAMETER;
  }
}

/** The number that stands for a node in a set, in the low part or in the high one. */
export const bitOf = (node: number): number => 2 ** (node < WORD ? node : node - WORD);
export const isLow = (node: number): boolean => node < WORD;
/** Nodes that two numbers can name. */
export const MOST_NODES = 2 * WORD;

export function parentsOf(low: number, high: number): number[] {
  const parents: number[] = [];
  for (const [word, base] of [
    [low, 0],
    [high, WORD],
  ]) {
    let rest = word;
    for (let node = base; rest > 0; node++) {
      if (rest % 2 === 1) parents.push(node);
      rest = Math.floor(rest / 2);
    }
  }
  return parents;
}
