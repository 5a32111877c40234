import { FairbitsError } from '../../base/errors.js';
import type { RuleSets } from '../../core/rules/ruleSets.js';
import type { Kernels } from '../../kernels/kernels.js';
import { bytesOf, kindOf, NO_CLASS } from '../../kernels/numberKinds.js';
import { tableLoops } from '../../kernels/plain/read/tableLoops.js';
import { isFull } from '../../kernels/roomUpTo.js';
import { takeAll } from '../../kernels/takeAll.js';
import { labelMatcher } from '../classOfLabel.js';
import type { Refuse, RowBlock, Wanted } from '../table.js';
import type { Problem } from '../unplaced.js';
import { type BadCell, type NumberColumn, noteBad, type RowBatch, type SetColumn, shown, type TruthColumn } from './batch.js';
import { type SetsOf, setsIn } from './setBlocks.js';
import { UNKNOWN_CLASS } from './unknownClass.js';

/** Gives the error of a row its place; rows are counted from 0 in the batch. */
export type PlaceOf = (row: number, problem: Parameters<RowBlock['problem']> extends [number, ...infer Rest] ? Rest : never, file?: string) => Problem;

/** The places of rows that a file only counts: "file: row 7". `before` rows lie before the batch. */
export function byRow(name: string, before: number): PlaceOf {
  return (row, [code, message, details], file = name) =>
    new FairbitsError(code, `${file}: row ${before + row + 1}: ${message}`, { file, line: before + row + 1, ...details });
}

/** Names whose classes are held in the kernels' memory, at most. */
const MAX_NAMES_INSIDE = 2 ** 16;

export const NO_SETS: RuleSets = { members: new Uint16Array(), sizes: new Uint16Array() };

/** What is made of a batch once, before its blocks. */
export interface ReadyBatch {
  batch: RowBatch;
  /** Rows that are bad, in order, and how many of them the blocks so far had. */
  badRows: number[];
  passed: number;
  /** The class of each name. */
  classes: Uint16Array | undefined;
  sets: SetsOf | undefined;
}

/** What of a batch is not in the block, but handed over with it. */
interface HandedWith {
  batch: Pick<RowBatch, 'texts'>;
  sets?: SetsOf | undefined;
}

export const NOTHING_ELSE: HandedWith = { batch: { texts: [] } };

/** Makes blocks of rows out of columns; rows that cannot be taken lie between blocks. */
export class BlockMaker {
  /** The block, row by row: what is not in a batch may be filled in here. */
  readonly numbers: Float64Array;
  readonly weights: Float64Array | undefined;
  readonly labels: Uint16Array;
  private readonly classes: ReadonlyMap<string, number>;
  private readonly matching: (label: string) => number;
  /** The classes of the names in the last batch. */
  private known: { names: readonly string[]; count: number; table: Uint16Array } | undefined;

  constructor(
    private readonly kernels: Kernels,
    private readonly wanted: Wanted,
    private readonly columns: readonly string[],
  ) {
    const { numbers, weights, most, classes } = wanted;
    const room = takeAll(kernels, (keep) => ({
      numbers: keep(kernels.float64(most * numbers.length)),
      labels: keep(kernels.uint16(most)),
      weights: weights === undefined ? undefined : keep(kernels.float64(most)),
    }));
    this.numbers = room.numbers;
    this.labels = room.labels;
    this.weights = room.weights;
    this.classes = new Map(classes.map((name, i) => [name, i]));
    this.matching = labelMatcher(classes);
  }

  /** The class that a name is of; NO_CLASS where it is none. */
  classOf(name: string): number {
    const known = this.classes.get(name) ?? this.matching(name);
    return known < 0 ? NO_CLASS : known;
  }

  /** Hands over the rows of a batch. */
  emit(batch: RowBatch, placeOf: PlaceOf, take: (block: RowBlock) => void, refuse: Refuse): void {
    const ready = this.ready(batch);
    for (let from = 0; from < batch.rows; from += this.wanted.most) {
      const count = Math.min(this.wanted.most, batch.rows - from);
      this.handOver(ready, from, count, this.fill(ready, from, count), placeOf, take, refuse);
    }
  }

  /** Looks at what a batch's names and sets are. */
  ready(batch: RowBatch): ReadyBatch {
    const { truth, sets, bad, rows } = batch;
    const made = sets && this.setsOf(sets, rows, bad);
    const badRows = [...bad.keys()].sort((a, b) => a - b);
    return { batch, badRows, passed: 0, classes: truth && this.classesOf(truth.names), sets: made };
  }

  /** What gives the sets of some rows; rows whose set holds what is no class are bad. */
  setsOf(sets: SetColumn, rows: number, bad: Map<number, BadCell>): SetsOf {
    return setsIn(sets, { rows, bad }, this.classes, this.columns[this.wanted.sets as number]);
  }

  /** The class of each name. Names are often those of the last batch, or these and some more. */
  private classesOf(names: readonly string[]): Uint16Array {
    const { known } = this;
    const same = known?.names === names ? Math.min(known.count, names.length) : 0;
    let table = known?.table;
    if (!table || table.length < names.length) {
      const larger = this.tableFor(2 ** Math.ceil(Math.log2(Math.max(64, names.length))));
      if (table) larger.set(table.subarray(0, same));
      if (table && this.kernels.owns(table)) this.kernels.free(table);
      table = larger;
    }
    for (let i = same; i < names.length; i++) table[i] = this.classOf(names[i]);
    this.known = { names, count: names.length, table };
    return table.subarray(0, names.length);
  }

  /** Very many names are no classes, and can do without the kernels; so can a few where there is no room. */
  private tableFor(names: number): Uint16Array {
    try {
      if (names <= MAX_NAMES_INSIDE) return this.kernels.uint16(names);
    } catch (error) {
      if (!isFull(error)) throw error;
    }
    return new Uint16Array(names);
  }

  /** The kernels, if arrays are all in their memory; their twin if not. */
  private loopsFor(...arrays: ArrayBufferView[]): typeof tableLoops {
    return arrays.every((array) => this.kernels.owns(array)) ? this.kernels : tableLoops;
  }

  /** Fills the block with rows of a batch; gives those of them that are bad, counted in the batch. */
  fill(ready: ReadyBatch, from: number, count: number): Map<number, BadCell> {
    const { batch, badRows } = ready;
    const width = this.wanted.numbers.length;
    const bad = new Map<number, BadCell>();
    for (; badRows[ready.passed] < from + count; ready.passed++) {
      const row = badRows[ready.passed];
      bad.set(row, batch.bad.get(row) as BadCell);
    }
    for (const [j, column] of batch.numbers.entries()) {
      if (!column) continue;
      if (j < width) this.fillNumbers(column, from, count, this.numbers, j, width);
      else this.fillNumbers(column, from, count, this.weights as Float64Array, 0, 1);
    }
    if (batch.truth) this.fillLabels(batch.truth, ready.classes as Uint16Array, from, count, bad);
    return bad;
  }

  private fillNumbers({ values, from: start, stride }: NumberColumn, from: number, count: number, out: Float64Array, place: number, width: number): void {
    const first = start + from * stride;
    const part = bytesIn(values.subarray(first, first + (count - 1) * stride + 1));
    this.loopsFor(values).toRows(part, values instanceof Float64Array ? 'f8' : 'f4', stride, count, out, place, width);
  }

  private fillLabels({ codes, names }: TruthColumn, classes: Uint16Array, from: number, count: number, bad: Map<number, BadCell>): void {
    const { labels } = this;
    const column = this.columns[this.wanted.truth as number];
    const unknown = (r: number): void => noteBad(bad, from + r, { column, found: shown(names[codes[from + r]]), expected: UNKNOWN_CLASS });
    const kind = kindOf(codes);
    if (kind === undefined) {
      for (let r = 0; r < count; r++) {
        labels[r] = classes[codes[from + r]];
        if (labels[r] === NO_CLASS) unknown(r);
      }
      return;
    }
    const part = bytesIn((codes as Uint32Array).subarray(from, from + count));
    const size = bytesOf(kind);
    const loops = this.loopsFor(part, classes);
    for (let r = 0; r < count; r++) {
      r += loops.labelsOfCodes(part.subarray(r * size), kind, count - r, 0, classes, labels.subarray(r));
      if (r < count) unknown(r);
    }
  }

  /** Hands over the block, which has rows of a batch from a place on, but for those that are bad. */
  handOver(
    { batch: { texts }, sets }: HandedWith,
    from: number,
    count: number,
    bad: Map<number, BadCell>,
    placeOf: PlaceOf,
    take: (block: RowBlock) => void,
    refuse: Refuse,
  ): void {
    const { numbers, weights, labels } = this;
    const width = this.wanted.numbers.length;
    if (this.wanted.finite) this.noteNotFinite(from, count, bad);
    const takeRows = (start: number, to: number): void => {
      if (start < to)
        take({
          rows: to - start,
          numbers: numbers.subarray(start * width, to * width),
          ...(weights ? { weights: weights.subarray(start, to) } : {}),
          labels: labels.subarray(start, to),
          sets: sets ? sets(from + start, to - start) : NO_SETS,
          get texts() {
            return texts.map(({ codes, names }) => Array.from({ length: to - start }, (_, r) => names[codes[from + start + r]]));
          },
          textCodes: () => texts.map(({ codes, names }) => ({ codes: codesBetween(codes, from + start, from + to), names })),
          problem: (row, ...problem) => placeOf(from + start + row, problem),
        });
    };
    let done = 0;
    if (bad.size > 0)
      for (const row of [...bad.keys()].sort((a, b) => a - b)) {
        takeRows(done, row - from);
        refuse(() => this.cellProblem(row, bad.get(row) as BadCell, placeOf));
        done = row - from + 1;
      }
    takeRows(done, count);
  }

  /** Rows with a number that is none, or infinite, are bad, as they are in text. */
  private noteNotFinite(from: number, count: number, bad: Map<number, BadCell>): void {
    const { numbers: wanted, weights: weight } = this.wanted;
    const note = (block: Float64Array, columns: readonly number[]): void => {
      const width = columns.length;
      const end = count * width;
      for (let i = this.kernels.firstNotFinite(block, 0, end); i < end; ) {
        const row = Math.floor(i / width);
        noteBad(bad, from + row, { column: this.columns[columns[i % width]], found: String(block[i]) });
        i = this.kernels.firstNotFinite(block, (row + 1) * width, end);
      }
    };
    note(this.numbers, wanted);
    if (this.weights) note(this.weights, [weight as number]);
  }

  /** The error of a row that holds something else than it should. */
  private cellProblem(row: number, { column, found, expected, file }: BadCell, placeOf: PlaceOf): Problem {
    if (column === undefined)
      return placeOf(row, ['format', `this is ${found}: expected ${expected}`, { found, ...(expected === undefined ? {} : { expected }) }]);
    const { about: abouts } = this.wanted;
    // What is said of a list is said of its places.
    const about = abouts[this.columns.indexOf(column)] ?? abouts[this.columns.indexOf(`${column}[0]`)] ?? { expected: 'something else', advice: '' };
    const unknown = expected === UNKNOWN_CLASS;
    const should = unknown || expected === undefined ? about.expected : expected;
    const what = unknown ? `has the class ${found}${about.unknown ?? `: expected ${should}`}` : `holds ${found}: expected ${should}`;
    const code = unknown ? 'class' : (about.code ?? 'value');
    return placeOf(row, [code, `column "${column}" ${what}. ${about.advice}`.trimEnd(), { column, found, expected: should }], file);
  }

  free(): void {
    this.kernels.free(this.numbers);
    this.kernels.free(this.labels);
    if (this.weights) this.kernels.free(this.weights);
    if (this.known && this.kernels.owns(this.known.table)) this.kernels.free(this.known.table);
  }
}

/** Some of the codes of rows, which are numbers of any kind. */
function codesBetween(codes: TruthColumn['codes'], from: number, to: number): ArrayLike<number> {
  return ArrayBuffer.isView(codes) ? (codes as Uint32Array).subarray(from, to) : Uint32Array.from({ length: to - from }, (_, r) => codes[from + r]);
}

function bytesIn(values: ArrayBufferView): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
