import { type StackRange, type Stacks, sortStacks } from '../columns/calibration/sortStacks.js';
import { movedWith } from '../columns/ranking/keptRows.js';
import { createEngine, type Engine, type EngineOptions } from '../core/engine.js';
import { movedStatistics } from '../core/statistics/rewardStatistics.js';
import type { PostedFlow } from '../rows/bytes/flow.js';
import type { InputFile, Read } from '../rows/bytes/reading.js';
import { openAddress } from '../rows/openTables.js';
import type { Part, Table, TableAddress } from '../rows/table.js';
import type { Work } from '../run/hand.js';
import { type RowTask, RowWork } from '../run/rowWork.js';
import type { Served } from '../run/serve.js';
import type { MakeFlowParts } from './ground.js';
import type { Portion, resamplePortion } from './resample/portion.js';
import type { RowSource } from './resample/rowStore.js';
import type { ScoreOf, ScorePart } from './score/partScorer.js';
import { forgetRanker, type PostedClass, type RankJob, rankClass } from './score/rankJob.js';
import { sinks } from './sinks/sinks.js';
import { movedSlices } from './slices/slicer.js';

/** What there is to work on; it can be posted. */
export interface Setup {
  engine: EngineOptions;
  rows?: {
    files: readonly InputFile[];
    tables: readonly TableAddress[];
    task: RowTask;
    /** What streams come by, and how many bytes of them are a part. */
    flow?: PostedFlow | undefined;
    partBytes: number;
  };
}

/** What is done with a part: its rows go into a sink, or it is a class to rank, or stacks to sort, or some replicates to draw. */
export type Job = { rows: unknown } | { rank: RankJob } | { sort: Stacks } | { resample: RowSource };

/** What does parts on one thread. */
export function workWith(engine: Engine, rows: RowWork | undefined, read: Read, resample?: typeof resamplePortion): Work {
  const run = (part: Part | Portion | StackRange | PostedClass | number, job: Job, progress: (more: number) => void): unknown => {
    if ('rows' in job) return read((rows as RowWork).run(part as Part, job.rows), () => (rows as RowWork).stretches(part as Part));
    if ('rank' in job) return rankClass(job.rank, part as PostedClass | number);
    if ('sort' in job) return sortStacks(engine.kernels, job.sort, part as StackRange);
    return resample?.(engine, job.resample, part as Portion, progress);
  };
  const prepare = (part: Part, job: Job): void => {
    if ('rows' in job) read.prepare?.((rows as RowWork).stretches(part));
  };
  return { run: run as Work['run'], ...(read.prepare && rows ? { prepare } : {}) };
}

/** The same on another thread, which opens everything anew; `readerOf` reads files where it is, until the signal says that it is enough. */
export async function serveWork(
  { engine: options, rows }: Setup,
  readerOf: (files: readonly InputFile[], flow: PostedFlow | undefined) => Read,
  { resample, flowParts }: { resample?: typeof resamplePortion; flowParts?: MakeFlowParts } = {},
): Promise<Served> {
  const engine = await createEngine(options);
  if (!rows) return { ...workWith(engine, undefined, () => undefined as never, resample), moved, free() {} };
  const { files, task, flow, partBytes } = rows;
  if (task.sink === 'score' && (task.of as ScoreOf).slices) (await import('./slices/registerSlicer.js')).registerSlicer();
  const read = readerOf(files, flow);
  const tables: Table[] = [];
  for (const address of rows.tables) tables.push(await openAddress(address, files, read));
  const coming = flow && flowParts?.(flow, tables, files, partBytes);
  const work = new RowWork(engine, tables, task, sinks[task.sink]());
  return {
    ...workWith(engine, work, read),
    ...(coming ? { findNow: (index: number) => coming.findNow(index) } : {}),
    moved,
    free() {
      work.free();
      forgetRanker();
    },
  };
}

/** Arrays that were made for a result alone move with it. */
function moved(result: unknown): ArrayBuffer[] {
  if (Array.isArray(result)) return result.flatMap((each) => (each instanceof Float64Array ? [each.buffer as ArrayBuffer] : []));
  const { result: part } = (result ?? {}) as { result?: ScorePart };
  if (!part || typeof part !== 'object') return [];
  const views = [...(part.estimates ?? []).map(({ values }) => values), ...(part.columns ?? [])];
  const own = views.map(({ buffer }) => buffer).filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer);
  return [...own, ...movedWith(part.ranked), ...movedStatistics(part.statistics), ...movedSlices(part.slices)];
}
