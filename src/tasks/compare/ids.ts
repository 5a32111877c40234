import { FairbitsError } from '../../base/errors.js';
import type { PartRows, Table } from '../../rows/table.js';
import type { Ground } from '../ground.js';
import { shapeOptions } from '../predictions.js';
import { RowCrew, withTables } from '../rowCrew.js';
import type { ScoreOptions } from '../score/options.js';
import { usualMemory, usualPartBytes } from '../sizes.js';
import { wantedTexts } from '../walkRows.js';

interface TextRequest {
  option?: string;
  mayMiss?: boolean;
}

/** One column of a file as text, row by row: what says which instance a row is about. */
export async function readIds<F>(ground: Ground<F>, file: F, column: string, options: ScoreOptions<F> = {}, request: TextRequest = {}): Promise<string[]> {
  return (await readTexts(ground, file, column, { ...options, skipBad: false }, request)) as string[];
}

/** That column where bad rows are skipped: undefined where a row's text cannot be read. */
export async function readTexts<F>(
  ground: Ground<F>,
  file: F,
  column: string,
  options: ScoreOptions<F>,
  { option = '--id', mayMiss = false }: TextRequest = {},
): Promise<(string | undefined)[]> {
  const { skipBad = false } = options;
  return withTables(ground, [file], { threads: options.threads, npy: { labelsOnly: true }, shape: shapeOptions(options) }, async (rows) => {
    const wanted = rows.tables.map((table) => ({ ...wantedTexts([idColumnOf(table, column, option)]), textsMayMiss: mayMiss }));
    for (const [i, table] of rows.tables.entries()) table.check(wanted[i]);
    const task = { sink: 'texts', of: undefined, wanted, engine: { memory: usualMemory(2) }, skipBad, listBad: skipBad };
    const crew = await RowCrew.create(rows, task, usualPartBytes(2));
    const ids: string[] = [];
    const { parts } = await crew.run<string[][]>(
      undefined,
      ([part = []]) => {
        for (const id of part) ids.push(id);
      },
      {},
    );
    return parts ? inTheirPlaces(ids, parts) : ids;
  });
}

/** The texts of rows that could be read, each at the number of its row in the file. */
function inTheirPlaces(texts: readonly string[], parts: readonly PartRows[]): (string | undefined)[] {
  if (parts.every(({ bad }) => bad.length === 0)) return [...texts];
  const all: (string | undefined)[] = [];
  let taken = 0;
  for (const { rows, bad } of parts) {
    const unread = new Set(bad);
    for (let row = 0; row < rows; row++) all.push(unread.has(row) ? undefined : texts[taken++]);
  }
  return all;
}

function idColumnOf({ columns, name: file, address }: Table, column: string, option: string): number {
  if (address.format === 'npy')
    throw new FairbitsError(
      'option',
      `${file} has no columns with names, so there is none to ${option === '--id' ? 'know the instances by' : 'slice by'} (${option}): expected files with the rows in the same order`,
      { file, expected: `no ${option}` },
    );
  const at = columns.indexOf(column);
  if (at < 0)
    throw new FairbitsError(
      'columns',
      `${file}: there is no column "${column}" to ${option === '--id' ? 'know the instances by' : 'slice by'} (${option}); the columns are ${columns.join(', ')}`,
      {
        file,
        found: columns.join(', '),
        expected: column,
      },
    );
  return at;
}

/**
 * Where each row of the first file is in another, by id. An id that is missing, or there twice, is an error that says which.
 */
export function placesById(first: readonly string[], other: readonly string[], files: readonly [string, string], column: string): Uint32Array {
  const where = rowsById(other, files[1], column);
  const seen = new Map<string, number>();
  const places = new Uint32Array(first.length);
  first.forEach((id, row) => {
    const before = seen.get(id);
    if (before !== undefined) throw twice(files[0], column, id, before, row);
    seen.set(id, row);
    const place = where.get(id);
    if (place === undefined) throw missingId(files[1], files[0], column, id, row);
    places[row] = place;
  });
  if (other.length > first.length) {
    const row = other.findIndex((id) => !seen.has(id));
    throw missingId(files[0], files[1], column, other[row], row);
  }
  return places;
}

/** The row of each id; one that is there twice is an error. */
export function rowsById(ids: readonly (string | undefined)[], file: string, column: string): Map<string, number> {
  const where = new Map<string, number>();
  ids.forEach((id, row) => {
    if (id === undefined) return;
    const before = where.get(id);
    if (before !== undefined) throw twice(file, column, id, before, row);
    where.set(id, row);
  });
  return where;
}

function twice(file: string, column: string, id: string, before: number, row: number): FairbitsError {
  return new FairbitsError(
    'id',
    `${file}: ${JSON.stringify(id)} is in column "${column}" of rows ${before + 1} and ${row + 1}: expected every instance once. Is this the column that tells them apart?`,
    { file, row, column, found: id, expected: 'different ids' },
  );
}

export function missingId(file: string, other: string, column: string, id: string, row: number): FairbitsError {
  return new FairbitsError(
    'id',
    `${file} has no row with ${JSON.stringify(id)} in column "${column}", which is row ${row + 1} of ${other}: expected predictions of the same instances`,
    { file, row, column, found: 'no such row', expected: id },
  );
}
