import { type ResolvedPrior, resolvePrior } from '../priors.js';
import { expectedBand } from '../statistics/turningPoints.js';
import { type Look, lookAtRows } from './look.js';
import type { Progress, ScoreOptions } from './options.js';
import { overRanges } from './overRanges.js';
import type { Range, RangeResult, ScorePlan } from './plan.js';
import type { Open, Read } from './reading.js';
import type { Runner } from './runner.js';
import { sampleRows } from './sampleRows.js';
import { Totals } from './totals.js';
import { isTraining, trainingPrior } from './training.js';

/** Scores files of delimited text as one test set, wherever they are and whatever runs the ranges; what that comes to is for the caller to finish. */
export async function scoreCsv<F>(
  plan: ScorePlan,
  runner: Runner,
  read: Read,
  options: ScoreOptions<F>,
  open: Open<F>,
): Promise<{ totals: Totals; prior: ResolvedPrior }> {
  const { signal, onProgress, rewards, columns, rows } = options;
  const totalBytes = plan.files.reduce((sum, { size, rowsAt }) => sum + size - rowsAt, 0);
  const known = await knownPrior();
  signal?.throwIfAborted();
  const sample = await sampleRows(plan, runner);
  const band = sample && !plan.weighted ? expectedBand(sample.counts) : undefined;
  const settings = { ...options, expectedRows: sample?.expectedRows };
  let totals = newTotals();
  const prior = await lookAtRows(
    () => totals,
    known,
    plan.writeRewards || plan.keepRewards,
    band,
    (look) => overRanges(plan, read, (ranges, quotes) => lookAtRanges(look, ranges, quotes)),
  );
  return { totals, prior };

  function newTotals(): Totals {
    return new Totals(runner.engine, plan.classes, plan.treatment, { turnAt: known?.values, band }, settings);
  }

  /** The prior, where it is not that of the test set. */
  async function knownPrior(): Promise<ResolvedPrior | undefined> {
    if (isTraining(options.prior)) return trainingPrior(options.prior, plan, options.truth, open);
    const wanted = options.prior as Exclude<typeof options.prior, { train: F }>;
    return wanted === undefined || wanted === 'test' ? undefined : resolvePrior(wanted, plan.classes, () => []);
  }

  async function lookAtRanges(look: Look, ranges: Range[], quotes: number[]): Promise<void> {
    if (look.statistics) totals = newTotals();
    else totals.forget(look.measures);
    let bytes = 0;
    let done = 0;
    await runner.run<RangeResult>(ranges, { kind: 'score', look }, async (result, index) => {
      if (index === 0 && look.statistics) await rows?.restart(plan.classes);
      if (index === 0 && result.rewards !== undefined) await rewards?.restart();
      if (index === 0 && result.columns) columns?.restart();
      quotes[index] = result.quotes;
      await totals.add(result, look);
      if (result.ranked) await rows?.add(result.ranked);
      if (result.rewards !== undefined) await rewards?.write(result.rewards);
      if (result.columns) columns?.add(result.columns);
      bytes += ranges[index].to - ranges[index].from;
      done += result.rows;
      signal?.throwIfAborted();
      onProgress?.({ step: 'scoring', bytes, totalBytes, rows: done } satisfies Progress);
    });
  }
}
