import { type ResolvedPrior, resolvePrior } from '../priors.js';
import { expectedBand } from '../statistics/turningPoints.js';
import { FlowRanges } from './flowRanges.js';
import { inChain } from './inChain.js';
import { type Look, lookAtRows } from './look.js';
import type { ScoreOptions } from './options.js';
import { cutIntoRanges, type RangeResult, type ScorePlan } from './plan.js';
import type { Open } from './reading.js';
import type { Runner } from './runner.js';
import { type FileHead, sampleRows } from './sampleRows.js';
import { Totals } from './totals.js';
import { isTraining, trainingPrior } from './training.js';

/**
 * Scores files of delimited text as one test set, wherever they are and whatever runs the ranges; what that comes to is for the caller
 * to finish. `head` is what the first of them begins with.
 */
export async function scoreCsv<F>(
  plan: ScorePlan,
  runner: Runner,
  head: FileHead,
  options: ScoreOptions<F>,
  open: Open<F>,
): Promise<{ totals: Totals; prior: ResolvedPrior }> {
  const { signal, onProgress, rewards, columns, rows } = options;
  const totalBytes = plan.files.reduce((sum, { size, rowsAt }) => sum + size - rowsAt, 0);
  const known = await knownPrior();
  signal?.throwIfAborted();
  const sample = sampleRows(plan, head, runner.engine.kernels);
  const statistics = { turnAt: known?.values, band: sample && !plan.weighted ? expectedBand(sample.counts) : undefined };
  const totals = new Totals(runner.engine, plan.classes, plan.treatment, statistics, { ...options, expectedRows: sample?.expectedRows });
  await rewards?.restart();
  columns?.restart();
  await rows?.restart(plan.classes);
  const prior = await lookAtRows(totals, known, plan.writeRewards || plan.keepRewards, statistics, plan.flow === undefined, lookAtRanges);
  return { totals, prior };

  /** The prior, where it is not that of the test set. */
  async function knownPrior(): Promise<ResolvedPrior | undefined> {
    if (isTraining(options.prior)) return trainingPrior(options.prior, plan, options.truth, open);
    const wanted = options.prior as Exclude<typeof options.prior, { train: F }>;
    return wanted === undefined || wanted === 'test' ? undefined : resolvePrior(wanted, plan.classes, () => []);
  }

  async function lookAtRanges(look: Look): Promise<void> {
    let bytes = 0;
    let done = 0;
    const ranges = plan.flow ? new FlowRanges(plan) : cutIntoRanges(plan);
    await inChain<RangeResult>(runner, plan, ranges, { kind: 'score', look }, async (result, { file, from, to, known: { linesBefore } }) => {
      const skippedFirst = (result.skippedRows ?? []).map(({ line, text }) => `${plan.files[file].name}:${linesBefore + line}${text}`);
      await totals.add({ ...result, skippedFirst }, look);
      if (result.ranked) await rows?.add(result.ranked);
      if (result.rewards !== undefined) await rewards?.write(result.rewards);
      if (result.columns) columns?.add(result.columns);
      bytes += to - from;
      done += result.rows;
      signal?.throwIfAborted();
      onProgress?.({ step: 'scoring', bytes, totalBytes, rows: done });
    });
  }
}
