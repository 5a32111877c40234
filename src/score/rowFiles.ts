import { list } from '../classes.js';
import { FairbitsError } from '../errors.js';
import type { Kernels } from '../kernels/kernels.js';
import type { RuleSets } from '../rules/ruleSets.js';
import type { ByteAccess } from '../sources/byteAccess.js';
import type { ColumnChoice } from '../sources/columns.js';
import { type Format, openTable } from '../sources/formats.js';
import { CsvRows } from './csvRows.js';
import { formatsOf } from './formatsOf.js';
import { LineReader } from './lines.js';
import { onlyNpy } from './onlyNpy.js';
import type { OpenFiles } from './reading.js';
import { TableRows } from './tableRows.js';
import type { Problem } from './unplaced.js';

/** What a column should hold, and which option says that it is this one: for messages. */
export interface About {
  expected: string;
  option: string;
}

/** What is read of each row. */
export interface RowsWanted {
  /** Columns of numbers, in the order in which they are to stand in a row. */
  numbers: readonly number[];
  /** The column of true classes, and that of sets of classes (which are read without numbers). */
  truth?: number;
  sets?: number;
  /** The classes that those are of. */
  classes?: readonly string[];
  about(column: number): About;
  /** Rows at once. */
  most: number;
}

/** Some rows, in order. The arrays are the kernels', and hold others after the next rows are read. */
export interface Rows {
  rows: number;
  numbers: Float64Array;
  labels: Uint16Array;
  sets: RuleSets;
  /** How far into the file this is, in bytes. */
  position: number;
  /** An error of one of them. */
  problem(row: number, code: FairbitsError['code'], message: string, details: { column?: string; found?: unknown; expected?: string }): Problem;
}

/** A file of any format, read in one thread from its first row to its last: for what depends on the order of rows, or reads columns of its own. */
export interface RowFile {
  /** What messages call it, and where they say its columns are. */
  readonly name: string;
  readonly place: string;
  readonly size: number;
  readonly columns: readonly string[];
  /** Which column is what, where the format leaves no choice. */
  readonly given?: ColumnChoice | undefined;
  /** Checks that columns can hold what they are taken for. */
  inspect(wanted: RowsWanted): { float32: boolean };
  /** Hands over all rows. A row that cannot be read is an error, unless `skip` hears of it. */
  read(wanted: RowsWanted, take: (rows: Rows) => void, skip?: (problem: Problem) => void): Promise<void>;
  /** An error with its place, if it was one of the file's without. */
  placed(error: unknown): Promise<unknown>;
  close(): void;
}

/** NPY files: the labels of each, and the names of the classes. */
export interface NpyLabels {
  labels: OpenFiles | undefined;
  classes?: readonly string[] | undefined;
}

/** Opens files that lie ready. `npy` says how arrays are labelled, for what can be read from such. */
export async function openRowFiles(inputs: OpenFiles, kernels: Kernels, npy?: NpyLabels): Promise<RowFile[]> {
  const opened: RowFile[] = [];
  const reader = new LineReader(kernels);
  try {
    const formats = await formatsOf(inputs);
    const arrays = formats.indexOf('npy');
    const labels = arrays < 0 ? undefined : npyLabels(inputs, npy, inputs.files[arrays].name);
    if (npy?.labels && arrays < 0) throw onlyNpy('--labels');
    for (const [file, format] of formats.entries()) {
      if (format === 'csv') opened.push(await CsvRows.open(inputs, file, kernels, reader));
      else opened.push(await openRows(inputs, file, format, kernels, labels, npy?.classes));
    }
    return opened;
  } catch (error) {
    for (const each of opened) each.close();
    throw error;
  }
}

async function openRows(
  inputs: OpenFiles,
  file: number,
  format: Exclude<Format, 'csv'>,
  kernels: Kernels,
  labels: OpenFiles | undefined,
  classes: readonly string[] | undefined,
): Promise<RowFile> {
  const access = inputs.access(file);
  let labelAccess: ByteAccess | undefined;
  try {
    if (format !== 'npy') return new TableRows(await openTable(format, access), kernels);
    labelAccess = (labels as OpenFiles).access(file);
    const { openNpy } = await import('../sources/npy.js');
    return new TableRows(await openNpy(access, labelAccess, classes ? { classes } : {}), kernels);
  } catch (error) {
    access.close();
    labelAccess?.close();
    throw error;
  }
}

/** The labels of arrays, if they may be read and there are as many. */
function npyLabels({ files }: OpenFiles, npy: NpyLabels | undefined, name: string): OpenFiles {
  if (!npy)
    throw new FairbitsError(
      'format',
      `${name}: a .npy file has no columns with names: expected CSV, TSV, NDJSON, Parquet or Arrow. Save the arrays as columns.`,
      {
        file: name,
        found: 'npy',
        expected: 'a file with named columns',
      },
    );
  const found = npy.labels?.files.length;
  if (npy.labels && found === files.length) return npy.labels;
  throw new FairbitsError(
    'option',
    `${name} holds estimates only, and there are ${found === undefined ? 'no labels' : `${found} files of labels for ${files.length} files`}: expected --labels LABELS.npy, once for each file`,
    { file: name, found, expected: '--labels LABELS.npy' },
  );
}

/** The place of a column that an option names. */
export function columnOf({ name, place, columns }: Pick<RowFile, 'name' | 'place' | 'columns'>, wanted: string, option: string): number {
  const index = columns.indexOf(wanted);
  const twice = index >= 0 && columns.indexOf(wanted, index + 1) >= 0;
  if (index >= 0 && !twice) return index;
  const what = twice ? `there are two columns "${wanted}"` : `there is no column "${wanted}"; the columns are ${list(columns)}`;
  throw new FairbitsError('columns', `${place}: ${what}. Say which with ${option}.`, {
    file: name,
    ...(place === name ? {} : { line: 1 }),
    column: wanted,
    found: list(columns),
    expected: wanted,
  });
}

/** The error of files without a row. */
export function noRows(files: readonly Pick<RowFile, 'name' | 'place'>[]): FairbitsError {
  const names = files.map(({ name }) => name).join(', ');
  const header = files.some(({ name, place }) => name !== place) ? 'a header but no row' : 'no row';
  return new FairbitsError('format', `${names}: there is ${header}: expected rows`, { file: names, expected: 'rows' });
}

/** Bytes of all files, and of those before one: for progress. */
export function bytesOf(files: readonly Pick<RowFile, 'size'>[], before = files.length): number {
  return files.slice(0, before).reduce((sum, { size }) => sum + size, 0);
}
