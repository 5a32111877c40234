import { backticked, type Dialect, escapedLiteral, standard } from './dialect.js';

/** Run with Spark 4.3. A sum of BIGINT may overflow, so each is two sums. */
export const spark: Dialect = {
  ...standard,
  name: 'spark',
  title: 'Spark',
  types: { text: 'STRING', double: 'DOUBLE', integer: 'BIGINT', wide: 'DECIMAL(38,0)' },
  quote: backticked,
  literal: escapedLiteral,
  trimmed: (text) => `TRIM(BOTH ' \\t' FROM ${text})`,
  withoutZeros: (text) => `CASE WHEN ${text} LIKE '%.%' THEN TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM ${text})) ELSE ${text} END`,
  concat: (a, b) => `CONCAT(${a}, ${b})`,
  rounded: (x) => `CAST(RINT(${x}) AS BIGINT)`,
  roundedWide: (x) => `CAST(RINT(${x}) AS DECIMAL(38,0))`,
  sumText: (x) => `CONCAT(CAST(SUM(SHIFTRIGHT(${x}, 31)) AS STRING), '*', CAST(SUM(${x} & 2147483647) AS STRING))`,
  wideSums: false,
  element: (array, i) => `${array}[${i}]`,
  arrayLength: (array) => `SIZE(${array})`,
  gathered: (value, order) => `TRANSFORM(ARRAY_SORT(COLLECT_LIST(STRUCT(${order} AS o, ${value} AS v))), e -> e.v)`,
  parquet: (path) => `parquet.${backticked(path)}`,
  namesTable: (names) => `(VALUES ${names.map((name, i) => `(${escapedLiteral(name)}, ${i})`).join(', ')}) AS v(name, i)`,
};

/** Databricks is Spark. Generated, not run there. */
export const databricks: Dialect = { ...spark, name: 'databricks', title: 'Databricks' };
