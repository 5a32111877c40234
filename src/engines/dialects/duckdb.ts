import { type Dialect, standard } from './dialect.js';

/** Run with DuckDB 1.5. Sums of BIGINT are HUGEINT there, and overflow is an error. */
export const duckdb: Dialect = {
  ...standard,
  name: 'duckdb',
  title: 'DuckDB',
  types: { ...standard.types, wide: 'HUGEINT' },
  double: (x) => `TRY_CAST(${x} AS DOUBLE)`,
  rounded: (x) => `CAST(${x} AS BIGINT)`,
  roundedWide: (x) => `CAST(${x} AS HUGEINT)`,
  arrayLength: (array) => `LEN(${array})`,
  matches: (text, pattern) => `regexp_matches(${text}, ${standard.literal(pattern)})`,
  parquet: (path) => `read_parquet(${standard.literal(path)})`,
};
