import type { Dialect } from './dialects/dialect.js';
import { dialectOf } from './dialects/dialects.js';
import { aliases, flag, type Layer, nested, type SqlColumn } from './layer.js';
import { HISTOGRAMS_MARK, metadataText } from './metadata.js';
import { heldLayer, modalLayer, statusLayer, widthOf } from './rowLayers.js';
import { startOf } from './sourceSql.js';
import { type ResolvedSpec, resolveSpec, type StatisticsSpec } from './spec.js';
import { checkSpec, isFlatQuery, metadataSelect, written } from './statisticsSql.js';
import { sumSql, takesFloats } from './sums.js';

/** Bins of equal width that calibration errors are over, as for files. */
export const WIDTH_BINS = 10;

/** Rows that a result may have, about. */
const MOST_HISTOGRAM_ROWS = 2 ** 15;

/** Of how many classes each is ranked: for more, only the modal estimates are put into bins. */
export const hasClassHistograms = ({ crossed }: Pick<ResolvedSpec, 'crossed'>): boolean => crossed;

/** What rows of histograms are told apart by: whose estimates (k: the modal ones), the true class (of modal ones: whether it is the modal one), both bins. */
export const HISTOGRAM_KEYS = { ei: 'estimate', et: 'truth', wb: 'width_bin', fb: 'fine_bin' } as const;

/**
 * What is summed up of the estimates of a bin: p, the square of what it is off by, Spiegelhalter's variance, the log of what was given to what happened; and
 * of the true class, for Kononenko & Bratko's information, the square of that log, log(1 − p) and its square.
 */
const HISTOGRAM_SUMS: readonly SqlColumn[] = [
  ['p', 'pe'],
  ['q', 'qd'],
  ['v', 'vr * (1 - 4 * vr)'],
  ['l', 'lg'],
  ['l2', 'CASE WHEN eh = 1 THEN lg * lg ELSE 0 END'],
  ['y', 'lr'],
  ['y2', 'lr * lr'],
];

/** The names of a result's columns, in their order. */
export function histogramColumns({ weights }: Pick<ResolvedSpec, 'weights'>): string[] {
  return [
    'fairbits',
    ...Object.values(HISTOGRAM_KEYS),
    'n_n',
    ...(weights === undefined ? [] : ['n_w1']),
    ...HISTOGRAM_SUMS.map(([name]) => `n_${name}`),
    'lowest',
    'highest',
  ];
}

/**
 * The query that counts estimates by class, true class and bin: what ranking and calibration are told from, with bounds. Its result goes with that of
 * `statisticsSql`, of the same rows, to `rankingFromRows` or `fairbits merge`.
 *
 * @example
 * ```ts
 * import { histogramSql } from 'fairbits/engines';
 *
 * const sql = histogramSql({ table: 'predictions', truth: 'label', probs: ['p_a', 'p_b'], classes: ['a', 'b'] }, 'trino');
 * sql.includes('fairbits-histograms'); // → true
 * ```
 */
export function histogramSql(spec: StatisticsSpec, dialect: string): string {
  return histogramQuery(resolveSpec(spec), dialectOf(dialect));
}

export function histogramQuery(spec: ResolvedSpec, dialect: Dialect): string {
  checkSpec(spec);
  const { source, layers: first } = startOf(spec, dialect);
  const held = heldLayer(spec, dialect);
  const weight = spec.weights === undefined ? [] : ['ww'];
  const below: Layer[] = [
    ...first,
    statusLayer(spec, dialect),
    { ...held, columns: held.columns.filter(([name]) => name !== 'outside' && name !== 'clamped') },
    ...modalLayer(spec, dialect),
  ];
  const each = eachEstimate(spec);
  const above: Layer[] = [
    { keep: [...weight], columns: [...each.columns] },
    { keep: ['ei', 'et', 'eh', 'pe', ...weight], columns: binColumns(spec, dialect) },
  ];
  const grouped = `GROUP BY ${Object.keys(HISTOGRAM_KEYS).join(', ')}`;
  const metadata = metadataSelect(histogramColumns(spec), metadataText(spec, takesFloats(spec, dialect) ? 'float' : 'whole', HISTOGRAMS_MARK), dialect);
  const columns = written(binSumColumns(spec, dialect));
  if (isFlatQuery(spec, dialect, [...below, ...above], histogramColumns(spec))) {
    const where = source.where === undefined ? good(spec) : `${source.where} AND ${good(spec)}`;
    return `${metadata}\nUNION ALL\nWITH\n  ${dialect.flatEach?.(each.numbers)} AS ei,\n  ${aliases([...below, ...above])}\nSELECT ${columns}\nFROM ${source.from}\nWHERE ${where}\n${grouped}\n`;
  }
  const rows = nested(dialect, source, below);
  const joined = { from: dialect.repeated(rows, each.numbers), where: good(spec) };
  return `${metadata}\nUNION ALL\nSELECT ${columns}\nFROM (${nested(dialect, joined, [{ keep: ['ei', ...above[0].keep], columns: above[0].columns }, above[1]])}) x\n${grouped}\n`;
}

/** A row becomes one for the estimate of each class, and one for that of the modal class. */
function eachEstimate(spec: ResolvedSpec): { numbers: number[]; columns: SqlColumn[] } {
  const { k, single, positive } = spec;
  const of = (i: number): string => (!single ? `p${i}` : i === positive ? 'p0' : '1 - p0');
  const classes = hasClassHistograms(spec) ? spec.classes.map((_, i) => i) : [];
  const hit = flag('mc = cc');
  const cases = (modal: string, rest: (i: number) => string): string =>
    classes.length === 0 ? modal : `CASE ${classes.map((i) => `WHEN ei = ${i} THEN ${rest(i)}`).join(' ')} ELSE ${modal} END`;
  return {
    numbers: [...classes, k],
    columns: [
      ['pe', cases('mx', of)],
      ['eh', classes.length === 0 ? hit : `CASE WHEN ei = ${k} THEN ${hit} WHEN ei = cc THEN 1 ELSE 0 END`],
      ['et', classes.length === 0 ? hit : `CASE WHEN ei = ${k} THEN ${hit} ELSE cc END`],
    ],
  };
}

/**
 * The bins of an estimate, and what is summed up of it. Bins of equal width are closed to the right. Fine bins are cut evenly, and finer towards 0 and towards 1:
 * each of the three terms never falls where the estimate rises.
 */
function binColumns(spec: ResolvedSpec, dialect: Dialect): SqlColumn[] {
  const [even, steep] = fineBins(spec);
  const log = (x: string, condition: string): string => dialect.ln(`CASE WHEN ${condition} THEN ${x} ELSE 1 END`);
  return [
    ['wb', dialect.rounded(`0 - floor(0 - pe * ${WIDTH_BINS})`)],
    ['fb', dialect.rounded(`floor(sqrt(sqrt(pe)) * ${steep}) - floor(sqrt(sqrt(1 - pe)) * ${steep}) - floor(0 - pe * ${even})`)],
    ['qd', `CASE WHEN eh = 1 THEN ${dialect.square('(1 - pe)')} ELSE ${dialect.square('pe')} END`],
    ['vr', 'pe * (1 - pe)'],
    ['lg', `CASE WHEN eh = 1 THEN ${log('pe', 'pe > 0')} ELSE ${log('1 - pe', 'pe < 1')} END`],
    ['lr', `CASE WHEN eh = 1 THEN ${log('1 - pe', 'pe < 1')} ELSE 0 END`],
  ];
}

/** How many bins are cut evenly, and how many towards either end: as many as the tables of so many classes leave room for. */
function fineBins(spec: ResolvedSpec): [even: number, steep: number] {
  const tables = hasClassHistograms(spec) ? widthOf(spec) * spec.k + 2 : 2;
  const even = Math.min(4096, 2 ** Math.floor(Math.log2(MOST_HISTOGRAM_ROWS / tables / 1.5)));
  return [even, even / 4];
}

/** The columns of the result, all of them text. */
function binSumColumns(spec: ResolvedSpec, dialect: Dialect): SqlColumn[] {
  return [
    ['fairbits', dialect.text("''")],
    ...Object.entries(HISTOGRAM_KEYS).map(([key, name]): SqlColumn => [name, dialect.text(key)]),
    ['n_n', dialect.text('SUM(1)')],
    ...(spec.weights === undefined ? [] : [['n_w1', sumSql(spec, dialect, '1')] as const]),
    ...HISTOGRAM_SUMS.map(([name, sql]): SqlColumn => [`n_${name}`, sumSql(spec, dialect, sql)]),
    ['lowest', dialect.floatText('MIN(pe)')],
    ['highest', dialect.floatText('MAX(pe)')],
  ];
}

/** Rows that can be scored, and that count. */
const good = ({ weights }: ResolvedSpec): string => (weights === undefined ? 's = 0' : 's = 0 AND ww > 0');
