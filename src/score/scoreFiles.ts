import { closeSync, openSync, readSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type Miscalibration, miscalibration } from '../calibration/miscalibration.js';
import { sortedBySize } from '../calibration/sorted.js';
import { classNames } from '../classes.js';
import type { EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { SKIPPED, TRUTH } from '../kernels/csvPlan.js';
import { measures } from '../measures/registry.js';
import { Moments } from '../moments.js';
import { type Prior, type ResolvedPrior, resolvePrior } from '../priors.js';
import { buildReport, type Report } from '../report.js';
import { type ColumnChoice, type ColumnOptions, chooseColumns } from '../sources/columns.js';
import { type Header, readHeader, splitLine } from '../sources/header.js';
import type { Tally } from '../tally.js';
import type { TreatmentOptions } from '../treatment.js';
import { Inputs } from './inputs.js';
import { cutIntoRanges, type PlannedFile, type Range, type RangeCount, type RangeResult, type ScorePlan, usualRangeBytes } from './plan.js';
import { Pool } from './pool.js';
import { quotesOf, splitsQuotes, wholeFiles } from './quotes.js';

export interface ScoreOptions extends ColumnOptions, Omit<TreatmentOptions, 'positive'>, EngineOptions {
  prior?: Prior | { train: string; column?: string };
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
export interface Scored {
  report: Report;
  tally: Tally;
  moments: Moments[];
  /** What was guessed about the columns. */
  guesses: string[];
  files: string[];
  skipped: number;
  skippedFirst: string[];
}

const HEAD = 2 ** 20;
/** Not worth another thread below this. */
const BYTES_PER_THREAD = 12 * 2 ** 20;
/** Modal estimates are kept, for calibration, up to this many rows (32 MiB, and as much again to sort them). */
const MOST_ESTIMATES = 2 ** 22;

/** Scores files of predictions as one test set. */
export async function scoreFiles(names: readonly string[], options: ScoreOptions = {}): Promise<Scored> {
  const inputs = await Inputs.open(names);
  try {
    const { plan, guesses } = makePlan(inputs, options);
    const bytes = plan.files.reduce((sum, { size, rowsAt }) => sum + size - rowsAt, 0);
    if (bytes === 0)
      throw new FairbitsError('format', `${names.join(', ')}: there is a header but no row: expected rows of predictions`, {
        file: names.join(', '),
        expected: 'rows',
      });
    const threads = Math.max(
      1,
      Math.min(options.threads ?? availableParallelism(), options.threads === undefined ? Math.floor(bytes / BYTES_PER_THREAD) : Infinity),
    );
    const pool = await Pool.create(plan, threads);
    try {
      const prior = await findPrior(pool, plan, options, bytes);
      const scored = await overRanges(plan, (ranges, quotes) => scoreRanges(pool, plan, ranges, quotes, prior, options, bytes));
      return { ...scored, guesses, files: [...names] };
    } finally {
      await pool.close();
    }
  } finally {
    inputs.close();
  }
}

/** The first bytes of a file. */
function head(path: string): Uint8Array {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    const denied = (error as NodeJS.ErrnoException).code === 'EACCES';
    throw new FairbitsError('file', `${path} cannot be read: ${denied ? 'permission denied' : (error as Error).message}`, {
      file: path,
      expected: 'a file that can be read',
    });
  }
  const bytes = new Uint8Array(HEAD);
  const got = readSync(file, bytes, 0, HEAD, 0);
  closeSync(file);
  return bytes.subarray(0, got);
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
    return {
      path,
      size,
      rowsAt: Math.min(header.rowsAt, size),
      delimiter: header.delimiter.charCodeAt(0),
      comment: header.comment ? header.comment.charCodeAt(0) : -1,
      names: header.columns,
      columns,
    };
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

/**
 * Runs something over the ranges of the files. A quoted field may hold a newline, and a range that starts inside one
 * reads nonsense; that shows as an odd number of quotes before it, or as an error. Then each file is read in one piece.
 */
async function overRanges<T>(plan: ScorePlan, run: (ranges: Range[], quotes: number[]) => Promise<T>): Promise<T> {
  const ranges = cutIntoRanges(plan);
  const quotes: number[] = [];
  try {
    const result = await run(ranges, quotes);
    if (!splitsQuotes(ranges, quotes)) return result;
  } catch (error) {
    if (!splitsQuotes(ranges, quotesOf(plan, ranges))) throw error;
  }
  return run(wholeFiles(plan), []);
}

async function findPrior(pool: Pool, plan: ScorePlan, options: ScoreOptions, totalBytes: number): Promise<ResolvedPrior> {
  const { prior } = options;
  if (prior !== undefined && typeof prior === 'object' && 'train' in prior && typeof prior.train === 'string') {
    return {
      ...resolvePrior({ counts: await trainingCounts(prior as { train: string; column?: string }, plan, options) }, plan.classes, () => []),
      source: 'train',
    };
  }
  let counts = new Float64Array();
  if (prior === undefined || prior === 'test') {
    counts = options.skipBad
      ? await countGoodRows(pool, plan, totalBytes)
      : await overRanges(plan, (ranges, quotes) =>
          countClasses(pool, plan, ranges, quotes, (bytes, rows) => options.onProgress?.({ step: 'counting', bytes, totalBytes, rows })),
        );
  }
  return resolvePrior(prior as Prior | undefined, plan.classes, () => counts);
}

/** Rows of each class that can be scored: a row's class counts only if all of it is good, so all of it must be read. */
async function countGoodRows(pool: Pool, plan: ScorePlan, totalBytes: number): Promise<Float64Array<ArrayBuffer>> {
  const uniform = resolvePrior('uniform', plan.classes, () => []);
  const { tally } = await overRanges(plan, (ranges, quotes) => scoreRanges(pool, plan, ranges, quotes, uniform, {}, totalBytes));
  return Float64Array.from(tally.confusion.actual());
}

/** Rows of each class. */
async function countClasses(
  pool: Pool,
  plan: ScorePlan,
  ranges: Range[],
  quotes: number[],
  heard: (bytes: number, rows: number) => void,
): Promise<Float64Array<ArrayBuffer>> {
  const counts = new Float64Array(plan.classes.length);
  let bytes = 0;
  await pool.run<RangeCount>(ranges, { kind: 'count' }, (result, index) => {
    for (let i = 0; i < counts.length; i++) counts[i] += result.counts[i];
    quotes[index] = result.quotes;
    bytes += ranges[index].to - ranges[index].from;
    heard(
      bytes,
      counts.reduce((a, b) => a + b),
    );
  });
  return counts;
}

/** The classes in a training file. */
async function trainingCounts({ train, column }: { train: string; column?: string }, plan: ScorePlan, options: ScoreOptions): Promise<Float64Array> {
  const inputs = await Inputs.open([train]);
  try {
    const [{ path, size }] = inputs.files;
    const bytes = head(path);
    const header = readHeader(bytes, path, bytes.length === size);
    const wanted = column ?? options.truth ?? ['label', 'truth', 'target', 'class', 'actual', 'y', 'y_true'].find((name) => header.columns.includes(name));
    const truth = header.columns.indexOf(wanted ?? '');
    if (truth < 0)
      throw new FairbitsError('columns', `${path}:1: there is no column "${wanted ?? 'label'}"; say which holds the class: --prior train:${train}:COLUMN`, {
        file: path,
        line: 1,
        found: header.columns.join(', '),
        expected: wanted ?? 'label',
      });
    const file: PlannedFile = {
      path,
      size,
      rowsAt: Math.min(header.rowsAt, size),
      delimiter: header.delimiter.charCodeAt(0),
      comment: header.comment ? header.comment.charCodeAt(0) : -1,
      names: header.columns,
      columns: header.columns.map((_, i) => (i === truth ? TRUTH : SKIPPED)),
    };
    const training: ScorePlan = { ...plan, files: [file] };
    const pool = await Pool.create(training, 1);
    return await overRanges(training, (ranges, quotes) => countClasses(pool, training, ranges, quotes, () => {}));
  } finally {
    inputs.close();
  }
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
  const { engine } = pool;
  const tally = engine.tally(plan.classes, plan.treatment);
  const moments = measures.map(() => new Moments(engine.kernels));
  let kept: Float64Array[] = [];
  let bytes = 0;
  let skipped = 0;
  const skippedFirst: string[] = [];
  await pool.run<RangeResult>(ranges, { kind: 'score', prior: prior.values }, async (result, index) => {
    if (index === 0) await options.rewards?.restart();
    quotes[index] = result.quotes;
    tally.merge(engine.tallyFrom(result.tally));
    moments.forEach((each, i) => {
      each.merge(result.moments[i]);
    });
    if (tally.rows > MOST_ESTIMATES) kept = [];
    else if (result.estimates) kept.push(result.estimates);
    skipped += result.skipped;
    skippedFirst.push(...result.skippedFirst.slice(0, 5 - skippedFirst.length));
    if (result.rewards !== undefined) await options.rewards?.write(result.rewards);
    bytes += ranges[index].to - ranges[index].from;
    options.onProgress?.({ step: 'scoring', bytes, totalBytes, rows: tally.rows });
  });
  if (tally.rows === 0) throw new FairbitsError('format', 'there is no row to score', { expected: 'rows of predictions' });
  const report = buildReport({
    backend: pool.backend,
    tally,
    prior,
    scores: measures.map((measure, i) => ({ measure, summary: moments[i].summary() })),
    calibration: tally.rows > MOST_ESTIMATES ? tooMany(tally.rows) : miscalibration(await sortedBySize(kept, engine.backend)),
    confidence: options.confidence,
  });
  if (skipped > 0)
    report.warnings.unshift(`${skipped} rows could not be scored and were skipped: ${skippedFirst.join('; ')}${skipped > skippedFirst.length ? '; …' : ''}`);
  return { report, tally, moments, skipped, skippedFirst };
}

function tooMany(rows: number): Miscalibration {
  return {
    miscalibration: null,
    overconfident: null,
    underconfident: null,
    cells: 0,
    reason: `${rows} rows are more than the ${MOST_ESTIMATES} whose estimates are kept for sorting`,
  };
}
