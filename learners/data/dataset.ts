import { FairbitsError } from 'fairbits';

/** A column of numbers; NaN where the value is missing. */
export interface NumericColumn {
  readonly kind: 'numeric';
  readonly name: string;
  /** NaN where the value is missing. */
  readonly values: Float64Array;
}

/** A column of categories: `codes[row]` is the place of its category; below 0 where the value is missing. */
export interface NominalColumn {
  readonly kind: 'nominal';
  readonly name: string;
  /** The declared values; a code is a place in this list. */
  readonly categories: readonly string[];
  /** −1 where the value is missing. */
  readonly codes: Int32Array;
}

/** An attribute of a dataset: numbers, or categories. */
export type Column = NumericColumn | NominalColumn;

/** Data to learn from, as typed columns. A row is known by its number, so that a learner is a `Learner<number>`. */
export interface Dataset {
  readonly name: string;
  readonly rows: number;
  /** Every column but the class. */
  readonly attributes: readonly Column[];
  /** The name of the class column. */
  readonly className: string;
  readonly classes: readonly string[];
  /** The class of each row. */
  readonly labels: Uint16Array;
  /** How many rows of the file had no class, and were left out. */
  readonly dropped: number;
}

/** Which classes count: those that a file declares, or those that some row has. */
export type ClassChoice = 'declared' | 'occurring';

/** How data are read: the name for messages, which attribute is the class, and which classes count. */
export interface ReadOptions {
  /** The name of the file, for messages. */
  name?: string;
  /** The class column; the last one by default. */
  class?: string;
  /** `declared` by default. */
  classes?: ClassChoice;
}

/**
 * A dataset of columns that were read, one of which is the class.
 *
 * @example
 * ```ts
 * import { datasetOf } from 'fairbits/learners';
 *
 * const data = datasetOf(
 *   [
 *     { kind: 'numeric', name: 'x', values: Float64Array.of(1, 2) },
 *     { kind: 'nominal', name: 'play', categories: ['no', 'yes'], codes: Int32Array.of(1, 0) },
 *   ],
 *   { class: 'play' },
 * );
 * data.classes; // → [ 'no', 'yes' ]
 * [...data.labels]; // → [ 1, 0 ]
 * ```
 */
export function datasetOf(columns: readonly Column[], { name = 'data', class: wanted, classes = 'declared' }: ReadOptions): Dataset {
  if (columns.length < 2)
    throw new FairbitsError('columns', `${name}: ${columns.length} column${columns.length === 1 ? '' : 's'}; expected a class and at least one attribute`, {
      file: name,
      found: columns.length,
      expected: 'at least two columns',
    });
  const place = wanted === undefined ? columns.length - 1 : columns.findIndex((column) => column.name === wanted);
  const target = columns[place];
  if (target === undefined)
    throw new FairbitsError(
      'columns',
      `${name}: there is no column "${wanted}" for the class; the columns are ${columns.map((column) => column.name).join(', ')}`,
      {
        file: name,
        found: wanted,
        expected: 'the name of a column',
        suggestion: ['--class', columns[columns.length - 1].name],
      },
    );
  if (target.kind === 'numeric')
    throw new FairbitsError(
      'class',
      `${name}: the class "${target.name}" is numeric; expected a nominal column: declare its values, or choose another with --class`,
      {
        file: name,
        column: target.name,
        found: 'a numeric column',
        expected: 'a nominal column',
        ...nominalSuggestion(columns),
      },
    );
  const known: number[] = [];
  for (let row = 0; row < target.codes.length; row++) if (target.codes[row] >= 0) known.push(row);
  const dropped = target.codes.length - known.length;
  const seen = new Uint8Array(target.categories.length);
  for (const row of known) seen[target.codes[row]] = 1;
  const kept = target.categories.map((_, i) => i).filter((i) => classes === 'declared' || seen[i] === 1);
  const code = new Int32Array(target.categories.length).fill(-1);
  for (const [to, from] of kept.entries()) code[from] = to;
  if (kept.length < 2)
    throw new FairbitsError(
      'class-count',
      `${name}: the class "${target.name}" has ${kept.length === 1 ? `one value only, ${target.categories[kept[0]]}` : 'no value'}; expected at least two classes`,
      {
        file: name,
        column: target.name,
        found: kept.length,
        expected: 'at least two classes',
      },
    );
  return {
    name,
    rows: known.length,
    attributes: columns.filter((_, i) => i !== place).map((column) => (dropped === 0 ? column : chosen(column, known))),
    className: target.name,
    classes: kept.map((i) => target.categories[i]),
    labels: Uint16Array.from(known, (row) => code[target.codes[row]]),
    dropped,
  };
}

function nominalSuggestion(columns: readonly Column[]): { suggestion?: readonly string[] } {
  const nominal = columns.findLast((column) => column.kind === 'nominal');
  return nominal ? { suggestion: ['--class', nominal.name] } : {};
}

function chosen(column: Column, rows: readonly number[]): Column {
  return column.kind === 'numeric'
    ? { ...column, values: Float64Array.from(rows, (row) => column.values[row]) }
    : { ...column, codes: Int32Array.from(rows, (row) => column.codes[row]) };
}

/**
 * The numbers of all rows, as learners take them.
 *
 * @example
 * ```ts
 * import { allRows, readCsv } from 'fairbits/learners';
 *
 * allRows(readCsv('x,play\n1,no\n2,yes\n')); // → [ 0, 1 ]
 * ```
 */
export function allRows(data: Dataset): number[] {
  return Array.from({ length: data.rows }, (_, row) => row);
}
