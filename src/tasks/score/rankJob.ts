import type { DetailOptions } from '../../columns/calibration/details.js';
import { detailsOf } from '../../columns/calibration/detailsOf.js';
import { ClassRanker, type RankedClass, type RankInput } from '../../columns/ranking/ranks.js';

/** What is ranked: each class is a part. It can be posted. */
export interface RankJob {
  input: RankInput<DetailOptions>;
}

/** This thread's ranker: its memory serves for one class after the other. */
let lastRanker: { job: RankJob; ranker: ClassRanker } | undefined;

/** Ranks one class of rows that threads share. */
export function rankClass(job: RankJob, i: number): Promise<RankedClass> {
  if (lastRanker?.job !== job) {
    const { details } = job.input;
    lastRanker = { job, ranker: new ClassRanker({ ...job.input, details: details && detailsOf(details) }) };
  }
  return lastRanker.ranker.rank(i);
}

/** Gives back what the last job was about. */
export function forgetRanker(): void {
  lastRanker = undefined;
}
