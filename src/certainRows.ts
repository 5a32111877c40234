import type { Piece } from './staging.js';

/** Rows that gave 1 to a class that is not the true one, and 0 to all others. Rows of weight 0 are none. */
export function certainRows({ p, labels, rows, weights }: Piece, column: boolean, k: number, positive: number): number {
  let count = 0;
  for (let r = 0; r < rows; r++) {
    if (weights?.[r] === 0) continue;
    // One column tells both: where one class has 0, the other has 1.
    if (column ? p[r] === Number(labels[r] !== positive) : p[r * k + labels[r]] === 0 && oneBesideZeros(p, r * k, k)) count++;
  }
  return count;
}

function oneBesideZeros(p: Float64Array, from: number, k: number): boolean {
  let ones = 0;
  for (let i = from; i < from + k; i++) {
    if (p[i] === 1) ones++;
    else if (p[i] !== 0) return false;
  }
  return ones === 1;
}
