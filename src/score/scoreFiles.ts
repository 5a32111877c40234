import { availableParallelism } from 'node:os';
import { formatsOf } from './formatsOf.js';
import { makePlan } from './makePlan.js';
import { openPaths } from './openPaths.js';
import type { Scored, ScoreOptions } from './options.js';
import { Pool, startThreads } from './pool.js';
import type { OpenFiles } from './reading.js';
import { scoreCsv } from './scoreCsv.js';
import { onlyNpy, scoreOtherFiles } from './scoreOtherFiles.js';

export type { Progress, Scored, ScoreOptions } from './options.js';

/** Not worth another thread below this. */
const BYTES_PER_THREAD = 12 * 2 ** 20;

/** Scores files of predictions as one test set. */
export async function scoreFiles(names: readonly string[], options: ScoreOptions = {}): Promise<Scored> {
  const inputs = await openPaths(names);
  try {
    const formats = await formatsOf(inputs);
    if (formats.some((format) => format !== 'csv')) return { ...(await scoreOtherFiles(inputs, formats, options, openPaths)), files: [...names] };
    if (options.labels || options.classes) throw onlyNpy(options.labels ? '--labels' : '--classes');
    const threads = startThreads(howMany(inputs, options) - 1);
    try {
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
