import { isMissing } from '../classOfLabel.js';

/** How far the estimates of a row may be from summing to 1 and still look as if they should. */
const NEAR_ONE = 0.03;
/** Of the rows, so many must look alike. */
const ALIKE_SHARE = 0.9;

/** The first rows of a table, to see what its columns hold. */
export class Peek {
  private readonly known: (readonly (number | undefined)[] | undefined)[] = [];
  private readonly knownTexts: (string[] | undefined)[] = [];
  /** Of columns that have hardly anything else; null for others. */
  private readonly onlyNumbers: (number[] | null | undefined)[] = [];

  constructor(
    /** A column after another; undefined where one was not looked at. */
    private readonly values: readonly (readonly unknown[] | undefined)[],
    /** Whether numbers are written as text. */
    private readonly textual: boolean,
    /** Whether they are printed in decimal digits, as in all formats that are text. */
    private readonly printed = textual,
  ) {}

  get rows(): number {
    return this.values.reduce((most, column) => Math.max(most, column?.length ?? 0), 0);
  }

  /** What stands in a column, row by row. */
  column(index: number): readonly unknown[] {
    return this.values[index] ?? [];
  }

  /** What a column says as text, without rows that say nothing. */
  texts(index: number): readonly string[] {
    this.knownTexts[index] ??= this.column(index).flatMap((value) => {
      if (value === null || value === undefined || typeof value === 'object') return [];
      const text = String(value);
      return isMissing(text) ? [] : [text];
    });
    return this.knownTexts[index];
  }

  /** The numbers of a column, row by row; undefined where there is none. */
  numbersOf(index: number): readonly (number | undefined)[] {
    this.known[index] ??= this.column(index).map((value) => this.numberOf(value));
    return this.known[index];
  }

  /** The number that a value is; undefined where it is none. */
  private numberOf(value: unknown): number | undefined {
    if (typeof value === 'number') return value;
    if (typeof value === 'bigint') return Number(value);
    return this.textual && typeof value === 'string' ? writtenNumber(value) : undefined;
  }

  /** The numbers of a column that has hardly anything else. */
  numbers(index: number): number[] | undefined {
    const known = this.onlyNumbers[index];
    if (known !== undefined) return known ?? undefined;
    const all = this.numbersOf(index);
    const found = all.filter((number) => number !== undefined && !Number.isNaN(number)) as number[];
    const some = found.length > 0 && found.length >= ALIKE_SHARE * all.length;
    this.onlyNumbers[index] = some ? found : null;
    return some ? found : undefined;
  }

  isNumber(index: number): boolean {
    return this.numbers(index) !== undefined;
  }

  /** Whether a column has no more numbers than other things: then it is no column of numbers with a few faults. */
  isOther(index: number): boolean {
    const all = this.numbersOf(index);
    return all.filter((number) => number !== undefined).length * 2 < all.length;
  }

  /** Whether the numbers of a column lie in [0, most], as estimates do, and are not all whole, as codes are. */
  isShare(index: number, most = 1): boolean {
    const numbers = this.numbers(index);
    return numbers?.every((x) => x >= -NEAR_ONE * most && x <= most * (1 + NEAR_ONE)) ?? false;
  }

  /** Whether some numbers of a column are no whole ones. */
  isFractional(index: number): boolean {
    return this.numbers(index)?.some((x) => !Number.isInteger(x)) ?? false;
  }

  /** The sums of columns, of rows that have a number in each. */
  sums(indices: readonly number[]): number[] {
    const columns = indices.map((index) => this.numbersOf(index));
    return Array.from({ length: this.rows }, (_, r) => columns.reduce((sum, column) => sum + (column[r] ?? NaN), 0)).filter((sum) => !Number.isNaN(sum));
  }

  /** Whether columns sum to a total in hardly any row but a few. */
  sumTo(indices: readonly number[], total: number): boolean {
    const sums = this.sums(indices);
    const near = sums.filter((sum) => Math.abs(sum - total) <= NEAR_ONE * total).length;
    return sums.length > 0 && near >= ALIKE_SHARE * sums.length && indices.every((index) => this.isShare(index, total));
  }

  /** 1 or 100 where columns sum to that. */
  total(indices: readonly number[]): 1 | 100 | undefined {
    return this.sumTo(indices, 1) ? 1 : this.sumTo(indices, 100) ? 100 : undefined;
  }

  /** The digits behind the point that columns are printed with, by the numbers that take the most: those from a tenth of the whole on. */
  private digits(indices: readonly number[], total: number): number {
    let most = 0;
    for (const index of indices)
      this.column(index).forEach((value, r) => {
        const x = this.numbersOf(index)[r];
        const match = x !== undefined && Math.abs(x) >= total / 10 && x < total ? /^[^.,]*[.,](\d+)(e?)/i.exec(String(value).replace(/\s*%\s*$/, '')) : null;
        if (match) most = Math.max(most, match[2] ? 17 : match[1].length + (String(value).includes('%') ? 2 : 0));
      });
    return most;
  }

  /**
   * How far rounding to the digits that are printed may have put the sum of a row: k · ½ · 10^-d. Only where some row of these is off by more than
   * `usual`, and none by more than that; and not of one digit, which says too little.
   */
  printedTolerance(indices: readonly number[], total: number, usual: number): { digits: number; tolerance: number } | undefined {
    if (!this.printed || indices.length < 2) return undefined;
    const digits = this.digits(indices, total);
    const tolerance = (indices.length * 0.5 * 10 ** -digits) / total;
    if (digits + Math.log10(total) < 2 || tolerance <= usual) return undefined;
    const off = this.sums(indices).map((sum) => Math.abs(sum / total - 1));
    const some = off.filter((each) => each > usual);
    const fits = some.filter((each) => each <= tolerance * (1 + 1e-9));
    return fits.length > 0 && fits.length * 2 > some.length ? { digits, tolerance } : undefined;
  }

  /** The smallest and the largest number of columns, and of how many rows one lies outside [0, most]. */
  range(indices: readonly number[], most: number): { low: number; high: number; outside: number } {
    const all = indices.map((index) => this.numbersOf(index));
    const known = all.flat().filter((x) => x !== undefined && !Number.isNaN(x)) as number[];
    const outside = Array.from({ length: this.rows }, (_, r) =>
      all.some((column) => (column[r] ?? 0) < -NEAR_ONE || (column[r] ?? 0) > most + NEAR_ONE),
    ).filter(Boolean).length;
    return { low: known.reduce((a, b) => Math.min(a, b), Infinity), high: known.reduce((a, b) => Math.max(a, b), -Infinity), outside };
  }

  /** Whether what a column says are labels that a matcher knows, but for a few. */
  names(index: number, matching: (label: string) => number): boolean {
    const labels = this.texts(index);
    return labels.length > 0 && labels.filter((label) => matching(label) >= 0).length >= ALIKE_SHARE * labels.length;
  }
}

/** The number that a text is, be it with a decimal comma, in percent or behind Weka's star; undefined where it is none. */
export function writtenNumber(text: string): number | undefined {
  const match = /^\s*\*?([+-]?)(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?\s*(%?)\s*$/i.exec(text);
  if (!match) return /^\s*[+-]?(?:nan|inf(?:inity)?)\s*$/i.test(text) ? NaN : undefined;
  const [, sign, digits, power = '', percent] = match;
  return Number(`${sign}${digits.replace(',', '.')}${power}`) / (percent ? 100 : 1);
}
