/** Up to so many nodes costs have a place for every set of parents. */
const DENSE = 14;

/** Costs by node and set of parents, in flat arrays: a search asks some ten million times. */
export class CostTable {
  costs: Float64Array;
  /** The node, from 1, and the words of the set; 0 where a place is free. Not there where every set has its own place. */
  private keys: Int32Array | undefined;
  private readonly stride: number;
  private filled = 0;
  private mask: number;

  constructor(
    private readonly nodes: number,
    private readonly words: number,
  ) {
    this.stride = words + 1;
    const size = nodes <= DENSE ? nodes << nodes : 1 << 14;
    this.mask = size - 1;
    this.costs = new Float64Array(size).fill(NaN);
    if (nodes > DENSE) this.keys = new Int32Array(size * this.stride);
  }

  /** Where a set stands, or would. It holds until the next `put`. */
  place(node: number, sets: Int32Array, at: number): number {
    const { keys, stride, words, mask } = this;
    if (!keys) return (node << this.nodes) | sets[at];
    let hash = Math.imul(node + 1, 0x9e3779b1);
    for (let word = 0; word < words; word++) {
      hash = Math.imul(hash ^ sets[at + word], 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const key = place * stride;
      if (keys[key] === 0) return place;
      if (keys[key] !== node + 1) continue;
      let word = 0;
      while (word < words && keys[key + 1 + word] === sets[at + word]) word++;
      if (word === words) return place;
    }
  }

  has(place: number): boolean {
    return !Number.isNaN(this.costs[place]);
  }

  put(place: number, node: number, sets: Int32Array, at: number, cost: number): void {
    this.costs[place] = cost;
    if (!this.keys) return;
    const key = place * this.stride;
    this.keys[key] = node + 1;
    for (let word = 0; word < this.words; word++) this.keys[key + 1 + word] = sets[at + word];
    if (++this.filled * 2 > this.mask) this.grow(this.keys);
  }

  private grow(keys: Int32Array): void {
    const costs = this.costs;
    const size = costs.length * 2;
    this.mask = size - 1;
    this.costs = new Float64Array(size).fill(NaN);
    this.keys = new Int32Array(size * this.stride);
    for (let old = 0; old < costs.length; old++) {
      const key = old * this.stride;
      if (keys[key] === 0) continue;
      const place = this.place(keys[key] - 1, keys, key + 1);
      this.costs[place] = costs[old];
      this.keys.set(keys.subarray(key, key + this.stride), place * this.stride);
    }
  }
}
