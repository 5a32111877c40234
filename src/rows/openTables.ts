import { FairbitsError } from '../base/errors.js';
import { head, type InputFile, type OpenFiles, type Read, type Reading } from './bytes/reading.js';
import type { CsvDialect } from './csv/csvDialect.js';
import { CsvTable, openCsv } from './csv/csvTable.js';
import { type Format, formatOf } from './formats.js';
import type { LongOptions } from './long/longColumns.js';
import type { KnownNpy } from './npy/npyTable.js';
import type { NpzKeys } from './npz/npzArrays.js';
import type { Table, TableAddress } from './table.js';

/** The first bytes that tell a format. */
const FORMAT_BYTES = 64;

/** How NPY files are labelled, and which arrays of NPZ files are what, for what can be read from such. */
export interface NpyLabels extends NpzKeys {
  classes?: readonly string[] | undefined;
}

/** How rows are laid out, where the file does not say. */
export interface ShapeOptions {
  /** Text: whether the first line names the columns; by default that is told by what it holds. */
  header?: boolean | undefined;
  /** One row to an instance and class. */
  long?: LongOptions | undefined;
}

/**
 * Opens files of any format as tables. Arrays without names are taken where `npy` says how; their labels are the files behind the others.
 * What reads a format is loaded when a file first needs it.
 */
export async function openTables(inputs: OpenFiles, npy?: NpyLabels, { header, long }: ShapeOptions = {}): Promise<Table[]> {
  // Rows that are gathered into others are read before any part is cut, so a stream of them is kept.
  if (long) await inputs.streams?.keep();
  const { files, labelsFrom, read } = inputs;
  const formats = await formatsOf(inputs);
  const labels = labelsOf(files, labelsFrom, formats, npy);
  const tables: Table[] = [];
  for (const [file, format] of formats.entries()) {
    const known = format === 'npy' ? { classes: npy?.classes } : format === 'csv' ? { header } : undefined;
    const address = format === 'npz' ? await npzAddress(inputs, file, npy) : { format, file, labels: labels.get(file), known };
    const table = await openAddress(address, files, read);
    tables.push(long ? await (await import('./long/longTable.js')).openLong(table, long, read) : table);
  }
  return tables;
}

/** Two arrays of an archive are a table as two files would be. */
async function npzAddress(inputs: OpenFiles, file: number, npy: NpyLabels | undefined): Promise<TableAddress> {
  if (!npy) throw noColumns(inputs.files[file].name, 'npz');
  const { npzArrays } = await import('./npz/npzArrays.js');
  const { estimates, labels, notes } = await npzArrays(inputs, file, npy);
  const known = { classes: npy.classes, notes, name: inputs.files[file].name };
  return estimates === undefined ? { format: 'npy', file: labels, known } : { format: 'npy', file: estimates, labels, known };
}

/** The formats of files, but of labels. */
export async function formatsOf({ files, labelsFrom, read }: OpenFiles): Promise<Format[]> {
  const formats: Format[] = [];
  for (let file = 0; file < labelsFrom; file++) formats.push(formatOf(files[file].name, await read(head(file, FORMAT_BYTES))));
  return formats;
}

/** Opens a table by its address: as here the first time, so in every thread. */
export async function openAddress(address: TableAddress, files: readonly InputFile[], read: Read): Promise<Table> {
  if (address.format === 'csv' && address.known && !('header' in (address.known as object))) return new CsvTable(address.file, address.known as CsvDialect);
  const table = await read(await opening(address, files));
  await table.load?.();
  return table.settled ? read(table.settled()) : table;
}

/** What reads a format, but text, which is always there. */
const readers = {
  ndjson: () => import('./ndjson/ndjsonTable.js'),
  json: () => import('./ndjson/jsonTable.js'),
  parquet: () => import('./parquet/parquetTable.js'),
  arrow: () => import('./arrow/arrowTable.js'),
  npy: () => import('./npy/npyTable.js'),
  npz: async () => {
    await import('./npz/npzArrays.js');
    return import('./npy/npyTable.js');
  },
};

/** Loads what reads a file that is called so, for who will need it in a moment. */
export async function loadReaderOf(name: string): Promise<void> {
  const format = formatOf(name, new Uint8Array());
  if (format !== 'csv') await readers[format]();
}

/** The one place where the format of a file is asked for. */
async function opening({ format, file, labels, known }: TableAddress, files: readonly InputFile[]): Promise<Reading<Table>> {
  const { name, size } = files[file];
  switch (format as Format) {
    case 'csv':
      return openCsv(file, name, size, (known as { header?: boolean } | undefined)?.header);
    case 'ndjson':
      return (await readers.ndjson()).openNdjson(file, name, size, known);
    case 'json':
      return (await readers.json()).openJson(file, name, size);
    case 'parquet':
      return (await readers.parquet()).openParquet(file, name, size, known);
    case 'arrow':
      return (await readers.arrow()).openArrow(file, name, size, known);
    case 'npy': {
      const { openNpyTable } = await readers.npy();
      const array = { file, name, size };
      return labels === undefined
        ? openNpyTable(undefined, array, known as KnownNpy)
        : openNpyTable(array, { file: labels, name: files[labels].name, size: files[labels].size }, known as KnownNpy);
    }
    case 'npz':
      throw new Error('an archive is opened by its arrays');
  }
}

/** Which file holds the labels of each array. */
function labelsOf(files: readonly InputFile[], labelsFrom: number, formats: readonly Format[], npy: NpyLabels | undefined): Map<number, number> {
  const arrays = formats.flatMap((format, file) => (format === 'npy' ? [file] : []));
  const given = files.slice(labelsFrom).filter(({ member }) => !member).length;
  if (given > 0 && formats.includes('npz')) throw onlyNpy('--labels', 'an .npz file has its labels with it (--truth says which array)');
  if (given > 0 && arrays.length === 0) throw onlyNpy('--labels');
  if (arrays.length === 0 || npy?.labelsOnly) return new Map();
  const { name } = files[arrays[0]];
  if (!npy) throw noColumns(name, 'npy');
  if (given !== arrays.length) {
    const found = given === 0 ? 'no labels' : `${given} file${given === 1 ? '' : 's'} of labels for ${arrays.length} of estimates`;
    throw new FairbitsError('option', `${name} holds estimates only, and there are ${found}: expected --labels LABELS.npy, once for each file`, {
      file: name,
      found,
      expected: '--labels LABELS.npy',
    });
  }
  return new Map(arrays.map((file, i) => [file, labelsFrom + i]));
}

/** The error of a file of arrays where columns are wanted by name. */
function noColumns(name: string, format: 'npy' | 'npz'): FairbitsError {
  const message = `${name}: a .${format} file has no columns with names: expected CSV, TSV, NDJSON, Parquet or Arrow. Save the arrays as columns.`;
  return new FairbitsError('format', message, { file: name, found: format, expected: 'a file with named columns' });
}

/** The error of an option that only arrays without names need. */
function onlyNpy(option: string, others = 'other formats have columns for the true classes (--truth) and estimates (--probs)'): FairbitsError {
  return new FairbitsError('option', `${option} is for .npy files: ${others}`, {
    found: option,
    expected: 'no such option',
  });
}
