import type { Products } from '../kernels.js';
import { columnSlot, IMPOSSIBLE, ONES, pairSlot, TIES } from '../slots.js';
import { multiply } from './product.js';

/** Two classes from one column of P(positive); the twin of assembly/tallyColumn.ts. */
export function tallyColumn(p: Float64Array, labels: Uint16Array, rows: number, odd: number, positive: number, block: Products, counts: Int32Array): number {
  for (let r = 0; r < rows; r++) {
    const x = p[r];
    const label = labels[r];
    if (!(x >= 0 && x <= 1) || label > 1) return r;
    const side = x > 0.5 ? positive : x < 0.5 ? 1 - positive : 2;
    const slot = columnSlot(side, label);
    counts[side * 2 + label]++;
    const f = label === positive ? x : 1 - x;
    multiply(block, slot * 2 + ((r + odd) & 1), f);
    if (f === 0) block.zeros[IMPOSSIBLE]++;
    if (side === 2) block.zeros[TIES]++;
  }
  return -1;
}

/** Two classes from two columns; the twin of assembly/tallyPairs.ts. */
export function tallyPairs(p: Float64Array, labels: Uint16Array, rows: number, tolerance: number, block: Products, counts: Int32Array): number {
  for (let r = 0; r < rows; r++) {
    const p0 = p[2 * r];
    const p1 = p[2 * r + 1];
    const label = labels[r];
    if (!(p0 >= 0 && p0 <= 1 && p1 >= 0 && p1 <= 1 && Math.abs(p0 + p1 - 1) <= tolerance) || label > 1) return r;
    const high0 = p0 >= 0.5;
    const high1 = p1 >= 0.5;
    const side = high0 !== high1 ? Number(high1) : (high0 ? 2 : 4) + Number(p1 > p0);
    counts[side * 2 + label]++;
    const a = label ? 1 - p0 : p0;
    const b = label ? p1 : 1 - p1;
    multiply(block, pairSlot(side, label, 0), a);
    multiply(block, pairSlot(side, label, 1), b);
    if (a === 0 || b === 0) block.zeros[IMPOSSIBLE]++;
    if (p0 === p1) block.zeros[TIES]++;
    if (p0 === 1 || p1 === 1) counts[ONES] = 1;
  }
  return -1;
}

/** k classes; the twin of assembly/tallyClasses.ts. */
export function tallyClasses(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, odd: number, k: number, block: Products): void {
  for (let r = 0; r < rows; r++) {
    const parity = (r + odd) & 1;
    const row = r * k;
    const truth = labels[r];
    const top = modal[r];
    if (block.cells.length > 0) block.cells[truth * k + top]++;
    for (let i = 0; i < k; i++) if (i !== truth) multiply(block, parity * k + i, 1 - p[row + i]);
    const own = p[row + truth];
    multiply(block, (2 + parity) * k + truth, own);
    if (truth === top) multiply(block, (4 + parity) * k + top, own);
    else multiply(block, (6 + parity) * k + top, 1 - p[row + top]);
    if (own === 0 || (truth !== top && p[row + top] === 1)) block.zeros[8 * k]++;
  }
}
