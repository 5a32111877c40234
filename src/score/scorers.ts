import { createEngine, type Engine } from '../engine.js';
import type { RankedClass } from '../ranking/ranks.js';
import { openTable } from '../sources/formats.js';
import { fileAccess } from './fileAccess.js';
import { Flow } from './flow.js';
import type { Job, Range, RangeCount, RangeOutcome, RangeResult, ReadingJob, ScorePlan } from './plan.js';
import { RangeScorer } from './rangeScorer.js';
import { rankClass } from './rankJob.js';
import type { InputFile, Read } from './reading.js';
import { fromFlow, readNow, readWhenThere } from './readNow.js';
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

/** What scores files on disk and streams by a plan, on this thread; which may be kept waiting for a stream if it does nothing else. */
export async function scorerOf(plan: ScorePlan | ParquetPlan, mayWait: boolean): Promise<Scorer> {
  if ('parquet' in plan) {
    // They are closed when the thread ends.
    const sources = await Promise.all(plan.parquet.map((file) => openTable('parquet', fileAccess(file))));
    return ranking(new TableScorer(await createEngine(plan.engine), plan, sources));
  }
  const scorer = await RangeScorer.create(plan);
  const { files } = plan;
  const flow = plan.flow && Flow.from(plan.flow);
  const read: Read = !flow || mayWait ? (reading) => readNow(files, reading, flow) : (reading) => readWhenThere(files, reading, fromFlow(files, flow));
  return ranking({ engine: scorer.engine, run: (range, job) => read(scorer.run(range, job)) });
}

/** A scorer that ranks, too. */
export function ranking(scorer: ReadingScorer): Scorer {
  return { engine: scorer.engine, run: (range, job) => (job.kind === 'rank' ? rankClass(job, range.from) : scorer.run(range, job)) };
}
