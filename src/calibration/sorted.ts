import { createEngine } from '../engine.js';
import type { Backend } from '../kernels/kernels.js';

/** Up to this many numbers, making a core takes longer than sorting; the twin gives the same order. */
const FEW = 4096;

/** Columns of numbers as one, sorted by size without sign. The core that does it has just the memory that it needs. */
export async function sortedBySize(columns: readonly Float64Array[], backend: Backend): Promise<Float64Array> {
  const length = columns.reduce((rows, column) => rows + column.length, 0);
  const { kernels } = await createEngine({ backend: length <= FEW ? 'plain' : backend, memory: 16 * length + 2 ** 18 });
  const all = kernels.float64(length);
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  kernels.sortBySize(all, length, kernels.float64(length));
  return all;
}
