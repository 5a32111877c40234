import { FairbitsError } from '../base/errors.js';
import type { Dialect } from './dialects/dialect.js';
import { classOfLabelSql } from './labelSql.js';
import type { Layer, Source, SqlColumn } from './layer.js';
import type { ResolvedSpec } from './spec.js';

/** Up to so many classes rows of a long table are gathered by a condition for each; of more, into arrays. */
const MOST_PIVOTED = 16;

/** What the rest of a query starts from: rows, and of each c (its class, or −1), v (1 where it has none), r0 … (its estimates) and w (its weight). */
export interface Start {
  source: Source;
  layers: Layer[];
}

/** The table, or what is in its place. */
export function tableSql({ table, parquet }: Pick<ResolvedSpec, 'table' | 'parquet'>, dialect: Dialect): string {
  if (parquet === undefined) return table.map((part) => dialect.quote(part)).join('.');
  if (!dialect.parquet)
    throw new FairbitsError('option', `${dialect.title} cannot be asked for Parquet files by their names here: expected a table (--table)`, {
      found: parquet,
      expected: '--table',
    });
  return dialect.parquet(parquet);
}

export function startOf(spec: ResolvedSpec, dialect: Dialect): Start {
  const source = { from: tableSql(spec, dialect), where: spec.where === undefined ? undefined : `(${spec.where}\n)` };
  if (spec.layout === 'long') return longStart(spec, dialect, source);
  const truth = dialect.quote(spec.truth);
  const [column] = spec.probs.map((name) => dialect.quote(name));
  const shared: SqlColumn[] = [...ofTruth(spec, dialect, truth), ...weightOf(spec, dialect)];
  if (spec.layout === 'wide')
    return {
      source,
      layers: [
        {
          keep: [],
          columns: [
            ...shared,
            ...raw(
              spec,
              dialect,
              spec.probs.map((name) => dialect.quote(name)),
            ),
          ],
        },
      ],
    };
  return { source, layers: arrayLayers(spec, dialect, shared, column) };
}

function ofTruth({ classes, spellings }: ResolvedSpec, dialect: Dialect, truth: string): SqlColumn[] {
  return [
    ['c', classOfLabelSql(dialect, truth, classes, spellings)],
    ['v', `CASE WHEN ${truth} IS NULL THEN 1 ELSE 0 END`],
  ];
}

function weightOf({ weights }: ResolvedSpec, dialect: Dialect): SqlColumn[] {
  return weights === undefined ? [] : [['w', dialect.double(dialect.quote(weights))]];
}

/** Estimates as doubles. */
function raw({ percent }: ResolvedSpec, dialect: Dialect, sqls: readonly string[]): SqlColumn[] {
  return sqls.map((sql, i): SqlColumn => [`r${i}`, `${dialect.double(sql)}${percent ? ' / 100' : ''}`]);
}

/** An array is taken apart in a layer of its own; one that is too short or too long has no estimates. */
function arrayLayers(spec: ResolvedSpec, dialect: Dialect, shared: readonly SqlColumn[], array: string): Layer[] {
  const elements = spec.classes.map((_, i) => `CASE WHEN l = ${spec.k} THEN ${dialect.element('e', i)} END`);
  return [
    { keep: [], columns: [...shared, ['e', dialect.unpacked(array)], ['l', dialect.arrayLength(array)]] },
    { keep: shared.map(([name]) => name), columns: raw(spec, dialect, elements) },
  ];
}

/** Rows of a long table that have the same id are one; a class that is missing, or there twice, leaves it without estimates. */
function longStart(spec: ResolvedSpec, dialect: Dialect, { from, where }: Source): Start {
  const { k, classes, weights } = spec;
  const [id, name, value, truth] = [spec.id as string, spec.classColumn as string, spec.probs[0], spec.truth].map((each) => dialect.quote(each));
  const group = { group: 'k' };
  const entry: SqlColumn[] = [['k', id], ['t', dialect.trimmed(dialect.text(truth))], ['p', dialect.double(value)], ...weightOf(spec, dialect)];
  // A label that differs within a prediction is none.
  const label = 'CASE WHEN MIN(t) = MAX(t) THEN MIN(t) END';
  const weight: SqlColumn[] = weights === undefined ? [] : [['w', 'CASE WHEN MIN(w) = MAX(w) THEN MIN(w) END']];
  const counted = `COUNT(*) = ${k} AND MIN(i) >= 0 AND COUNT(DISTINCT i) = ${k} AND COUNT(p) = ${k}`;
  const ofLabel: SqlColumn[] = [
    ['c', classOfLabelSql(dialect, 'g', classes)],
    ['v', 'CASE WHEN g IS NULL THEN 1 ELSE 0 END'],
  ];
  const kept = weights === undefined ? [] : ['w'];
  const subquery = (layer: readonly SqlColumn[], of: string, condition?: string): string =>
    `(SELECT ${layer.map(([as, sql]) => `${sql} AS ${as}`).join(', ')}\n  FROM ${of}${condition === undefined ? '' : `\n  WHERE ${condition}`}) l`;
  if (k <= MOST_PIVOTED || !dialect.gathered) {
    const entries = subquery([...entry, ['i', classOfLabelSql(dialect, name, classes)]], from, where);
    const pivoted = classes.map((_, i): SqlColumn => [`h${i}`, `CASE WHEN ${counted} THEN MAX(CASE WHEN i = ${i} THEN p END) END`]);
    return {
      source: { from: entries, where: undefined, ...group },
      layers: [
        { keep: [], columns: [['g', label], ...weight, ...pivoted] },
        {
          keep: kept,
          columns: [
            ...ofLabel,
            ...raw(
              spec,
              dialect,
              classes.map((_, i) => `h${i}`),
            ),
          ],
        },
      ],
    };
  }
  const entries = subquery([...entry, ['j', dialect.trimmed(dialect.text(name))]], from, where);
  const joined = `${entries} LEFT JOIN ${dialect.namesTable(classes)} ON l.j = v.name`;
  return {
    source: { from: joined, where: undefined, ...group },
    layers: [
      { keep: [], columns: [['g', label], ...weight, ['e', `CASE WHEN ${counted} THEN ${dialect.gathered('p', 'i')} END`]] },
      {
        keep: kept,
        columns: [
          ...ofLabel,
          ...raw(
            spec,
            dialect,
            classes.map((_, i) => dialect.element('e', i)),
          ),
        ],
      },
    ],
  };
}
