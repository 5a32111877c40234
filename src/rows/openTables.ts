import { FairbitsError } from '../base/errors.js';
import { head, type InputFile, type OpenFiles, type Read, type Reading } from './bytes/reading.js';
import type { CsvDialect } from './csv/csvDialect.js';
import { CsvTable, openCsv } from './csv/csvTable.js';
import { type Format, formatOf } from './formats.js';
import type { Table, TableAddress } from './table.js';

/** The first bytes that tell a format. */
const FORMAT_BYTES = 64;

/** How NPY files are labelled, for what can be read from such. */
export interface NpyLabels {
  classes?: readonly string[] | undefined;
  /** Whether labels alone are a table, as they are of a training set. */
  labelsOnly?: boolean;
}

/**
 * Opens files of any format as tables. Arrays without names are taken where `npy` says how; their labels are the files behind the others.
 * What reads a format is loaded when a file first needs it.
 */
export async function openTables(inputs: OpenFiles, npy?: NpyLabels): Promise<Table[]> {
  const { files, labelsFrom, read } = inputs;
  const formats = await formatsOf(inputs);
  const labels = labelsOf(files, labelsFrom, formats, npy);
  const tables: Table[] = [];
  for (const [file, format] of formats.entries())
    tables.push(await openAddress({ format, file, labels: labels.get(file), known: format === 'npy' ? { classes: npy?.classes } : undefined }, files, read));
  return tables;
}

/** The formats of files, but of labels. */
export async function formatsOf({ files, labelsFrom, read }: OpenFiles): Promise<Format[]> {
  const formats: Format[] = [];
  for (let file = 0; file < labelsFrom; file++) formats.push(formatOf(files[file].name, await read(head(file, FORMAT_BYTES))));
  return formats;
}

/** Opens a table by its address: as here the first time, so in every thread. */
export async function openAddress(address: TableAddress, files: readonly InputFile[], read: Read): Promise<Table> {
  if (address.format === 'csv' && address.known) return new CsvTable(address.file, address.known as CsvDialect);
  const table = await read(await opening(address, files));
  await table.load?.();
  return table;
}

/** What reads a format, but text, which is always there. */
const readers = {
  ndjson: () => import('./ndjson/ndjsonTable.js'),
  json: () => import('./ndjson/jsonTable.js'),
  parquet: () => import('./parquet/parquetTable.js'),
  arrow: () => import('./arrow/arrowTable.js'),
  npy: () => import('./npy/npyTable.js'),
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
      return openCsv(file, name, size);
    case 'ndjson':
      return (await readers.ndjson()).openNdjson(file, name, size, known);
    case 'json':
      return (await readers.json()).openJson(file, name, size);
    case 'parquet':
      return (await readers.parquet()).openParquet(file, name, size);
    case 'arrow':
      return (await readers.arrow()).openArrow(file, name, size, known);
    case 'npy': {
      const { openNpyTable } = await readers.npy();
      const { classes } = known as { classes?: readonly string[] };
      const array = { file, name, size };
      return labels === undefined
        ? openNpyTable(undefined, array, classes)
        : openNpyTable(array, { file: labels, name: files[labels].name, size: files[labels].size }, classes);
    }
  }
}

/** Which file holds the labels of each array. */
function labelsOf(files: readonly InputFile[], labelsFrom: number, formats: readonly Format[], npy: NpyLabels | undefined): Map<number, number> {
  const arrays = formats.flatMap((format, file) => (format === 'npy' ? [file] : []));
  const given = files.length - labelsFrom;
  if (given > 0 && arrays.length === 0) throw onlyNpy('--labels');
  if (arrays.length === 0 || npy?.labelsOnly) return new Map();
  const { name } = files[arrays[0]];
  if (!npy)
    throw new FairbitsError(
      'format',
      `${name}: a .npy file has no columns with names: expected CSV, TSV, NDJSON, Parquet or Arrow. Save the arrays as columns.`,
      { file: name, found: 'npy', expected: 'a file with named columns' },
    );
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

/** The error of an option that only arrays without names need. */
function onlyNpy(option: string): FairbitsError {
  return new FairbitsError('option', `${option} is for .npy files: other formats have columns for the true classes (--truth) and estimates (--probs)`, {
    found: option,
    expected: 'no such option',
  });
}
