import { type Dialect, standard } from './dialect.js';

/** Generated, not run. */
export const trino: Dialect = {
  ...standard,
  name: 'trino',
  title: 'Trino',
  trimmed: (text) => `TRIM(BOTH ' ' || CHR(9) FROM ${text})`,
  withoutZeros: (text) => `CASE WHEN ${text} LIKE '%.%' THEN TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM ${text})) ELSE ${text} END`,
  // Sums of BIGINT are BIGINT there.
  rounded: (x) => `CAST(ROUND(${x}) AS DECIMAL(38,0))`,
};

/** Athena is Trino. Generated, not run. */
export const athena: Dialect = { ...trino, name: 'athena', title: 'Athena' };
