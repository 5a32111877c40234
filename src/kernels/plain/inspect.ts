import type { Inspected } from '../kernels.js';

/** The twin of assembly/inspect.ts. */
export function inspect(p: Float64Array, labels: Uint16Array, rows: number, k: number, tolerance: number, modal?: Uint16Array): Inspected {
  let ties = 0;
  let ones = false;
  for (let r = 0; r < rows; r++) {
    const row = r * k;
    let sum = 0;
    let top = -1;
    let first = 0;
    let tied = false;
    for (let i = 0; i < k; i++) {
      const x = p[row + i];
      if (!(x >= 0 && x <= 1)) return { bad: r, ties, ones };
      sum += x;
      if (x > top) {
        top = x;
        first = i;
        tied = false;
      } else if (x === top) tied = true;
    }
    if (!(Math.abs(sum - 1) <= tolerance) || labels[r] >= k) return { bad: r, ties, ones };
    ones ||= top === 1;
    if (!modal) continue;
    ties += Number(tied);
    modal[r] = first;
  }
  return { bad: -1, ties, ones };
}

export function inspectColumn(p: Float64Array, labels: Uint16Array, rows: number, positive: number, modal: Uint16Array): Omit<Inspected, 'ones'> {
  let ties = 0;
  for (let r = 0; r < rows; r++) {
    const x = p[r];
    if (!(x >= 0 && x <= 1) || labels[r] > 1) return { bad: r, ties };
    ties += Number(x === 0.5);
    modal[r] = x === 0.5 ? 0 : x > 0.5 ? positive : 1 - positive;
  }
  return { bad: -1, ties };
}
