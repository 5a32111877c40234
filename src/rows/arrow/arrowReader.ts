import type { Batch as ArrowBatch, DataType, Field } from '@uwdata/flechette';
import type { Kernels } from '../../kernels/kernels.js';
import type { Reading } from '../bytes/reading.js';
import type { Part, Refuse, RowBlock, TableReader, Wanted } from '../table.js';
import { asDamaged, type BadCell, type NumberColumn, type RowBatch } from '../tables/batch.js';
import { BlockMaker, byRow, type ReadyBatch } from '../tables/blocks.js';
import { setCodesOf } from '../tables/codes.js';
import { fieldOf, type ListPlaces, placeIn, withPlaces } from '../tables/listPlaces.js';
import { ArrowBuffers } from './arrowBuffers.js';
import { readBuffers } from './arrowBytes.js';
import { columnOver } from './arrowColumn.js';
import { ARROW } from './arrowDamage.js';
import { Dictionaries } from './arrowDictionaries.js';
import type { FoundMessages } from './arrowFind.js';
import { layOut } from './arrowLayout.js';
import { type ListNumbers, numbersOfLists } from './arrowLists.js';
import { batchMetadata } from './arrowMetadata.js';
import type { ColumnSource } from './arrowNulls.js';
import { ArrowNumbers, kindIn } from './arrowNumbers.js';
import { type ArrowTruths, quickTruths } from './arrowTruths.js';
import { namesOfColumn, namesOrNothing, numbersOf } from './arrowValues.js';

/** What a reader must know of a file. */
export interface ArrowFile {
  file: number;
  name: string;
  size: number;
  found: FoundMessages;
  fields: readonly Field[];
  lists: readonly ListPlaces[];
  /** Where the record batches are among the messages, and how many rows lie before each. */
  batches: readonly number[];
  before: readonly number[];
}

/** Reads record batches, one at a time: what the core can read a block at a time, all else as a whole by way of the library. */
export class ArrowReader implements TableReader {
  private readonly maker: BlockMaker;
  private readonly buffers: ArrowBuffers;
  private readonly dictionaries: Dictionaries;
  /** What the core reads: columns of numbers by their places in a row, behind which come weights; and the truths. */
  private readonly numbers: (ArrowNumbers | undefined)[] = [];
  private readonly truths: ArrowTruths | undefined;
  /** The columns that are wanted, and those of them that the library reads. If none is wanted, the first tells that the rows are there. */
  private readonly columns: number[];
  private readonly odd: number[];
  private readonly types: DataType[];
  private readonly wantedTypes: DataType[];

  constructor(
    private readonly source: ArrowFile,
    private readonly wanted: Wanted,
    kernels: Kernels,
  ) {
    const { file, size, found, fields, lists } = source;
    const { numbers, weights, truth, sets, texts = [], classes } = wanted;
    const longest = classes.reduce((most, name) => Math.max(most, name.length * 3), 0);
    const names = fields.map((field) => field.name);
    this.maker = new BlockMaker(kernels, wanted, withPlaces(names, lists).columns);
    try {
      this.buffers = new ArrowBuffers(file, kernels, size, longest);
    } catch (error) {
      this.maker.free();
      throw error;
    }
    try {
      const room = { kernels, buffers: this.buffers, maker: this.maker, classes };
      if (truth !== undefined) this.truths = quickTruths(names[truth], fields[truth].type, room);
    } catch (error) {
      this.maker.free();
      this.buffers.free();
      throw error;
    }
    const all = weights === undefined ? numbers : [...numbers, weights];
    this.numbers = all.map((column) => {
      const kind = column < fields.length ? kindIn(fields[column].type) : undefined;
      return kind && new ArrowNumbers(names[column], kind, kernels, this.buffers);
    });
    const odd = [
      ...all.filter((_, i) => !this.numbers[i]).map((column) => fieldOf(lists, column)),
      ...(truth === undefined || this.truths ? [] : [truth]),
      ...(sets === undefined ? [] : [sets]),
      ...texts,
    ];
    const wantedAll = [...all.filter((_, i) => this.numbers[i]), ...(truth === undefined ? [] : [truth]), ...odd];
    const none = wantedAll.length === 0 && fields.length > 0 ? [0] : [];
    this.odd = [...new Set([...odd, ...none])];
    this.columns = [...new Set([...wantedAll, ...none])];
    this.types = fields.map((field) => field.type);
    this.wantedTypes = this.columns.map((column) => this.types[column]);
    this.dictionaries = new Dictionaries(found, fields, this.buffers);
  }

  *read({ from, to }: Part, take: (block: RowBlock) => void, refuse: Refuse): Reading<undefined> {
    const { maker, buffers } = this;
    const { name, before, batches } = this.source;
    const { most } = this.wanted;
    for (let i = from; i < to; i++) {
      const placeOf = byRow(name, before[i]);
      try {
        const ready = yield* this.understood(i, this.start(batches[i], to));
        for (let first = 0; first < ready.batch.rows; first += most) {
          const count = Math.min(most, ready.batch.rows - first);
          const bad = yield* this.understood(i, this.fill(ready, first, count));
          maker.handOver(ready, first, count, bad, placeOf, take, refuse);
        }
      } finally {
        buffers.release();
      }
    }
    return undefined;
  }

  /** What goes wrong here is the file's fault; what whoever takes rows throws is not. */
  private *understood<T>(batch: number, reading: Reading<T>): Reading<T> {
    try {
      return yield* reading;
    } catch (error) {
      throw asDamaged(this.source.name, ARROW, `record batch ${batch}`, error);
    }
  }

  /** Begins with a record batch. No more is read at once than belongs to the part, whose last batch is before `to`. */
  private *start(number: number, to: number): Reading<ReadyBatch> {
    const { buffers, columns, odd, wanted } = this;
    const { fields, found, batches } = this.source;
    const message = found.messages[number];
    const end = found.messages[batches[to - 1]].to;
    const { rows } = message;
    if (rows === 0) return this.maker.ready({ rows, numbers: [], texts: [], bad: new Map() });
    const dictionary = yield* this.dictionaries.load(this.wantedTypes, number, end);
    const metadata = batchMetadata(yield* buffers.metadata(message, end));
    const laid = layOut(this.types, metadata);
    for (const column of columns)
      if (laid[column].length !== rows) throw new Error(`column "${fields[column].name}" has ${laid[column].length} of ${rows} rows`);
    const source = (column: number): ColumnSource => ({ message, laid: laid[column], codec: metadata.codec });
    const all = wanted.weights === undefined ? wanted.numbers : [...wanted.numbers, wanted.weights];
    for (const [j, column] of all.entries()) yield* this.numbers[j]?.start(source(column)) ?? NOTHING_TO_READ;
    if (this.truths) yield* this.truths.start(source(wanted.truth as number), dictionary);
    const bytesOf = yield* readBuffers(
      buffers,
      message,
      odd.map((column) => laid[column]),
      metadata.codec,
    );
    return this.maker.ready(this.batch(rows, (column) => columnOver(laid[column], bytesOf, dictionary)));
  }

  /** What the library reads of a record batch. */
  private batch(rows: number, make: (column: number) => ArrowBatch<unknown>): RowBatch {
    const { wanted, odd } = this;
    const { fields, lists } = this.source;
    const { numbers, weights, truth, sets, texts = [] } = wanted;
    const made = new Map(odd.map((column) => [column, make(column)]));
    const bad = new Map<number, BadCell>();
    const of = (column: number) => [made.get(column) as ArrowBatch<unknown>, fields[column].name, bad] as const;
    const inLists = new Map<number, ListNumbers>();
    const numbersIn = (column: number): NumberColumn => {
      const place = placeIn(lists, column);
      if (!place) return numbersOf(...of(column));
      const { field, length } = place.list;
      const [list, name] = of(field);
      const held = inLists.get(field) ?? numbersOfLists(list, length, name, bad);
      inLists.set(field, held);
      return { values: held.values, from: held.from + place.item, stride: length };
    };
    return {
      rows,
      truth: truth === undefined || this.truths ? undefined : namesOfColumn(...of(truth)),
      numbers: (weights === undefined ? numbers : [...numbers, weights]).map((column, j) => (this.numbers[j] ? undefined : numbersIn(column))),
      sets: sets === undefined ? undefined : setCodesOf(rows, (r) => of(sets)[0].at(r) ?? null, fields[sets].name, bad),
      texts: texts.map((column) => (wanted.textsMayMiss ? namesOrNothing(of(column)[0], fields[column].name) : namesOfColumn(...of(column)))),
      bad,
    };
  }

  /** The first rows of the columns, as the library gives them. */
  *peek(most: number): Reading<unknown[][]> {
    const { buffers, columns, odd } = this;
    const { name, found, batches } = this.source;
    const number = batches.find((each) => found.messages[each].rows > 0);
    if (number === undefined) return odd.map(() => []);
    const message = found.messages[number];
    try {
      const dictionary = yield* this.dictionaries.load(this.wantedTypes, number, message.to);
      const metadata = batchMetadata(yield* buffers.metadata(message, message.to));
      const laid = layOut(this.types, metadata);
      const bytesOf = yield* readBuffers(
        buffers,
        message,
        columns.map((column) => laid[column]),
        metadata.codec,
      );
      const rows = Math.min(most, message.rows);
      return odd.map((column) => {
        const made = columnOver(laid[column], bytesOf, dictionary);
        return Array.from({ length: rows }, (_, r) => plainValue(made.at(r)));
      });
    } catch (error) {
      throw asDamaged(name, ARROW, `record batch ${number}`, error);
    } finally {
      buffers.release();
    }
  }

  /** Fills the block with rows of the batch; gives those that are bad. */
  private *fill(ready: ReadyBatch, first: number, count: number): Reading<Map<number, BadCell>> {
    const { maker, wanted } = this;
    const width = wanted.numbers.length;
    const bad = maker.fill(ready, first, count);
    if (this.truths) yield* this.truths.fill(first, count, bad);
    for (const [j, column] of this.numbers.entries()) {
      if (j < width) yield* column?.fill(first, count, maker.numbers, j, width, bad) ?? NOTHING_TO_READ;
      else yield* column?.fill(first, count, maker.weights as Float64Array, 0, 1, bad) ?? NOTHING_TO_READ;
    }
    return bad;
  }

  free(): void {
    this.truths?.free();
    this.buffers.free();
    this.maker.free();
  }
}

/** A value without the library's own kinds of lists. */
function plainValue(value: unknown): unknown {
  if (value === undefined || value === null || typeof value !== 'object') return value ?? null;
  return ArrayBuffer.isView(value) || Symbol.iterator in value ? Array.from(value as Iterable<unknown>, plainValue) : value;
}

/** Nothing to be read. */
const NOTHING_TO_READ: [] = [];
