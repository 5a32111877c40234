import { exp } from '../../../math/exp.js';

/** The twins of assembly/logits.ts. */
export function sigmoid(p: Float64Array, rows: number, stride: number, columns: number): void {
  for (let r = 0; r < rows; r++)
    for (let i = r * stride; i < r * stride + columns; i++) {
      if (p[i] >= 0) p[i] = 1 / (1 + exp(-p[i]));
      else {
        const e = exp(p[i]);
        p[i] = e / (1 + e);
      }
    }
}

export function softmax(p: Float64Array, rows: number, stride: number, columns: number): void {
  for (let r = 0; r < rows; r++) {
    const from = r * stride;
    const to = from + columns;
    let largest = -Infinity;
    for (let i = from; i < to; i++) if (p[i] > largest) largest = p[i];
    let sum = 0;
    for (let i = from; i < to; i++) {
      p[i] = exp(p[i] - largest);
      sum += p[i];
    }
    for (let i = from; i < to; i++) p[i] /= sum;
  }
}
