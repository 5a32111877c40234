import type { SchemaElement } from 'hyparquet';
import { type BadCell, noteBad } from '../tables/batch.js';
import { type Decode, FlatColumn, type Shared } from './parquetColumn.js';
import { oddEntries } from './parquetOdd.js';
import type { DataPage, DictionaryPage, PageReader } from './parquetPage.js';

/** A column of values, whatever they are: texts, or sets that are written as text. */
export class ValueColumn extends FlatColumn {
  /** Those of the rows that were read last. */
  readonly values: unknown[] = [];
  private dictionary: ArrayLike<unknown> | undefined;

  constructor(
    element: SchemaElement,
    pages: PageReader,
    shared: Shared,
    /** Whether a row may have no value; it is null then. */
    private readonly nullable: boolean,
  ) {
    super(element.name, pages, shared);
  }

  protected get entries(): number {
    return (this.dictionary as ArrayLike<unknown>).length;
  }

  protected forget(): void {
    this.dictionary = undefined;
  }

  protected takeDictionary(page: DictionaryPage): void {
    this.dictionary = oddEntries(page, this.chunk);
  }

  protected byPlaces(places: Uint32Array): Decode {
    const { dictionary, values } = this;
    if (!dictionary) throw new Error('a page needs a dictionary that is missing');
    return (row, count) => {
      for (let i = 0; i < count; i++) values[row + i] = dictionary[places[i]];
    };
  }

  protected plain(page: DataPage): Decode {
    const { values } = this;
    const odd = this.odd(page);
    let done = 0;
    return (row, count) => {
      for (let i = 0; i < count; i++) values[row + i] = odd[done++];
    };
  }

  protected move(from: number, to: number): void {
    this.values[to] = this.values[from];
  }

  protected absent(row: number, bad: Map<number, BadCell>): void {
    this.values[row] = null;
    if (!this.nullable) noteBad(bad, row, { column: this.name, found: 'null' });
  }
}
