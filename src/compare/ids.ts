import { createReadStream } from 'node:fs';
import { FairbitsError } from '../errors.js';
import { formatsOf } from '../score/formatsOf.js';
import { openPaths } from '../score/openPaths.js';
import { head, type OpenFiles } from '../score/reading.js';
import { type Format, openTable } from '../sources/formats.js';
import { readHeader, splitLine } from '../sources/header.js';

/** One column of a file as text, row by row: what says which instance a row is about. */
export async function readIds(file: string, column: string): Promise<string[]> {
  const inputs = await openPaths([file]);
  try {
    const ids: string[] = [];
    for (const [i, format] of (await formatsOf(inputs)).entries())
      if (format === 'csv') await fromText(inputs, i, column, ids);
      else await fromTable(inputs, i, format, column, ids);
    return ids;
  } finally {
    inputs.close();
  }
}

async function fromText({ files, read }: OpenFiles, file: number, column: string, ids: string[]): Promise<void> {
  const { name, path, size, opened } = files[file];
  const bytes = await read(head(file, size));
  const { columns, delimiter, comment, rowsAt } = readHeader(bytes, name, bytes.length === size);
  const at = placeOf(columns, column, name);
  const take = (line: string): void => {
    if (line.trim() !== '' && !(comment && line.startsWith(comment))) ids.push(splitLine(line.replace(/\r$/, ''), delimiter)[at]);
  };
  let open = '';
  const place = opened ? { fd: opened.descriptor, autoClose: false, start: opened.from + rowsAt } : { start: rowsAt };
  for await (const text of createReadStream(path, { ...place, encoding: 'utf8', highWaterMark: 2 ** 20 })) {
    const pieces = (text as string).split('\n');
    pieces.forEach((piece, i) => {
      open += piece;
      if (i === pieces.length - 1) return;
      // An odd number of quotes: the newline is inside of them.
      if (oddQuotes(open)) open += '\n';
      else {
        take(open);
        open = '';
      }
    });
  }
  take(open);
}

function oddQuotes(text: string): boolean {
  let odd = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) odd = !odd;
  return odd;
}

async function fromTable(inputs: OpenFiles, file: number, format: Exclude<Format, 'csv'>, column: string, ids: string[]): Promise<void> {
  const { name } = inputs.files[file];
  if (format === 'npy')
    throw new FairbitsError(
      'option',
      `${name} has no columns with names, so there is none to know the instances by (--id): expected files with the rows in the same order`,
      {
        file: name,
        expected: 'no --id',
      },
    );
  const source = await openTable(format, inputs.access(file));
  try {
    const at = placeOf(source.columns, column, name);
    for await (const { truth, rows } of source.batches(at, [])) for (let r = 0; r < rows; r++) ids.push(truth.names[truth.codes[r]]);
  } finally {
    source.close();
  }
}

function placeOf(columns: readonly string[], column: string, file: string): number {
  const at = columns.indexOf(column);
  if (at < 0)
    throw new FairbitsError('columns', `${file}: there is no column "${column}" to know the instances by (--id); the columns are ${columns.join(', ')}`, {
      file,
      found: columns.join(', '),
      expected: column,
    });
  return at;
}

/**
 * Where each row of the first file is in another, by id. An id that is missing, or there twice, is an error that says which.
 */
export function placesById(first: readonly string[], other: readonly string[], files: readonly [string, string], column: string): Uint32Array {
  const where = new Map<string, number>();
  other.forEach((id, row) => {
    const before = where.get(id);
    if (before !== undefined) throw twice(files[1], column, id, before, row);
    where.set(id, row);
  });
  const seen = new Map<string, number>();
  const places = new Uint32Array(first.length);
  first.forEach((id, row) => {
    const before = seen.get(id);
    if (before !== undefined) throw twice(files[0], column, id, before, row);
    seen.set(id, row);
    const place = where.get(id);
    if (place === undefined) throw missing(files[1], files[0], column, id, row);
    places[row] = place;
  });
  if (other.length > first.length) {
    const row = other.findIndex((id) => !seen.has(id));
    throw missing(files[0], files[1], column, other[row], row);
  }
  return places;
}

function twice(file: string, column: string, id: string, before: number, row: number): FairbitsError {
  return new FairbitsError(
    'id',
    `${file}: ${JSON.stringify(id)} is in column "${column}" of rows ${before + 1} and ${row + 1}: expected every instance once. Is this the column that tells them apart?`,
    { file, row, column, found: id, expected: 'different ids' },
  );
}

function missing(file: string, other: string, column: string, id: string, row: number): FairbitsError {
  return new FairbitsError(
    'id',
    `${file} has no row with ${JSON.stringify(id)} in column "${column}", which is row ${row + 1} of ${other}: expected predictions of the same instances`,
    { file, row, column, found: 'no such row', expected: id },
  );
}
