import { backslashed, backticked, type Dialect, standard } from './dialect.js';

const WRITTEN_NUMBER = '^[ \\t]*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)(e[-+]?[0-9]+)?[ \\t]*$';

/** Run with MariaDB 10.11. Texts are compared as bytes, for 'a' = 'A' = 'a ' there; a subquery is computed once only behind a LIMIT. */
export const mysql: Dialect = {
  ...standard,
  name: 'mysql',
  title: 'MySQL',
  types: { text: 'CHAR', double: 'DOUBLE', integer: 'SIGNED', wide: 'DECIMAL(65,0)' },
  quote: backticked,
  literal: backslashed,
  text: (x) => `CAST(${x} AS CHAR)`,
  trimmed: (text) => `CAST(REGEXP_REPLACE(${text}, '^[ \\t]+|[ \\t]+$', '') AS BINARY)`,
  lower: (text) => `CAST(LOWER(CONVERT(${text} USING utf8mb4)) AS BINARY)`,
  compared: (text) => `CAST(${text} AS BINARY)`,
  withoutZeros: (text) => `CASE WHEN ${text} LIKE '%.%' THEN TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM ${text})) ELSE ${text} END`,
  concat: (a, b) => `CONCAT(${a}, ${b})`,
  // A cast makes a number of whatever a text begins with, or 0. Numbers have no character set.
  double: (x) => `CASE WHEN CHARSET(${x}) = 'binary' OR ${x} REGEXP '${WRITTEN_NUMBER}' THEN CAST(${x} AS DOUBLE) END`,
  rounded: (x) => `CAST(ROUND(${x}) AS SIGNED)`,
  roundedWide: (x) => `CAST(ROUND(${x}) AS DECIMAL(65,0))`,
  matches: (text, pattern) => `${text} REGEXP ${backslashed(pattern)}`,
  fence: ' LIMIT 18446744073709551615',
  element: (array, i) => `JSON_EXTRACT(${array}, '$[${i}]')`,
  arrayLength: (array) => `JSON_LENGTH(${array})`,
  gathered: undefined,
  namesTable: (names) => `(${names.map((name, i) => `SELECT ${backslashed(name)} AS name, ${i} AS i`).join(' UNION ALL ')}) AS v`,
};
