import type { SchemaElement } from 'hyparquet';
import { type BadCell, noteBad, shown } from '../tables/batch.js';
import { NameCodes } from '../tables/nameCodes.js';
import { type Decode, FlatColumn, type Shared } from './parquetColumn.js';
import { isPlainWhole } from './parquetNumbers.js';
import { oddEntries } from './parquetOdd.js';
import type { DataPage, DictionaryPage, PageReader } from './parquetPage.js';

/** Names that are kept from one row group to the next, at most. */
const MAX_KEPT_NAMES = 2 ** 16;

/** A column of true classes: text, whole numbers or booleans that name them; or of any text, dates among it. */
export class NameColumn extends FlatColumn {
  /** The rows that were read last: codes, and the names that they are of. */
  readonly codes: Uint32Array;
  private known: NameCodes;
  /** What stands in the dictionary, and its codes once they are asked for. */
  private dictionary: ArrayLike<unknown> | undefined;
  private codesOf: Uint32Array | undefined;

  constructor(
    private readonly element: SchemaElement,
    pages: PageReader,
    shared: Shared,
    /** Whether a row may have no value; it is empty text then. */
    private readonly mayMiss = false,
  ) {
    super(element.name, pages, shared);
    this.known = this.noNames();
    this.codes = shared.room.uint32(shared.most);
  }

  private noNames(): NameCodes {
    return new NameCodes((this.element.logical_type?.type ?? this.element.converted_type) === 'DATE');
  }

  get names(): readonly string[] {
    return this.known.names;
  }

  protected get entries(): number {
    return (this.dictionary as ArrayLike<unknown>).length;
  }

  protected override begin(): void {
    // Where every row has a name of its own they would be too many.
    if (this.known.names.length <= MAX_KEPT_NAMES + (this.dictionary?.length ?? 0)) return;
    this.known = this.noNames();
    this.dropCodes();
  }

  protected forget(): void {
    this.dictionary = undefined;
    this.dropCodes();
  }

  private dropCodes(): void {
    if (this.codesOf) this.shared.room.free(this.codesOf);
    this.codesOf = undefined;
  }

  protected takeDictionary(page: DictionaryPage): void {
    this.forget();
    this.dictionary = oddEntries(page, this.chunk);
  }

  protected byPlaces(places: Uint32Array): Decode {
    const { dictionary, codes } = this;
    if (!dictionary) throw new Error('a page needs a dictionary that is missing');
    const { room } = this.shared;
    return (row, count) => {
      if (!this.codesOf) {
        this.codesOf = room.uint32(dictionary.length);
        for (let i = 0; i < dictionary.length; i++) this.codesOf[i] = this.known.code(dictionary[i]);
      }
      room.loops(places, this.codesOf, codes).lookUp(places, count, this.codesOf, codes.subarray(row));
    };
  }

  protected plain(page: DataPage): Decode {
    const { codes } = this;
    const { bytes, from, to, encoding, values: all } = page;
    const { element } = this.chunk;
    let at = from;
    if (encoding === 'PLAIN' && element.type === 'BYTE_ARRAY')
      return (row, count) => {
        at = this.known.codesOfTexts(bytes, at, to, codes, row, count);
      };
    if (encoding === 'PLAIN' && isPlainWhole(element)) {
      const size = element.type === 'INT64' ? 8 : 4;
      if (all * size > to - from) throw new Error(`a page of ${all} values in ${to - from} bytes`);
      const view = new DataView(bytes.buffer, bytes.byteOffset, to);
      return (row, count) => {
        const { known } = this;
        for (let r = row; r < row + count; r++, at += size) {
          const low = view.getInt32(at, true);
          codes[r] = size === 4 || view.getInt32(at + 4, true) === low >> 31 ? known.whole(low) : known.code(view.getBigInt64(at, true));
        }
      };
    }
    const odd = this.odd(page);
    let done = 0;
    return (row, count) => {
      for (let r = row; r < row + count; r++) codes[r] = this.known.code(odd[done++]);
    };
  }

  protected move(from: number, to: number): void {
    this.codes[to] = this.codes[from];
  }

  protected absent(row: number, bad: Map<number, BadCell>): void {
    this.codes[row] = this.mayMiss ? this.known.code('') : 0;
    if (!this.mayMiss) noteBad(bad, row, { column: this.name, found: shown(null) });
  }
}
