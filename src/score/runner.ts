import type { DetailOptions } from '../calibration/details.js';
import type { Engine } from '../engine.js';
import type { RankElsewhere, RankInput } from '../ranking/ranks.js';
import type { Failed, Range, RangeCount, RangeResult, Ranges, ReadingJob, ScorePlan } from './plan.js';
import { RangeScorer } from './rangeScorer.js';
import type { Read } from './reading.js';

/** Does a job over ranges; `done` hears of each result in the order of the ranges. The first error, by range, is thrown. */
export interface Runner {
  readonly engine: Engine;
  run<T extends RangeCount | RangeResult | Failed>(
    ranges: Ranges,
    job: ReadingJob,
    done: (result: T, index: number, range: Range) => void | Promise<void>,
  ): Promise<void>;
  /** Does one range again, on this thread, while `done` hears of it. */
  again<T extends RangeCount | RangeResult>(range: Range, job: ReadingJob): Promise<T>;
  /** Has classes ranked on its threads, where it has more than this one and the rows were kept where all can see them. */
  readonly rank?: RankElsewhere<RankInput<DetailOptions>> | undefined;
}

/** One range after another, on this thread. */
export async function serialRunner(plan: ScorePlan, read: Read): Promise<Runner> {
  const scorer = await RangeScorer.create(plan);
  const again = async <T>(range: Range, job: ReadingJob) => (await read(scorer.run(range, job))) as unknown as T;
  return {
    engine: scorer.engine,
    async run<T>(ranges: readonly Range[], job: ReadingJob, done: (result: T, index: number, range: Range) => void | Promise<void>) {
      for (const [index, range] of ranges.entries()) await done(await again<T>(range, job), index, range);
    },
    again,
  };
}
