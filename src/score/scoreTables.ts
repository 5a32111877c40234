import { classNames, list } from '../classes.js';
import { createEngine, type EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { TOLERANCE_32 } from '../input.js';
import { type Prior, type ResolvedPrior, resolvePrior } from '../priors.js';
import { type ColumnChoice, type ColumnOptions, chooseColumns } from '../sources/columns.js';
import type { TableSource } from '../sources/tableSource.js';
import { expectedBand } from '../statistics/turningPoints.js';
import type { TreatmentOptions } from '../treatment.js';
import { type Look, lookAtRows } from './look.js';
import { keepRows, type Range, type RangeResult } from './plan.js';
import type { Runner } from './runner.js';
import { type Chosen, cutIntoGroups, sum, type TablePlan, TableScorer } from './tableScorer.js';
import { type KeepOptions, type Total, Totals } from './totals.js';

export interface TableOptions extends ColumnOptions, Omit<TreatmentOptions, 'positive'>, EngineOptions, KeepOptions {
  /** `test` by default; or what finds one for the classes of the tables. */
  prior?: Prior | ((classes: string[]) => Promise<ResolvedPrior>);
  confidence?: number;
  /** Skip rows that cannot be scored instead of stopping at the first. */
  skipBad?: boolean;
  rewards?: { restart(): void | Promise<void>; write(text: string): void | Promise<void> };
  /** Gets every measure's values and the true classes after them, in order. */
  columns?: { restart(): void; add(columns: Float64Array[]): void };
  onProgress?: (progress: { step: 'scoring'; bytes: number; totalBytes: number; rows: number }) => void;
  /** Stops the work: it then throws the signal's reason. */
  signal?: AbortSignal;
}

/** Ranges of rows whose classes are counted before all are read. */
const SAMPLES = 4;

/** Scores tables as one test set. Runs in Node and in pages. `threads` has others do the ranges, where there are some. */
export async function scoreTables(
  sources: readonly TableSource[],
  options: TableOptions = {},
  threads?: (plan: TablePlan, own: TableScorer) => Promise<Runner>,
): Promise<Total & { guesses: string[] }> {
  const { tables, classes, width, guesses } = await choose(sources, options);
  const { signal, rewards, columns } = options;
  const engineOptions = { ...(options.backend ? { backend: options.backend } : {}), ...(options.memory ? { memory: options.memory } : {}) };
  const plan: TablePlan = {
    tables,
    classes,
    width,
    weighted: options.weights !== undefined,
    engine: engineOptions,
    writeRewards: rewards !== undefined,
    keepRewards: columns !== undefined,
    keepRows: keepRows(options),
    shareRows: options.shareRows ?? false,
    skipBad: options.skipBad ?? false,
  };
  const ranges = cutIntoGroups(sources);
  const totalBytes = bytesBefore(sources.length);
  const engine = await createEngine(engineOptions);
  const own = new TableScorer(engine, plan, sources);
  try {
    const runner = await threads?.(plan, own);
    const known = await knownPrior();
    const counts = ranges.length > 1 && !plan.weighted ? await sample() : undefined;
    const statistics = { turnAt: known?.values, band: counts && expectedBand(counts) };
    const totals = new Totals(engine, classes, treatmentOf(options), statistics, options);
    await rewards?.restart();
    columns?.restart();
    await options.rows?.restart(classes);
    const eachRow = plan.writeRewards || plan.keepRewards;
    const prior = await lookAtRows(
      () => totals,
      known,
      eachRow,
      statistics.band,
      (look) => lookAtTables(runner, totals, look),
    );
    if (totals.tally.rows === 0) throw empty(sources);
    return { ...(await totals.finish(prior, options.confidence, runner?.rank)), guesses };
  } finally {
    own.free();
  }

  function heard(bytes: number, rows: number): void {
    signal?.throwIfAborted();
    options.onProgress?.({ step: 'scoring', bytes, totalBytes, rows });
  }

  /** Bytes of the tables before one. */
  function bytesBefore(file: number): number {
    return sum(sources.slice(0, file).map(({ size }) => size));
  }

  /** Where a range ends, by the rows up to there. */
  function bytesTo({ file, to }: Range): number {
    const { groups = [1], size } = sources[file];
    return bytesBefore(file) + Math.round((size * sum(groups.slice(0, to))) / Math.max(1, sum(groups)));
  }

  async function lookAtTables(runner: Runner | undefined, totals: Totals, look: Look): Promise<void> {
    let done = 0;
    if (runner)
      await runner.run<RangeResult>(ranges, { kind: 'score', look }, async (result, index) => {
        await totals.add(result, look);
        if (result.ranked) await options.rows?.add(result.ranked);
        if (result.rewards) await rewards?.write(result.rewards);
        if (result.columns) columns?.add(result.columns);
        done += result.rows;
        heard(bytesTo(ranges[index]), done);
      });
    else
      for (const range of ranges) {
        const before = bytesBefore(range.file);
        const {
          estimates: _,
          ranked: __,
          ...result
        } = await own.score(range, look, async ({ position }, rows, { rewards: lines, columns: values, ...kept }) => {
          await totals.keep(kept);
          if (kept.ranked) await options.rows?.add(kept.ranked);
          if (lines) await rewards?.write(lines);
          if (values) columns?.add(values);
          heard(before + position, done + rows);
        });
        await totals.add(result, look);
        done += result.rows;
      }
  }

  /** The prior, where it is not that of the test set. */
  async function knownPrior(): Promise<ResolvedPrior | undefined> {
    const { prior } = options;
    if (typeof prior === 'function') return prior(classes);
    return prior === undefined || prior === 'test' ? undefined : resolvePrior(prior, classes, () => []);
  }

  /** Rows of each class here and there; what is wrong with them is for the scoring to say. */
  async function sample(): Promise<Float64Array | undefined> {
    const counts = new Float64Array(classes.length);
    const step = Math.max(1, Math.floor(ranges.length / SAMPLES));
    try {
      for (let at = Math.floor(step / 2); at < ranges.length; at += step) {
        const { counts: some } = await own.count(ranges[at]);
        for (let i = 0; i < counts.length; i++) counts[i] += some[i];
      }
    } catch {
      return undefined;
    }
    return counts;
  }
}

function empty(sources: readonly TableSource[]): FairbitsError {
  const names = sources.map(({ name }) => name).join(', ');
  return new FairbitsError('format', `${names}: there is no row to score: expected rows of predictions`, { file: names, expected: 'rows of predictions' });
}

function treatmentOf({ cutoff, tolerance, renormalize, positive }: TableOptions): TreatmentOptions {
  return {
    ...(cutoff === undefined ? {} : { cutoff }),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(renormalize === undefined ? {} : { renormalize }),
    ...(positive === undefined ? {} : { positive }),
  };
}

/** Which columns are what, in every table, and the classes, which must be the same in all. */
async function choose(
  sources: readonly TableSource[],
  options: TableOptions,
): Promise<{ tables: Chosen[]; classes: string[]; width: number; guesses: string[] }> {
  const choices = sources.map((source) => source.given ?? chooseColumns(source.columns, options, source.name, source.name));
  const [first] = choices;
  const width = first.estimates.length;
  const classes = [...classNames(first.classes ?? (await twoClasses(sources, choices, options.positive as string)))];
  const tables = sources.map((source, i): Chosen => {
    const { truth, estimates, weights, classes: order } = choices[i];
    const same = estimates.length === width && (width === 1 || (order?.length === classes.length && order.every((name) => classes.includes(name))));
    if (!same) {
      const found = order ? list(order) : `one column, "${source.columns[estimates[0]]}"`;
      throw new FairbitsError('columns', `${source.name}: the classes ${found} are not those of ${sources[0].name} (${list(classes)})`, {
        file: source.name,
        found,
        expected: list(classes),
      });
    }
    const ordered = width === 1 ? estimates : classes.map((name) => estimates[(order as string[]).indexOf(name)]);
    if (weights !== undefined) source.inspect(truth, [weights]);
    const { float32 } = source.inspect(truth, ordered);
    const treatment = treatmentOf(options);
    return {
      truth,
      estimates: ordered,
      ...(weights === undefined ? {} : { weights }),
      treatment: float32 ? { ...treatment, tolerance: options.tolerance ?? TOLERANCE_32 } : treatment,
    };
  });
  return { tables, classes, width, guesses: first.guesses };
}

/** The classes of a single column of estimates: the first in the rows that is not the positive one, and that. */
async function twoClasses(sources: readonly TableSource[], choices: readonly Pick<ColumnChoice, 'truth'>[], positive: string): Promise<string[]> {
  for (const [i, source] of sources.entries()) {
    const { truth } = choices[i];
    source.inspect(truth, []);
    for await (const { truth: truths, rows, bad } of source.batches(truth, [])) {
      if (truths.names.every((name) => name === positive)) continue;
      for (let r = 0; r < rows; r++) {
        const name = truths.names[truths.codes[r]];
        if (name !== positive && !bad.has(r)) return [name, positive];
      }
    }
  }
  return [`not ${positive}`, positive];
}
