import type { Kernels } from '../../kernels/kernels.js';
import { takeAll } from '../../kernels/takeAll.js';
import { type Dealt, STACKS } from './bucketSorter.js';

/** Some stacks that follow one another, and are sorted by one thread. It can be posted. */
export interface StackRange {
  from: number;
  to: number;
}

/** Of the kernels' memory, beside the numbers of a stack and room for as many. */
const SORTING_BYTES = 2 ** 18;

/** How many numbers there are in each stack, of all or of some. */
export function stackSizes(parts: readonly Dealt[], from = 0, to = STACKS): number[] {
  const sizes = new Array<number>(STACKS).fill(0);
  for (const { ends } of parts) {
    let start = ends[from - 1] ?? 0;
    for (let stack = from; stack < to; stack++) {
      sizes[stack] += ends[stack] - start;
      start = ends[stack];
    }
  }
  return sizes;
}

/** Stacks in so many ranges at most, of about as many numbers each. */
export function stackRanges(sizes: readonly number[], count: number): StackRange[] {
  const all = sizes.reduce((a, b) => a + b);
  const ranges: StackRange[] = [];
  let from = 0;
  let rows = 0;
  for (const [stack, size] of sizes.entries()) {
    rows += size;
    if (rows < ((ranges.length + 1) * all) / count && stack + 1 < STACKS) continue;
    ranges.push({ from, to: stack + 1 });
    from = stack + 1;
  }
  return ranges;
}

/** Copies what the parts have of a stack to a place; how many numbers that are. */
export function gatherStack(parts: readonly Dealt[], stack: number, to: Float64Array, at: number): number {
  let filled = at;
  for (const { values, ends } of parts) {
    const from = ends[stack - 1] ?? 0;
    if (ends[stack] === from) continue;
    to.set(values.subarray(from, ends[stack]), filled);
    filled += ends[stack] - from;
  }
  return filled - at;
}

/** Sorts stacks where they lie, each over all parts; says which. Those that the kernels have no room for are left as they are. */
export function sortStacks(kernels: Kernels, parts: readonly Dealt[], { from, to }: StackRange): number[] {
  const sizes = stackSizes(parts, from, to);
  const sorted: number[] = [];
  const most = Math.max(...sizes.filter((size) => 16 * size + SORTING_BYTES <= kernels.available), 0);
  const { values, room } = takeAll(kernels, (keep) => ({ values: keep(kernels.float64(most)), room: keep(kernels.float64(most)) }));
  try {
    for (let stack = from; stack < to; stack++) {
      if (sizes[stack] > most) continue;
      const rows = gatherStack(parts, stack, values, 0);
      kernels.sortBySize(values.subarray(0, rows), rows, room);
      let done = 0;
      for (const { values: own, ends } of parts) {
        const start = ends[stack - 1] ?? 0;
        own.set(values.subarray(done, done + ends[stack] - start), start);
        done += ends[stack] - start;
      }
      sorted.push(stack);
    }
    return sorted;
  } finally {
    kernels.free(values);
    kernels.free(room);
  }
}
