/** Up to this many classes every cell has its place; above, only those that occur. */
const DENSE = 1024;

/** How many rows of each class had each class as the modal one. */
export class Confusion {
  private readonly dense: Float64Array | undefined;
  private readonly sparse = new Map<number, number>();

  constructor(readonly k: number) {
    if (k <= DENSE) this.dense = new Float64Array(k * k);
  }

  add(actual: number, predicted: number, rows = 1): void {
    const cell = actual * this.k + predicted;
    if (this.dense) this.dense[cell] += rows;
    else this.sparse.set(cell, (this.sparse.get(cell) ?? 0) + rows);
  }

  addColumn(labels: Uint8Array | Uint16Array | Uint32Array, modal: Uint16Array): void {
    const { dense, k } = this;
    if (!dense) for (let r = 0; r < modal.length; r++) this.add(labels[r], modal[r]);
    else for (let r = 0; r < modal.length; r++) dense[labels[r] * k + modal[r]]++;
  }

  /** The cells that occur: [actual, predicted, rows]. */
  *cells(): Generator<[number, number, number]> {
    if (this.dense) {
      for (let cell = 0; cell < this.dense.length; cell++) if (this.dense[cell] > 0) yield [Math.floor(cell / this.k), cell % this.k, this.dense[cell]];
    } else for (const cell of [...this.sparse.keys()].sort((a, b) => a - b)) yield [Math.floor(cell / this.k), cell % this.k, this.sparse.get(cell) ?? 0];
  }

  /** Rows of each class. */
  actual(): Float64Array {
    const counts = new Float64Array(this.k);
    for (const [actual, , rows] of this.cells()) counts[actual] += rows;
    return counts;
  }

  /** The whole table, rows by actual class; only for as many classes as one would print. */
  table(): number[][] {
    const table = Array.from({ length: this.k }, () => new Array<number>(this.k).fill(0));
    for (const [actual, predicted, rows] of this.cells()) table[actual][predicted] = rows;
    return table;
  }
}
