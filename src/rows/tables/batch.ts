import { FairbitsError } from '../../base/errors.js';
import type { About } from '../table.js';

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

/** Why a row cannot be taken: what stands in one of its columns. */
export interface BadCell {
  /** Undefined where the row as a whole cannot be read. */
  column: string | undefined;
  found: string;
  /** What was expected, unless what is wanted of the column says so. */
  expected?: string;
  /** Where it is not the table's own. */
  file?: string;
}

/** Some rows, column by column. */
export interface RowBatch {
  rows: number;
  /** One for each column of numbers that is wanted, and the weights behind them if they are; undefined where the block has it from elsewhere. What is no number is NaN here, and bad. */
  numbers: (NumberColumn | undefined)[];
  /** Where a column of classes is wanted. */
  truth?: TruthColumn | undefined;
  /** Where a column of sets is wanted. */
  sets?: SetColumn | undefined;
  /** One for each column of text that is wanted. */
  texts: TruthColumn[];
  /** Rows that cannot be taken, counted from 0 in this batch. */
  bad: Map<number, BadCell>;
}

/** Notes the first bad cell of a row. */
export function noteBad(bad: Map<number, BadCell>, row: number, cell: BadCell): void {
  if (!bad.has(row)) bad.set(row, cell);
}

/** Something that was found, for a message: short, and text in quotes. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'bigint') return String(value);
  const text = typeof value === 'number' ? String(value) : jsonOf(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** A value as JSON, which lists in lists without end are not. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Array.isArray(value) ? 'lists in lists, very deep' : 'objects in objects, very deep';
  }
}

/** The error for a column whose type cannot be used. */
export function wrongType(file: string, column: string, found: string, expected: string, option: string): FairbitsError {
  return new FairbitsError('type', `${file}: column "${column}" holds ${found}: expected ${expected}. Is this the right column? (${option})`, {
    file,
    column,
    found,
    expected,
  });
}

/** The options that an advice names. */
export function optionOf(about: About | undefined): string {
  return about?.advice.match(/--[\w-]+/g)?.join(', ') ?? '--truth, --probs';
}

/** Why a library could not read a file. What the language says of the library's own code tells a reader nothing. */
function causeOf(error: unknown): string {
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

/** Whatever goes wrong where bytes are understood means a file that is not as it should be; `what` is the part of it. */
export function asDamaged(file: string, format: string, what: string, error: unknown): FairbitsError {
  return error instanceof FairbitsError ? error : damaged(file, format, `${what}: ${causeOf(error)}`);
}

/** Whatever a library throws, likewise. */
export function guarded<T>(file: string, format: string, what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw asDamaged(file, format, what, error);
  }
}
