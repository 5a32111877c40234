import { type BadCell, noteBad, type SetColumn, shown, type TruthColumn } from './batch.js';
import { isArrayOrView, SetNames } from './setNames.js';

/** Gives each different value a number. Text, whole numbers and booleans name classes, by what they look like as text. */
export class TruthNames {
  readonly names: string[] = [];
  private readonly codes = new Map<unknown, number>();

  /** The number of a value; −1 where it cannot name a class. */
  code(value: unknown): number {
    const known = this.codes.get(value);
    if (known !== undefined) return known;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'boolean') return -1;
    const code = this.names.length;
    this.names.push(String(value));
    this.codes.set(value, code);
    return code;
  }
}

/** A column of values as codes of what they look like as text; what names nothing is bad. Neighbours are often equal, and then nothing is looked up. */
export function codesOf(values: ArrayLike<unknown>, rows: number, column: string, bad: Map<number, BadCell>): TruthColumn {
  const names = new TruthNames();
  const codes = new Uint32Array(rows);
  let last: unknown;
  let lastCode = -1;
  for (let r = 0; r < rows; r++) {
    const value = values[r];
    if (value !== last || lastCode < 0) {
      last = value;
      lastCode = names.code(value);
      if (lastCode < 0) noteBad(bad, r, { column, found: shown(value) });
    }
    codes[r] = Math.max(0, lastCode);
  }
  return { codes, names: names.names };
}

/** A column of sets; `at` gives what stands in a row. */
export function setCodesOf(rows: number, at: (row: number) => unknown, column: string, bad: Map<number, BadCell>): SetColumn {
  const sets = new SetNames();
  const codes = new Uint32Array(rows);
  // A row that has none keeps 0, which must be something.
  sets.code(null);
  for (let r = 0; r < rows; r++) {
    const value = at(r);
    const code = sets.code(value);
    if (code >= 0) codes[r] = code;
    else noteBad(bad, r, { column, found: shown(isArrayOrView(value) ? Array.from(value) : value) });
  }
  return { codes, names: sets.names };
}
