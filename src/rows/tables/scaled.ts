import { exp } from '../../math/exp.js';
import type { RowBlock, Scale } from '../table.js';

/** Makes the numbers of a block estimates, where they lie. One implementation for all threads, backends and pages, so the bits are the same. */
export function scaleBlock({ numbers, rows }: Pick<RowBlock, 'numbers' | 'rows'>, scale: Scale, columns: number): void {
  if (scale === 'percent') for (let i = 0; i < rows * columns; i++) numbers[i] /= 100;
  else if (scale === 'sigmoid') for (let i = 0; i < rows * columns; i++) numbers[i] = sigmoid(numbers[i]);
  else for (let r = 0; r < rows; r++) softmax(numbers, r * columns, (r + 1) * columns);
}

/** 1 / (1 + e^-x), without the loss of a small one. */
function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + exp(-x));
  const e = exp(x);
  return e / (1 + e);
}

/** e^x_i / Σ e^x_j, from the largest down, so that none is too large. */
function softmax(x: Float64Array, from: number, to: number): void {
  let largest = -Infinity;
  for (let i = from; i < to; i++) if (x[i] > largest) largest = x[i];
  let sum = 0;
  for (let i = from; i < to; i++) {
    x[i] = exp(x[i] - largest);
    sum += x[i];
  }
  for (let i = from; i < to; i++) x[i] /= sum;
}
