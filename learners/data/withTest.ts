import { FairbitsError } from 'fairbits';
import type { Column, Dataset } from './dataset.js';

/** Values of a test file that training does not know: they count as missing. */
export interface UnseenValues {
  column: string;
  values: string[];
  rows: number;
}

/** Training and test data as one dataset, the numbers of the rows of each, and the values that training does not know. */
export interface TrainAndTest {
  /** The rows of both. */
  data: Dataset;
  train: Uint32Array;
  test: Uint32Array;
  unseen: UnseenValues[];
  /** Test rows without a class, which were left out. */
  dropped: number;
}

/**
 * Training data and the columns of a test file as one dataset. Columns are found by their names; classes that only the test file has are added.
 *
 * @example
 * ```ts
 * import { columnsOf, readCsv, withTest } from 'fairbits/learners';
 *
 * const data = readCsv('outlook,play\nsunny,no\nrainy,yes\n');
 * const { train, test, unseen } = withTest(data, columnsOf('outlook,play\nfoggy,yes\n', { class: 'play' }), 'test.csv');
 * [[...train], [...test]]; // → [ [ 0, 1 ], [ 2 ] ]
 * unseen; // → [ { column: 'outlook', values: [ 'foggy' ], rows: 1 } ]
 * ```
 */
export function withTest(data: Dataset, columns: readonly Column[], name: string): TrainAndTest {
  const found = (wanted: string): Column => {
    const column = columns.find((other) => other.name === wanted);
    if (column) return column;
    throw new FairbitsError(
      'columns',
      `${name}: there is no column "${wanted}", which ${data.name} has; the columns are ${columns.map((other) => other.name).join(', ')}`,
      {
        file: name,
        column: wanted,
        expected: `a column "${wanted}"`,
      },
    );
  };
  const names = textsOf(found(data.className));
  const rows = names.flatMap((value, row) => (value === undefined ? [] : [row]));
  const classes = [...data.classes, ...new Set(rows.map((row) => names[row] as string).filter((value) => !data.classes.includes(value)))];
  const unseen: UnseenValues[] = [];
  const attributes = data.attributes.map((column) => appended(column, found(column.name), rows, name, unseen));
  return {
    data: {
      ...data,
      rows: data.rows + rows.length,
      attributes,
      classes,
      labels: Uint16Array.of(...data.labels, ...rows.map((row) => classes.indexOf(names[row] as string))),
    },
    train: Uint32Array.from({ length: data.rows }, (_, i) => i),
    test: Uint32Array.from(rows, (_, i) => data.rows + i),
    unseen,
    dropped: names.length - rows.length,
  };
}

/** The values of a column as text; undefined where they are missing. */
function textsOf(column: Column): (string | undefined)[] {
  return column.kind === 'nominal'
    ? Array.from(column.codes, (code) => column.categories[code])
    : Array.from(column.values, (value) => (Number.isNaN(value) ? undefined : String(value)));
}

function appended(column: Column, test: Column, rows: readonly number[], file: string, unseen: UnseenValues[]): Column {
  if (column.kind === 'numeric') {
    if (test.kind === 'nominal' && test.categories.length > 0)
      throw new FairbitsError('value', `${file}: "${column.name}" has the value "${test.categories[0]}", and is numeric in training; expected numbers`, {
        file,
        column: column.name,
        found: test.categories[0],
        expected: 'numbers',
      });
    const values = new Float64Array(column.values.length + rows.length);
    values.set(column.values);
    for (const [i, row] of rows.entries()) values[column.values.length + i] = test.kind === 'numeric' ? test.values[row] : NaN;
    return { ...column, values };
  }
  const texts = textsOf(test);
  const code = new Map(column.categories.map((category, i) => [category, i]));
  const codes = new Int32Array(column.codes.length + rows.length);
  codes.set(column.codes);
  const strange = new Set<string>();
  let count = 0;
  for (const [i, row] of rows.entries()) {
    const text = texts[row];
    const known = text === undefined ? -1 : code.get(text);
    codes[column.codes.length + i] = known ?? -1;
    if (known !== undefined) continue;
    strange.add(text as string);
    count++;
  }
  if (count > 0) unseen.push({ column: column.name, values: [...strange], rows: count });
  return { ...column, codes };
}
