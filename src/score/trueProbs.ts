import { list } from '../classes.js';
import { cutoffRange } from '../cutoff.js';
import { createEngine, type Engine, type EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { badRow, tolerance as toleranceOf } from '../input.js';
import { normalQuantile } from '../intervals/normalQuantile.js';
import { SKIPPED } from '../kernels/csvPlan.js';
import { klDivergence } from '../measures/klDivergence.js';
import { MOMENT_ROWS, Moments } from '../moments.js';
import { type MeasureReport, measureReport } from '../report.js';
import { type ColumnOptions, chooseColumns } from '../sources/columns.js';
import type { TreatmentOptions } from '../treatment.js';
import { LineReader } from './lines.js';
import { WholeCsv } from './wholeCsv.js';

export interface TrueProbsOptions extends ColumnOptions, Omit<TreatmentOptions, 'positive'>, EngineOptions {
  /** The columns of true probabilities, as `probs` are those of estimates. */
  trueProbs: string;
  confidence?: number;
}

/**
 * The divergence of estimates from true probabilities that stand in the same files (002 eq. 1): known where the data
 * were drawn from a model. A pass of its own, in order, over estimates treated as they are when scored.
 */
export async function klOfFiles(files: readonly string[], options: TrueProbsOptions): Promise<MeasureReport> {
  if (files.includes('-'))
    throw new FairbitsError('option', 'standard input can be read once only: expected files for --true-probs', { found: '-', expected: 'files' });
  const csvs = await WholeCsv.openAll(files, 'score --true-probs');
  try {
    const { backend, memory, confidence = 0.95 } = options;
    const engine = await createEngine({ ...(backend ? { backend } : {}), ...(memory ? { memory } : {}) });
    const column = new MomentColumn(engine);
    const reader = new LineReader(engine.kernels);
    for (const csv of csvs) readFile(csv, engine, reader, column, options);
    return measureReport({ id: 'klDivergence', unit: 'bits' }, column.summary(), normalQuantile((1 + confidence) / 2));
  } finally {
    csvs[0]?.close();
  }
}

/** Values gathered into the blocks that moments are taken of. */
class MomentColumn {
  private readonly moments: Moments;
  private readonly block: Float64Array;
  private filled = 0;

  constructor({ kernels }: Engine) {
    this.moments = new Moments(kernels);
    this.block = kernels.float64(MOMENT_ROWS);
  }

  add(values: Float64Array): void {
    for (const value of values) {
      this.block[this.filled++] = value;
      if (this.filled === MOMENT_ROWS) this.close();
    }
  }

  private close(): void {
    this.moments.add(this.block, this.filled);
    this.filled = 0;
  }

  summary() {
    if (this.filled > 0) this.close();
    return this.moments.summary();
  }
}

const ESTIMATES = 16384;

function readFile(csv: WholeCsv, { kernels }: Engine, reader: LineReader, column: MomentColumn, options: TrueProbsOptions): void {
  const given = chooseColumns(csv.columns, options, csv.name);
  const known = chooseColumns(csv.columns, { ...options, probs: options.trueProbs }, csv.name);
  const classes = given.classes ?? [`not ${options.positive}`, String(options.positive)];
  const order = known.classes ?? classes;
  const width = given.estimates.length;
  if (known.estimates.length !== width || order.some((name) => !classes.includes(name)))
    throw new FairbitsError('columns', `${csv.name}:1: the true probabilities are of ${list(order)}: expected the classes of the estimates, ${list(classes)}`, {
      file: csv.name,
      line: 1,
      found: list(order),
      expected: list(classes),
    });
  const shared = known.estimates.find((i) => given.estimates.includes(i));
  if (shared !== undefined)
    throw new FairbitsError(
      'columns',
      `${csv.name}:1: the column "${csv.columns[shared]}" is both an estimate and a true probability. Check --probs and --true-probs.`,
      {
        file: csv.name,
        line: 1,
        column: csv.columns[shared],
        found: csv.columns[shared],
        expected: 'different columns',
      },
    );
  const truthPlace = (at: number) => (width === 1 ? 0 : classes.indexOf(order[at]));
  const kinds = csv.columns.map((_, i) => {
    const estimate = given.estimates.indexOf(i);
    if (estimate >= 0) return estimate;
    const truth = known.estimates.indexOf(i);
    return truth >= 0 ? width + truthPlace(truth) : SKIPPED;
  });
  const k = classes.length;
  const most = Math.max(1, Math.floor(ESTIMATES / k));
  const plan = csv.plan(kernels, kinds, 2 * width, []);
  const both = kernels.float64(most * 2 * width);
  const p = kernels.float64(most * k);
  const t = kernels.float64(most * k);
  const labels = kernels.uint16(most).fill(0);
  const cutoff = cutoffRange(options.cutoff, k);
  const tolerance = toleranceOf(options.tolerance, t, k);
  const wanted = (at: number) => ({ expected: 'a number from 0 to 1', option: known.estimates.includes(at) ? '--true-probs' : '--probs' });
  csv.read(reader, (lines) => {
    const parse = (at: number, rows: number) => kernels.parseRows(lines.bytes, at, lines.to, lines.final, plan, both, labels, rows);
    for (let at = lines.from; ; ) {
      const { rows, next, error } = parse(at, most);
      for (let r = 0; r < rows; r++) {
        split(both, r * 2 * width, width, p, r * k);
        split(both, r * 2 * width + width, width, t, r * k);
      }
      const { bad } = kernels.inspect(t, labels, rows, k, tolerance);
      if (bad >= 0) throw rowError(at, bad);
      if (options.renormalize && width > 1) kernels.renormalize(p, rows, k);
      if (cutoff.low > 0 || cutoff.high < 1) kernels.clamp(p, rows * k, cutoff.low, cutoff.high);
      column.add(klDivergence(t.subarray(0, rows * k), p.subarray(0, rows * k), k));
      if (error) throw csv.csvError(lines, error, wanted);
      at = next;
      if (rows < most) return at;
    }

    function rowError(at: number, row: number): FairbitsError {
      const problem = badRow(t, row * k, 0, row, k, false, tolerance, classes);
      const position = lines.offset + csv.rowStart(lines, row === 0 ? at : parse(at, row).next);
      const expected = problem.code === 'estimates-sum' ? `1 within ${tolerance}` : 'numbers from 0 to 1';
      const what =
        problem.code === 'estimates-sum' ? `the true probabilities sum to ${problem.found}` : `the true probability of "${problem.class}" is ${problem.found}`;
      return csv.errorAt(position, problem.code, `${what}: expected ${expected}. Check --true-probs.`, { found: problem.found, expected });
    }
  });
  for (const view of [both, p, t, labels, plan.block]) kernels.free(view);
}

/** A row of probabilities; of one column the other class has the rest. */
function split(from: Float64Array, at: number, width: number, to: Float64Array, place: number): void {
  if (width > 1) to.set(from.subarray(at, at + width), place);
  else {
    to[place] = 1 - from[at];
    to[place + 1] = from[at];
  }
}
