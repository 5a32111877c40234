import { FairbitsError } from '../../base/errors.js';
import { sameLength } from '../../compare/same.js';
import type { LeftOut, PartRows } from '../../rows/table.js';
import { missingId, rowsById } from './ids.js';

/** A learner's file: its rows, part by part, and which of them are bad; where instances have ids, that of every row that has one. */
export interface RowsOfFile {
  file: string;
  parts: readonly PartRows[];
  ids?: readonly (string | undefined)[] | undefined;
}

/** That files can be read twice, as they must be where a row may be bad in one of them. */
export function checkSkipping(files: readonly string[]): void {
  if (files.includes('-'))
    throw new FairbitsError('option', 'standard input can be read only once, and --on-error skip may need two readings: expected files', {
      found: '-',
      expected: 'files',
    });
}

/** What is left of the rows of several files once each that is bad in one of them is left out of all. */
export interface CommonRows {
  /** How many instances are left out of all files. */
  skipped: number;
  /** How many rows of each file are bad, or have no id where there are ids. */
  skippedOf: number[];
  /** What each file has to leave out beside its own bad rows. */
  leaveOut: LeftOut[][];
  /** Of each file: whether a row stays. */
  stays: Uint8Array[];
}

/**
 * The rows that are good in all files: the same places in each, or the same ids. `column` is that of the ids.
 *
 * @example
 * ```ts
 * import { commonRows } from 'fairbits/files';
 *
 * // Three rows in each file; the second is bad in the first file, the third in the other.
 * const part = (bad: number[]) => [{ table: 0, from: 0, rows: 3, bad }];
 * const { skipped, stays } = commonRows([{ file: 'a.csv', parts: part([1]) }, { file: 'b.csv', parts: part([2]) }]);
 * skipped; // → 2
 * [...stays[0]]; // → [ 1, 0, 0 ]
 * ```
 */
export function commonRows(files: readonly RowsOfFile[], column = '', long = false): CommonRows {
  const good = files.map(({ parts, ids }) => {
    const rows = goodRows(parts);
    ids?.forEach((id, row) => {
      if (id === undefined) rows[row] = 0;
    });
    return rows;
  });
  const { stays, instances } = files[0].ids ? byId(files, good, column) : byPlace(files, good);
  const kept = count(stays[0]);
  if (kept === 0) throw noneLeft(files);
  return {
    skipped: (long ? instances : Math.max(...good.map((rows) => rows.length))) - kept,
    skippedOf: good.map((rows) => rows.length - count(rows)),
    leaveOut: files.map(({ parts }, i) => leftOutOf(parts, stays[i])),
    stays,
  };
}

const count = (rows: Uint8Array): number => rows.reduce((sum, one) => sum + one, 0);

function goodRows(parts: readonly PartRows[]): Uint8Array {
  const good = new Uint8Array(parts.reduce((sum, { rows }) => sum + rows, 0)).fill(1);
  let before = 0;
  for (const { rows, bad } of parts) {
    for (const row of bad) good[before + row] = 0;
    before += rows;
  }
  return good;
}

function byPlace(files: readonly RowsOfFile[], good: readonly Uint8Array[]): { stays: Uint8Array[]; instances: number } {
  const [first, ...others] = files.map(({ file }, i) => ({ file, rows: good[i].length }));
  for (const other of others) sameLength(first, other);
  const all = Uint8Array.from(good[0], (_, row) => Number(good.every((rows) => rows[row] === 1)));
  return { stays: files.map(() => all), instances: all.length };
}

/** An id may be missing in a file that has a row without one, which it may be. */
function byId(files: readonly RowsOfFile[], good: readonly Uint8Array[], column: string): { stays: Uint8Array[]; instances: number } {
  const rowsOf = files.map(({ file, ids = [] }) => rowsById(ids, file, column));
  const [first] = rowsOf;
  const unknown = files.map(({ ids = [] }, i) => ids.length - rowsOf[i].size);
  for (let i = 1; i < files.length; i++) {
    checkMissing(files[i].file, rowsOf[i], files[0].file, first, unknown[i], column);
    checkMissing(files[0].file, first, files[i].file, rowsOf[i], unknown[0], column);
  }
  const stays = good.map((rows) => new Uint8Array(rows.length));
  for (const id of first.keys()) {
    const rows = rowsOf.map((of) => of.get(id));
    if (!rows.every((row, i) => row !== undefined && good[i][row] === 1)) continue;
    for (const [i, row] of rows.entries()) stays[i][row as number] = 1;
  }
  return { stays, instances: new Set(rowsOf.flatMap((of) => [...of.keys()])).size };
}

function checkMissing(
  file: string,
  rows: ReadonlyMap<string, number>,
  other: string,
  others: ReadonlyMap<string, number>,
  allowed: number,
  column: string,
): void {
  let missing = 0;
  for (const [id, row] of others) if (!rows.has(id) && ++missing > allowed) throw missingId(file, other, column, id, row);
}

/** Rows that do not stay, but for those that are bad anyhow. */
function leftOutOf(parts: readonly PartRows[], stays: Uint8Array): LeftOut[] {
  const found: LeftOut[] = [];
  let before = 0;
  for (const { table, from, rows, bad } of parts) {
    const own = new Set(bad);
    const out: number[] = [];
    for (let row = 0; row < rows; row++) if (stays[before + row] === 0 && !own.has(row)) out.push(row);
    if (out.length > 0) found.push({ table, from, rows: out });
    before += rows;
  }
  return found;
}

function noneLeft(files: readonly RowsOfFile[]): FairbitsError {
  const names = files.map(({ file }) => file).join(', ');
  return new FairbitsError('format', `${names}: no row is good in all of these files, so nothing is left to compare: expected rows without faults`, {
    file: files[0].file,
    found: 'no such row',
    expected: 'rows that are good in all files',
  });
}
