import type { Dealt } from '../../columns/calibration/bucketSorter.js';
import { type StackRange, stackRanges, stackSizes } from '../../columns/calibration/sortStacks.js';
import type { Crew } from '../../run/crew.js';
import type { Job } from '../work.js';

/** Ranges of stacks for each thread: threads that have begun late take fewer. */
const RANGES_PER_THREAD = 4;

/** Has stacks sorted where they lie, and says which are. */
export type SortElsewhere = (parts: readonly Dealt[]) => Promise<ReadonlySet<number>>;

/** Has stacks of numbers sorted by all threads of a crew, which share them. */
export function sortOnCrew(crew: Crew<Job>): SortElsewhere {
  return async (parts) => {
    const sorted = new Set<number>();
    const ranges = stackRanges(stackSizes(parts), RANGES_PER_THREAD * (crew.hands.length + 1));
    await crew.run<StackRange, number[]>(ranges, { sort: parts }, (stacks) => {
      for (const stack of stacks) sorted.add(stack);
    });
    return sorted;
  };
}
