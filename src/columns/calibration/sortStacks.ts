import type { Kernels } from '../../kernels/kernels.js';
import { takeAll } from '../../kernels/takeAll.js';
import { type Dealt, STACKS } from './bucketSorter.js';

/** Some stacks that follow one another. It can be posted. */
export interface StackRange {
  from: number;
  to: number;
}

/** Numbers that were dealt out, and how many of them are in each stack. It can be posted. */
export interface Stacks {
  parts: readonly Dealt[];
  sizes: Float64Array;
}

/** Has other threads sort stacks, too. `take` hears of every range, in order, and which of its groups are sorted, by their first stacks. */
export type SortElsewhere = (stacks: Stacks, take: (range: StackRange, sorted: readonly number[]) => void) => Promise<void>;

/** Of the kernels' memory, beside the numbers of a group and room for as many. */
const SORTING_BYTES = 2 ** 18;

/** Stacks that follow one another are gathered and sorted together, up to so many numbers: copying many short pieces takes as long as sorting. */
const GROUPED_NUMBERS = 2 ** 15;

/** What all parts have in each stack. */
export function stacksOf(parts: readonly Dealt[]): Stacks {
  const sizes = new Float64Array(STACKS);
  for (const { ends } of parts) addEnds(sizes, ends);
  for (let stack = STACKS - 1; stack > 0; stack--) sizes[stack] -= sizes[stack - 1];
  return { parts, sizes };
}

/** So short that V8 compiles it at once. */
function addEnds(sums: Float64Array, ends: Float64Array): void {
  for (let i = 0; i < sums.length; i++) sums[i] += ends[i];
}

/** Stacks in so many ranges at most, of about as many numbers each. */
export function stackRanges(sizes: Float64Array, count: number): StackRange[] {
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

/** A range of stacks that are gathered together, and how many numbers it has. */
export interface StackGroup extends StackRange {
  size: number;
}

/** The groups of a range. A stack that is larger than a group may be is one by itself. */
export function groupsIn(sizes: Float64Array, { from, to }: StackRange): StackGroup[] {
  const groups: StackGroup[] = [];
  for (let stack = from; stack < to; stack++) {
    const last = groups[groups.length - 1];
    const size = sizes[stack];
    if (last && last.size + size <= GROUPED_NUMBERS) {
      last.to++;
      last.size += size;
    } else groups.push({ from: stack, to: stack + 1, size });
  }
  return groups;
}

/** Copies a group to a place, part by part. */
export function gatherGroup(parts: readonly Dealt[], { from, to }: StackRange, into: Float64Array, at: number): void {
  for (const { values, ends } of parts) {
    const start = from > 0 ? ends[from - 1] : 0;
    into.set(values.subarray(start, ends[to - 1]), at);
    at += ends[to - 1] - start;
  }
}

/** Sorts the groups of a range where they lie, each over all parts; says which, by their first stacks. Those that the kernels have no room for are left as they are. */
export function sortStacks(kernels: Kernels, { parts, sizes }: Stacks, range: StackRange): number[] {
  const groups = groupsIn(sizes, range).filter(({ size }) => 16 * size + SORTING_BYTES <= kernels.available);
  const most = groups.reduce((largest, { size }) => Math.max(largest, size), 0);
  const { values, room } = takeAll(kernels, (keep) => ({ values: keep(kernels.float64(most)), room: keep(kernels.float64(most)) }));
  try {
    for (const group of groups) {
      gatherGroup(parts, group, values, 0);
      kernels.sortBySize(values, group.size, room);
      let done = 0;
      for (const { values: own, ends } of parts) {
        const start = group.from > 0 ? ends[group.from - 1] : 0;
        const count = ends[group.to - 1] - start;
        own.set(values.subarray(done, done + count), start);
        done += count;
      }
    }
    return groups.map(({ from }) => from);
  } finally {
    kernels.free(values);
    kernels.free(room);
  }
}
