import { hybrid } from '../../kernels/plain/read/packedNumbers.js';
import type { Reading } from '../bytes/reading.js';
import type { Held } from '../tables/limits.js';
import type { ColumnPages } from './parquetChunk.js';
import { isCoded, VALUE } from './parquetColumn.js';
import { mostValues, oddEntries, oddValues } from './parquetOdd.js';
import type { DataPage, PageReader, PageStretch } from './parquetPage.js';

/** A column of lists, some rows at a time. */
export class ListColumn {
  /** The lists of the rows that were read last; null where there is none. */
  values: (unknown[] | null)[] = [];
  private chunk!: ColumnPages;
  private dictionary: ArrayLike<unknown> | undefined;
  /** Lists that are read and not asked for yet. The last one may go on in the next page. */
  private waiting: (unknown[] | null)[] = [];
  private done = 0;
  /** Values that these have. */
  private held = 0;

  constructor(
    readonly name: string,
    private readonly pages: PageReader,
    private readonly hold: Held,
  ) {}

  start(chunk: ColumnPages): void {
    if (chunk.repetition !== 1) throw new Error('lists of lists');
    this.chunk = chunk;
    this.dictionary = undefined;
    this.waiting = [];
    this.held = 0;
    this.done = 0;
    this.pages.start(chunk);
  }

  *read(rows: number): Reading<void> {
    while (this.waiting.length <= rows && !this.pages.ended) {
      const page = yield* this.pages.next();
      if ('entries' in page) this.dictionary = oddEntries(page, this.chunk);
      else this.takePage(page);
    }
    const read = this.done + this.waiting.length;
    this.done += rows;
    const isLast = this.done === this.chunk.rows;
    if (read < this.done || (isLast && read > this.done)) throw new Error(`${read} rows${isLast ? '' : ', or more,'} where ${this.chunk.rows} are expected`);
    this.values = this.waiting.slice(0, rows);
    this.waiting = this.waiting.slice(rows);
    this.held = this.waiting.reduce((sum, each) => sum + 1 + (each?.length ?? 0), 0);
  }

  private takePage(page: DataPage): void {
    const { rows } = page;
    if (rows === 0) return;
    const { begins, levels, repeated, definition, present } = listLevels(page, this.chunk);
    this.held += rows;
    this.hold.set(this, this.held * VALUE);
    const values = present === 0 ? [] : this.elements({ ...page, values: present });
    for (let i = 0, v = 0; i < rows; i++) {
      if (begins[i] === 0) this.waiting.push(levels[i] === 0 && repeated > 1 ? null : []);
      const list = this.waiting[this.waiting.length - 1];
      if (levels[i] < repeated) {
        if (begins[i] !== 0) throw new Error('a list that goes on with nothing');
        continue;
      }
      if (!list) throw new Error('a list that goes on before it begins');
      list.push(levels[i] === definition ? values[v++] : null);
    }
  }

  private elements(page: DataPage): ArrayLike<unknown> {
    if (!isCoded(page)) return oddValues(page, this.chunk);
    const { dictionary } = this;
    if (!dictionary) throw new Error('a page needs a dictionary that is missing');
    return Array.from(dictionaryPlaces(page, dictionary.length), (place) => dictionary[place]);
  }
}

/** What the levels of a page of lists say. */
export interface ListLevels {
  /** 0 where a list begins. */
  begins: Uint32Array;
  levels: Uint32Array;
  /** Below this level there is no element: the list is empty, or at level 0 missing, where it may be. */
  repeated: number;
  /** The level of what has a value, and how many have. */
  definition: number;
  present: number;
}

export function listLevels(page: DataPage, { definition, path }: ColumnPages): ListLevels {
  const { bytes, rows, to } = page;
  if (rows > mostValues(to)) throw new Error(`${rows} values in ${to} bytes`);
  const begins = levelsOf(bytes, page.repetition, 1, rows);
  const levels = levelsOf(bytes, page.levels, definition, rows);
  let present = 0;
  for (const level of levels) if (level === definition) present++;
  const deep = path.slice(1).findIndex(({ element }) => element.repetition_type === 'REPEATED') + 1;
  const repeated = path.slice(1, deep + 1).filter(({ element }) => element.repetition_type !== 'REQUIRED').length;
  return { begins, levels, repeated, definition, present };
}

/** The places in a dictionary that a page has instead of values. */
export function dictionaryPlaces({ bytes, from, to, values }: DataPage, entries: number): Uint32Array {
  const places = new Uint32Array(values);
  const width = from < to ? bytes[from] : 33;
  const sound = width === 0 ? entries > 0 : width <= 32 && hybrid(bytes, to, width, Uint32Array.of(from + 1, 0, 0, 0), entries, places, values);
  if (!sound) throw new Error('places that are not in the dictionary, or too few');
  return places;
}

function levelsOf(bytes: Uint8Array, stretch: PageStretch | undefined, highest: number, rows: number): Uint32Array {
  const levels = new Uint32Array(rows);
  const width = 32 - Math.clz32(highest);
  if (!stretch || !hybrid(bytes, stretch.to, width, Uint32Array.of(stretch.from, 0, 0, 0), highest + 1, levels, rows))
    throw new Error('levels that make no sense');
  return levels;
}
