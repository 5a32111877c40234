import type { DataPageHeader, Encoding, PageHeader } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import type { DataPageHeaderV2 } from 'hyparquet/src/types.js';
import type { Reading } from '../bytes/reading.js';
import { FilePiece } from '../tables/filePiece.js';
import { checkPage } from '../tables/limits.js';
import type { ColumnPages } from './parquetChunk.js';
import { countPresent } from './parquetLevels.js';
import type { Room } from './parquetRoom.js';
import { thriftEnd } from './thriftLength.js';
import { checkUnpacked, unpackPage } from './unpackPage.js';

/** Where something lies in the bytes of a page. */
export interface PageStretch {
  from: number;
  to: number;
}

/** A page, unpacked. Its bytes are others when the next one comes. */
export interface DataPage extends PageStretch {
  /** Rows; of lists as many values as they have, and one for each that is empty. */
  rows: number;
  /** How many rows have a value; of lists this is not known yet. */
  values: number;
  encoding: Encoding;
  bytes: Uint8Array;
  /** The levels that say which list a value belongs to, and those that say whether there is one; undefined where all have one. */
  repetition: PageStretch | undefined;
  levels: PageStretch | undefined;
}

/** What pages speak of by places. Its bytes are others when any other column is read. */
export interface DictionaryPage {
  entries: number;
  bytes: Uint8Array;
  to: number;
}

/** What is looked at first of a page; and what the head of a page, with what it says of its values, may take. */
const PAGE_HEAD = 256;
const MOST_HEAD = 2 ** 24;

/** Reads the pages of a column, one row group after another, a page at a time. */
export class PageReader {
  private readonly piece: FilePiece;
  private chunk: ColumnPages | undefined;
  private page: Uint8Array | undefined;
  /** Where the next page begins in the file. */
  private at = 0;
  /** Rows of the pages so far, and of all. */
  private done = 0;
  private rows = 0;
  private hasDictionary = false;

  constructor(
    file: number,
    piece: number,
    private readonly room: Room,
  ) {
    this.piece = new FilePiece(file, piece);
  }

  start(chunk: ColumnPages): void {
    this.chunk = chunk;
    this.piece.start(chunk.to);
    this.at = chunk.from;
    this.done = 0;
    this.hasDictionary = false;
    this.rows = chunk.repetition > 0 ? Number(chunk.about.num_values) : chunk.rows;
    if (!isPageCount(this.rows)) throw new Error('how many values it has is not known');
  }

  /** Whether there are no more pages. */
  get ended(): boolean {
    return this.done === this.rows;
  }

  /** The next page. */
  *next(): Reading<DataPage | DictionaryPage> {
    const { to } = this.chunk as ColumnPages;
    for (;;) {
      if (this.at >= to) throw new Error(`${this.done} rows where ${this.rows} are expected`);
      const header = yield* this.header();
      const { type, compressed_page_size: size } = header;
      if (!(isPageCount(size) && this.at + size <= to)) throw new Error('a page does not fit');
      const at = this.at;
      this.at += size;
      if (type === 'DICTIONARY_PAGE') return yield* this.dictionary(header, at);
      if (type === 'DATA_PAGE' || type === 'DATA_PAGE_V2') return yield* this.data(header, at);
      if (type !== 'INDEX_PAGE') throw new Error('a page of an unknown kind');
    }
  }

  /** What stands in front of a page. */
  private *header(): Reading<PageHeader> {
    const { to } = this.chunk as ColumnPages;
    for (let least = PAGE_HEAD; ; ) {
      const bytes = yield* this.piece.peek(this.at, least);
      const end = thriftEnd(bytes);
      if (end < 0) {
        if (this.at + bytes.length >= to || bytes.length >= MOST_HEAD) throw new Error('the head of a page does not end');
        least = Math.min(bytes.length * 16, MOST_HEAD);
        continue;
      }
      this.at += end;
      return parquetHeader({ view: new DataView(bytes.buffer, bytes.byteOffset, end), offset: 0 });
    }
  }

  private *dictionary(
    { dictionary_page_header: about, compressed_page_size: size, uncompressed_page_size: whole }: PageHeader,
    at: number,
  ): Reading<DictionaryPage> {
    const entries = about?.num_values;
    if (!isPageCount(entries)) throw new Error('a dictionary of an unknown length');
    // Whoever has one more would have it unpacked as often as there is one.
    if (this.hasDictionary) throw new Error('a second dictionary');
    this.hasDictionary = true;
    const isPacked = this.checkLengths(size, 0, whole, true, this.rows);
    const bytes = this.room.dictionary(whole);
    yield* this.unpackInto(bytes, at, size, 0, whole, isPacked);
    return { entries, bytes, to: whole };
  }

  private *data(header: PageHeader, at: number): Reading<DataPage> {
    const { type, data_page_header: first, data_page_header_v2: second } = header;
    const rows = (type === 'DATA_PAGE' ? first : second)?.num_values;
    if (!(isPageCount(rows) && this.done + rows <= this.rows))
      throw new Error(`a page of ${typeof rows === 'number' ? rows : 'an unknown number of'} rows after ${this.done} where ${this.rows} are expected`);
    this.done += rows;
    return type === 'DATA_PAGE' ? yield* this.first(header, first as DataPageHeader, at) : yield* this.second(header, second as DataPageHeaderV2, at);
  }

  /** A page of the first version: levels are behind their length. */
  private *first(
    { compressed_page_size: size, uncompressed_page_size: whole }: PageHeader,
    { num_values: rows, encoding }: DataPageHeader,
    at: number,
  ): Reading<DataPage> {
    const { repetition: deepest, definition } = this.chunk as ColumnPages;
    const bytes = yield* this.unpacked(at, size, 0, whole, true, rows);
    const view = new DataView(bytes.buffer, bytes.byteOffset, whole);
    let from = 0;
    const behindLength = (): PageStretch => {
      const start = from + 4;
      from = start <= whole ? start + view.getUint32(from, true) : Infinity;
      if (from > whole) throw new Error('a page of levels that do not fit');
      return { from: start, to: from };
    };
    const repetition = deepest > 0 && rows > 0 ? behindLength() : undefined;
    const levels = definition > 0 && rows > 0 ? behindLength() : undefined;
    const values = levels && !repetition ? countPresent(bytes, levels.from, levels.to, rows) : rows;
    return { rows, values, encoding, bytes, repetition, levels: values < rows || repetition ? levels : undefined, from, to: whole };
  }

  /** A page of the second version: levels are not packed, and how long they are stands in its head. */
  private *second({ compressed_page_size: size, uncompressed_page_size: whole }: PageHeader, about: DataPageHeaderV2, at: number): Reading<DataPage> {
    const { repetition: deepest, definition } = this.chunk as ColumnPages;
    const { num_values: rows, num_nulls: nulls, encoding, repetition_levels_byte_length: before, definition_levels_byte_length: length } = about;
    if (!(isPageCount(before) && isPageCount(length) && isPageCount(nulls) && nulls <= rows && before + length <= size))
      throw new Error('a page of levels that do not fit');
    const from = before + length;
    const bytes = yield* this.unpacked(at, size, from, whole, about.is_compressed !== false, rows);
    const repetition = deepest > 0 ? { from: 0, to: before } : undefined;
    const levels = definition > 0 ? { from: before, to: from } : undefined;
    if (repetition) return { rows, values: rows, encoding, bytes, repetition, levels, from, to: whole };
    const values = levels && nulls > 0 ? countPresent(bytes, before, from, rows) : rows;
    if (values !== rows - nulls) throw new Error(`a page of ${rows - values} nulls where ${nulls} are expected`);
    return { rows, values, encoding, bytes, repetition, levels: values < rows ? levels : undefined, from, to: whole };
  }

  /** The bytes of a page of this column: the first as they are, the others unpacked. */
  private *unpacked(at: number, size: number, plain: number, whole: number, packed: boolean, values: number): Reading<Uint8Array> {
    const isPacked = this.checkLengths(size, plain, whole, packed, values);
    this.room.hold.set(this, whole);
    this.page = this.room.page(this.page, whole);
    yield* this.unpackInto(this.page, at, size, plain, whole, isPacked);
    return this.page;
  }

  /** Whether a page must be unpacked; an error where it cannot be as long as it is said to be, before room is made for it. */
  private checkLengths(size: number, plain: number, whole: number, packed: boolean, values: number): boolean {
    const { codec } = (this.chunk as ColumnPages).about;
    if (!(isPageCount(whole) && whole >= plain)) throw new Error('a page of an unknown length');
    const isPacked = packed && codec !== 'UNCOMPRESSED' && whole > plain;
    if (isPacked) {
      checkUnpacked(codec, size, whole);
      checkPage(size, whole, values);
    }
    if (!isPacked && whole > plain && whole !== size) throw new Error(`a page of ${size} bytes where ${whole} are expected`);
    return isPacked;
  }

  private *unpackInto(page: Uint8Array, at: number, size: number, plain: number, whole: number, isPacked: boolean): Reading<void> {
    const { room, piece } = this;
    yield* piece.copy(at, page.subarray(0, isPacked ? plain : whole));
    if (!isPacked) return;
    const packed = room.packed(size - plain);
    yield* piece.copy(at + plain, packed);
    unpackPage((this.chunk as ColumnPages).about.codec, packed, page.subarray(plain, whole), room);
  }
}

function isPageCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
