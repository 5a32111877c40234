import { isMissing } from '../classOfLabel.js';

/** How far the estimates of a row may be from summing to 1 and still look as if they should. */
const NEAR = 0.03;
/** Of the rows, so many must look alike. */
const MOST = 0.9;

/** The first rows of a table, to see what its columns hold. */
export class Peek {
  private readonly known: (readonly (number | undefined)[] | undefined)[] = [];

  constructor(
    /** A column after another; undefined where one was not looked at. */
    private readonly values: readonly (readonly unknown[] | undefined)[],
    /** Whether numbers are written as text. */
    private readonly textual: boolean,
  ) {}

  get rows(): number {
    return this.values.reduce((most, column) => Math.max(most, column?.length ?? 0), 0);
  }

  /** What stands in a column, row by row. */
  column(index: number): readonly unknown[] {
    return this.values[index] ?? [];
  }

  /** What a column says as text, without rows that say nothing. */
  texts(index: number): string[] {
    return this.column(index).flatMap((value) => {
      if (value === null || value === undefined || typeof value === 'object') return [];
      const text = String(value);
      return isMissing(text) ? [] : [text];
    });
  }

  /** The numbers of a column, row by row; undefined where there is none. */
  private numbersOf(index: number): readonly (number | undefined)[] {
    this.known[index] ??= this.column(index).map((value) => {
      if (typeof value === 'number') return value;
      if (typeof value === 'bigint') return Number(value);
      return this.textual && typeof value === 'string' ? writtenNumber(value) : undefined;
    });
    return this.known[index];
  }

  /** The numbers of a column that has hardly anything else. */
  numbers(index: number): number[] | undefined {
    const all = this.numbersOf(index);
    const found = all.filter((number) => number !== undefined && !Number.isNaN(number)) as number[];
    return found.length > 0 && found.length >= MOST * all.length ? found : undefined;
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
    return numbers?.every((x) => x >= -NEAR * most && x <= most * (1 + NEAR)) ?? false;
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
    const near = sums.filter((sum) => Math.abs(sum - total) <= NEAR * total).length;
    return sums.length > 0 && near >= MOST * sums.length && indices.every((index) => this.isShare(index, total));
  }

  /** 1 or 100 where columns sum to that. */
  total(indices: readonly number[]): 1 | 100 | undefined {
    return this.sumTo(indices, 1) ? 1 : this.sumTo(indices, 100) ? 100 : undefined;
  }

  /** Whether what a column says are labels that a matcher knows, but for a few. */
  names(index: number, matching: (label: string) => number): boolean {
    const labels = this.texts(index);
    return labels.length > 0 && labels.filter((label) => matching(label) >= 0).length >= MOST * labels.length;
  }
}

/** The number that a text is, be it with a decimal comma or in percent; undefined where it is none. */
export function writtenNumber(text: string): number | undefined {
  const match = /^\s*([+-]?)(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?\s*(%?)\s*$/i.exec(text);
  if (!match) return /^\s*[+-]?(?:nan|inf(?:inity)?)\s*$/i.test(text) ? NaN : undefined;
  const [, sign, digits, power = '', percent] = match;
  return Number(`${sign}${digits.replace(',', '.')}${power}`) / (percent ? 100 : 1);
}
