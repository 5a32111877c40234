import { FairbitsError } from '../base/errors.js';
import type { Dialect } from './dialects/dialect.js';
import { dialectOf } from './dialects/dialects.js';
import { aliases, balanced, type Layer, nested, type SqlColumn } from './layer.js';
import { metadataText } from './metadata.js';
import { factorLayers, heldLayer, logLayer, statusLayer } from './rowLayers.js';
import { type Start, startOf } from './sourceSql.js';
import { type ResolvedSpec, resolveSpec, type StatisticsSpec } from './spec.js';
import { KEY_NAMES, KEYS, manyLayer, resultColumns, summed, sumSql, takesFloats } from './sums.js';

/**
 * The query that computes the statistics of a table where its rows are: a row for each group of rows that share true class, modal class and a few flags, and one
 * that says what the others mean. Every column is text, so that no client can lose a digit.
 */
export function statisticsSql(spec: StatisticsSpec, dialect: string): string {
  return statisticsQuery(resolveSpec(spec), dialectOf(dialect));
}

export function statisticsQuery(spec: ResolvedSpec, dialect: Dialect): string {
  checkSpec(spec);
  const start = startOf(spec, dialect);
  const layers = rowLayers(spec, dialect, start);
  const metadata = metadataSelect(spec, dialect);
  const parts = isFlatQuery(spec, dialect, layers) ? [flatSelect(spec, dialect, start, layers)] : nestedSelects(spec, dialect, start, layers);
  return `${[metadata, ...parts].join('\nUNION ALL\n')}\n`;
}

/** Every layer from the table to the logs. */
function rowLayers(spec: ResolvedSpec, dialect: Dialect, { layers }: Start): Layer[] {
  const logs = logLayer(spec, dialect);
  const found = [...layers, statusLayer(spec, dialect), heldLayer(spec, dialect), ...factorLayers(spec, dialect), logs];
  if (spec.crossed) return found;
  const x = spec.classes.map((_, i) => `x${i}`);
  return [...found, { keep: [...logs.keep, 'a', 'u', 'y', ...x], columns: manyLayer(spec, dialect) }];
}

function metadataSelect(spec: ResolvedSpec, dialect: Dialect): string {
  const [first, ...others] = resultColumns(spec);
  const text = metadataText(spec, takesFloats(spec, dialect) ? 'float' : 'whole');
  const empty = dialect.text("''");
  return `SELECT ${[`${dialect.text(dialect.literal(text))} AS ${first}`, ...others.map((name) => `${empty} AS ${name}`)].join(', ')}`;
}

/** The columns of the groups, all of them text. */
function groupColumns(spec: ResolvedSpec, dialect: Dialect): SqlColumn[] {
  const { counts, sums } = summed(spec);
  const empty = dialect.text("''");
  return [
    ['fairbits', empty],
    ...KEYS.map((key): SqlColumn => [KEY_NAMES[key], dialect.text(key)]),
    ...counts.map(([name, sql]): SqlColumn => [`n_${name}`, dialect.text(`SUM(${sql})`)]),
    ...sums.map(([name, sql]): SqlColumn => [`n_${name}`, sumSql(spec, dialect, sql)]),
    ...(spec.crossed ? [] : [['against', empty] as const]),
  ];
}

const written = (columns: readonly SqlColumn[]): string => columns.map(([name, sql]) => `${sql} AS ${name}`).join(',\n  ');

function nestedSelects(spec: ResolvedSpec, dialect: Dialect, { source }: Start, layers: readonly Layer[]): string[] {
  const rows = nested(dialect, source, layers);
  const groups = `SELECT ${written(groupColumns(spec, dialect))}\nFROM (${rows}) x\nGROUP BY ${KEYS.join(', ')}`;
  return spec.crossed ? [groups] : [groups, againstSelect(spec, dialect, rows)];
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
function flatSelect(spec: ResolvedSpec, dialect: Dialect, { source }: Start, layers: readonly Layer[]): string {
  const where = source.where === undefined ? '' : `\nWHERE ${source.where}`;
  return `WITH\n  ${aliases(layers)}\nSELECT ${written(groupColumns(spec, dialect))}\nFROM ${source.from}${where}\nGROUP BY ${KEYS.join(', ')}`;
}

/** A flat query needs names that no column of the table has which it looks at. */
function isFlatQuery(spec: ResolvedSpec, dialect: Dialect, layers: readonly Layer[]): boolean {
  if (!dialect.flat(spec.k) || spec.layout === 'long') return false;
  const own = new Set([...layers.flatMap(({ columns }) => columns.map(([name]) => name)), ...resultColumns(spec)]);
  const words = (spec.where ?? '').match(/\w+/g) ?? [];
  return ![spec.truth, ...spec.probs, spec.weights ?? '', ...words].some((name) => own.has(name));
}

/** What no engine takes in a name or a text: a zero byte, and half a character. */
function checkSpec({ table, parquet, truth, probs, classes, weights, id, classColumn, where }: ResolvedSpec): void {
  for (const text of [...table, parquet, truth, ...probs, ...classes, weights, id, classColumn, where])
    if (text !== undefined && /\0|\p{Surrogate}/u.test(text))
      throw new FairbitsError('option', `${JSON.stringify(text)} has a sign in it that SQL cannot say: expected another name`, {
        found: text,
        expected: 'another name',
      });
}
