import { list } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { placesByName } from '../base/places.js';
import { cutoffRange } from '../core/cutoff.js';
import { createEngine, type Engine, type EngineOptions } from '../core/engine.js';
import { roundingOf, TOLERANCE_32, tolerance as toleranceOf } from '../core/input.js';
import { MOMENT_ROWS, Moments } from '../core/moments.js';
import type { TreatmentOptions } from '../core/treatment.js';
import { WEIGHT_WORDS } from '../core/weights.js';
import { type MeasureReport, measureReport } from '../evaluate/report.js';
import { type ColumnOptions, chooseColumns } from '../rows/columns.js';
import type { About, Table, Wanted } from '../rows/table.js';
import type { Peek } from '../rows/understand/peek.js';
import type { Ground } from './ground.js';
import { scaleOf } from './predictions.js';
import { RowCrew, withTables } from './rowCrew.js';
import { engineOptions } from './score/scoreRows.js';
import type { DivergenceOf, DivergencePart } from './sinks/divergenceSink.js';
import { usualPartBytes } from './sizes.js';
import { peekTable } from './understand/peekTable.js';

/** What `klOfFiles` can be told: above all which columns hold the true probabilities. */
export interface TrueProbsOptions extends Omit<ColumnOptions, 'long'>, Omit<TreatmentOptions, 'positive'>, EngineOptions {
  /** The columns of true probabilities, as `probs` are those of estimates. */
  trueProbs: string;
  confidence?: number;
  /** Leave out rows that cannot be scored, and those whose true probabilities cannot be used. */
  skipBad?: boolean;
  threads?: number;
  /** For that: the classes that true ones may be, where a single column of estimates does not say. */
  classes?: readonly string[];
  onProgress?: (progress: { step: 'scoring'; bytes: number; totalBytes: number; rows: number }) => void;
  /** Stops the work: it then throws the signal's reason. */
  signal?: AbortSignal;
}

/** Where bad rows are left out: how many are not, and the first few whose true probabilities are why, by file and line. */
export interface KlReport extends MeasureReport {
  rows?: number;
  skippedFirst?: string[];
}

const ESTIMATES = 16384;

/**
 * The divergence of estimates from true probabilities that stand in the same files (Hope & Korb 2004, eq. 1): known where the data
 * were drawn from a model. A pass of its own, in order, over estimates treated as they are when scored.
 */
export async function divergenceRows<F>(ground: Ground<F>, files: readonly F[], options: TrueProbsOptions): Promise<KlReport> {
  const { confidence = 0.95, skipBad = false, signal, threads } = options;
  return withTables(ground, files, { signal, threads, shape: { header: options.header } }, async (rows) => {
    const peeks: (Peek | undefined)[] = [];
    for (const table of rows.tables) peeks.push(await peekTable(rows, table));
    const chosen = rows.tables.map((table, i) => wantedForDivergence(table, options, peeks[i]));
    const of: DivergenceOf = {
      classes: chosen[0].classes,
      renormalize: options.renormalize ?? false,
      cutoff: cutoffRange(options.cutoff, chosen[0].classes.length),
      skipBad,
      tables: chosen.map(({ wanted, k, width }, i) => {
        const { float32 } = rows.tables[i].check(wanted);
        const wished = options.tolerance ?? (float32 ? TOLERANCE_32 : undefined);
        return { width, tolerance: toleranceOf(wished, new Float64Array(), k), rounding: roundingOf(wished, new Float64Array(), k) };
      }),
    };
    const engine = engineOptions(options, of.classes.length);
    const task = { sink: 'divergence', of, wanted: chosen.map(({ wanted }) => wanted), engine, skipBad };
    const crew = await RowCrew.create(rows, task, usualPartBytes(of.classes.length));
    const column = new MomentColumn(await createEngine(engine));
    const take = ({ values, weights }: DivergencePart): void => column.add(values, weights);
    const found = await crew.run(undefined, take, { signal, onProgress: (progress) => options.onProgress?.({ step: 'scoring', ...progress }) });
    crew.free();
    const report: KlReport = measureReport({ id: 'klDivergence', unit: 'bits' }, column.summary(), confidence);
    if (column.rows === 0) report.reason = 'no row has true probabilities that can be used';
    // Rows whose estimates cannot be used were named when they were scored.
    const known = rows.tables.flatMap(({ columns }, i) => chosen[i].known.map((at) => columns[at]));
    const first = found.skippedFirst.filter((_, i) => found.skippedColumns[i] === undefined || known.includes(found.skippedColumns[i] as string));
    return skipBad ? { ...report, rows: column.rows, skippedFirst: first } : report;
  });
}

function wantedForDivergence(
  table: Table,
  options: TrueProbsOptions,
  peek: Peek | undefined,
): { wanted: Wanted; classes: string[]; known: number[]; k: number; width: number } {
  const { classes, truth, estimates, known, weights } = chooseBothColumns(table, options, peek);
  const width = estimates.length;
  const k = classes.length;
  const names = options.classes ?? (width > 1 ? classes : undefined);
  const about: Record<number, About> = {};
  const say = (columns: readonly number[], expected: string, option: string): void => {
    for (const column of columns) about[column] = { expected, advice: `Check ${option}.` };
  };
  say(estimates, 'a number from 0 to 1', '--probs');
  say(known, 'a number from 0 to 1', '--true-probs');
  if (weights !== undefined) say([weights], WEIGHT_WORDS, '--weights');
  say([truth], `one of the classes ${list(names ?? classes)}`, '--truth');
  // What is scored was checked when it was; where bad rows are skipped, they must be found again.
  const truths = options.skipBad && names ? { truth, classes: names } : { classes: [] };
  // Estimates are what they were when they were scored; true probabilities that sum to 100 are percentages, too.
  const { scale } = scaleOf(table, { estimates }, peek, options);
  const percent = known.length > 1 && peek?.total(known) === 100;
  const scales = [...(scale ? [{ scale, from: 0, columns: width }] : []), ...(percent ? [{ scale: 'percent' as const, from: width, columns: width }] : [])];
  const wanted = { numbers: [...estimates, ...known], weights, ...truths, about, scales, most: Math.max(1, Math.floor(ESTIMATES / k)), finite: true };
  return { wanted, classes, known, k, width };
}

/** Values gathered into the blocks that moments are taken of. */
class MomentColumn {
  private readonly moments: Moments;
  private readonly block: Float64Array;
  private readonly weights = new Float64Array(MOMENT_ROWS);
  private weighted = false;
  private filled = 0;
  rows = 0;

  constructor({ kernels }: Engine) {
    this.moments = new Moments(kernels);
    this.block = kernels.float64(MOMENT_ROWS);
  }

  add(values: Float64Array, weights?: Float64Array): void {
    if (weights) this.weighted = true;
    for (let r = 0; r < values.length; r++) {
      this.weights[this.filled] = weights?.[r] ?? 1;
      this.block[this.filled++] = values[r];
      if (this.filled === MOMENT_ROWS) this.close();
    }
    this.rows += values.length;
  }

  private close(): void {
    if (this.weighted) this.moments.addWeighted(this.block, this.weights, this.filled);
    else this.moments.add(this.block, this.filled);
    this.filled = 0;
  }

  summary() {
    if (this.filled > 0) this.close();
    return this.moments.summary();
  }
}

/** Which columns are what: estimates and true probabilities, in the same order of classes. */
function chooseBothColumns(
  file: Table,
  options: TrueProbsOptions,
  peek: Peek | undefined,
): { classes: string[]; truth: number; estimates: number[]; known: number[]; weights?: number } {
  const given = chooseColumns(file.columns, options, file.name, file.place, peek, file.unnamed);
  const known = chooseColumns(
    file.columns,
    { ...options, truth: file.columns[given.truth], probs: options.trueProbs },
    file.name,
    file.place,
    peek,
    file.unnamed,
  );
  const classes = (given.counted && options.classes?.length === given.estimates.length ? [...options.classes] : given.classes) ??
    (options.classes?.length === 2 ? [...options.classes] : undefined) ?? [`not ${options.positive}`, String(options.positive)];
  const order = (known.counted ? classes : known.classes) ?? classes;
  const where = { file: file.name, ...(file.place === file.name ? {} : { line: 1 }) };
  const wanted = new Set(classes);
  if (known.estimates.length !== given.estimates.length || order.some((name) => !wanted.has(name)))
    throw new FairbitsError('columns', `${file.place}: the true probabilities are of ${list(order)}: expected the classes of the estimates, ${list(classes)}`, {
      ...where,
      found: list(order),
      expected: list(classes),
    });
  const estimated = new Set(given.estimates);
  const shared = known.estimates.find((i) => estimated.has(i));
  if (shared !== undefined) {
    const column = file.columns[shared];
    throw new FairbitsError('columns', `${file.place}: the column "${column}" is both an estimate and a true probability. Check --probs and --true-probs.`, {
      ...where,
      column,
      found: column,
      expected: 'different columns',
    });
  }
  const one = given.estimates.length === 1;
  const places = placesByName(order);
  return {
    classes,
    truth: given.truth,
    ...(given.weights === undefined ? {} : { weights: given.weights }),
    estimates: given.estimates,
    known: one ? known.estimates : classes.map((name) => known.estimates[places.get(name) as number]),
  };
}
