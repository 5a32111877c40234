import { availableParallelism } from 'node:os';
import { formatsOf } from './formatsOf.js';
import { makePlan } from './makePlan.js';
import { openPaths } from './openPaths.js';
import type { Scored, ScoreOptions } from './options.js';
import { Pool, startThreads } from './pool.js';
import type { OpenFiles } from './reading.js';
import { scoreCsv } from './scoreCsv.js';
import { onlyNpy, scoreOtherFiles } from './scoreOtherFiles.js';
import type { TablePlan, TableScorer } from './tableScorer.js';

export type { Progress, Scored, ScoreOptions } from './options.js';

/** Not worth another thread below this. */
const BYTES_PER_THREAD = 12 * 2 ** 20;

/** Scores files of predictions as one test set. */
export async function scoreFiles(names: readonly string[], options: ScoreOptions = {}): Promise<Scored> {
  const inputs = await openPaths(names);
  try {
    const formats = await formatsOf(inputs);
    const csv = formats.every((format) => format === 'csv');
    if (csv && (options.labels || options.classes)) throw onlyNpy(options.labels ? '--labels' : '--classes');
    const parquet = formats.every((format) => format === 'parquet');
    const threads = startThreads(csv || parquet ? howMany(inputs, options) - 1 : 0);
    try {
      if (!csv) {
        const pooled = (plan: TablePlan, own: TableScorer) => Pool.create({ ...plan, parquet: inputs.files }, threads, own);
        const scored = await scoreOtherFiles(inputs, formats, options, openPaths, threads.length > 0 ? pooled : undefined);
        return { ...scored, files: [...names] };
      }
      const { plan, guesses } = await makePlan(inputs, options);
      const pool = await Pool.create(plan, threads);
      return { ...(await scoreCsv(plan, pool, inputs.read, options, openPaths)), guesses, files: [...names] };
    } finally {
      await Promise.all(threads.map((thread) => thread.stop()));
    }
  } finally {
    inputs.close();
  }
}

/** As many threads as asked for, this one among them; or all cores, where there is enough to do. */
function howMany({ files }: OpenFiles, { threads }: ScoreOptions): number {
  if (threads !== undefined) return threads;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return Math.max(1, Math.min(availableParallelism(), Math.floor(bytes / BYTES_PER_THREAD)));
}
