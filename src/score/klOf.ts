import { list } from '../classes.js';
import { cutoffRange } from '../cutoff.js';
import { createEngine, type Engine, type EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { badRow, roundingOf, TOLERANCE_32, tolerance as toleranceOf, withinOne } from '../input.js';
import { klDivergence } from '../measures/klDivergence.js';
import { MOMENT_ROWS, Moments } from '../moments.js';
import { type MeasureReport, measureReport } from '../report.js';
import { settle } from '../rounded.js';
import { type ColumnOptions, chooseColumns } from '../sources/columns.js';
import type { TreatmentOptions } from '../treatment.js';
import { isWeight, WEIGHT } from '../weights.js';
import type { OpenFiles } from './reading.js';
import { bytesOf, openRowFiles, type RowFile, type Rows, type RowsWanted } from './rowFiles.js';
import type { Problem } from './unplaced.js';

export interface TrueProbsOptions extends ColumnOptions, Omit<TreatmentOptions, 'positive'>, EngineOptions {
  /** The columns of true probabilities, as `probs` are those of estimates. */
  trueProbs: string;
  confidence?: number;
  /** Leave out rows that cannot be scored, and those whose true probabilities cannot be used. */
  skipBad?: boolean;
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
const FIRST_FEW = 5;

/**
 * The divergence of estimates from true probabilities that stand in the same files (Hope & Korb 2004, eq. 1): known where the data
 * were drawn from a model. A pass of its own, in order, over estimates treated as they are when scored.
 */
export async function klOf(inputs: OpenFiles, options: TrueProbsOptions): Promise<KlReport> {
  const { backend, memory, confidence = 0.95, skipBad } = options;
  const engine = await createEngine({ ...(backend ? { backend } : {}), ...(memory ? { memory } : {}) });
  let files: RowFile[] = [];
  try {
    files = await openRowFiles(inputs, engine.kernels);
    const column = new MomentColumn(engine);
    const skippedFirst: string[] = [];
    const totalBytes = bytesOf(files);
    for (const [i, file] of files.entries()) {
      const heard = (position: number) => options.onProgress?.({ step: 'scoring', bytes: bytesOf(files, i) + position, totalBytes, rows: column.rows });
      await readFile(file, engine, column, skippedFirst, options, heard);
    }
    const report: KlReport = measureReport({ id: 'klDivergence', unit: 'bits' }, column.summary(), confidence);
    if (column.rows === 0) report.reason = 'no row has true probabilities that can be used';
    return skipBad ? { ...report, rows: column.rows, skippedFirst } : report;
  } finally {
    for (const file of files) file.close();
  }
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
function choose(file: RowFile, options: TrueProbsOptions): { classes: string[]; truth: number; estimates: number[]; known: number[]; weights?: number } {
  const given = chooseColumns(file.columns, options, file.name, file.place);
  const known = chooseColumns(file.columns, { ...options, probs: options.trueProbs }, file.name, file.place);
  const classes = given.classes ?? [`not ${options.positive}`, String(options.positive)];
  const order = known.classes ?? classes;
  const where = { file: file.name, ...(file.place === file.name ? {} : { line: 1 }) };
  if (known.estimates.length !== given.estimates.length || order.some((name) => !classes.includes(name)))
    throw new FairbitsError('columns', `${file.place}: the true probabilities are of ${list(order)}: expected the classes of the estimates, ${list(classes)}`, {
      ...where,
      found: list(order),
      expected: list(classes),
    });
  const shared = known.estimates.find((i) => given.estimates.includes(i));
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
  return {
    classes,
    truth: given.truth,
    ...(given.weights === undefined ? {} : { weights: given.weights }),
    estimates: given.estimates,
    known: one ? known.estimates : classes.map((name) => known.estimates[order.indexOf(name)]),
  };
}

async function readFile(
  file: RowFile,
  { kernels }: Engine,
  column: MomentColumn,
  skippedFirst: string[],
  options: TrueProbsOptions,
  heard: (position: number) => void,
): Promise<void> {
  const { classes, truth, estimates, known, weights } = choose(file, options);
  const { skipBad, signal } = options;
  const width = estimates.length;
  const k = classes.length;
  const most = Math.max(1, Math.floor(ESTIMATES / k));
  const names = options.classes ?? (width > 1 ? classes : undefined);
  const wanted: RowsWanted = {
    numbers: [...estimates, ...known, ...(weights === undefined ? [] : [weights])],
    // What is scored was checked when it was; where bad rows are skipped, they must be found again.
    ...(skipBad && names ? { truth, classes: names } : {}),
    about: (at) =>
      at === truth
        ? { expected: `one of the classes ${list(names ?? classes)}`, option: '--truth' }
        : at === weights
          ? { expected: WEIGHT, option: '--weights' }
          : { expected: 'a number from 0 to 1', option: known.includes(at) ? '--true-probs' : '--probs' },
    most,
  };
  const { float32 } = file.inspect(wanted);
  const wished = options.tolerance ?? (float32 ? TOLERANCE_32 : undefined);
  const tolerance = toleranceOf(wished, new Float64Array(), k);
  const rounding = roundingOf(wished, new Float64Array(), k);
  const cutoff = cutoffRange(options.cutoff, k);
  const p = kernels.float64(most * k);
  const t = kernels.float64(most * k);
  const zeros = kernels.uint16(most).fill(0);
  const often = weights === undefined ? undefined : new Float64Array(most);
  const perRow = 2 * width + Number(weights !== undefined);
  const unreadable: Problem[] = [];
  const unusable: Problem[] = [];
  const note = (problems: Problem[], problem: () => Problem): void => {
    if (problems.length < FIRST_FEW) problems.push(problem());
  };
  const take = (rows: Rows): void => {
    signal?.throwIfAborted();
    for (let r = 0; r < rows.rows; r++) {
      split(rows.numbers, r * perRow, width, p, r * k);
      split(rows.numbers, r * perRow + width, width, t, r * k);
      if (often) often[r] = rows.numbers[r * perRow + 2 * width];
    }
    if (options.renormalize && width > 1) kernels.renormalize(p, rows.rows, k);
    // As they are scored.
    settle(p.subarray(0, rows.rows * k), rounding);
    const count = skipBad ? dropBad(rows) : rows.rows;
    const { bad } = kernels.inspect(t, zeros, count, k, tolerance);
    if (bad >= 0) throw rowError(rows, bad);
    if (cutoff.low > 0 || cutoff.high < 1) kernels.clamp(p, count * k, cutoff.low, cutoff.high);
    column.add(klDivergence(t.subarray(0, count * k), p.subarray(0, count * k), k), often);
    heard(rows.position);
  };
  try {
    await file.read(wanted, take, skipBad ? (problem) => note(unreadable, () => problem) : undefined);
    for (const problem of [...unreadable, ...unusable]) {
      const { column: name, message } = (await file.placed(problem)) as FairbitsError;
      const its = name === undefined || known.some((i) => file.columns[i] === name);
      if (its && skippedFirst.length < FIRST_FEW) skippedFirst.push(message);
    }
  } finally {
    for (const view of [p, t, zeros]) kernels.free(view);
  }

  /** Moves the good rows together, and says how many they are. */
  function dropBad(rows: Rows): number {
    let kept = 0;
    for (let r = 0; r < rows.rows; r++) {
      const [estimated, known] = [p, t].map((all) => all.subarray(r * k, (r + 1) * k));
      if (kernels.inspect(estimated, zeros, 1, k, tolerance).bad >= 0 || (often && !isWeight(often[r]))) continue;
      if (kernels.inspect(known, zeros, 1, k, tolerance).bad >= 0) {
        note(unusable, () => rowError(rows, r));
        continue;
      }
      p.copyWithin(kept * k, r * k, (r + 1) * k);
      t.copyWithin(kept * k, r * k, (r + 1) * k);
      often?.copyWithin(kept, r, r + 1);
      kept++;
    }
    return kept;
  }

  function rowError({ problem }: Rows, row: number): Problem {
    const { code, found, class: name } = badRow(t, row * k, 0, row, k, false, tolerance, classes, 0);
    const sum = code === 'estimates-sum';
    const expected = sum ? withinOne(tolerance) : 'numbers from 0 to 1';
    const what = sum ? `the true probabilities sum to ${found}` : `the true probability of "${name}" is ${found}`;
    return problem(row, code, `${what}: expected ${expected}. Check --true-probs.`, { found, expected });
  }
}

/** A row of probabilities; of one column the other class has the rest. */
function split(from: Float64Array, at: number, width: number, to: Float64Array, place: number): void {
  if (width > 1) to.set(from.subarray(at, at + width), place);
  else {
    to[place] = 1 - from[at];
    to[place + 1] = from[at];
  }
}
