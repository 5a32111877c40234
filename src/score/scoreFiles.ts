import type { BootstrapRequest } from './bootstrap.js';
import { formatsOf } from './formatsOf.js';
import { needsTwoLooks } from './look.js';
import { makePlan } from './makePlan.js';
import { onlyNpy } from './onlyNpy.js';
import { openPaths } from './openPaths.js';
import type { Scored, ScoreOptions as SharedOptions } from './options.js';
import { Pool } from './pool.js';
import { scoreCsv } from './scoreCsv.js';
import { scoreOtherFiles } from './scoreOtherFiles.js';
import type { TablePlan, TableScorer } from './tableScorer.js';
import { howMany, startThreads, type Thread } from './threads.js';
import { KEPT_BYTES } from './totals.js';

export type { Progress, Scored } from './options.js';

export interface ScoreOptions extends SharedOptions<string> {
  /** Bootstrap intervals on every measure instead of those from the standard errors. */
  bootstrap?: BootstrapRequest;
}

/** Scores files of predictions as one test set. */
export async function scoreFiles(names: readonly string[], options: ScoreOptions = {}): Promise<Scored> {
  const { bootstrap, ...rest } = options;
  if (!bootstrap) return scoreOnce(names, rest);
  const { withBootstrap } = await import('./bootstrap.js');
  return withBootstrap(bootstrap, rest, (columns) => scoreOnce(names, { ...rest, columns }));
}

/** Scores files, handing over the rewards of every row where there is a place for them. */
export async function scoreOnce(names: readonly string[], options: SharedOptions<string>): Promise<Scored> {
  const eachRow = options.rewards !== undefined || options.columns !== undefined;
  // What comes by a pipe need not be kept where rows are read once.
  const inputs = await openPaths(names, !needsTwoLooks(2, options.prior, eachRow));
  try {
    const formats = await formatsOf(inputs);
    const csv = formats.every((format) => format === 'csv');
    if (csv && (options.labels || options.classes)) throw onlyNpy(options.labels ? '--labels' : '--classes');
    const parquet = formats.every((format) => format === 'parquet');
    const bytes = inputs.files.reduce((sum, { size }) => sum + size, 0);
    // Parquet is unpacked by JavaScript, which each thread has to optimize for itself: only ranking pays for that in a smaller file.
    const worth = parquet && options.ranking === false ? bytes / 4 : bytes;
    const threads = startThreads(csv || parquet ? howMany(worth, options.threads) - 1 : 0);
    // Of a larger file bins are kept and no rows; what is shared would be given back late. Of a stream nobody knows.
    const shareRows =
      threads.length > 0 &&
      options.ranking !== false &&
      options.weights === undefined &&
      (bytes <= 2 * (options.keptBytes ?? KEPT_BYTES) || bytes === Infinity);
    const settings = { ...options, shareRows };
    try {
      if (!csv) {
        const pooled = (plan: TablePlan, own: TableScorer) => Pool.create({ ...plan, parquet: inputs.files }, threads, own);
        const scored = await scoreOtherFiles(inputs, formats, settings, openPaths, threads.length > 0 ? pooled : undefined);
        return { ...scored, files: [...names] };
      }
      let made = await makePlan(inputs, settings);
      // How many classes there are is known by now. What was a stream is planned anew as the file that it becomes.
      if (needsTwoLooks(made.plan.classes.length, options.prior, eachRow) && (await inputs.keepStreams())) made = await makePlan(inputs, settings);
      const { plan: planned, guesses, head } = made;
      const rowsAt = planned.files.map((file) => file.rowsAt);
      const flow = inputs.startFlow(rowsAt, planned.rangeBytes, threads.length + 1)?.posted;
      const plan = { ...planned, flow };
      const pool = await Pool.create(plan, threads);
      const { totals, prior } = await inputs.duringFlow(scoreCsv(plan, pool, head, options, openPaths));
      if (!pool.rank) stop(threads);
      return { ...(await totals.finish(prior, options.confidence, pool.rank)), guesses, files: [...names] };
    } finally {
      stop(threads);
    }
  } finally {
    inputs.close();
  }
}

/** Stops threads, without waiting until they have. */
function stop(threads: Thread[]): void {
  for (const thread of threads.splice(0)) thread.stop();
}
