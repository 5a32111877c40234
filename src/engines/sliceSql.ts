import type { Dialect } from './dialects/dialect.js';
import { WIDTH_BINS } from './histogramSql.js';
import { added, type Layer, nested, type SqlColumn } from './layer.js';
import { metadataText } from './metadata.js';
import { largestEstimate, widthOf } from './rowLayers.js';
import { tableSql } from './sourceSql.js';
import type { ResolvedSpec } from './spec.js';
import { checkSpec, flatSelect, groupColumns, isFlatQuery, metadataSelect, queryLayers, written } from './statisticsSql.js';
import { KEYS, resultColumns, sumSql, takesFloats } from './sums.js';
import type { TableRows } from './tableQueries.js';

/** By what a column of a table is cut into slices. */
export interface SliceKey {
  column: string;
  kind: 'values' | 'bins' | 'months';
  /** Where bins end, ascending. */
  edges: readonly number[];
  /** Values that are kept, as the engine writes them; all others are one slice. */
  kept?: readonly string[] | undefined;
}

/** What a value has that is none of a column's numbers, or dates; and one that is not kept. */
export const NOT_OF_KIND = 'x';
export const NOT_KEPT = '…';

/** Words that stand for nothing, as in files. */
const NOTHING = ['', 'nan', 'na', 'n/a', 'null', 'none', 'nat', '<na>', '?', '-'];
const NUMBER_PATTERN = '^[[:space:]]*[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?[[:space:]]*$';
const MONTH_PATTERN = '^[[:space:]]*[0-9]{4}[-/](0[1-9]|1[0-2])([-/](0[1-9]|[12][0-9]|3[01])([T ].*)?)?[[:space:]]*$';

/** The names of the columns that tell slices apart. */
const keyNames = (keys: readonly SliceKey[]): string[] => keys.map((_, i) => `slice_${i}`);

/** The slice of a row, as text; nothing where its value is missing. */
function keySql(dialect: Dialect, { column, kind, edges, kept }: SliceKey): string {
  const text = dialect.text(dialect.quote(column));
  if (kind === 'values')
    return kept ? `CASE WHEN ${text} IS NULL OR ${text} IN (${kept.map(dialect.literal).join(', ')}) THEN ${text} ELSE ${dialect.literal(NOT_KEPT)} END` : text;
  const nothing = `${dialect.lower(dialect.trimmed(text))} IN (${NOTHING.map(dialect.literal).join(', ')})`;
  const rest = `WHEN ${text} IS NULL OR ${nothing} THEN NULL ELSE ${dialect.literal(NOT_OF_KIND)} END`;
  if (kind === 'months') return `CASE WHEN ${dialect.matches?.(text, MONTH_PATTERN)} THEN substring(${dialect.trimmed(text)}, 1, 7) ${rest}`;
  const number = `CAST(${text} AS ${dialect.types.double})`;
  const bins = edges.map((edge, i) => `WHEN ${number} < ${dialect.number(edge)} THEN ${dialect.literal(String(i))}`);
  const bin = edges.length === 0 ? dialect.literal('0') : `CASE ${bins.join(' ')} ELSE ${dialect.literal(String(edges.length))} END`;
  return `CASE WHEN ${dialect.matches?.(text, NUMBER_PATTERN)} THEN ${bin} ${rest}`;
}

/** The statistics of each slice, with the modal estimates by bins of equal width: the groups of statisticsSql by slice and bin. */
export function sliceQuery(spec: ResolvedSpec, dialect: Dialect, keys: readonly SliceKey[]): string {
  checkSpec(spec);
  const named = keyNames(keys);
  const { start, layers: plain } = queryLayers(spec, dialect);
  const carried = [...named.map((name) => `k${name}`), 'mx'];
  const [first, ...others] = plain;
  const held = others.findIndex(({ columns }) => columns.some(([name]) => name === 'm'));
  const layers: Layer[] = [
    { keep: first.keep, columns: [...first.columns, ...keys.map((key, i): SqlColumn => [`k${named[i]}`, keySql(dialect, key)])] },
    ...others.map(({ keep, columns }, i): Layer => {
      const kept = [...keep, ...carried.slice(0, i > held ? carried.length : -1)];
      return { keep: kept, columns: i === held ? [...columns, ['mx', largestEstimate(spec, dialect)]] : columns };
    }),
    { keep: [...KEYS, ...summedNames(spec), ...carried], columns: [['wb', dialect.rounded(`0 - floor(0 - mx * ${WIDTH_BINS})`)]] },
  ];
  const columns: SqlColumn[] = [
    ...groupColumns(spec, dialect),
    ...named.map((name): SqlColumn => [name, dialect.text(`k${name}`)]),
    ['width_bin', dialect.text('wb')],
    ['n_m1', sumSql(spec, dialect, 'mx')],
  ];
  const results = columns.map(([name]) => name);
  const metadata = metadataSelect(results, metadataText(spec, takesFloats(spec, dialect) ? 'float' : 'whole'), dialect);
  const by = [...KEYS, ...carried.slice(0, -1), 'wb'];
  const query =
    isFlatQuery(spec, dialect, layers, results) && !keys.some(({ column }) => results.includes(column))
      ? flatSelect(columns, start, layers, by)
      : `SELECT ${written(columns)}\nFROM (${nested(dialect, start.source, layers)}) x\nGROUP BY ${by.join(', ')}`;
  return `${metadata}\nUNION ALL\n${query}\n`;
}

/** What is summed up, by the names of its columns. */
function summedNames(spec: ResolvedSpec): string[] {
  const held = resultColumns(spec).includes('n_clamped') ? ['clamped'] : [];
  return ['tie', 'o', 'outside', ...held, ...(spec.weights === undefined ? [] : ['ww']), 'b', 'y', ...Array.from({ length: widthOf(spec) }, (_, i) => `x${i}`)];
}

/** Where histograms of rewards reach from and to, and how many bins they have. */
export interface RewardBins {
  bins: number;
  low: number;
  high: number;
}

/** Rows by true class and by the bin of what they earn in bits under equal priors: what the shape of the rewards is told from. */
export function rewardQuery(spec: ResolvedSpec, dialect: Dialect, { bins, low, high }: RewardBins): string {
  const { start, layers } = queryLayers(spec, dialect);
  const x = Array.from({ length: widthOf(spec) }, (_, i) => `x${i}`);
  const { k } = spec;
  const even = (Math.log2(1 / k) + (k - 1) * Math.log2(1 - 1 / k)) / k;
  const kept = ['s', 'cc', 'a', ...(spec.weights === undefined ? [] : ['ww'])];
  const all: Layer[] = [
    ...layers,
    { keep: kept, columns: [['rw', `(${added(x)}) * ${dialect.number(1 / Math.LN2 / x.length)} - ${dialect.number(even)}`]] },
    { keep: [...kept, 'rw'], columns: [['rb', dialect.rounded(`floor((rw - ${dialect.number(low)}) * ${dialect.number(bins / (high - low))})`)]] },
  ];
  const bin = `CASE WHEN rb < 0 THEN 0 WHEN rb > ${bins - 1} THEN ${bins - 1} ELSE rb END`;
  const columns: SqlColumn[] = [
    ['fairbits', dialect.text("''")],
    ['truth', dialect.text('cc')],
    ['reward_bin', dialect.text(bin)],
    ['n_w', sumSql(spec, dialect, '1')],
    ['n_r', sumSql(spec, dialect, 'rw')],
  ];
  const results = columns.map(([name]) => name);
  const metadata = metadataSelect(results, metadataText(spec, takesFloats(spec, dialect) ? 'float' : 'whole'), dialect);
  const by = ['cc', bin];
  const good = 's = 0 AND a = 0';
  const { where } = start.source;
  const query = isFlatQuery(spec, dialect, all, results)
    ? flatSelect(columns, { ...start, source: { ...start.source, where: where === undefined ? good : `${where} AND ${good}` } }, all, by)
    : `SELECT ${written(columns)}\nFROM (${nested(dialect, start.source, all)}) x\nWHERE ${good}\nGROUP BY ${by.join(', ')}`;
  return `${metadata}\nUNION ALL\n${query}\n`;
}

const condition = (where: string | undefined): string => (where === undefined ? '' : `(${where}\n)`);

/** The values of a column and how often each is there, the most frequent first. */
export function valuesSql(of: TableRows, dialect: Dialect, column: string, most: number): string {
  const where = of.where === undefined ? '' : `\nWHERE ${condition(of.where)}`;
  const text = dialect.text(dialect.quote(column));
  return `SELECT ${text} AS value_text, COUNT(*) AS value_rows\nFROM ${tableSql(of, dialect)}${where}\nGROUP BY ${text}\nORDER BY value_rows DESC, value_text\nLIMIT ${most}`;
}

/** Numbers that cut a column into so many parts of about equal mass, each with how many rows it has. */
export function quantilesSql(of: TableRows, dialect: Dialect, column: string, parts: number): string {
  const text = dialect.text(dialect.quote(column));
  const number = `CAST(${text} AS ${dialect.types.double})`;
  const numbers = `${of.where === undefined ? '' : `${condition(of.where)} AND `}${dialect.matches?.(text, NUMBER_PATTERN)}`;
  const from = `(SELECT ${number} AS xq FROM ${tableSql(of, dialect)} WHERE ${numbers}) q`;
  if (dialect.quantiles) return dialect.quantiles('xq', from, parts);
  return `SELECT MIN(xq) AS part_from, COUNT(*) AS part_rows\nFROM (SELECT xq, NTILE(${parts}) OVER (ORDER BY xq) AS part FROM ${from}) p\nGROUP BY part`;
}
