import { classNames, list } from '../classes.js';
import { type Chunk, createEngine, type EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { TOLERANCE_32 } from '../input.js';
import { type Prior, type ResolvedPrior, resolvePrior } from '../priors.js';
import { type ColumnChoice, type ColumnOptions, chooseColumns } from '../sources/columns.js';
import { type BadCell, type Batch, noteBad, type TableSource } from '../sources/tableSource.js';
import type { TreatmentOptions } from '../treatment.js';
import { CHUNK_ESTIMATES, PartScorer } from './partScorer.js';
import { type KeepOptions, type Total, Totals } from './totals.js';

export interface TableOptions extends ColumnOptions, Omit<TreatmentOptions, 'positive'>, EngineOptions, KeepOptions {
  /** `test` by default; or what finds one for the classes of the tables. */
  prior?: Prior | ((classes: string[]) => Promise<ResolvedPrior>);
  confidence?: number;
  /** Skip rows that cannot be scored instead of stopping at the first. */
  skipBad?: boolean;
  rewards?: { restart(): void | Promise<void>; write(text: string): void | Promise<void> };
  onProgress?: (progress: { step: 'counting' | 'scoring'; bytes: number; totalBytes: number; rows: number }) => void;
}

/** A table, and which of its columns is what. */
interface Chosen {
  source: TableSource;
  truth: number;
  /** In the order of the classes. */
  estimates: number[];
  float32: boolean;
}

/** Scores tables as one test set. Runs in Node and in pages. */
export async function scoreTables(sources: readonly TableSource[], options: TableOptions = {}): Promise<Total & { guesses: string[] }> {
  const { tables, classes, width, guesses } = await choose(sources, options);
  const engine = await createEngine({ ...(options.backend ? { backend: options.backend } : {}), ...(options.memory ? { memory: options.memory } : {}) });
  const totalBytes = sources.reduce((sum, { size }) => sum + size, 0);
  const skipBad = options.skipBad ?? false;
  const prior = await findPrior(tables, classes, options, totalBytes);
  const treatment = treatmentOf(options);
  const totals = new Totals(engine, classes, treatment, options);
  const rewards = options.rewards;
  await rewards?.restart();
  const chunk = engine.chunk(Math.max(1, Math.floor(CHUNK_ESTIMATES / width)), width);
  let bytes = 0;
  try {
    for (const table of tables) {
      const own = table.float32 ? { ...treatment, tolerance: options.tolerance ?? TOLERANCE_32 } : treatment;
      const plan = {
        width,
        classes,
        treatment: own,
        keepEstimates: true,
        keepRows: options.keepRows ? ('all' as const) : ('ranking' as const),
        writeRewards: rewards !== undefined,
        skipBad,
      };
      const part = new PartScorer(engine, plan, prior.values);
      try {
        let rows = 0;
        for await (const batch of table.source.batches(table.truth, table.estimates)) {
          addBatch(part, chunk, table, batch, classes, rows);
          rows += batch.rows;
          const { rewards: lines, ...kept } = part.drain();
          totals.keep(kept);
          if (lines) await rewards?.write(lines);
          options.onProgress?.({ step: 'scoring', bytes: bytes + batch.position, totalBytes, rows: totals.tally.rows + part.tally.rows });
        }
        const { estimates: _, ranked: __, ...result } = part.finish();
        totals.add(result);
      } finally {
        part.free();
      }
      bytes += table.source.size;
    }
  } finally {
    chunk.free();
  }
  if (totals.tally.rows === 0) throw empty(sources);
  return { ...(await totals.finish(prior, options.confidence)), guesses };
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
  const classes = [...classNames(first.classes ?? (await twoClasses(sources[0], first, options.positive as string)))];
  const tables = sources.map((source, i): Chosen => {
    const { truth, estimates, classes: order } = choices[i];
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
    return { source, truth, estimates: ordered, ...source.inspect(truth, ordered) };
  });
  return { tables, classes, width, guesses: first.guesses };
}

/** The classes of a single column of estimates: the first in the rows that is not the positive one, and that. */
async function twoClasses(source: TableSource, { truth }: ColumnChoice, positive: string): Promise<string[]> {
  source.inspect(truth, []);
  for await (const { truth: truths, rows, bad } of source.batches(truth, [])) {
    if (truths.names.every((name) => name === positive)) continue;
    for (let r = 0; r < rows; r++) {
      const name = truths.names[truths.codes[r]];
      if (name !== positive && !bad.has(r)) return [name, positive];
    }
  }
  return [`not ${positive}`, positive];
}

async function findPrior(tables: readonly Chosen[], classes: string[], options: TableOptions, totalBytes: number): Promise<ResolvedPrior> {
  const { prior } = options;
  if (typeof prior === 'function') return prior(classes);
  let counts = new Float64Array();
  if ((prior === undefined || prior === 'test') && options.skipBad) {
    // A row's class counts only if all of the row is good, so all of it must be read.
    const { rewards: _, onProgress: __, ...rest } = options;
    const { tally } = await scoreTables(
      tables.map(({ source }) => source),
      { ...rest, prior: 'uniform' },
    );
    counts = Float64Array.from(tally.confusion.actual());
  } else if (prior === undefined || prior === 'test') {
    counts = new Float64Array(classes.length);
    let bytes = 0;
    for (const { source, truth } of tables) {
      await countTruths(source, truth, classes, false, counts, ({ position }) =>
        options.onProgress?.({ step: 'counting', bytes: bytes + position, totalBytes, rows: counts.reduce((a, b) => a + b) }),
      );
      bytes += source.size;
    }
  }
  return resolvePrior(prior, classes, () => counts);
}

/** Adds the rows of each class to counts, reading nothing but the true classes. */
export async function countTruths(
  source: TableSource,
  truth: number,
  classes: readonly string[],
  skipBad: boolean,
  counts: Float64Array,
  heard: (batch: Batch) => void = () => {},
): Promise<void> {
  let before = 0;
  for await (const batch of source.batches(truth, [])) {
    const { rows, truth: truths, bad } = batch;
    const indices = classIndices(batch, classes, source.columns[truth]);
    if (!skipBad && bad.size > 0) {
      const row = [...bad.keys()].reduce((first, each) => Math.min(first, each));
      throw cellError(source, before + row, bad.get(row) as BadCell, classes);
    }
    for (let r = 0; r < rows; r++) if (!bad.has(r)) counts[indices[truths.codes[r]]]++;
    before += rows;
    heard(batch);
  }
}

/** The class of each name in a batch. Rows whose name is no class are bad. */
function classIndices({ truth: { names, codes }, rows, bad }: Batch, classes: readonly string[], column: string): Int32Array {
  const known = new Map(classes.map((name, i) => [name, i]));
  const indices = Int32Array.from(names, (name) => known.get(name) ?? -1);
  if (indices.includes(-1))
    for (let r = 0; r < rows; r++) if (indices[codes[r]] === -1) noteBad(bad, r, { column, found: JSON.stringify(names[codes[r]]), expected: UNKNOWN_CLASS });
  return indices;
}

const UNKNOWN_CLASS = 'one of the classes';

function addBatch(part: PartScorer, chunk: Chunk, table: Chosen, batch: Batch, classes: readonly string[], before: number): void {
  const { source, truth: truthColumn, estimates } = table;
  const { probabilities, labels } = chunk;
  const { rows, numbers, truth, bad } = batch;
  const width = numbers.length;
  const most = labels.length;
  const indices = classIndices(batch, classes, source.columns[truthColumn]);
  const badRows = [...bad.keys()].sort((a, b) => a - b);
  let nextBad = 0;
  for (let from = 0; from < rows; from += most) {
    const count = Math.min(most, rows - from);
    fill(probabilities, numbers, from, count);
    for (let r = 0; r < count; r++) labels[r] = indices[truth.codes[from + r]];
    const place = (row: number, problem: FairbitsError) => rowError(source, estimates, classes, before + from + row, problem);
    let done = 0;
    for (; nextBad < badRows.length && badRows[nextBad] < from + count; nextBad++) {
      const at = badRows[nextBad] - from;
      part.add(probabilities, labels, done, at, place);
      part.skip(cellError(source, before + from + at, bad.get(from + at) as BadCell, classes));
      done = at + 1;
    }
    part.add(probabilities.subarray(0, count * width), labels, done, count, place);
  }
}

/** Columns into rows. */
function fill(probabilities: Float64Array, numbers: Batch['numbers'], from: number, count: number): void {
  const width = numbers.length;
  const [first] = numbers;
  if (numbers.every(({ values, from: i, stride }, j) => values === first.values && i === j && stride === width)) {
    probabilities.set(first.values.subarray(from * width, (from + count) * width));
    return;
  }
  for (let j = 0; j < width; j++) {
    const { values, from: start, stride } = numbers[j];
    for (let r = 0, at = start + from * stride; r < count; r++, at += stride) probabilities[r * width + j] = values[at];
  }
}

/** The error of a row whose numbers were read but cannot be taken, with its place. */
function rowError(source: TableSource, estimates: readonly number[], classes: readonly string[], row: number, problem: FairbitsError): FairbitsError {
  const index = estimates.length === 1 ? 0 : classes.indexOf(String(problem.class));
  const column = problem.code === 'estimates-sum' ? undefined : source.columns[estimates[index]];
  const where = column === undefined ? '' : `column "${column}": `;
  return new FairbitsError(problem.code, `${source.name}: row ${row + 1}: ${where}${problem.message.replace(/^row \d+: /, '')}`, {
    file: source.name,
    line: row + 1,
    ...(column === undefined ? {} : { column }),
    found: problem.found,
    ...(problem.expected === undefined ? {} : { expected: problem.expected }),
  });
}

/** The error of a row that holds something else than it should. */
function cellError(source: TableSource, row: number, { column, found, expected, file = source.name }: BadCell, classes: readonly string[]): FairbitsError {
  const place = `${file}: row ${row + 1}`;
  const where = { file, line: row + 1, found, ...(column === undefined ? {} : { column }) };
  if (column === undefined) return new FairbitsError('format', `${place} is ${found}: expected ${expected}`, { ...where, expected });
  if (expected === UNKNOWN_CLASS)
    return new FairbitsError(
      'class',
      `${place}: column "${column}" has the class ${found}, which no column of estimates is for; the classes are ${list(classes)}. Check --truth and --probs.`,
      { ...where, expected: list(classes) },
    );
  const label = source.given !== undefined && column === source.columns[source.given.truth];
  const hint = label ? `The classes are ${list(classes)}.` : 'Is this the right column? (--truth, --probs)';
  return new FairbitsError(label ? 'label-out-of-range' : 'value', `${place}: column "${column}" holds ${found}: expected ${expected}. ${hint}`, {
    ...where,
    expected,
  });
}
