import { type Dialect, escapedLiteral, exponential, standard } from './dialect.js';

/** Up to so many classes a flat query stays below half a million elements when its aliases are put in one in the other, which is what ClickHouse allows. */
const MOST_FLAT = 3;

const arrayJoin = (numbers: readonly number[]): string => `arrayJoin([${numbers.join(', ')}])`;

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
  compared: undefined,
  withoutZeros: (text) => `replaceRegexpOne(${text}, '^([^.]*)(\\\\.0*|(\\\\.[0-9]*[1-9])0*)$', '\\\\1\\\\3')`,
  concat: (a, b) => `concat(${a}, ${b})`,
  ln: (x) => `log(${x})`,
  larger: (a, b) => `greatest(${a}, ${b})`,
  rounded: (x) => `toInt64(round(${x}))`,
  roundedWide: (x) => `toInt64(round(${x}))`,
  sumText: (x) => `concat(toString(sum(bitShiftRight(${x}, 31))), '*', toString(sum(bitAnd(${x}, 2147483647))))`,
  wideSums: false,
  flat: (k) => k <= MOST_FLAT,
  matches: (text, pattern) => `match(${text}, ${escapedLiteral(pattern)})`,
  quantiles: (number, from, parts) =>
    `SELECT arrayJoin(quantilesExact(${Array.from({ length: parts }, (_, i) => i / parts).join(', ')})(assumeNotNull(${number}))) AS part_from, 1 AS part_rows FROM ${from}`,
  arrayLength: (array) => `length(${array})`,
  gathered: (value, order) => `arrayMap(e -> e.2, arraySort(groupArray((${order}, ${value}))))`,
  parquet: (path) => `file(${escapedLiteral(path)}, 'Parquet')`,
  repeated: (rows, numbers) => `(SELECT *, ${arrayJoin(numbers)} AS ei FROM (${rows}))`,
  flatEach: arrayJoin,
  namesTable: (names) =>
    `(SELECT ${escapedLiteral('')} AS name, 0 AS i WHERE 0${names.map((name, i) => ` UNION ALL SELECT ${escapedLiteral(name)}, ${i}`).join('')}) AS v`,
};
