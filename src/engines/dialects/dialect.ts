/**
 * What differs between engines. A dialect is the standard one with a few words changed; everything else that is generated is the same for all.
 */
export interface Dialect {
  readonly name: string;
  /** What the engine is called in messages. */
  readonly title: string;
  /** Types, as CAST takes them. */
  readonly types: { text: string; double: string; integer: string; wide: string };
  /** A name, and a text, whatever is in it. */
  quote(name: string): string;
  literal(text: string): string;
  /** A number as a double; the index of a class, or −1. */
  number(x: number): string;
  index(i: number): string;
  /** Anything as text; with blanks and tabs taken off both ends; in small letters. */
  text(x: string): string;
  trimmed(text: string): string;
  lower(text: string): string;
  /** A text as it is to be compared with names before it is trimmed, where that is worth it: engines that compute every case of a CASE have none. */
  readonly compared: ((text: string) => string) | undefined;
  /** A text that is a number without the zeros behind its point: 1.0 is 1. */
  withoutZeros(text: string): string;
  /** Two texts that are put together. */
  concat(a: string, b: string): string;
  /** A column as a double. A text that is no number is nothing, or an error of the engine, but never some number. */
  double(x: string): string;
  /** The natural logarithm. */
  ln(x: string): string;
  /** The larger of two numbers. */
  larger(a: string, b: string): string;
  /** A square that may be too small to be a number. */
  square(x: string): string;
  /** A double as the nearest whole number, where 64 bits hold it; and where more may be needed. */
  rounded(x: string): string;
  roundedWide(x: string): string;
  /** The sum of whole numbers as text: in digits, or as two sums, HIGH*LOW for HIGH·2³¹ + LOW, where a sum may not fit 64 bits. */
  sumText(x: string): string;
  /** A double as text, with every digit. */
  floatText(x: string): string;
  /** Whether weighted sums can be whole numbers, which takes more than 64 bits. */
  readonly wideSums: boolean;
  /** What ends a subquery, so that its columns are computed once. */
  readonly fence: string;
  /** Whether rows are grouped by one number that all keys are packed into. */
  readonly onePackedKey: boolean;
  /** Whether the layers of a query of so many classes are aliases of one flat SELECT. */
  flat(k: number): boolean;
  /** The element of an array column, counted from 0; what makes its elements quick to get at, and an array of the numbers of a group in an order. */
  element(array: string, i: number): string;
  unpacked(array: string): string;
  arrayLength(array: string): string;
  readonly gathered: ((value: string, order: string) => string) | undefined;
  /** Whether a text matches a regular expression, and numbers that cut a column into parts of equal mass; of engines that rows are sliced in. */
  readonly matches?: (text: string, pattern: string) => string;
  readonly quantiles?: (number: string, from: string, parts: number) => string;
  /** Parquet files in the place of a table, where the engine reads them. */
  readonly parquet: ((path: string) => string) | undefined;
  /** Two columns, name and i, of the names of classes; to be joined with. */
  namesTable(names: readonly string[]): string;
  /** Every row of a subquery once for each of some whole numbers, which are in a column ei. */
  repeated(rows: string, numbers: readonly number[]): string;
  /** In a flat query: what makes so many rows of one, and is each of the numbers in turn. */
  readonly flatEach?: (numbers: readonly number[]) => string;
}

const double = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The names of classes as a table of constants. */
export function valuesTable(names: readonly string[], literal: (text: string) => string, alias = 'v(name, i)'): string {
  return `(VALUES ${names.map((name, i) => `(${literal(name)}, ${i})`).join(', ')}) AS ${alias}`;
}

/** A number in a form that engines take for a double: with an exponent. */
export function exponential(x: number): string {
  const [digits, power] = x.toExponential().split('e');
  return `${digits}e${Number(power)}`;
}

/** Standard SQL, as PostgreSQL and DuckDB speak it. */
export const standard: Dialect = {
  name: 'standard',
  title: 'SQL',
  types: { text: 'VARCHAR', double: 'DOUBLE', integer: 'BIGINT', wide: 'DECIMAL(38,0)' },
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  literal: double,
  number: exponential,
  index: String,
  text(x) {
    return `CAST(${x} AS ${this.types.text})`;
  },
  trimmed: (text) => `TRIM(${text}, ' ' || CHR(9))`,
  lower: (text) => `LOWER(${text})`,
  compared: (text) => text,
  withoutZeros: (text) => `CASE WHEN ${text} LIKE '%.%' THEN RTRIM(RTRIM(${text}, '0'), '.') ELSE ${text} END`,
  concat: (a, b) => `${a} || ${b}`,
  double(x) {
    return `CAST(${x} AS ${this.types.double})`;
  },
  ln: (x) => `LN(${x})`,
  larger: (a, b) => `GREATEST(${a}, ${b})`,
  square: (x) => `${x} * ${x}`,
  rounded(x) {
    return `CAST(ROUND(${x}) AS ${this.types.integer})`;
  },
  roundedWide(x) {
    return `CAST(ROUND(${x}) AS ${this.types.wide})`;
  },
  sumText(x) {
    return this.text(`SUM(${x})`);
  },
  floatText(x) {
    return this.text(x);
  },
  wideSums: true,
  fence: '',
  onePackedKey: false,
  flat: () => false,
  element: (array, i) => `${array}[${i + 1}]`,
  unpacked: (array) => array,
  arrayLength: (array) => `CARDINALITY(${array})`,
  gathered: (value, order) => `ARRAY_AGG(${value} ORDER BY ${order})`,
  parquet: undefined,
  namesTable(names) {
    return valuesTable(names, this.literal);
  },
  repeated: (rows, numbers) => `(${rows}) r CROSS JOIN (${numbers.map((i, at) => `SELECT ${i}${at === 0 ? ' AS ei' : ''}`).join(' UNION ALL ')}) u`,
};

/** In these a backslash is put before quotes and backslashes; Spark takes two quotes for the end of a text and the begin of another. */
export const escapedLiteral = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** In these a backslash in a text is written twice, too. */
export const backslashed = (text: string): string => double(text.replaceAll('\\', '\\\\'));

/** Names between backticks. */
export const backticked = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
