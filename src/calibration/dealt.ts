import { createEngine } from '../engine.js';
import type { Backend } from '../kernels/kernels.js';
import { Cells, type Miscalibration } from './miscalibration.js';

const STACKS = 256;

/**
 * Numbers of size 0 to 1, dealt out by size to stacks that follow one another: what each thread does with its own, so
 * that sorting them all takes little memory, and that near at hand.
 */
export interface Dealt {
  values: Float64Array;
  /** Where each stack ends. */
  ends: Uint32Array;
}

/** The stack of a number. The product is exact, so a number is never below one of a lower stack. */
function stackOf(x: number): number {
  return Math.min(STACKS - 1, Math.floor(Math.abs(x) * STACKS));
}

export function deal(column: Float64Array): Dealt {
  const counts = new Uint32Array(STACKS);
  for (let i = 0; i < column.length; i++) counts[stackOf(column[i])]++;
  let rows = 0;
  // From each stack's start on to its end.
  const ends = counts.map((count) => {
    rows += count;
    return rows - count;
  });
  const values = new Float64Array(rows);
  for (let i = 0; i < column.length; i++) values[ends[stackOf(column[i])]++] = column[i];
  return { values, ends };
}

/** The miscalibration of modal estimates, negative where the modal class was not the true one. The core that sorts them has just the memory that it needs. */
export async function miscalibrationOf(parts: readonly Dealt[], backend: Backend): Promise<Miscalibration> {
  const sizes = Array.from({ length: STACKS }, (_, stack) => parts.reduce((rows, part) => rows + stackIn(part, stack).length, 0));
  const [largest, second] = [...sizes].sort((a, b) => b - a);
  const rows = sizes.reduce((a, b) => a + b);
  const cells = new Cells(rows);
  // Behind a stack there is at most what an earlier one left over: the cell or two at its end, which equal estimates may make as large.
  const most = largest + second + 4 * Cells.LEAST;
  const { kernels } = await createEngine({ backend, memory: 8 * (most + largest) + 2 ** 18 });
  const all = kernels.float64(most);
  const room = kernels.float64(largest);
  let left = 0;
  sizes.forEach((size, stack) => {
    let filled = left;
    for (const part of parts) {
      const values = stackIn(part, stack);
      all.set(values, filled);
      filled += values.length;
    }
    kernels.sortBySize(all.subarray(left, filled), size, room);
    const taken = cells.take(all.subarray(0, filled));
    all.copyWithin(0, taken, filled);
    left = filled - taken;
  });
  return cells.finish();
}

function stackIn({ values, ends }: Dealt, stack: number): Float64Array {
  return values.subarray(stack === 0 ? 0 : ends[stack - 1], ends[stack]);
}
