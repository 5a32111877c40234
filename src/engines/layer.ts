import type { Dialect } from './dialects/dialect.js';

/** A column that a layer of a query adds: its name and what it is. */
export type SqlColumn = readonly [name: string, sql: string];

/** Columns that are computed together from those of the layer below; names are kept from one layer to the next where `keep` lists them. */
export interface Layer {
  keep: readonly string[];
  columns: readonly SqlColumn[];
}

/** Where rows come from: what stands behind FROM, and a condition. */
export interface Source {
  from: string;
  where: string | undefined;
  /** Where rows are gathered from several: what they are grouped by. */
  group?: string;
}

/** Layers as subqueries, one in the other; what is left to be written is SELECT … FROM this. */
export function nested(dialect: Dialect, source: Source, layers: readonly Layer[]): string {
  const [first, ...others] = layers;
  const where = source.where === undefined ? '' : `\n  WHERE ${source.where}`;
  const group = source.group === undefined ? '' : `\n  GROUP BY ${source.group}`;
  const bottom = `SELECT ${columnList(first)}\n  FROM ${source.from}${where}${group}${dialect.fence}`;
  return others.reduce((below, layer, i) => `SELECT ${columnList(layer)}\n  FROM (${below}) q${i}${dialect.fence}`, bottom);
}

function columnList({ keep, columns }: Layer): string {
  return [...keep, ...columns.map(([name, sql]) => `${sql} AS ${name}`)].join(',\n    ');
}

/** The columns of layers as aliases of one SELECT. */
export function aliases(layers: readonly Layer[]): string {
  return layers.flatMap(({ columns }) => columns.map(([name, sql]) => `${sql} AS ${name}`)).join(',\n  ');
}

/** A whole number that rows are grouped by: so many from the least on. */
export type Key = readonly [name: string, sql: string, count: number, least: number];

/** Several keys as one number, and each key as it is told from that, where whole numbers are divided as such. */
export function packedKey(dialect: Dialect, name: string, keys: readonly Key[]): { column: SqlColumn; told: Map<string, string> } {
  const told = new Map<string, string>();
  let factor = 1;
  for (const [key, , count, least] of [...keys].reverse()) {
    told.set(key, `${name} / ${factor} % ${count}${least === 0 ? '' : ` - ${-least}`}`);
    factor *= count;
  }
  const sum = keys.reduce((packed, [, sql, count, least]) => {
    const own = `${sql}${least === 0 ? '' : ` + ${-least}`}`;
    return packed === '' ? `CAST(${own} AS ${dialect.types.integer})` : `(${packed}) * ${count} + ${own}`;
  }, '');
  return { column: [name, sum], told };
}

/** Terms of a sum in pairs of pairs: a long chain is too deep for some engines. */
export function balanced(terms: readonly string[], join: (a: string, b: string) => string): string {
  if (terms.length <= 8) return terms.reduce(join);
  const half = Math.ceil(terms.length / 2);
  return join(`(${balanced(terms.slice(0, half), join)})`, `(${balanced(terms.slice(half), join)})`);
}

export const added = (terms: readonly string[]): string => balanced(terms, (a, b) => `${a} + ${b}`);
export const all = (terms: readonly string[]): string => balanced(terms, (a, b) => `${a} AND ${b}`);
export const any = (terms: readonly string[]): string => balanced(terms, (a, b) => `${a} OR ${b}`);

/** 1 where a condition holds, else 0. */
export const flag = (condition: string): string => `CASE WHEN ${condition} THEN 1 ELSE 0 END`;
