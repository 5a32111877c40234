import type { FileMetaData, SchemaTree } from 'hyparquet';
import { parquetSchema } from 'hyparquet/src/metadata.js';
import type { Kernels } from '../../kernels/kernels.js';
import { plainKernels } from '../../kernels/plain.js';
import type { Reading, Stretch } from '../bytes/reading.js';
import type { Part, Table, TableReader, Wanted } from '../table.js';
import { checkNames, damaged, guarded } from '../tables/batch.js';
import { checkCells } from '../tables/limits.js';
import { fieldOf, type ListLengths, type ListPlaces, usualLength, withPlaces } from '../tables/listPlaces.js';
import { chunkOf, columnIn } from './parquetChunk.js';
import { guardedReading, PARQUET } from './parquetDamage.js';
import { readFooter } from './parquetFooter.js';
import { checkKinds, numbersInList } from './parquetKinds.js';
import { type ParquetFile, ParquetReader, peekParquet } from './parquetReader.js';
import { loadUnpackers } from './unpackPage.js';

/** Row groups are read together until they have so many rows: the tally closes its products then, too. */
const PARQUET_PART_ROWS = 65536;

/** A Parquet file; only the columns that are asked for are read, a page at a time. */
export function* openParquet(file: number, name: string, size: number, known?: unknown): Reading<Table> {
  if (size < 12) throw damaged(name, PARQUET, `it has only ${size} bytes`);
  const metadata = yield* guardedReading(name, () => 'its footer', readFooter(file, size));
  return new ParquetTable(file, name, size, metadata, (known as KnownParquet | undefined)?.lists);
}

/** What need not be found out again. */
interface KnownParquet {
  lists: ListLengths;
}

/** Rows that tell how long lists are. */
const PARQUET_LIST_ROWS = 64;

/** How long the lists of columns are. What cannot be read is for who reads it to say. */
function* parquetListLengths(table: ParquetFile, fields: readonly number[]): Reading<ListLengths> {
  try {
    const values = yield* peekParquet(table, fields, PARQUET_LIST_ROWS, plainKernels());
    return fields.flatMap((field, i) => {
      const length = usualLength(values[i]);
      return length === undefined ? [] : [{ field, length }];
    });
  } catch {
    return [];
  }
}

class ParquetTable implements Table, ParquetFile {
  readonly place: string;
  readonly address;
  readonly columns: readonly string[];
  readonly lists: readonly ListPlaces[];
  readonly rows: number;
  readonly tree: SchemaTree;
  readonly before: readonly number[];

  constructor(
    readonly file: number,
    readonly name: string,
    readonly size: number,
    readonly metadata: FileMetaData,
    /** Undefined where it is not known yet. */
    private readonly lengths?: ListLengths,
  ) {
    this.place = name;
    this.address = { format: 'parquet', file, known: { lists: lengths ?? [] } };
    this.tree = guarded(name, PARQUET, 'its schema', () => parquetSchema(metadata));
    const fields = this.tree.children.map(({ element }) => element.name);
    checkNames(name, PARQUET, fields);
    ({ columns: this.columns, lists: this.lists } = withPlaces(fields, lengths ?? []));
    const groups = metadata.row_groups.map(({ num_rows }) => Number(num_rows));
    checkGroupRows(name, groups, Number(metadata.num_rows));
    const before = [0];
    for (const rows of groups) before.push(before[before.length - 1] + rows);
    this.before = before;
    this.rows = before[before.length - 1];
  }

  cut(): Pick<Part, 'from' | 'to'>[] {
    const { before } = this;
    const parts: Pick<Part, 'from' | 'to'>[] = [];
    for (let from = 0; from < before.length - 1; ) {
      let to = from + 1;
      while (to < before.length - 1 && before[to] - before[from] < PARQUET_PART_ROWS) to++;
      parts.push({ from, to });
      from = to;
    }
    return parts;
  }

  bytesTo({ to }: Pick<Part, 'to'>): number {
    return Math.round((this.size * this.before[to]) / Math.max(1, this.rows));
  }

  stretches({ from, to }: Pick<Part, 'from' | 'to'>, { numbers, weights, truth, sets, texts = [] }: Wanted): Stretch[] {
    const { metadata, tree, file, size } = this;
    const columns = this.fieldsOf([...numbers, weights, truth, sets, ...texts]);
    return metadata.row_groups.slice(from, to).flatMap((group) =>
      columns.map((column) => {
        const chunk = chunkOf(group, tree, column, size);
        return { file, from: chunk.from, to: chunk.to };
      }),
    );
  }

  *settled(): Reading<Table> {
    const lists = this.lengths ? [] : this.tree.children.flatMap((column, i) => (numbersInList(column) ? [i] : []));
    if (lists.length === 0) return this;
    return new ParquetTable(this.file, this.name, this.size, this.metadata, yield* parquetListLengths(this, lists));
  }

  load(): Promise<void> {
    return loadUnpackers(new Set(this.metadata.row_groups.flatMap(({ columns = [] }) => columns.flatMap((column) => column?.meta_data?.codec ?? []))));
  }

  peek(columns: readonly number[], rows: number, kernels: Kernels): Reading<unknown[][]> {
    return peekParquet(this, columns, rows, kernels);
  }

  check(wanted: Wanted): { float32: boolean } {
    const { numbers, weights, truth, sets, texts = [] } = wanted;
    const columns = this.fieldsOf([...numbers, weights, truth, sets, ...texts]);
    guarded(this.name, PARQUET, 'its footer', () => {
      checkCells(this.rows, Math.max(1, columns.length), this.size);
      for (const column of columns) this.checkStretches(column);
    });
    return checkKinds(this.name, this.tree.children, this.lists, wanted);
  }

  /** The columns of the file that some columns lie in, each once. */
  private fieldsOf(columns: readonly (number | undefined)[]): number[] {
    return [...new Set(columns.flatMap((column) => (column === undefined ? [] : [fieldOf(this.lists, column)])))];
  }

  /** That no bytes are those of two row groups: they would be read over and over. */
  private checkStretches(column: number): void {
    let sum = 0;
    let values = 0;
    for (const group of this.metadata.row_groups) {
      const about = columnIn(group, this.columns[column])?.meta_data;
      const length = Number(about?.total_compressed_size ?? 0);
      if (group.num_rows > 0 && length > 0 && length <= this.size) sum += length;
      values += Math.max(0, Number(about?.num_values ?? 0));
    }
    // Lists have more of them than there are rows.
    checkCells(values, 1, this.size);
    if (sum > this.size) throw new Error(`column "${this.columns[column]}" takes ${sum} bytes, and the file has ${this.size}`);
  }

  reader(wanted: Wanted, kernels: Kernels): TableReader {
    return new ParquetReader(this, wanted, kernels);
  }
}

/** That the row groups have the rows the file is said to have: else some would be lost, or looked for in vain. */
function checkGroupRows(file: string, groups: readonly number[], all: number): void {
  const wrong = groups.findIndex((rows) => !(Number.isSafeInteger(rows) && rows >= 0));
  if (wrong >= 0) throw damaged(file, PARQUET, `its footer: row group ${wrong} has ${counted(groups[wrong])} rows`);
  const sum = groups.reduce((a, b) => a + b, 0);
  if (sum !== all) throw damaged(file, PARQUET, `its footer: ${sum} rows in groups, and ${counted(all)} in all`);
}

function counted(rows: number): string {
  return Number.isNaN(rows) ? 'an unknown number of' : String(rows);
}
