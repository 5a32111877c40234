import { type Dialect, standard } from './dialect.js';

/** Run with SQLite 3.54, built with its mathematical functions. A sum beyond 64 bits is an error, so each is two sums. */
export const sqlite: Dialect = {
  ...standard,
  name: 'sqlite',
  title: 'SQLite',
  types: { text: 'TEXT', double: 'REAL', integer: 'INTEGER', wide: 'INTEGER' },
  trimmed: (text) => `TRIM(${text}, ' ' || CHAR(9))`,
  // A cast makes 0 of a text that is no number; what is one as JSON is one.
  double: (x) =>
    `CASE WHEN TYPEOF(${x}) IN ('real', 'integer') THEN CAST(${x} AS REAL) WHEN JSON_VALID(${x}) AND JSON_TYPE(${x}) IN ('real', 'integer') THEN CAST(${x} AS REAL) END`,
  larger: (a, b) => `MAX(${a}, ${b})`,
  sumText: (x) => `SUM(${x} >> 31) || '*' || SUM(${x} & 2147483647)`,
  floatText: (x) => `PRINTF('%!.17g', ${x})`,
  wideSums: false,
  fence: ' LIMIT -1',
  element: (array, i) => `JSON_EXTRACT(${array}, '$[${i}]')`,
  arrayLength: (array) => `JSON_ARRAY_LENGTH(${array})`,
  gathered: undefined,
  namesTable: (names) => `(SELECT column1 AS name, column2 AS i FROM (VALUES ${names.map((name, i) => `(${standard.literal(name)}, ${i})`).join(', ')})) AS v`,
};
