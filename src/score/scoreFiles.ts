import { availableParallelism } from 'node:os';
import { classNames } from '../classes.js';
import type { EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { SKIPPED, TRUTH } from '../kernels/csvPlan.js';
import { type Prior, type ResolvedPrior, resolvePrior } from '../priors.js';
import { type ColumnChoice, type ColumnOptions, chooseColumns } from '../sources/columns.js';
import { formatOf } from '../sources/formats.js';
import { type Header, readHeader, splitLine } from '../sources/header.js';
import type { TreatmentOptions } from '../treatment.js';
import { countClasses } from './countClasses.js';
import { head } from './head.js';
import { Inputs } from './inputs.js';
import { overRanges } from './overRanges.js';
import { type PlannedFile, plannedFile, type Range, type RangeResult, type ScorePlan, usualRangeBytes } from './plan.js';
import { Pool, startThreads } from './pool.js';
import { onlyNpy, scoreOtherFiles } from './scoreOtherFiles.js';
import { type KeepOptions, type Total, Totals } from './totals.js';
import { isTraining, type Training, trainingPrior } from './training.js';

export interface ScoreOptions extends ColumnOptions, Omit<TreatmentOptions, 'positive'>, EngineOptions, KeepOptions {
  prior?: Prior | Training;
  /** NPY files: the files of labels, one for each file of estimates, and the names of the classes in the order of the columns. */
  labels?: string[];
  classes?: string[];
  confidence?: number;
  threads?: number;
  skipBad?: boolean;
  /** Bytes to a range. Another size cuts the sums elsewhere, and may change a last bit. */
  rangeBytes?: number;
  /** Gets one line per instance (truth, then each measure), in order, as text; `restart` begins anew. */
  rewards?: { restart(): void | Promise<void>; write(text: string): void | Promise<void> };
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  step: 'counting' | 'scoring';
  bytes: number;
  totalBytes: number;
  rows: number;
}

/** The report, and what it was made from. */
export interface Scored extends Total {
  /** What was guessed about the columns. */
  guesses: string[];
  files: string[];
}

/** Not worth another thread below this. */
const BYTES_PER_THREAD = 12 * 2 ** 20;

/** Scores files of predictions as one test set. */
export async function scoreFiles(names: readonly string[], options: ScoreOptions = {}): Promise<Scored> {
  const inputs = await Inputs.open(names);
  try {
    const formats = inputs.files.map(({ path, name }) => formatOf(name, head(path)));
    if (formats.some((format) => format !== 'csv')) return { ...(await scoreOtherFiles(inputs, formats, options)), files: [...names] };
    if (options.labels || options.classes) throw onlyNpy(options.labels ? '--labels' : '--classes');
    const threads = startThreads(howMany(inputs, options) - 1);
    try {
      const { plan, guesses } = makePlan(inputs, options);
      const bytes = plan.files.reduce((sum, { size, rowsAt }) => sum + size - rowsAt, 0);
      if (bytes === 0)
        throw new FairbitsError('format', `${names.join(', ')}: there is a header but no row: expected rows of predictions`, {
          file: names.join(', '),
          expected: 'rows',
        });
      const pool = await Pool.create(plan, threads);
      const prior = await findPrior(pool, plan, options, bytes);
      const scored = await overRanges(plan, (ranges, quotes) => scoreRanges(pool, plan, ranges, quotes, prior, options, bytes));
      return { ...scored, guesses, files: [...names] };
    } finally {
      await Promise.all(threads.map((thread) => thread.stop()));
    }
  } finally {
    inputs.close();
  }
}

/** As many threads as asked for, this one among them; or all cores, where there is enough to do. */
function howMany({ files }: Inputs, { threads }: ScoreOptions): number {
  if (threads !== undefined) return threads;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return Math.max(1, Math.min(availableParallelism(), Math.floor(bytes / BYTES_PER_THREAD)));
}

function makePlan(inputs: Inputs, options: ScoreOptions): { plan: ScorePlan; guesses: string[] } {
  const heads = inputs.files.map(({ path, size }) => {
    const bytes = head(path);
    const header = readHeader(bytes, path, bytes.length === size);
    return { path, size, bytes, header, choice: chooseColumns(header.columns, options, path) };
  });
  const [first] = heads;
  const classes = [...classNames(first.choice.classes ?? twoClasses(first.bytes, first.header, first.choice, options.positive as string))];
  const files = heads.map(({ path, size, header, choice }): PlannedFile => {
    const order = choice.classes ?? [];
    const columns = header.columns.map((_, i) => {
      if (i === choice.truth) return TRUTH;
      const estimate = choice.estimates.indexOf(i);
      if (estimate < 0) return SKIPPED;
      return choice.classes ? classes.indexOf(order[estimate]) : 0;
    });
    const stray = choice.classes && (choice.classes.length !== classes.length || choice.classes.some((name) => !classes.includes(name)));
    if (stray || (choice.classes === undefined) !== (first.choice.classes === undefined)) {
      throw new FairbitsError('columns', `${path}:1: the classes ${order.join(', ')} are not those of ${first.path} (${classes.join(', ')})`, {
        file: path,
        line: 1,
        found: order.join(', '),
        expected: classes.join(', '),
      });
    }
    return plannedFile(path, size, header, columns);
  });
  const { cutoff, tolerance, renormalize, positive } = options;
  const treatment: TreatmentOptions = {
    ...(cutoff === undefined ? {} : { cutoff }),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(renormalize === undefined ? {} : { renormalize }),
    ...(positive === undefined ? {} : { positive }),
  };
  const engine: EngineOptions = { ...(options.backend ? { backend: options.backend } : {}), ...(options.memory ? { memory: options.memory } : {}) };
  const width = first.choice.classes ? classes.length : 1;
  return {
    plan: {
      files,
      width,
      classes,
      treatment,
      engine,
      keepEstimates: true,
      keepRows: options.keepRows ? 'all' : 'ranking',
      writeRewards: options.rewards !== undefined,
      rangeBytes: options.rangeBytes ?? usualRangeBytes(classes.length),
      skipBad: options.skipBad ?? false,
    },
    guesses: first.choice.guesses,
  };
}

/** The classes of a single column of estimates: what the first rows hold beside the positive class. */
function twoClasses(bytes: Uint8Array, { delimiter, rowsAt, comment }: Header, { truth }: ColumnChoice, positive: string): string[] {
  const lines = new TextDecoder().decode(bytes.subarray(rowsAt)).split(/\r?\n/);
  for (const line of lines) {
    if (line.trim() === '' || (comment && line.startsWith(comment))) continue;
    const name = splitLine(line, delimiter)[truth];
    if (name !== undefined && name !== positive) return [name, positive];
  }
  return [`not ${positive}`, positive];
}

async function findPrior(pool: Pool, plan: ScorePlan, options: ScoreOptions, totalBytes: number): Promise<ResolvedPrior> {
  const { prior } = options;
  if (isTraining(prior)) return trainingPrior(prior, plan, options.truth);
  let counts = new Float64Array();
  if (prior === undefined || prior === 'test') {
    counts = options.skipBad
      ? await countGoodRows(pool, plan, totalBytes)
      : await overRanges(plan, (ranges, quotes) =>
          countClasses(pool, plan, ranges, quotes, (bytes, rows) => options.onProgress?.({ step: 'counting', bytes, totalBytes, rows })),
        );
  }
  return resolvePrior(prior, plan.classes, () => counts);
}

/** Rows of each class that can be scored: a row's class counts only if all of it is good, so all of it must be read. */
async function countGoodRows(pool: Pool, plan: ScorePlan, totalBytes: number): Promise<Float64Array<ArrayBuffer>> {
  const uniform = resolvePrior('uniform', plan.classes, () => []);
  const { tally } = await overRanges(plan, (ranges, quotes) => scoreRanges(pool, plan, ranges, quotes, uniform, {}, totalBytes));
  return Float64Array.from(tally.confusion.actual());
}

async function scoreRanges(
  pool: Pool,
  plan: ScorePlan,
  ranges: Range[],
  quotes: number[],
  prior: ResolvedPrior,
  options: ScoreOptions,
  totalBytes: number,
): Promise<Omit<Scored, 'guesses' | 'files'>> {
  const totals = new Totals(pool.engine, plan.classes, plan.treatment, options);
  let bytes = 0;
  await pool.run<RangeResult>(ranges, { kind: 'score', prior: prior.values }, async (result, index) => {
    if (index === 0) await options.rewards?.restart();
    quotes[index] = result.quotes;
    totals.add(result);
    if (result.rewards !== undefined) await options.rewards?.write(result.rewards);
    bytes += ranges[index].to - ranges[index].from;
    options.onProgress?.({ step: 'scoring', bytes, totalBytes, rows: totals.tally.rows });
  });
  return totals.finish(prior, options.confidence);
}
