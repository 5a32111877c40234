import { backslashed, type Dialect } from './dialect.js';
import { postgres } from './postgres.js';

/** Generated, not run. Arrays are SUPER, counted from 0. */
export const redshift: Dialect = {
  ...postgres,
  name: 'redshift',
  title: 'Redshift',
  // It is older than the standard in this: a backslash begins an escape.
  literal: backslashed,
  types: { text: 'VARCHAR(65535)', double: 'DOUBLE PRECISION', integer: 'BIGINT', wide: 'DECIMAL(38,0)' },
  rounded: (x) => `CAST(ROUND(${x}) AS BIGINT)`,
  roundedWide: (x) => `CAST(ROUND(${x}) AS DECIMAL(38,0))`,
  fence: '',
  onePackedKey: false,
  element: (array, i) => `${array}[${i}]`,
  unpacked: (array) => array,
  arrayLength: (array) => `GET_ARRAY_LENGTH(${array})`,
  gathered: undefined,
  namesTable: (names) => `(${names.map((name, i) => `SELECT ${backslashed(name)} AS name, ${i} AS i`).join(' UNION ALL ')}) AS v`,
};
