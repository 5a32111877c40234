import { createEngine } from '../engine.js';
import type { Backend } from '../kernels/kernels.js';
import { cells as cellSums } from '../kernels/plain/calibration.js';
import { type Dealt, STACKS } from './dealt.js';

/** 003 footnote 5: "each cell was guaranteed to contain at least 10 sample points". */
export const CELL = 10;
/** Up to this many rows, making a core takes longer than sorting; the twin gives the same bits. */
const FEW = 4096;

export interface Miscalibration {
  /** Null where it has no value, beside the reason. */
  miscalibration: number | null;
  /** Its parts: from cells whose estimates are on average above, and below, the frequency of truth. */
  overconfident: number | null;
  underconfident: number | null;
  cells: number;
  /** Said where the rows were too many to keep. */
  approximate?: string;
  reason?: string;
}

/**
 * 003 eq. 3: √ Σ_cells Σ_j (f − p_j)²/(n − 1), over the estimates of the modal classes, sorted and cut into cells of at
 * least 10 and as few as possible above that; equal estimates are never split, and a remainder of fewer than 10 joins
 * the last cell. f is the cell's frequency of truth. Estimates are negative where the modal class was not the true one.
 * They are sorted stack by stack, by a core that has just the memory for the largest.
 */
export async function miscalibration(parts: readonly Dealt[], backend: Backend): Promise<Miscalibration> {
  const sizes = Array.from({ length: STACKS }, (_, stack) => parts.reduce((rows, { ends }) => rows + ends[stack] - (ends[stack - 1] ?? 0), 0));
  let rows = sizes.reduce((a, b) => a + b);
  if (rows < 2) return { miscalibration: null, overconfident: null, underconfident: null, cells: rows, reason: 'a cell needs two rows' };
  const [largest, second] = [...sizes].sort((a, b) => b - a);
  // Ahead of a stack there is at most what an earlier one left over: the last cells, which equal estimates may make as large as all of it.
  const most = largest + second + 4 * CELL;
  const { kernels } = await createEngine({ backend: rows <= FEW ? 'plain' : backend, memory: 8 * (most + largest) + 2 ** 18 });
  const all = kernels.float64(most);
  const room = kernels.float64(largest);
  const sums = kernels.float64(3).fill(0);
  let left = 0;
  sizes.forEach((size, stack) => {
    let filled = left;
    for (const { values, ends } of parts) {
      const from = ends[stack - 1] ?? 0;
      if (ends[stack] === from) continue;
      all.set(values.subarray(from, ends[stack]), filled);
      filled += ends[stack] - from;
    }
    kernels.sortBySize(all.subarray(left, filled), size, room);
    const taken = kernels.cells(all, filled, rows, CELL, sums);
    rows -= taken;
    all.copyWithin(0, taken, filled);
    left = filled - taken;
  });
  const [over, under, cells] = sums;
  return { miscalibration: Math.sqrt(over + under), overconfident: Math.sqrt(over), underconfident: Math.sqrt(under), cells };
}

/** The same of estimates that are sorted by size already. */
export function miscalibrationOfSorted(sorted: Float64Array): Miscalibration {
  const rows = sorted.length;
  if (rows < 2) return { miscalibration: null, overconfident: null, underconfident: null, cells: rows, reason: 'a cell needs two rows' };
  const sums = new Float64Array(3);
  cellSums(sorted, rows, rows, CELL, sums);
  const [over, under, cells] = sums;
  return { miscalibration: Math.sqrt(over + under), overconfident: Math.sqrt(over), underconfident: Math.sqrt(under), cells };
}
