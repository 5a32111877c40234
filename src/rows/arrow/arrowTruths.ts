import { type Column, type DataType, Type } from '@uwdata/flechette';
import { decodeText } from '../../base/utf8.js';
import type { CsvPlan } from '../../kernels/csvPlan.js';
import type { Kernels } from '../../kernels/kernels.js';
import { bytesOf, type Kind, NO_CLASS, TEXT_IN_VIEW } from '../../kernels/numberKinds.js';
import type { Reading } from '../bytes/reading.js';
import { valueAt } from '../npy/npyReader.js';
import { type BadCell, shown } from '../tables/batch.js';
import type { BlockMaker } from '../tables/blocks.js';
import { classPlan } from '../tables/classPlan.js';
import { UNKNOWN_CLASS } from '../tables/unknownClass.js';
import type { ArrowBuffers, Stored } from './arrowBuffers.js';
import { type ColumnSource, eachNull, nullsOf } from './arrowNulls.js';
import { checkRoom, kindIn } from './arrowNumbers.js';

/** What reads classes: the core and its memory, and the block that they go to. */
interface TruthRoom {
  kernels: Kernels;
  buffers: ArrowBuffers;
  maker: BlockMaker;
  classes: readonly string[];
}

/** Reads a column of classes into the block's labels, some rows at a time. */
export abstract class ArrowTruths {
  private nulls: Stored | undefined;

  constructor(
    protected readonly name: string,
    protected readonly room: TruthRoom,
  ) {}

  /** Begins with a record batch. */
  *start(source: ColumnSource, dictionary: (id: number) => Column<unknown>): Reading<void> {
    this.nulls = yield* nullsOf(this.room.buffers, source);
    yield* this.begin(source, dictionary);
  }

  protected abstract begin(source: ColumnSource, dictionary: (id: number) => Column<unknown>): Reading<void>;
  protected abstract labels(from: number, count: number, other: (row: number, value: unknown) => void): Reading<void>;

  /** Reads rows of it. Those that are null or name no class are bad. */
  *fill(from: number, count: number, bad: Map<number, BadCell>): Reading<void> {
    const { name: column } = this;
    const { kernels, buffers, maker } = this.room;
    if (this.nulls) yield* eachNull(kernels, buffers, this.nulls, from, count, (row) => bad.set(row, { column, found: 'null' }));
    yield* this.labels(from, count, (row, value) => {
      // What a null says of its text need not make sense.
      if (bad.has(row)) return;
      if (value === ASTRAY) throw astray(row);
      if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) bad.set(row, { column, found: shown(value ?? null) });
      else {
        const name = String(value);
        maker.labels[row - from] = maker.classOf(name);
        if (maker.labels[row - from] === NO_CLASS) bad.set(row, { column, found: shown(name), expected: UNKNOWN_CLASS });
      }
    });
  }

  free(): void {}
}

/** What reads truths of a type, if the core can. */
export function quickTruths(name: string, type: DataType, room: TruthRoom): ArrowTruths | undefined {
  switch (type.typeId) {
    case Type.Dictionary: {
      const kind = kindIn(type.indices);
      return kind && new CodedTruths(name, room, kind, type.id);
    }
    case Type.Int: {
      const kind = kindIn(type);
      return kind && new CodedTruths(name, room, kind);
    }
    case Type.Bool:
      return new BitTruths(name, room);
    case Type.Utf8:
    case Type.LargeUtf8:
      return new TextTruths(name, room, type.typeId === Type.LargeUtf8);
    case Type.Utf8View:
      return new ViewTruths(name, room);
    default:
      return undefined;
  }
}

/** Codes whose classes are in a table, at most. */
const MOST_CODES = 2 ** 16;

/** Whole numbers: the places of names in a dictionary, or names themselves. */
class CodedTruths extends ArrowTruths {
  private codes: Stored | undefined;
  private table: Uint16Array;
  private least = 0;
  /** The dictionary that the table was made of. */
  private made: Column<unknown> | undefined;

  constructor(
    name: string,
    room: TruthRoom,
    private readonly kind: Kind,
    private readonly dictionary?: number,
  ) {
    super(name, room);
    this.table = room.kernels.uint16(1).fill(NO_CLASS);
    if (dictionary === undefined) this.tableOfNumbers();
  }

  /** The classes that are called by whole numbers, if these lie together; others are looked up one by one. */
  private tableOfNumbers(): void {
    const { kernels, classes, maker } = this.room;
    const numbers = classes.filter((name) => /^(0|-?[1-9]\d{0,14})$/.test(name)).map(Number);
    if (numbers.length === 0) return;
    const least = numbers.reduce((a, b) => Math.min(a, b));
    const size = numbers.reduce((a, b) => Math.max(a, b)) - least + 1;
    if (size > MOST_CODES) return;
    kernels.free(this.table);
    this.table = kernels.uint16(size).fill(NO_CLASS);
    this.least = least;
    for (const number of numbers) this.table[number - least] = maker.classOf(String(number));
  }

  private tableOf(column: Column<unknown>): void {
    if (this.made === column) return;
    const { kernels, maker } = this.room;
    const values = column.cache() as ArrayLike<unknown>;
    const size = Math.max(1, Math.min(values.length, MOST_CODES));
    if (this.table.length !== size) {
      kernels.free(this.table);
      this.table = kernels.uint16(size);
    }
    this.table.fill(NO_CLASS);
    // What is not text, or one of these, names nothing, and will be told of.
    for (let i = 0; i < Math.min(size, values.length); i++) if (values[i] !== null) this.table[i] = maker.classOf(String(values[i]));
    this.made = column;
  }

  protected *begin({ message, laid, codec }: ColumnSource, dictionary: (id: number) => Column<unknown>): Reading<void> {
    if (this.dictionary !== undefined) this.tableOf(dictionary(this.dictionary));
    this.codes = yield* this.room.buffers.stored(message, laid.buffers[1], codec, laid.length * bytesOf(this.kind));
    checkRoom(this.name, Math.floor(this.codes.length / bytesOf(this.kind)), laid.length);
  }

  protected *labels(from: number, count: number, other: (row: number, value: unknown) => void): Reading<void> {
    const { kernels, buffers, maker } = this.room;
    const { kind, table, least } = this;
    const size = bytesOf(kind);
    const most = buffers.piece.length / size;
    for (let row = 0; row < count; row += most) {
      const rows = Math.min(most, count - row);
      const bytes = yield* buffers.bytes(this.codes as Stored, (from + row) * size, (from + row + rows) * size, buffers.piece);
      for (let r = 0; r < rows; r++) {
        r += kernels.labelsOfCodes(bytes.subarray(r * size), kind, rows - r, least, table, maker.labels.subarray(row + r));
        if (r < rows) other(from + row + r, this.meant(valueAt(bytes, r, kind)));
      }
    }
  }

  private meant(code: number | bigint): unknown {
    return this.made ? (this.made.cache() as ArrayLike<unknown>)[Number(code)] : code;
  }

  override free(): void {
    this.room.kernels.free(this.table);
  }
}

/** Bits: false and true. */
class BitTruths extends ArrowTruths {
  private bits: Stored | undefined;
  private readonly table: Uint16Array;

  constructor(name: string, room: TruthRoom) {
    super(name, room);
    this.table = room.kernels.uint16(2);
    this.table.set([room.maker.classOf('false'), room.maker.classOf('true')]);
  }

  protected *begin({ message, laid, codec }: ColumnSource): Reading<void> {
    this.bits = yield* this.room.buffers.stored(message, laid.buffers[1], codec, laid.length / 8);
    checkRoom(this.name, this.bits.length * 8, laid.length);
  }

  protected *labels(from: number, count: number, other: (row: number, value: unknown) => void): Reading<void> {
    const { kernels, buffers, maker } = this.room;
    // One byte more where they do not begin with one.
    const most = (buffers.piece.length - 1) * 8;
    for (let row = 0; row < count; row += most) {
      const rows = Math.min(most, count - row);
      const byte = (from + row) >> 3;
      const bytes = yield* buffers.bytes(this.bits as Stored, byte, (from + row + rows + 7) >> 3, buffers.piece);
      const bit = from + row - byte * 8;
      for (let r = 0; r < rows; r++) {
        r += kernels.labelsOfBits(bytes, bit + r, rows - r, this.table, maker.labels.subarray(row + r));
        if (r < rows) other(from + row + r, ((bytes[(bit + r) >> 3] >> ((bit + r) & 7)) & 1) === 1);
      }
    }
  }

  override free(): void {
    this.room.kernels.free(this.table);
  }
}

/** Texts that lie one after another. */
class TextTruths extends ArrowTruths {
  private offsets: Stored | undefined;
  private texts: Stored | undefined;
  private readonly plan: CsvPlan;

  constructor(
    name: string,
    room: TruthRoom,
    private readonly wide: boolean,
  ) {
    super(name, room);
    this.plan = classPlan(room.kernels, room.classes);
  }

  protected *begin({ message, laid, codec }: ColumnSource): Reading<void> {
    const { buffers } = this.room;
    this.offsets = yield* buffers.stored(message, laid.buffers[1], codec, laid.length * 8);
    this.texts = yield* buffers.stored(message, laid.buffers[2], codec);
    checkRoom(this.name, Math.floor(this.offsets.length / (this.wide ? 8 : 4)) - 1, laid.length);
  }

  protected *labels(from: number, count: number, other: (row: number, value: unknown) => void): Reading<void> {
    const { kernels, buffers, maker } = this.room;
    const { wide, plan } = this;
    const texts = this.texts as Stored;
    const size = wide ? 8 : 4;
    for (let row = 0; row < count; ) {
      let rows = Math.min(buffers.piece.length / size - 1, count - row);
      const places = yield* buffers.bytes(this.offsets as Stored, (from + row) * size, (from + row + rows + 1) * size, buffers.piece);
      const place = (r: number): number => Number(valueAt(places, r, wide ? 'i8' : 'i4'));
      const base = place(0);
      // As many rows as there is room for their texts; one that is longer than any class is cut off.
      while (rows > 1 && place(rows) - base > buffers.texts.length) rows >>= 1;
      const end = Math.min(place(rows), rows > 1 ? Infinity : base + buffers.texts.length);
      if (!(base >= 0 && base <= end && place(rows) <= texts.length)) throw astray(from + row);
      const text = yield* buffers.bytes(texts, base, end, buffers.texts);
      for (let r = 0; r < rows; r++) {
        r += kernels.labelsOfTexts(places.subarray(r * size), wide, base, text, rows - r, plan, maker.labels.subarray(row + r));
        if (r === rows) break;
        const start = place(r) - base;
        const stop = place(r + 1) - base;
        if (!(start >= 0 && start <= stop && (rows === 1 || stop <= text.length))) throw astray(from + row + r);
        other(from + row + r, decodeText(text.subarray(start, stop)));
      }
      row += rows;
    }
  }

  override free(): void {
    this.room.kernels.free(this.plan.block);
  }
}

const VIEW = 16;

/** Texts in views, or where their views say that they are. */
class ViewTruths extends ArrowTruths {
  private views: Stored | undefined;
  private texts: Stored[] = [];
  private readonly plan: CsvPlan;
  /** What is held of which of the texts. */
  private held = { buffer: -1, from: 0, to: 0, bytes: new Uint8Array() as Uint8Array };

  constructor(name: string, room: TruthRoom) {
    super(name, room);
    this.plan = classPlan(room.kernels, room.classes);
  }

  protected *begin({ message, laid, codec }: ColumnSource): Reading<void> {
    const { buffers } = this.room;
    this.views = yield* buffers.stored(message, laid.buffers[1], codec, laid.length * VIEW);
    this.texts = [];
    for (const region of laid.buffers.slice(2)) this.texts.push(yield* buffers.stored(message, region, codec));
    this.held = { buffer: -1, from: 0, to: 0, bytes: new Uint8Array() };
    checkRoom(this.name, Math.floor(this.views.length / VIEW), laid.length);
  }

  protected *labels(from: number, count: number, other: (row: number, value: unknown) => void): Reading<void> {
    const { kernels, buffers, maker } = this.room;
    const most = buffers.piece.length / VIEW;
    for (let row = 0; row < count; row += most) {
      const rows = Math.min(most, count - row);
      const views = yield* buffers.bytes(this.views as Stored, (from + row) * VIEW, (from + row + rows) * VIEW, buffers.piece);
      for (let r = 0; r < rows; r++) {
        r += kernels.labelsOfViews(views.subarray(r * VIEW), rows - r, this.plan, maker.labels.subarray(row + r));
        if (r < rows) other(from + row + r, yield* this.textAt(views.subarray(r * VIEW, (r + 1) * VIEW)));
      }
    }
  }

  private *textAt(view: Uint8Array): Reading<string | typeof ASTRAY> {
    const [length, , buffer, from] = Array.from({ length: 4 }, (_, i) => Number(valueAt(view, i, 'i4')));
    if (length >= 0 && length <= TEXT_IN_VIEW) return decodeText(view.subarray(4, 4 + length));
    const texts = this.texts[buffer];
    if (!(length >= 0 && from >= 0 && from + length <= (texts?.length ?? -1))) return ASTRAY;
    const { held } = this;
    if (held.buffer !== buffer || from < held.from || from + length > held.to) {
      const { buffers } = this.room;
      const to = Math.min(texts.length, from + buffers.texts.length);
      this.held = { buffer, from, to, bytes: yield* buffers.bytes(texts, from, to, buffers.texts) };
    }
    return decodeText(this.held.bytes.subarray(from - this.held.from, from - this.held.from + length));
  }

  override free(): void {
    this.room.kernels.free(this.plan.block);
  }
}

/** What stands for a text that does not lie where it should. */
const ASTRAY = Symbol('astray');

function astray(row: number): Error {
  return new Error(`the text of row ${row} does not lie in its column`);
}
