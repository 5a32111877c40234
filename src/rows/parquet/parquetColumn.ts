import type { Reading } from '../bytes/reading.js';
import type { BadCell } from '../tables/batch.js';
import type { ColumnPages } from './parquetChunk.js';
import { oddValues } from './parquetOdd.js';
import type { DataPage, DictionaryPage, PageReader } from './parquetPage.js';
import type { Room } from './parquetRoom.js';

/** What all columns of a table use in turn. */
export interface Shared {
  room: Room;
  /** Rows that are read at a time, at most. */
  most: number;
  /** Those are all that will be read. */
  only?: boolean;
  /** Levels of rows, and places in a dictionary. */
  levels: Uint32Array;
  places: Uint32Array;
}

/** What a value takes where it is one of the language's own, about. */
export const VALUE = 64;

/** Writes the next so many values of a page to where rows are kept, from one of them on. */
export type Decode = (row: number, count: number) => void;

/** A flat column, some rows at a time. */
export abstract class FlatColumn {
  protected chunk!: ColumnPages;
  /** Rows of a page that are still to come, and how its values are read. */
  private left = 0;
  private page: DataPage | undefined;
  private decode: Decode = () => {};
  /** Where levels and places have been read to; see hybrid() in assembly/hybrid.ts. */
  private readonly levelsAt: Uint32Array;
  private readonly placesAt: Uint32Array;

  constructor(
    readonly name: string,
    private readonly pages: PageReader,
    protected readonly shared: Shared,
  ) {
    this.levelsAt = shared.room.uint32(4);
    this.placesAt = shared.room.uint32(4);
  }

  /** Begins with another row group. */
  start(chunk: ColumnPages): void {
    this.chunk = chunk;
    this.left = 0;
    this.forget();
    this.pages.start(chunk);
  }

  /** Reads the next rows; those without a value are bad, unless that is one here. */
  *read(rows: number, bad: Map<number, BadCell>): Reading<void> {
    this.begin();
    for (let row = 0; row < rows; ) {
      if (this.left === 0) {
        const page = yield* this.pages.next();
        if ('entries' in page) this.takeDictionary(page);
        else this.takePage(page);
        continue;
      }
      const count = Math.min(this.left, rows - row);
      if (this.page?.levels) this.readSome(this.page, row, count, bad);
      else this.decode(row, count);
      this.left -= count;
      row += count;
    }
  }

  private takePage(page: DataPage): void {
    this.shared.room.hold.set(this, 0);
    this.page = page;
    this.left = page.rows;
    if (page.levels) this.levelsAt.set([page.levels.from, 0, 0, 0]);
    if (page.values > 0) this.decode = isCoded(page) ? this.coded(page) : this.plain(page);
  }

  /** Rows of which some have no value. */
  private readSome({ bytes, levels: where }: DataPage, row: number, count: number, bad: Map<number, BadCell>): void {
    const { room, levels } = this.shared;
    const { to } = where as { to: number };
    if (!room.hybrid(bytes, to, 1, this.levelsAt, 2, levels, count)) throw new Error('levels that make no sense');
    let present = 0;
    for (let r = 0; r < count; r++) present += levels[r];
    if (present > 0) this.decode(row, present);
    // From the last on, so that none is written over.
    for (let r = count - 1, from = present; r >= 0; r--) {
      if (levels[r] === 1) this.move(row + --from, row + r);
      else this.absent(row + r, bad);
    }
  }

  /** How a page of places in the dictionary is read. */
  private coded({ bytes, from, to }: DataPage): Decode {
    const { placesAt } = this;
    const { room, places } = this.shared;
    const look = this.byPlaces(places);
    if (from >= to) throw new Error('a page without places in its dictionary');
    const width = bytes[from];
    if (width > 32) throw new Error(`places of ${width} bits in a dictionary`);
    placesAt.set([from + 1, 0, 0, 0]);
    return (row, count) => {
      const { entries } = this;
      if (width === 0 && entries > 0) places.fill(0, 0, count);
      else if (!room.hybrid(bytes, to, width, placesAt, entries, places, count)) throw new Error('places that are not in the dictionary, or too few');
      look(row, count);
    };
  }

  /** The values of a page that has to be read as a whole, which takes room. */
  protected odd(page: DataPage): ArrayLike<unknown> {
    const { only, most } = this.shared;
    const values = oddValues(page, this.chunk, only ? most : undefined);
    this.shared.room.hold.set(this, values.length * VALUE);
    return values;
  }

  /** How many entries the dictionary has; an error where there is none. */
  protected abstract readonly entries: number;
  /** Where another row group begins, there is no dictionary yet. */
  protected abstract forget(): void;
  protected abstract takeDictionary(page: DictionaryPage): void;
  /** Before some rows are read. */
  protected begin(): void {}
  /** Writes the entries at some places. */
  protected abstract byPlaces(places: Uint32Array): Decode;
  /** How a page without a dictionary is read. */
  protected abstract plain(page: DataPage): Decode;
  /** Moves what was written to a row to a later one. */
  protected abstract move(from: number, to: number): void;
  protected abstract absent(row: number, bad: Map<number, BadCell>): void;
}

/** Whether a page holds places in a dictionary. */
export function isCoded({ encoding }: Pick<DataPage, 'encoding'>): boolean {
  return encoding === 'PLAIN_DICTIONARY' || encoding === 'RLE_DICTIONARY';
}
