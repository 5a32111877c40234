import type { RankedValues } from './training.js';

/**
 * Sorts rows by a numeric attribute as Weka does: a quicksort (median of three) that does not keep the order of ties, missing values last. Weka sorts its rows by one attribute
 * after the other and adds up in the order that is left. Sums of fractions differ by their order in the last digits, and sums of squares of values far from 0 in the tenth, so
 * only this order gives its estimates, and its ties.
 */
export class WekaSort {
  /** Rank and row in one number: rank · size + row. */
  private readonly keys: Float64Array;
  /** A power of two above every row. */
  private readonly size: number;

  constructor(n: number) {
    this.keys = new Float64Array(n);
    this.size = 2 ** Math.ceil(Math.log2(n + 1));
  }

  /** In place; gives the number of rows whose value is known. */
  sort(rows: Int32Array, { distinct, ranks }: RankedValues): number {
    const { keys, size } = this;
    const { length } = rows;
    let known = 0;
    for (let i = 0; i < length; i++) {
      const rank = ranks[rows[i]];
      if (rank >= 0) known++;
      keys[i] = (rank < 0 ? distinct.length : rank) * size + rows[i];
    }
    quicksort(keys, size, 0, length - 1);
    for (let i = 0; i < length; i++) rows[i] = keys[i] - Math.floor(keys[i] / size) * size;
    return known;
  }
}

/** Compares ranks alone: `floor(key / size)`. */
function quicksort(keys: Float64Array, size: number, left: number, right: number): void {
  if (right - left < 1) return;
  const middle = right - left === 2 ? left + 1 : (left + right) >> 1;
  if (right - left > 1) inOrder(keys, size, left, middle);
  inOrder(keys, size, left, right);
  if (right - left > 1) inOrder(keys, size, middle, right);
  if (right - left < 3) return;
  const pivot = keys[middle];
  keys[middle] = keys[right - 1];
  keys[right - 1] = pivot;
  const from = Math.floor(pivot / size) * size;
  const to = from + size;
  let [l, r] = [left, right - 1];
  for (;;) {
    while (keys[++l] < from);
    while (keys[--r] >= to);
    if (l >= r) break;
    const key = keys[l];
    keys[l] = keys[r];
    keys[r] = key;
  }
  keys[right - 1] = keys[l];
  keys[l] = pivot;
  quicksort(keys, size, left, l - 1);
  quicksort(keys, size, l + 1, right);
}

function inOrder(keys: Float64Array, size: number, i: number, j: number): void {
  const [first, second] = [keys[i], keys[j]];
  if (Math.floor(first / size) <= Math.floor(second / size)) return;
  keys[i] = second;
  keys[j] = first;
}
