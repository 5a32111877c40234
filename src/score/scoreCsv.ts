import { type ResolvedPrior, resolvePrior } from '../priors.js';
import { countClasses } from './countClasses.js';
import { FlowRanges } from './flowRanges.js';
import { type HeldRows, roomFor } from './heldRows.js';
import { inChain } from './inChain.js';
import type { Progress, ScoreOptions } from './options.js';
import { cutIntoRanges, type Range, type RangeResult, type Ranges, type ScorePlan } from './plan.js';
import type { Open } from './reading.js';
import type { Runner } from './runner.js';
import { type KeepOptions, Totals } from './totals.js';
import { isTraining, trainingPrior } from './training.js';

/** Scores files of delimited text as one test set, wherever they are and whatever runs the ranges; what that comes to is for the caller to finish. */
export async function scoreCsv<F>(plan: ScorePlan, runner: Runner, options: ScoreOptions<F>, open: Open<F>): Promise<{ totals: Totals; prior: ResolvedPrior }> {
  const { signal, onProgress } = options;
  const totalBytes = plan.files.reduce((sum, { size, rowsAt }) => sum + size - rowsAt, 0);
  const heard = (progress: Omit<Progress, 'totalBytes'>): void => {
    signal?.throwIfAborted();
    onProgress?.({ ...progress, totalBytes });
  };
  const ranges = plan.flow ? [] : cutIntoRanges(plan);
  let expectedRows: number | undefined;
  const held = new Map<string, HeldRows>();
  const prior = isTraining(options.prior) ? await trainingPrior(options.prior, plan, options.truth, open) : await findPrior();
  signal?.throwIfAborted();
  return {
    totals: await scoreRanges(runner, plan, plan.flow ? new FlowRanges(plan) : ranges.map(withRows), prior, { ...options, expectedRows }, heard),
    prior,
  };

  /** A range, with its rows if they were held when they were counted. */
  function withRows(range: Range): Range {
    const rows = held.get(placeOf(range));
    return rows ? { ...range, held: rows } : range;
  }

  async function findPrior(): Promise<ResolvedPrior> {
    const wanted = options.prior as Exclude<typeof options.prior, { train: F }>;
    if (wanted !== undefined && wanted !== 'test') return resolvePrior(wanted, plan.classes, () => []);
    const counts = options.skipBad ? await countGoodRows(runner, plan, ranges, () => signal?.throwIfAborted()) : await countRows();
    // With weights, what was counted is no number of rows.
    if (!plan.weighted) expectedRows = counts.reduce((a, b) => a + b, 0);
    return resolvePrior(wanted, plan.classes, () => counts);
  }

  function countRows(): Promise<Float64Array<ArrayBuffer>> {
    const rooms = roomFor(ranges, plan);
    const counted = ranges.map((range, i) => (rooms[i] ? { ...range, room: rooms[i] } : range));
    const hold = (range: Range, rows: HeldRows): void => void held.set(placeOf(range), rows);
    return countClasses(runner, plan, counted, (bytes, rows) => heard({ step: 'counting', bytes, rows }), hold);
  }
}

function placeOf({ file, from, to }: Range): string {
  return `${file} ${from} ${to}`;
}

type Heard = (progress: Omit<Progress, 'totalBytes'>) => void;

/** Rows of each class that can be scored: a row's class counts only if all of it is good, so all of it must be read. */
async function countGoodRows(runner: Runner, plan: ScorePlan, ranges: readonly Range[], heard: Heard): Promise<Float64Array<ArrayBuffer>> {
  const uniform = resolvePrior('uniform', plan.classes, () => []);
  const { tally } = await scoreRanges(runner, plan, ranges, uniform, { ranking: false }, heard);
  return Float64Array.from(tally.confusion.actual());
}

async function scoreRanges(
  runner: Runner,
  plan: ScorePlan,
  ranges: Ranges,
  prior: ResolvedPrior,
  { rewards, columns, ...keep }: Pick<ScoreOptions, 'rewards' | 'columns' | keyof KeepOptions>,
  heard: Heard,
): Promise<Totals> {
  const totals = new Totals(runner.engine, plan.classes, plan.treatment, keep);
  let bytes = 0;
  await rewards?.restart();
  columns?.restart();
  await keep.rows?.restart(plan.classes);
  await inChain<RangeResult>(runner, plan, ranges, { kind: 'score', prior: prior.values }, async (result, { file, from, to, known }) => {
    const skippedFirst = (result.skippedRows ?? []).map(({ line, text }) => `${plan.files[file].name}:${known.linesBefore + line}${text}`);
    await totals.add({ ...result, skippedFirst });
    if (result.ranked) await keep.rows?.add(result.ranked);
    if (result.rewards !== undefined) await rewards?.write(result.rewards);
    if (result.columns) columns?.add(result.columns);
    bytes += to - from;
    heard({ step: 'scoring', bytes, rows: totals.tally.rows });
  });
  return totals;
}
