import { type Dialect, standard } from './dialect.js';

/** BigQuery's texts and names know escapes, as C has them. */
const cEscaped = (text: string, quote: string): string => {
  const plain = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return quote + plain.replaceAll('\0', '\\x00') + quote;
};

/** Generated, not run. */
export const bigquery: Dialect = {
  ...standard,
  name: 'bigquery',
  title: 'BigQuery',
  types: { text: 'STRING', double: 'FLOAT64', integer: 'INT64', wide: 'BIGNUMERIC' },
  quote: (name) => cEscaped(name, '`'),
  literal: (text) => cEscaped(text, "'"),
  trimmed: (text) => `TRIM(${text}, ' \\t')`,
  // Sums of INT64 are INT64 there.
  rounded: (x) => `CAST(ROUND(${x}) AS BIGNUMERIC)`,
  element: (array, i) => `${array}[SAFE_OFFSET(${i})]`,
  arrayLength: (array) => `ARRAY_LENGTH(${array})`,
  namesTable: (names) => `UNNEST([${names.map((name, i) => `STRUCT(${cEscaped(name, "'")} AS name, ${i} AS i)`).join(', ')}]) AS v`,
};
