import { createEngine, type Engine } from '../engine.js';
import type { RankedClass } from '../ranking/ranks.js';
import { openTable } from '../sources/formats.js';
import { fileAccess } from './fileAccess.js';
import type { Job, Range, RangeCount, RangeOutcome, RangeResult, ReadingJob, ScorePlan } from './plan.js';
import { RangeScorer } from './rangeScorer.js';
import { rankClass } from './rankJob.js';
import type { InputFile } from './reading.js';
import { readNow } from './readNow.js';
import { type TablePlan, TableScorer } from './tableScorer.js';

/** Parquet files on disk, and how they are to be scored. */
export interface ParquetPlan extends TablePlan {
  parquet: readonly InputFile[];
}

export type RunResult = RangeCount | RangeResult | RangeOutcome | RankedClass;

/** What a thread does its ranges with. */
export interface Scorer {
  engine: Engine;
  run(range: Range, job: Job): RunResult | Promise<RunResult>;
}

/** What reads its ranges from files. */
export interface ReadingScorer {
  engine: Engine;
  run(range: Range, job: ReadingJob): RunResult | Promise<RunResult>;
}

/** What scores files on disk by a plan, on this thread. */
export async function scorerOf(plan: ScorePlan | ParquetPlan): Promise<Scorer> {
  if ('parquet' in plan) {
    // They are closed when the thread ends.
    const sources = await Promise.all(plan.parquet.map(({ path, name }) => openTable('parquet', fileAccess(path, name))));
    return ranking(new TableScorer(await createEngine(plan.engine), plan, sources));
  }
  const scorer = await RangeScorer.create(plan);
  return ranking({ engine: scorer.engine, run: (range, job) => readNow(plan.files, scorer.run(range, job)) });
}

/** A scorer that ranks, too. */
export function ranking(scorer: ReadingScorer): Scorer {
  return { engine: scorer.engine, run: (range, job) => (job.kind === 'rank' ? rankClass(job, range.from) : scorer.run(range, job)) };
}
