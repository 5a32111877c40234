import { list } from '../classes.js';
import type { Chunk, Engine, EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { type BadCell, type Batch, noteBad, type TableSource } from '../sources/tableSource.js';
import type { TreatmentOptions } from '../treatment.js';
import { WEIGHT } from '../weights.js';
import type { Look } from './look.js';
import { CHUNK_ESTIMATES, PartScorer } from './partScorer.js';
import type { Range, RangeCount, RangeResult, ReadingJob } from './plan.js';

/** Which columns of a table are what. */
export interface Chosen {
  truth: number;
  /** In the order of the classes. */
  estimates: number[];
  weights?: number;
  treatment: TreatmentOptions;
}

/** What a thread must know to score its part of some tables. It can be posted. */
export interface TablePlan {
  tables: Chosen[];
  width: number;
  weighted: boolean;
  classes: string[];
  engine: EngineOptions;
  writeRewards: boolean;
  keepRewards: boolean;
  keepRows?: 'ranking' | 'all' | undefined;
  shareRows?: boolean;
  skipBad: boolean;
}

/** Groups of a table are scored together until they have so many rows: the tally closes its products then, too. */
const PART_ROWS = 65536;

/** Tables cut into ranges of groups, whatever the threads; a table that is not made of groups is one range. */
export function cutIntoGroups(sources: readonly TableSource[]): Range[] {
  return sources.flatMap(({ groups }, file) => {
    if (!groups) return [{ file, from: 0, to: 1 }];
    const ranges: Range[] = [];
    for (let from = 0; from < groups.length; ) {
      let to = from;
      for (let rows = 0; rows < PART_ROWS && to < groups.length; to++) rows += groups[to];
      ranges.push({ file, from, to });
      from = to;
    }
    return ranges;
  });
}

/** What has come of a batch. */
type Heard = (batch: Batch, rows: number, drained: ReturnType<PartScorer['drain']>) => void | Promise<void>;

/** Scores ranges of tables, one at a time. */
export class TableScorer {
  private readonly chunk: Chunk;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly engine: Engine,
    private readonly plan: TablePlan,
    private readonly sources: readonly TableSource[],
  ) {
    this.chunk = engine.chunk(Math.max(1, Math.floor(CHUNK_ESTIMATES / plan.width)), plan.width);
  }

  /** Does a job over a range, when those before it are done. */
  run(range: Range, job: ReadingJob): Promise<RangeCount | RangeResult> {
    const result = this.last.then((): Promise<RangeCount | RangeResult> => (job.kind === 'count' ? this.count(range) : this.score(range, job.look)));
    this.last = result.catch(() => {});
    return result;
  }

  async count(range: Range): Promise<RangeCount> {
    const { classes, tables, skipBad } = this.plan;
    const counts = new Float64Array(classes.length);
    await countTruths(this.sources[range.file], tables[range.file].truth, classes, skipBad, counts, range);
    return { counts };
  }

  /** Everything that a range comes to with a look at its rows. Who hears of its batches gets what has gathered; else the result has it. */
  async score(range: Range, look: Look, heard?: Heard): Promise<RangeResult> {
    const { engine, plan, chunk } = this;
    const { classes, width, weighted, writeRewards, keepRewards, keepRows, skipBad } = plan;
    const table = plan.tables[range.file];
    const source = this.sources[range.file];
    const part = new PartScorer(
      engine,
      {
        width,
        weighted,
        classes,
        treatment: table.treatment,
        keepEstimates: true,
        keepRows,
        shareRows: plan.shareRows ?? false,
        writeRewards,
        keepRewards,
        skipBad,
      },
      look,
    );
    try {
      let before = rowsBefore(source, range);
      const numbers = table.weights === undefined ? table.estimates : [...table.estimates, table.weights];
      for await (const batch of source.batches(table.truth, numbers, range)) {
        addBatch(part, chunk, source, table, batch, classes, before);
        before += batch.rows;
        await heard?.(batch, part.tally.rows, part.drain());
      }
      const { skippedFirst, ...result } = part.finish();
      return { ...result, skippedFirst: skippedFirst.map(({ message }) => message) };
    } finally {
      part.free();
    }
  }

  free(): void {
    this.chunk.free();
  }
}

function rowsBefore({ groups }: TableSource, { from }: { from: number }): number {
  return sum((groups ?? []).slice(0, from));
}

export function sum(numbers: Float64Array | readonly number[]): number {
  let total = 0;
  for (const each of numbers) total += each;
  return total;
}

/** Adds the rows of each class to counts, reading nothing but the true classes: of a whole table, or of some of its groups. */
export async function countTruths(
  source: TableSource,
  truth: number,
  classes: readonly string[],
  skipBad: boolean,
  counts: Float64Array,
  range?: { from: number; to: number },
): Promise<void> {
  let before = range ? rowsBefore(source, range) : 0;
  for await (const batch of source.batches(truth, [], range)) {
    const { rows, truth: truths, bad } = batch;
    const indices = classIndices(batch, classes, source.columns[truth]);
    if (!skipBad && bad.size > 0) {
      const row = [...bad.keys()].reduce((first, each) => Math.min(first, each));
      throw cellError(source, before + row, bad.get(row) as BadCell, classes);
    }
    const { codes } = truths;
    if (bad.size === 0) for (let r = 0; r < rows; r++) counts[indices[codes[r]]]++;
    else for (let r = 0; r < rows; r++) if (!bad.has(r)) counts[indices[codes[r]]]++;
    before += rows;
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

function addBatch(
  part: PartScorer,
  chunk: Chunk,
  source: TableSource,
  { truth: truthColumn, estimates, weights: weightColumn }: Chosen,
  batch: Batch,
  classes: readonly string[],
  before: number,
): void {
  const { probabilities, labels } = chunk;
  const { rows, truth, bad } = batch;
  const width = estimates.length;
  const numbers = batch.numbers.slice(0, width);
  const weights = weightColumn === undefined ? undefined : new Float64Array(labels.length);
  const most = labels.length;
  const indices = classIndices(batch, classes, source.columns[truthColumn]);
  const badRows = [...bad.keys()].sort((a, b) => a - b);
  let nextBad = 0;
  for (let from = 0; from < rows; from += most) {
    const count = Math.min(most, rows - from);
    fill(probabilities, numbers, from, count);
    if (weights) fill(weights, batch.numbers.slice(width), from, count);
    for (let r = 0; r < count; r++) labels[r] = indices[truth.codes[from + r]];
    const place = (row: number, problem: FairbitsError) => rowError(source, estimates, weightColumn, classes, before + from + row, problem);
    let done = 0;
    for (; nextBad < badRows.length && badRows[nextBad] < from + count; nextBad++) {
      const at = badRows[nextBad] - from;
      part.add(probabilities, labels, weights, done, at, place);
      part.skip(() => cellError(source, before + from + at, bad.get(from + at) as BadCell, classes, weightColumn));
      done = at + 1;
    }
    part.add(probabilities.subarray(0, count * width), labels, weights, done, count, place);
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
function rowError(
  source: TableSource,
  estimates: readonly number[],
  weights: number | undefined,
  classes: readonly string[],
  row: number,
  problem: FairbitsError,
): FairbitsError {
  const index = estimates.length === 1 ? 0 : classes.indexOf(String(problem.class));
  const at = problem.code === 'weight' ? weights : problem.code === 'estimates-sum' ? undefined : estimates[index];
  const column = at === undefined ? undefined : source.columns[at];
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
function cellError(
  source: TableSource,
  row: number,
  { column, found, expected, file = source.name }: BadCell,
  classes: readonly string[],
  weights?: number,
): FairbitsError {
  const place = `${file}: row ${row + 1}`;
  const where = { file, line: row + 1, found, ...(column === undefined ? {} : { column }) };
  if (column === undefined) return new FairbitsError('format', `${place} is ${found}: expected ${expected}`, { ...where, expected });
  if (expected === UNKNOWN_CLASS)
    return new FairbitsError(
      'class',
      `${place}: column "${column}" has the class ${found}, which no column of estimates is for; the classes are ${list(classes)}. Check --truth and --probs.`,
      { ...where, expected: list(classes) },
    );
  if (weights !== undefined && column === source.columns[weights])
    return new FairbitsError('weight', `${place}: column "${column}" holds ${found}: expected ${WEIGHT}. Is this the right column? (--weights)`, {
      ...where,
      expected: WEIGHT,
    });
  const label = source.given !== undefined && column === source.columns[source.given.truth];
  const hint = label ? `The classes are ${list(classes)}.` : 'Is this the right column? (--truth, --probs)';
  return new FairbitsError(label ? 'label-out-of-range' : 'value', `${place}: column "${column}" holds ${found}: expected ${expected}. ${hint}`, {
    ...where,
    expected,
  });
}
