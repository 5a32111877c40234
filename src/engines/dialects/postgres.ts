import { type Dialect, exponential, standard } from './dialect.js';

/**
 * Run with PostgreSQL 15 and later. A subquery is computed once only behind OFFSET 0, and several processes share the work only where that 0 needs no cast; a
 * square below 1e-308 is an error.
 */
export const postgres: Dialect = {
  ...standard,
  name: 'postgres',
  title: 'PostgreSQL',
  types: { text: 'text', double: 'double precision', integer: 'bigint', wide: 'numeric' },
  // A number with an exponent is a numeric in PostgreSQL.
  number: (x) => `${exponential(x)}::float8`,
  trimmed: (text) => `BTRIM(${text}, ' ' || CHR(9))`,
  square: (x) => `CASE WHEN ${x} > 1e-150 THEN ${x} * ${x} ELSE 0 END`,
  rounded: (x) => `CAST(${x} AS bigint)`,
  // As a numeric a double has 15 digits only; as a bigint it has all, and beyond that as text.
  roundedWide: (x) => `CASE WHEN abs(${x}) < 9e18::float8 THEN CAST(CAST(${x} AS bigint) AS numeric) ELSE CAST(CAST(${x} AS text) AS numeric) END`,
  matches: (text, pattern) => `${text} ~ ${standard.literal(pattern)}`,
  fence: " OFFSET '0'",
  // It takes several keys for so many groups that it sorts the rows.
  onePackedKey: true,
  // Behind the fence an array is a value in memory, not one that is unpacked for each of its elements.
  unpacked: (array) => `${array} || '{}'`,
  arrayLength: (array) => `CARDINALITY(${array})`,
};
