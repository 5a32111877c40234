import { FairbitsError } from '../errors.js';
import type { ColumnChoice } from './columns.js';

/** Numbers of one column: row r is values[from + r · stride], so that columns of one matrix need no copies. */
export interface NumberColumn {
  values: Float64Array | Float32Array;
  from: number;
  stride: number;
}

/** The true classes of some rows: row r has the class called names[codes[r]]. */
export interface TruthColumn {
  codes: ArrayLike<number>;
  names: readonly string[];
}

/** Sets of classes: row r has the set of those called names[codes[r]]. */
export interface SetColumn {
  codes: ArrayLike<number>;
  names: readonly (readonly string[])[];
}

/** Why a row cannot be scored: what stands in one of its columns. */
export interface BadCell {
  /** Undefined where the row as a whole cannot be read. */
  column: string | undefined;
  found: string;
  expected: string;
  /** Where it is not the table's own. */
  file?: string;
}

/** Some rows, column by column. */
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

/** A file of predictions, whatever its format: named columns, read in batches as often as wanted. */
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

/** Notes the first bad cell of a row. */
export function noteBad(bad: Map<number, BadCell>, row: number, cell: BadCell): void {
  if (!bad.has(row)) bad.set(row, cell);
}

/** Something that was found, for a message: short, and text in quotes. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'bigint') return String(value);
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

export const NUMBER = 'a number from 0 to 1';
export const CLASS = 'the name of a class';
export const SET = 'classes with | between, a list of classes, or nothing';
export const NO_TRUTH: TruthColumn = { codes: [], names: [] };

/** The error for a column whose type cannot be used. */
export function wrongType(file: string, column: string, found: string, expected: string, option: string): FairbitsError {
  return new FairbitsError('type', `${file}: column "${column}" holds ${found}: expected ${expected}. Is this the right column? (${option})`, {
    file,
    column,
    found,
    expected,
  });
}

/** Why a library could not read a file. What the language says of the library's own code tells a reader nothing. */
export function causeOf(error: unknown): string {
  const inside = error instanceof TypeError || error instanceof RangeError || !(error instanceof Error) || /undefined|\[object/.test(error.message);
  return inside ? 'what stands there makes no sense' : error.message;
}

/** That the columns have names, which they need not in a damaged file. */
export function checkNames(file: string, format: string, names: readonly unknown[]): void {
  const at = names.findIndex((name) => typeof name !== 'string');
  if (at >= 0) throw damaged(file, format, `column ${at} has no name`);
}

/** The error for a file that is not what its format says. */
export function damaged(file: string, format: string, why: string): FairbitsError {
  return new FairbitsError('format', `${file} cannot be read as ${format}: ${why}. Is it cut short, damaged, or of another format?`, {
    file,
    found: why,
    expected: `a whole ${format} file`,
  });
}
