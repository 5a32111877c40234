import { list } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import type { Kernels } from '../../kernels/kernels.js';
import type { Reading, Stretch } from '../bytes/reading.js';
import type { ColumnChoice } from '../columns.js';
import type { Part, Table, TableAddress, TableReader, Wanted } from '../table.js';
import { type NpyArray, type NpyFile, openArray } from './npyArray.js';
import { NpyOddReader } from './npyOdd.js';
import { isUsual, NpyReader } from './npyReader.js';
import { estimateColumns, labelCount, npyClasses } from './npyShape.js';
import { classesOfTexts } from './npyTexts.js';

/** Parts have rows by these multiples, and about so many bytes. */
const NPY_PART_ROWS = 65536;
const PART_BYTES = 2 ** 21;

/**
 * Two arrays as one table: estimates of shape (n, k), or (n) for P(positive), and n labels, which count classes from 0.
 * Without estimates it has labels only, as a training set may.
 */
export function* openNpyTable(estimates: NpyFile | undefined, labels: NpyFile, known: KnownNpy = {}): Reading<Table> {
  const { classes, notes = [] } = known;
  const truths = yield* openArray(labels);
  const n = labelCount(labels.name, truths.header);
  const numbers = estimates && (yield* openArray(estimates));
  const k = numbers ? estimateColumns(numbers.name, numbers.header, n, labels.name) : 1;
  if (classes || truths.kind !== 'text') return new NpyTable(numbers, truths, n, k, npyClasses(numbers?.name, k, classes), known);
  const named = yield* classesOfTexts(truths, n, k);
  const said = [...notes, `the columns are taken to be of the classes in sorted order: ${list(named)} (--classes says otherwise)`];
  return new NpyTable(numbers, truths, n, k, named, { ...known, classes: named, notes: said });
}

/** What is known of a table before it is opened. It can be posted. */
export interface KnownNpy {
  /** The classes in the order of the columns. */
  classes?: readonly string[] | undefined;
  notes?: readonly string[] | undefined;
  /** What the table is called, where that is not the file of estimates. */
  name?: string | undefined;
}

class NpyTable implements Table {
  readonly name: string;
  readonly place: string;
  readonly size: number;
  readonly columns: readonly string[];
  readonly given: ColumnChoice;
  readonly notes: readonly string[];
  readonly address: TableAddress;
  private readonly partRows: number;

  constructor(
    private readonly estimates: NpyArray | undefined,
    private readonly labels: NpyArray,
    readonly rows: number,
    private readonly k: number,
    private readonly classes: string[],
    known: KnownNpy,
  ) {
    const { name, file } = estimates ?? labels;
    this.name = known.name ?? name;
    this.place = this.name;
    this.size = (estimates?.size ?? 0) + labels.size;
    const columns = Array.from({ length: k }, (_, i) => i);
    this.columns = ['label', ...columns.map((i) => `column ${i}`)];
    this.given = { truth: 0, estimates: columns.map((i) => i + 1), classes, guesses: [] };
    // Without estimates both are the same file.
    this.address = { format: 'npy', file, labels: estimates ? labels.file : undefined, known };
    this.notes = known.notes ?? [];
    const rowBytes = labels.bytes + (estimates ? k * estimates.bytes : 0);
    this.partRows = NPY_PART_ROWS * Math.max(1, Math.round(PART_BYTES / (NPY_PART_ROWS * rowBytes)));
  }

  cut(): Pick<Part, 'from' | 'to'>[] {
    const { rows, partRows } = this;
    const parts: Pick<Part, 'from' | 'to'>[] = [];
    for (let from = 0; from < rows; from += partRows) parts.push({ from, to: Math.min(from + partRows, rows) });
    return parts;
  }

  bytesTo({ to }: Pick<Part, 'to'>): number {
    return this.rows === 0 ? this.size : Math.round((this.size * to) / this.rows);
  }

  stretches({ from, to }: Pick<Part, 'from' | 'to'>): Stretch[] {
    const { estimates, labels, k } = this;
    const of = ({ file, bytes, header: { dataAt } }: NpyArray, width: number): Stretch => ({
      file,
      from: dataAt + from * bytes * width,
      to: dataAt + to * bytes * width,
    });
    // Whole columns one after another lie elsewhere.
    return [of(labels, 1), ...(estimates && !(estimates.header.fortran && k > 1) ? [of(estimates, k)] : [])];
  }

  *peek(columns: readonly number[], rows: number, kernels: Kernels): Reading<unknown[][]> {
    const wanted: Wanted = { numbers: [], classes: [], about: {}, most: 1, finite: false };
    const { estimates, labels, rows: all, k, classes, columns: names } = this;
    const reader = new NpyOddReader({ estimates, labels, rows: all, k, classes, columns: names }, wanted, kernels);
    try {
      const values = yield* reader.peek(rows);
      return columns.map((column) => values[column]);
    } finally {
      reader.free();
    }
  }

  check({ numbers, weights }: Wanted): { float32: boolean } {
    const { estimates, labels } = this;
    if (!estimates && (numbers.some((column) => column > 0) || (weights ?? 0) > 0))
      throw new FairbitsError('columns', `${labels.name} has labels only: expected estimates with them`, { file: labels.name, expected: 'estimates' });
    return { float32: estimates !== undefined && estimates.header.type !== 'f8' };
  }

  reader(wanted: Wanted, kernels: Kernels): TableReader {
    const { estimates, labels, rows, k, classes, columns } = this;
    return new (isUsual(wanted) ? NpyReader : NpyOddReader)({ estimates, labels, rows, k, classes, columns }, wanted, kernels);
  }
}

export { npyHeader } from './npyHeader.js';
