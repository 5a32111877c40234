import { FairbitsError } from '../base/errors.js';
import { toFixed } from '../math/exactSum.js';
import { SCALE_BITS } from './sums.js';

/** A row as clients give it: by column, or in the order of the columns. */
export type ResultRow = Readonly<Record<string, unknown>> | readonly unknown[];

/** The cells of a row by the names of their columns, or by their places. */
export type Cells = Map<string, unknown>;

/** Some clients print names in capitals, and some none. */
export function cellsByName(row: ResultRow): Cells {
  if (!Array.isArray(row)) return new Map(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]));
  return new Map(row.map((value, i) => [i === 0 ? 'fairbits' : String(i), value]));
}

const EMPTY = ['', 'NULL', '\\N'];

export function bareCell(value: unknown): string {
  const found = value === null || value === undefined ? '' : String(value).trim();
  return EMPTY.includes(found) ? '' : found;
}

/** Reads the cells of results that have these columns. */
export class ResultCells {
  constructor(
    private readonly columns: readonly string[],
    private readonly float: boolean,
  ) {}

  cell(row: Cells, name: string): string {
    return bareCell(row.get(name) ?? row.get(String(this.columns.indexOf(name))));
  }

  isEmpty(row: Cells): boolean {
    return this.columns.every((name) => this.cell(row, name) === '');
  }

  /** What is in a cell that must not be empty. */
  there(row: Cells, name: string, index: number): string {
    const found = this.cell(row, name);
    if (found === '') throw broken(`row ${index + 1} has nothing in the column "${name}": expected a number`, undefined);
    return found;
  }

  whole(row: Cells, name: string, index: number, least: number, most: number): number {
    const text = this.there(row, name, index);
    const found = Number(text);
    if (!(Number.isInteger(found) && found >= least && found <= most))
      throw broken(`row ${index + 1} has ${JSON.stringify(text)} in the column "${name}": expected a whole number from ${least} to ${most}`, found);
    return found;
  }

  /** A sum, as a multiple of 2⁻²⁵⁶. */
  sum(row: Cells, name: string, index: number): bigint {
    return this.number(this.there(row, name, index), `row ${index + 1}, column "${name}"`);
  }

  number(written: string, where: string): bigint {
    if (this.float) {
      const found = Number(written);
      if (Number.isFinite(found)) return toFixed(found);
    } else {
      const match = /^(-?\d+)(?:\.0*)?(?:\*(\d+))?$/.exec(written);
      if (match) return (match[2] === undefined ? BigInt(match[1]) : (BigInt(match[1]) << 31n) + BigInt(match[2])) << BigInt(256 - SCALE_BITS);
    }
    throw broken(`${where} has ${JSON.stringify(written.slice(0, 60))}: expected ${this.float ? 'a number' : 'a whole number, every digit of it'}`, written);
  }
}

export function broken(what: string, found: unknown): FairbitsError {
  return new FairbitsError('tally', `this result of a query cannot be read: ${what}.`, { found, expected: 'the whole result of what fairbits sql printed' });
}
