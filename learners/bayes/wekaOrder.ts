import type { Training } from '../base/training.js';

/**
 * The order in which Weka adds up rows for Naive Bayes: it has sorted them by each numeric attribute before, one after the other, by a
 * quicksort (median of three) that does not keep the order of ties. Sums of squares of values far from 0 differ by their order in the tenth
 * digit, so only this order gives its estimates to the last. Missing values come last.
 */
export function wekaOrder({ columns, n }: Training): Int32Array {
  let order = Int32Array.from({ length: n }, (_, i) => i);
  for (const column of columns) {
    if (column.kind !== 'numeric') continue;
    const keys = new Float64Array(n);
    for (let i = 0; i < n; i++) keys[i] = Number.isNaN(column.values[order[i]]) ? Number.MAX_VALUE : column.values[order[i]];
    const places = Int32Array.from({ length: n }, (_, i) => i);
    quicksort(places, keys, 0, n - 1);
    order = places.map((place) => order[place]);
  }
  return order;
}

function quicksort(places: Int32Array, keys: Float64Array, left: number, right: number): void {
  if (right - left < 1) return;
  const middle = right - left === 2 ? left + 1 : (left + right) >> 1;
  if (right - left > 1) inOrder(places, keys, left, middle);
  inOrder(places, keys, left, right);
  if (right - left > 1) inOrder(places, keys, middle, right);
  if (right - left < 3) return;
  swap(places, middle, right - 1);
  const pivot = keys[places[right - 1]];
  let [l, r] = [left, right - 1];
  for (;;) {
    while (keys[places[++l]] < pivot);
    while (keys[places[--r]] > pivot);
    if (l >= r) break;
    swap(places, l, r);
  }
  swap(places, l, right - 1);
  quicksort(places, keys, left, l - 1);
  quicksort(places, keys, l + 1, right);
}

function inOrder(places: Int32Array, keys: Float64Array, i: number, j: number): void {
  if (keys[places[i]] > keys[places[j]]) swap(places, i, j);
}

function swap(places: Int32Array, i: number, j: number): void {
  const kept = places[i];
  places[i] = places[j];
  places[j] = kept;
}
