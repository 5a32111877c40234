import { backslashed, type Dialect, standard } from './dialect.js';

/** Generated, not run. */
export const snowflake: Dialect = {
  ...standard,
  name: 'snowflake',
  title: 'Snowflake',
  types: { text: 'VARCHAR', double: 'DOUBLE', integer: 'NUMBER(38,0)', wide: 'NUMBER(38,0)' },
  literal: backslashed,
  floatText: (x) => `TO_VARCHAR(${x}, 'TM9')`,
  element: (array, i) => `${array}[${i}]`,
  arrayLength: (array) => `ARRAY_SIZE(${array})`,
  gathered: (value, order) => `ARRAY_AGG(${value}) WITHIN GROUP (ORDER BY ${order})`,
  namesTable: (names) => `(SELECT column1 AS name, column2 AS i FROM (VALUES ${names.map((name, i) => `(${backslashed(name)}, ${i})`).join(', ')})) AS v`,
};
