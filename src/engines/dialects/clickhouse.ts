import { type Dialect, escapedLiteral, exponential, standard } from './dialect.js';

/** Up to so many classes the text of a flat query stays small when its aliases are put in. */
const MOST_FLAT = 6;

/**
 * Run with ClickHouse 18.16. A query over a Distributed table aggregates on its shards only if it is one flat SELECT; sums of Int64 wrap without a
 * word, so each is two sums.
 */
export const clickhouse: Dialect = {
  ...standard,
  name: 'clickhouse',
  title: 'ClickHouse',
  types: { text: 'String', double: 'Nullable(Float64)', integer: 'Int64', wide: 'Int64' },
  quote: (name) => `\`${name.replace(/[\\`]/g, '\\$&')}\``,
  literal: escapedLiteral,
  number: exponential,
  // Of numbers without a type, 0 and -1, it makes 0 and 255.
  index: (i) => `toInt16(${i})`,
  text: (x) => `toString(${x})`,
  trimmed: (text) => `replaceRegexpAll(${text}, '^[ \\\\t]+|[ \\\\t]+$', '')`,
  lower: (text) => `lower(${text})`,
  withoutZeros: (text) => `replaceRegexpOne(${text}, '^([^.]*)(\\\\.0*|(\\\\.[0-9]*[1-9])0*)$', '\\\\1\\\\3')`,
  concat: (a, b) => `concat(${a}, ${b})`,
  ln: (x) => `log(${x})`,
  larger: (a, b) => `greatest(${a}, ${b})`,
  rounded: (x) => `toInt64(round(${x}))`,
  roundedWide: (x) => `toInt64(round(${x}))`,
  sumText: (x) => `concat(toString(sum(bitShiftRight(${x}, 31))), '*', toString(sum(bitAnd(${x}, 2147483647))))`,
  floatSumText: (x) => `toString(sum(${x}))`,
  wideSums: false,
  flat: (k) => k <= MOST_FLAT,
  arrayLength: (array) => `length(${array})`,
  gathered: (value, order) => `arrayMap(e -> e.2, arraySort(groupArray((${order}, ${value}))))`,
  parquet: (path) => `file(${escapedLiteral(path)}, 'Parquet')`,
  namesTable: (names) =>
    `(SELECT ${escapedLiteral('')} AS name, 0 AS i WHERE 0${names.map((name, i) => ` UNION ALL SELECT ${escapedLiteral(name)}, ${i}`).join('')}) AS v`,
};
