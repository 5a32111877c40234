import { WEIGHT_RANGE } from '../core/weights.js';
import type { Dialect } from './dialects/dialect.js';
import { nested } from './layer.js';
import { statusLayer, widthOf } from './rowLayers.js';
import { startOf, tableSql } from './sourceSql.js';
import type { ResolvedSpec } from './spec.js';

export type TableRows = Pick<ResolvedSpec, 'table' | 'parquet' | 'where'>;

const where = (condition: string | undefined): string => (condition === undefined ? '' : `\nWHERE (${condition}\n)`);

/** The first rows of a table. */
export function sampleSql(of: TableRows, dialect: Dialect, rows: number): string {
  return `SELECT * FROM ${tableSql(of, dialect)}${where(of.where)}\nLIMIT ${rows}`;
}

/** How often each label is there, and what its rows weigh, but for bad weights; one more than `most` of them where there are more. */
export function labelsSql(of: TableRows, dialect: Dialect, truth: string, weights: string | undefined, most: number): string {
  const label = dialect.quote(truth);
  const [low, high] = WEIGHT_RANGE.map((x) => dialect.number(x));
  const each = weights === undefined ? '' : dialect.double(dialect.quote(weights));
  const weight = weights === undefined ? 'COUNT(*)' : `SUM(CASE WHEN ${each} >= ${low} AND ${each} <= ${high} THEN ${each} ELSE 0 END)`;
  return `SELECT ${dialect.text(label)} AS label_text, COUNT(*) AS label_rows, ${weight} AS label_weight\nFROM ${tableSql(of, dialect)}${where(of.where)}\nGROUP BY ${label}\nLIMIT ${most + 1}`;
}

/** The first rows that cannot be scored: what is wrong with each, and what is in some other columns, to find it by. */
export function badRowsSql(spec: ResolvedSpec, dialect: Dialect, keys: readonly string[], most: number): string {
  const { source, layers } = startOf(spec, dialect);
  const kept = keys.map((_, i) => `key${i}`);
  const [first, ...others] = layers;
  const status = statusLayer(spec, dialect);
  const all = [
    {
      keep: [],
      columns: [...first.columns, ...keys.map((key, i) => [`key${i}`, dialect.quote(key)] as const), ['lt', dialect.text(dialect.quote(spec.truth))] as const],
    },
    ...others.map((layer) => ({ ...layer, keep: [...layer.keep, ...kept, 'lt'] })),
    { ...status, keep: [...status.keep, ...kept, 'lt'] },
  ];
  const estimates = Array.from({ length: Math.min(8, widthOf(spec)) }, (_, i) => `r${i}`);
  return `SELECT z, ${[...kept, 'lt', ...estimates].join(', ')}\nFROM (${nested(dialect, source, all)}) x\nWHERE z > 0\nLIMIT ${most}`;
}
