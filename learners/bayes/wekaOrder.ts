import type { Training } from '../base/training.js';

/**
 * The order in which Weka adds up rows for Naive Bayes: it has sorted them by each numeric attribute before, one after the other, by a
 * quicksort (median of three) that does not keep the order of ties. Sums of squares of values far from 0 differ by their order in the tenth
 * digit, so only this order gives its estimates to the last. Missing values come last.
 */
export function wekaOrder({ columns, n }: Training): Int32Array {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  const keys = new Float64Array(n);
  for (const column of columns) {
    if (column.kind !== 'numeric') continue;
    for (let i = 0; i < n; i++) keys[i] = Number.isNaN(column.values[order[i]]) ? Number.MAX_VALUE : column.values[order[i]];
    quicksort(order, keys, 0, n - 1);
  }
  return order;
}

/** Sorts keys, and rows with them. */
function quicksort(rows: Int32Array, keys: Float64Array, left: number, right: number): void {
  if (right - left < 1) return;
  const middle = right - left === 2 ? left + 1 : (left + right) >> 1;
  if (right - left > 1) inOrder(rows, keys, left, middle);
  inOrder(rows, keys, left, right);
  if (right - left > 1) inOrder(rows, keys, middle, right);
  if (right - left < 3) return;
  swap(rows, keys, middle, right - 1);
  const pivot = keys[right - 1];
  let [l, r] = [left, right - 1];
  for (;;) {
    while (keys[++l] < pivot);
    while (keys[--r] > pivot);
    if (l >= r) break;
    swap(rows, keys, l, r);
  }
  swap(rows, keys, l, right - 1);
  quicksort(rows, keys, left, l - 1);
  quicksort(rows, keys, l + 1, right);
}

function inOrder(rows: Int32Array, keys: Float64Array, i: number, j: number): void {
  if (keys[i] > keys[j]) swap(rows, keys, i, j);
}

function swap(rows: Int32Array, keys: Float64Array, i: number, j: number): void {
  const [row, key] = [rows[i], keys[i]];
  rows[i] = rows[j];
  keys[i] = keys[j];
  rows[j] = row;
  keys[j] = key;
}
