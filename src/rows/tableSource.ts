import type { FairbitsError } from '../base/errors.js';
import { createEngine } from '../core/engine.js';
import type { Kernels } from '../kernels/kernels.js';
import type { ByteAccess } from './bytes/byteAccess.js';
import { ReadAhead } from './bytes/readAhead.js';
import type { InputFile, Read, Reading, Stretch } from './bytes/reading.js';
import type { ColumnChoice } from './columns.js';
import type { Format } from './formats.js';
import { openAddress } from './openTables.js';
import type { About, Part, Refuse, RowBlock, Table, TableAddress, TableReader, Wanted } from './table.js';
import type { BadCell, NumberColumn, SetColumn, TruthColumn } from './tables/batch.js';
import { BlockMaker, byRow } from './tables/blocks.js';

/** Some rows of a source, column by column. */
export interface Batch {
  rows: number;
  /** One for each column of estimates that was asked for. What is no number is NaN here, and bad. */
  numbers: NumberColumn[];
  /** Of no classes where none were asked for. */
  truth: TruthColumn;
  /** Where a column of sets was asked for. */
  sets?: SetColumn;
  /** Rows that cannot be scored, counted from 0 in this batch. */
  bad: Map<number, BadCell>;
  /** How far into the file this is, in bytes, for progress. */
  position: number;
}

/** A table of predictions of one's own: named columns, read in batches as often as wanted. */
export interface TableSource {
  readonly name: string;
  readonly size: number;
  readonly columns: readonly string[];
  /** Which column is what, where the format leaves no choice. */
  readonly given?: ColumnChoice;
  /** Checks that columns can hold what they are taken for, before any row is read. `option` is what names a column, for messages. */
  inspect(truth: number | undefined, estimates: readonly number[], sets?: number, option?: (column: number) => string): { float32: boolean };
  /** The rows of each group, where the file is made of groups that can be read on their own. */
  readonly groups?: readonly number[];
  /** The rows, or those of groups [from, to). With no estimates asked for, only the true classes are read; without those, neither. */
  batches(truth: number | undefined, estimates: readonly number[], groups?: { from: number; to: number }, sets?: number): AsyncIterable<Batch>;
  close(): void;
}

/** Files that sources read from have numbers of their own, so that several can be scored together. */
let files = 0;

/**
 * Opens a table that lies in a file or a Blob.
 *
 * @example
 * ```ts
 * import { blobAccess, openTable, scoreTables } from 'fairbits/files';
 *
 * const file = new File(['{"label": "a", "p_a": 0.7, "p_b": 0.3}\n{"label": "b", "p_a": 0.4, "p_b": 0.6}\n'], 'two.ndjson');
 * const { report } = await scoreTables([await openTable('ndjson', blobAccess(file))]);
 * report.rows; // → 2
 * ```
 */
export async function openTable(format: Exclude<Format, 'csv' | 'npy'>, access: ByteAccess): Promise<TableSource> {
  return FileSource.open({ format, file: files++ }, [access]);
}

/** What `openNpy` can be told: the names of the classes. */
export interface NpyOptions {
  /** The classes in the order of the columns; 0, 1, 2, … if not given. */
  classes?: readonly string[];
}

/**
 * Two arrays as one table: estimates of shape (n, k), or (n) for P(positive), and n labels, which count classes from 0; or labels alone.
 *
 * @example
 * ```ts
 * import { blobAccess, openNpy } from 'fairbits/files';
 *
 * // An .npy file: a header of 128 bytes, then the numbers.
 * const npy = (descr: string, shape: string, values: ArrayBufferView<ArrayBuffer>) =>
 *   new Blob(['\x93NUMPY\x01\x00v\x00'.slice(1), `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(117), '\n', values]);
 * const head = new Blob([Uint8Array.of(0x93)]);
 * const estimates = new Blob([head, npy('<f8', '(2, 2)', Float64Array.of(0.7, 0.3, 0.4, 0.6))]);
 * const labels = new Blob([head, npy('|u1', '(2,)', Uint8Array.of(0, 1))]);
 * const table = await openNpy(blobAccess(estimates, 'p.npy'), blobAccess(labels, 'y.npy'), { classes: ['a', 'b'] });
 * table.columns.length; // → 3
 * ```
 */
export async function openNpy(estimates: ByteAccess | undefined, labels: ByteAccess, { classes }: NpyOptions = {}): Promise<TableSource> {
  const known = { classes };
  if (!estimates) return FileSource.open({ format: 'npy', file: files++, known }, [labels]);
  const file = files++;
  return FileSource.open({ format: 'npy', file, labels: files++, known }, [estimates, labels]);
}

/** A file as a source. */
export class FileSource implements TableSource {
  private constructor(
    readonly table: Table,
    /** What its files are read from, by their numbers. */
    readonly accesses: ReadonlyMap<number, ByteAccess>,
  ) {}

  static async open(address: TableAddress, accesses: readonly ByteAccess[]): Promise<FileSource> {
    const numbers = address.labels === undefined ? [address.file] : [address.file, address.labels];
    const byNumber = new Map(numbers.map((number, i) => [number, accesses[i]]));
    const inputs: InputFile[] = [];
    for (const [number, { name, size }] of byNumber) inputs[number] = { name, size, path: '' };
    return new FileSource(await openAddress(address, inputs, readerOf(byNumber)), byNumber);
  }

  get name(): string {
    return this.table.name;
  }

  get size(): number {
    return [...this.accesses.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get columns(): readonly string[] {
    return this.table.columns;
  }

  get given(): ColumnChoice {
    return this.table.given as ColumnChoice;
  }

  inspect(truth: number | undefined, estimates: readonly number[], sets?: number, option?: (column: number) => string): { float32: boolean } {
    return this.table.check(wantedColumns(truth, estimates, sets, option));
  }

  async *batches(truth: number | undefined, estimates: readonly number[], _groups?: { from: number; to: number }, sets?: number): AsyncIterable<Batch> {
    const { table } = this;
    const wanted: Wanted = {
      ...wantedColumns(undefined, estimates, undefined),
      texts: [truth, sets].flatMap((column) => (column === undefined ? [] : [column])),
    };
    const { kernels } = await createEngine({ backend: 'plain' });
    const reader = table.reader(wanted, kernels);
    const read = readerOf(this.accesses);
    for (const part of table.cut(2 ** 20)) {
      const found: Batch[] = [];
      const take = ({ rows, numbers, texts }: RowBlock): void => {
        const values = numbers.slice();
        const columns = texts.map((names) => ({ names, codes: names.map((_, i) => i) }));
        found.push({
          rows,
          numbers: estimates.map((_, i) => ({ values, from: i, stride: estimates.length })),
          truth: truth === undefined ? { names: [], codes: [] } : columns[0],
          ...(sets === undefined ? {} : { sets: setsOfNames(columns[truth === undefined ? 0 : 1]) }),
          bad: new Map(),
          position: table.bytesTo(part),
        });
      };
      const refuse: Refuse = (problem) => {
        const { column, found: what, expected = '' } = problem() as FairbitsError;
        const cell = { column, found: String(what), expected };
        found.push({ rows: 1, numbers: estimates.map(noNumber), truth: NO_TRUTH, bad: new Map([[0, cell]]), position: table.bytesTo(part) });
      };
      await read(reader.read({ table: 0, ...part }, take, refuse));
      yield* found;
    }
    reader.free();
  }

  close(): void {
    for (const access of this.accesses.values()) access.close();
  }
}

const NO_TRUTH: TruthColumn = { names: [''], codes: [0] };
const noNumber = (): NumberColumn => ({ values: Float64Array.of(NaN), from: 0, stride: 1 });
const setsOfNames = ({ names, codes }: TruthColumn): SetColumn => ({ names: names.map((name) => (name.trim() === '' ? [] : name.split('|'))), codes });

function wantedColumns(truth: number | undefined, numbers: readonly number[], sets: number | undefined, option?: (column: number) => string): Wanted {
  const about: Record<number, About> = {};
  const say = (column: number | undefined, usual: string): void => {
    if (column !== undefined) about[column] = { expected: 'something else', advice: `Is this the right column? (${option?.(column) ?? usual})` };
  };
  for (const column of numbers) say(column, '--probs');
  say(truth, '--truth');
  say(sets, '--predicted');
  return { numbers, truth, sets, classes: [], about, most: 8192, finite: false };
}

/** Reads files by their numbers. */
export function readerOf(accesses: ReadonlyMap<number, ByteAccess>, others?: (file: number) => Promise<number>): Read {
  const ahead = new ReadAhead((file) => accesses.get(file) as ByteAccess);
  return async <T>(reading: Reading<T>, of?: () => readonly Stretch[]): Promise<T> => {
    try {
      ahead.expect(of?.() ?? []);
      for (let step = reading.next(); ; ) {
        if (step.done) return step.value;
        const { file, into, at } = step.value;
        step = reading.next(accesses.has(file) ? await ahead.read(file, into, at) : ((await others?.(file)) ?? 0));
      }
    } finally {
      reading.return(undefined as T);
    }
  };
}

/** A source of someone's own, as a table. Its batches come when they are asked for, in the place of bytes. */
export class SourceTable implements Table {
  readonly file = files++;
  private iterator: AsyncIterator<Batch> | undefined;
  private batch: Batch | undefined;
  private reading: (() => AsyncIterable<Batch>) | undefined;

  constructor(private readonly source: TableSource) {}

  get name(): string {
    return this.source.name;
  }

  get place(): string {
    return this.source.name;
  }

  get size(): number {
    return this.source.size;
  }

  get columns(): readonly string[] {
    return this.source.columns;
  }

  get given(): ColumnChoice | undefined {
    return this.source.given;
  }

  get address(): TableAddress {
    return { format: 'source', file: this.file };
  }

  cut(): Pick<Part, 'from' | 'to'>[] {
    return [{ from: 0, to: 1 }];
  }

  bytesTo(): number {
    return this.source.size;
  }

  check({ truth, numbers, weights, sets, about }: Wanted): { float32: boolean } {
    const option = (column: number): string => /--[a-z-]+/.exec(about[column]?.advice ?? '')?.[0] ?? '--probs';
    if (weights !== undefined) this.source.inspect(truth, [weights], sets, option);
    return this.source.inspect(truth, numbers, sets, option);
  }

  /** Gets the next batch; 0 where there is none. */
  async next(): Promise<number> {
    this.iterator ??= (this.reading as () => AsyncIterable<Batch>)()[Symbol.asyncIterator]();
    const { value, done } = await this.iterator.next();
    this.batch = done ? undefined : value;
    return done ? 0 : 1;
  }

  reader(wanted: Wanted, kernels: Kernels): TableReader {
    const { source } = this;
    const { numbers, weights, sets } = wanted;
    const truth = wanted.truth ?? wanted.texts?.[0];
    const maker = new BlockMaker(kernels, wanted, source.columns);
    const read = (take: (block: RowBlock) => void, refuse: Refuse): Reading<undefined> => this.read(wanted, maker, take, refuse);
    return {
      read: (_, take, refuse) => {
        this.iterator = undefined;
        this.reading = () => source.batches(truth, weights === undefined ? numbers : [...numbers, weights], undefined, sets);
        return read(take, refuse);
      },
      free: () => maker.free(),
    };
  }

  private *read(wanted: Wanted, maker: BlockMaker, take: (block: RowBlock) => void, refuse: Refuse): Reading<undefined> {
    for (let before = 0; (yield { file: this.file, into: NO_BYTES, at: before }) > 0; ) {
      const { rows, numbers, truth, sets, bad } = this.batch as Batch;
      const texts = wanted.texts?.length ? [truth] : [];
      maker.emit({ rows, numbers, truth: wanted.truth === undefined ? undefined : truth, sets, texts, bad }, byRow(this.name, before), take, refuse);
      before += rows;
    }
    return undefined;
  }
}

const NO_BYTES = new Uint8Array();
