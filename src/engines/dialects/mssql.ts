import { type Dialect, standard } from './dialect.js';

/** Generated, not run. SQL Server 2022 and later. */
export const mssql: Dialect = {
  ...standard,
  name: 'mssql',
  title: 'SQL Server',
  types: { text: 'NVARCHAR(MAX)', double: 'FLOAT', integer: 'DECIMAL(38,0)', wide: 'DECIMAL(38,0)' },
  quote: (name) => `[${name.replaceAll(']', ']]')}]`,
  literal: (text) => `N${standard.literal(text)}`,
  // Texts are compared by a collation in which 'a' is not 'A'.
  trimmed: (text) => `TRIM(NCHAR(32) + NCHAR(9) FROM ${text}) COLLATE Latin1_General_BIN2`,
  compared: (text) => `${text} COLLATE Latin1_General_BIN2`,
  withoutZeros: (text) => `CASE WHEN ${text} LIKE '%.%' THEN RTRIM(RTRIM(${text}, '0'), '.') ELSE ${text} END`,
  concat: (a, b) => `${a} + ${b}`,
  ln: (x) => `LOG(${x})`,
  rounded: (x) => `CAST(ROUND(${x}, 0) AS DECIMAL(38,0))`,
  roundedWide: (x) => `CAST(ROUND(${x}, 0) AS DECIMAL(38,0))`,
  floatText: (x) => `CONVERT(NVARCHAR(60), ${x}, 3)`,
  element: (array, i) => `JSON_VALUE(${array}, '$[${i}]')`,
  arrayLength: (array) => `(SELECT COUNT(*) FROM OPENJSON(${array}))`,
  gathered: undefined,
};
