import { FairbitsError } from '../base/errors.js';
import type { Dialect } from './dialects/dialect.js';
import { dialectOf } from './dialects/dialects.js';
import { aliases, balanced, type Key, type Layer, nested, packedKey, type SqlColumn } from './layer.js';
import { metadataText } from './metadata.js';
import { BAD_KINDS, factorLayers, heldLayer, logLayer, statusLayer } from './rowLayers.js';
import { type Start, startOf } from './sourceSql.js';
import { type ResolvedSpec, resolveSpec, type StatisticsSpec } from './spec.js';
import { KEY_NAMES, KEYS, manyLayer, resultColumns, summed, sumSql, takesFloats } from './sums.js';

/**
 * The query that computes the statistics of a table where its rows are: a row for each group of rows that share true class, modal class and a few flags,
 * and one
 * that says what the others mean. Every column is text, so that no client can lose a digit.
 *
 * @example
 * ```ts
 * import { statisticsSql } from 'fairbits/engines';
 *
 * const sql = statisticsSql({ table: 'predictions', truth: 'label', probs: ['p_a', 'p_b'], classes: ['a', 'b'] }, 'postgres');
 * sql.includes('GROUP BY'); // → true
 * ```
 */
export function statisticsSql(spec: StatisticsSpec, dialect: string): string {
  return statisticsQuery(resolveSpec(spec), dialectOf(dialect));
}

export function statisticsQuery(spec: ResolvedSpec, dialect: Dialect): string {
  checkSpec(spec);
  const { start, layers } = queryLayers(spec, dialect);
  const metadata = metadataSelect(resultColumns(spec), metadataText(spec, takesFloats(spec, dialect) ? 'float' : 'whole'), dialect);
  const parts = isFlatQuery(spec, dialect, layers, resultColumns(spec))
    ? [flatSelect(groupColumns(spec, dialect), start, layers, KEYS)]
    : nestedSelects(spec, dialect, start, layers);
  return `${[metadata, ...parts].join('\nUNION ALL\n')}\n`;
}

/** What a query starts from, and every layer from the table to the logs. */
export function queryLayers(spec: ResolvedSpec, dialect: Dialect): { start: Start; layers: Layer[] } {
  const start = startOf(spec, dialect);
  return { start, layers: rowLayers(spec, dialect, start) };
}

function rowLayers(spec: ResolvedSpec, dialect: Dialect, { layers }: Start): Layer[] {
  const logs = logLayer(spec, dialect);
  const found = [...layers, statusLayer(spec, dialect), heldLayer(spec, dialect), ...factorLayers(spec, dialect), logs];
  if (spec.crossed) return found;
  const x = spec.classes.map((_, i) => `x${i}`);
  return [...found, { keep: [...logs.keep, 'a', 'u', 'y', ...x], columns: manyLayer(spec, dialect) }];
}

/** The row that says what the others mean. */
export function metadataSelect([first, ...others]: readonly string[], text: string, dialect: Dialect): string {
  const empty = dialect.text("''");
  return `SELECT ${[`${dialect.text(dialect.literal(text))} AS ${first}`, ...others.map((name) => `${empty} AS ${name}`)].join(', ')}`;
}

/** The columns of the groups, all of them text. `told`: what keys are told from. */
export function groupColumns(spec: ResolvedSpec, dialect: Dialect, told = new Map<string, string>()): SqlColumn[] {
  const { counts, sums } = summed(spec);
  const empty = dialect.text("''");
  return [
    ['fairbits', empty],
    ...KEYS.map((key): SqlColumn => [KEY_NAMES[key], dialect.text(told.get(key) ?? key)]),
    ...counts.map(([name, sql]): SqlColumn => [`n_${name}`, dialect.text(sql === '1' ? 'COUNT(*)' : `SUM(${sql})`)]),
    ...sums.map(([name, sql]): SqlColumn => [`n_${name}`, sumSql(spec, dialect, sql)]),
    ...(spec.crossed ? [] : [['against', empty] as const]),
  ];
}

export const written = (columns: readonly SqlColumn[]): string => columns.map(([name, sql]) => `${sql} AS ${name}`).join(',\n  ');

function nestedSelects(spec: ResolvedSpec, dialect: Dialect, { source }: Start, layers: readonly Layer[]): string[] {
  const logs = layers[layers.length - 1];
  if (dialect.onePackedKey && spec.crossed) {
    const { column, told } = packedKey(dialect, 'g', groupKeys(spec, logs));
    const rows = nested(dialect, source, [...layers.slice(0, -1), { ...logs, columns: [column, ...logs.columns] }]);
    return [`SELECT ${written(groupColumns(spec, dialect, told))}\nFROM (${rows}) x\nGROUP BY g`];
  }
  const rows = nested(dialect, source, layers);
  const groups = `SELECT ${written(groupColumns(spec, dialect))}\nFROM (${rows}) x\nGROUP BY ${KEYS.join(', ')}`;
  return spec.crossed ? [groups] : [groups, againstSelect(spec, dialect, rows)];
}

/** What groups are told apart by, and how many of each there are; some of it is computed beside the logs. */
function groupKeys({ k }: ResolvedSpec, { columns }: Layer): Key[] {
  const computed = new Map(columns);
  const counts = { s: BAD_KINDS.length, cc: k + 1, m: Math.max(k, 6), a: 3, u: 2 };
  return KEYS.map((key): Key => [key, computed.get(key) ?? key, counts[key], key === 'cc' ? -1 : 0]);
}

/** Of more than 16 classes: for each class the sum of the logs of 1 − p over the rows of others, in one text. */
function againstSelect(spec: ResolvedSpec, dialect: Dialect, rows: string): string {
  const empty = dialect.text("''");
  const each = spec.classes.map((_, i) => sumSql(spec, dialect, `CASE WHEN cc <> ${i} THEN x${i} ELSE 0 END`));
  const comma = dialect.literal(' ');
  const joined = balanced(each, (a, b) => dialect.concat(dialect.concat(a, comma), b));
  const columns = resultColumns(spec).map((name): SqlColumn => [name, name === 'against' ? joined : empty]);
  return `SELECT ${written(columns)}\nFROM (${rows}) z`;
}

/** One SELECT, its layers as aliases. */
export function flatSelect(columns: readonly SqlColumn[], { source }: Start, layers: readonly Layer[], keys: readonly string[]): string {
  const where = source.where === undefined ? '' : `\nWHERE ${source.where}`;
  return `WITH\n  ${aliases(layers)}\nSELECT ${written(columns)}\nFROM ${source.from}${where}\nGROUP BY ${keys.join(', ')}`;
}

/** A flat query needs names that no column of the table has which it looks at. */
export function isFlatQuery(spec: ResolvedSpec, dialect: Dialect, layers: readonly Layer[], results: readonly string[]): boolean {
  if (!dialect.flat(spec.k) || spec.layout === 'long') return false;
  const own = new Set([...layers.flatMap(({ columns }) => columns.map(([name]) => name)), ...results]);
  const words = (spec.where ?? '').match(/\w+/g) ?? [];
  return ![spec.truth, ...spec.probs, spec.weights ?? '', ...words].some((name) => own.has(name));
}

export const isSayable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);

/** What no engine takes in a name or a text: a zero byte, and half a character. */
export function checkSpec({ table, parquet, truth, probs, classes, weights, id, classColumn, where }: ResolvedSpec): void {
  for (const text of [...table, parquet, truth, ...probs, ...classes, weights, id, classColumn, where])
    if (text !== undefined && !isSayable(text))
      throw new FairbitsError('option', `${JSON.stringify(text)} has a sign in it that SQL cannot say: expected another name`, {
        found: text,
        expected: 'another name',
      });
}
