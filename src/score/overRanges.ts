import { FairbitsError } from '../errors.js';
import { cutIntoRanges, type Range, type ScorePlan } from './plan.js';
import { quotesOf, splitsQuotes, wholeFiles } from './quotes.js';
import type { Read } from './reading.js';

/**
 * Runs something over the ranges of the files. A quoted field may hold a newline, and a range that starts inside one
 * reads nonsense; that shows as an odd number of quotes before it, or as an error. Then each file is read in one piece.
 */
export async function overRanges<T>(plan: ScorePlan, read: Read, run: (ranges: Range[], quotes: number[]) => Promise<T>): Promise<T> {
  const ranges = cutIntoRanges(plan);
  const quotes: number[] = [];
  try {
    const result = await run(ranges, quotes);
    if (!splitsQuotes(ranges, quotes)) return result;
  } catch (error) {
    const split = error instanceof FairbitsError && (quotes.some(Number.isNaN) || splitsQuotes(ranges, await read(quotesOf(ranges))));
    if (!split) throw error;
  }
  return run(wholeFiles(plan), []);
}
