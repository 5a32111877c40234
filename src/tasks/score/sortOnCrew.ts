import { type SortElsewhere, type StackRange, stackRanges } from '../../columns/calibration/sortStacks.js';
import type { Crew } from '../../run/crew.js';
import type { Job } from '../work.js';

/** Ranges of stacks for each thread: what has been sorted is taken while others are, and threads that have begun late sort fewer. */
const RANGES_PER_THREAD = 8;

/** Has stacks of numbers sorted by all threads of a crew, which share them. */
export function sortOnCrew(crew: Crew<Job>): SortElsewhere {
  return (stacks, take) => {
    const ranges = stackRanges(stacks.sizes, RANGES_PER_THREAD * (crew.hands.length + 1));
    return crew.run<StackRange, number[]>(ranges, { sort: stacks }, (sorted, range) => take(range, sorted), { slight: true });
  };
}
