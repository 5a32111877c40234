import type { Reading } from '../bytes/reading.js';
import { type BadCell, noteBad } from '../tables/batch.js';
import { listExpected } from '../tables/listPlaces.js';
import type { ColumnPages } from './parquetChunk.js';
import { isCoded, type Shared } from './parquetColumn.js';
import { dictionaryPlaces, type ListLevels, listLevels } from './parquetLists.js';
import { numberOfValue } from './parquetNumbers.js';
import { oddEntries, oddValues } from './parquetOdd.js';
import type { DataPage, PageReader } from './parquetPage.js';

/** A page whose lists are being read: its levels, its numbers, and how far both are read. */
interface OpenListPage extends ListLevels {
  values: ArrayLike<number>;
  at: number;
  next: number;
}

/** A column of lists of numbers, as long as each other, some rows at a time. */
export class NumberListColumn {
  /** The numbers of the rows that were read last, a row after another. */
  readonly values: Float64Array;
  private chunk!: ColumnPages;
  private dictionary: Float64Array | undefined;
  private page: OpenListPage | undefined;
  private done = 0;

  constructor(
    private readonly name: string,
    /** How many numbers a list has. */
    readonly stride: number,
    private readonly pages: PageReader,
    private readonly shared: Shared,
  ) {
    this.values = shared.room.float64(shared.most * stride);
  }

  start(chunk: ColumnPages): void {
    if (chunk.repetition !== 1) throw new Error('lists of lists');
    this.chunk = chunk;
    this.dictionary = undefined;
    this.page = undefined;
    this.done = 0;
    this.pages.start(chunk);
  }

  /** Reads the next rows; those whose list is missing, or of another length, are bad. */
  *read(rows: number, bad: Map<number, BadCell>): Reading<void> {
    const { stride, values } = this;
    let row = -1;
    let filled = 0;
    for (;;) {
      const page = this.page;
      if (!page || page.at === page.begins.length) {
        if (this.pages.ended) break;
        const next = yield* this.pages.next();
        if ('entries' in next) this.dictionary = Float64Array.from(oddEntries(next, this.chunk) as ArrayLike<never>, numberOfValue);
        else this.page = this.opened(next);
        continue;
      }
      const { at, begins, levels, repeated, definition } = page;
      if (begins[at] === 0) {
        if (row + 1 === rows) break;
        if (row >= 0) this.close(row, filled, bad);
        row++;
        filled = 0;
      } else if (row < 0) throw new Error('a list that goes on before it begins');
      page.at++;
      if (levels[at] < repeated) {
        if (begins[at] !== 0) throw new Error('a list that goes on with nothing');
        if (levels[at] === 0 && repeated > 1) noteBad(bad, row, { column: this.name, found: 'null' });
        continue;
      }
      const isThere = levels[at] === definition;
      if (filled < stride) {
        values[row * stride + filled] = isThere ? page.values[page.next] : NaN;
        if (!isThere) noteBad(bad, row, { column: `${this.name}[${filled}]`, found: 'null' });
      }
      if (isThere) page.next++;
      filled++;
    }
    if (row >= 0) this.close(row, filled, bad);
    this.done += rows;
    const isLast = this.done === this.chunk.rows;
    const more = this.page !== undefined && this.page.at < this.page.begins.length;
    if (row + 1 < rows || (isLast && more))
      throw new Error(`${isLast && more ? 'more' : this.done - rows + row + 1} rows where ${this.chunk.rows} are expected`);
  }

  /** A list has ended. */
  private close(row: number, filled: number, bad: Map<number, BadCell>): void {
    const { stride, values, name: column } = this;
    if (filled === stride) return;
    if (filled < stride) values.fill(NaN, row * stride + filled, (row + 1) * stride);
    noteBad(bad, row, { column, found: `a list of ${filled}`, expected: listExpected(stride) });
  }

  private opened(page: DataPage): OpenListPage {
    const levels = listLevels(page, this.chunk);
    this.shared.room.hold.set(this, page.rows * 16);
    return { ...levels, values: levels.present === 0 ? [] : this.numbers({ ...page, values: levels.present }), at: 0, next: 0 };
  }

  private numbers(page: DataPage): ArrayLike<number> {
    const { bytes, from, to, encoding, values: count } = page;
    const { type } = this.chunk.about;
    if (isCoded(page)) {
      const { dictionary } = this;
      if (!dictionary) throw new Error('a page needs a dictionary that is missing');
      return Float64Array.from(dictionaryPlaces(page, dictionary.length), (place) => dictionary[place]);
    }
    if (encoding === 'PLAIN' && (type === 'DOUBLE' || type === 'FLOAT')) {
      const Numbers = type === 'DOUBLE' ? Float64Array : Float32Array;
      const size = count * Numbers.BYTES_PER_ELEMENT;
      if (size > to - from) throw new Error(`a page of ${count} values in ${to - from} bytes`);
      return new Numbers(bytes.slice(from, from + size).buffer);
    }
    return Float64Array.from(oddValues(page, this.chunk) as ArrayLike<never>, numberOfValue);
  }
}
