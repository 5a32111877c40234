import type { Dialect } from './dialects/dialect.js';
import { dialectOf } from './dialects/dialects.js';
import { aliases, flag, type Key, type Layer, nested, packedKey, type SqlColumn } from './layer.js';
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

/**
 * What rows of histograms are told apart by: whose estimates, the true class, whether they are those of the modal class, the bin. Of more than 16 classes only
 * the modal ones are there: their class is k, and the true one is 1 where it is the modal one, else 0.
 */
export const HISTOGRAM_KEYS = { ei: 'estimate', et: 'truth', mo: 'modal', fb: 'bin' } as const;

/** What is summed up of the estimates of a bin: p, the square of what it is off by, Spiegelhalter's variance, the log of what was given to what happened. */
const HISTOGRAM_SUMS: readonly SqlColumn[] = [
  ['p', 'pe'],
  ['q', 'qd'],
  ['v', 'vr * (1 - 4 * vr)'],
  ['l', 'lg'],
];

/** And of the true class, for Kononenko & Bratko's information under other priors: the square of that log, log(1 − p) and its square. */
const TURN_SUMS: readonly SqlColumn[] = [
  ['l2', 'CASE WHEN eh = 1 THEN lg * lg ELSE 0 END'],
  ['y', 'lr'],
  ['y2', 'lr * lr'],
];

const sumsOf = (turns: boolean): readonly SqlColumn[] => (turns ? [...HISTOGRAM_SUMS, ...TURN_SUMS] : HISTOGRAM_SUMS);

/** The names of a result's columns, in their order; `turns`: whether other priors are told of, too. */
export function histogramColumns({ weights }: Pick<ResolvedSpec, 'weights'>, turns: boolean): string[] {
  return [
    'fairbits',
    ...Object.values(HISTOGRAM_KEYS),
    'n_n',
    ...(weights === undefined ? [] : ['n_w1']),
    ...sumsOf(turns).map(([name]) => `n_${name}`),
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

export function histogramQuery(spec: ResolvedSpec, dialect: Dialect, turns = true): string {
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
    { keep: ['ei', 'et', 'eh', 'mo', 'pe', ...weight], columns: binColumns(spec, dialect, turns) },
  ];
  const grouped = `GROUP BY ${Object.keys(HISTOGRAM_KEYS).join(', ')}`;
  const names = histogramColumns(spec, turns);
  const metadata = metadataSelect(names, metadataText(spec, takesFloats(spec, dialect) ? 'float' : 'whole', HISTOGRAMS_MARK), dialect);
  const columns = written(binSumColumns(spec, dialect, turns));
  if (isFlatQuery(spec, dialect, [...below, ...above], names)) {
    const where = source.where === undefined ? good(spec) : `${source.where} AND ${good(spec)}`;
    return `${metadata}\nUNION ALL\nWITH\n  ${dialect.flatEach?.(each.numbers)} AS ei,\n  ${aliases([...below, ...above])}\nSELECT ${columns}\nFROM ${source.from}\nWHERE ${where}\n${grouped}\n`;
  }
  const [estimates, bins] = above;
  const packed = dialect.onePackedKey ? packedKey(dialect, 'g', binKeys(spec, bins)) : undefined;
  const rows = nested(dialect, source, below);
  const joined = { from: dialect.repeated(rows, each.numbers), where: good(spec) };
  return `${metadata}\nUNION ALL\nSELECT ${packed ? written(binSumColumns(spec, dialect, turns, packed.told)) : columns}\nFROM (${nested(dialect, joined, [
    { keep: ['ei', ...estimates.keep], columns: estimates.columns },
    packed ? { ...bins, columns: [packed.column, ...bins.columns] } : bins,
  ])}) x\n${packed ? 'GROUP BY g' : grouped}\n`;
}

/** A row becomes one for the estimate of each class; of more than 16 classes that of the modal one. */
function eachEstimate(spec: ResolvedSpec): { numbers: number[]; columns: SqlColumn[] } {
  const { k, single, positive } = spec;
  if (!hasClassHistograms(spec)) {
    const hit = flag('mc = cc');
    return {
      numbers: [k],
      columns: [
        ['pe', 'mx'],
        ['eh', hit],
        ['et', hit],
        ['mo', '1'],
      ],
    };
  }
  const numbers = Array.from({ length: k }, (_, i) => i);
  const of = (i: number): string => (!single ? `p${i}` : i === positive ? 'p0' : '1 - p0');
  return {
    numbers,
    columns: [
      ['pe', `CASE ${numbers.map((i) => (i === k - 1 ? `ELSE ${of(i)}` : `WHEN ei = ${i} THEN ${of(i)}`)).join(' ')} END`],
      ['eh', flag('ei = cc')],
      ['et', 'cc'],
      ['mo', flag('ei = mc')],
    ],
  };
}

/**
 * The bin of an estimate, and what is summed up of it. Bins lie within those of equal width, which are closed to the right, are cut evenly, and finer towards
 * 0 and towards 1: none of the four terms ever falls where the estimate rises.
 */
function binColumns(spec: ResolvedSpec, dialect: Dialect, turns: boolean): SqlColumn[] {
  const [even, steep] = fineBins(spec);
  return [
    [
      'fb',
      dialect.rounded(`floor(sqrt(sqrt(pe)) * ${steep}) - floor(sqrt(sqrt(1 - pe)) * ${steep}) - floor(0 - pe * ${even}) - floor(0 - pe * ${WIDTH_BINS})`),
    ],
    ['qd', dialect.square('abs(eh - pe)')],
    ['vr', 'pe * (1 - pe)'],
    ['lg', dialect.ln('CASE WHEN eh = 1 AND pe > 0 THEN pe WHEN eh = 0 AND pe < 1 THEN 1 - pe ELSE 1 END')],
    ...(turns ? [['lr', dialect.ln('CASE WHEN eh = 1 AND pe < 1 THEN 1 - pe ELSE 1 END')] as const] : []),
  ];
}

/** Bins are numbered from −MOST_BINS to MOST_BINS. */
export const MOST_BINS = 2 ** 20;

function binKeys({ k }: ResolvedSpec, { columns }: Layer): Key[] {
  const bin = columns.find(([name]) => name === 'fb') as SqlColumn;
  return [
    ['ei', 'ei', k + 1, 0],
    ['et', 'et', Math.max(k, 2), 0],
    ['mo', 'mo', 2, 0],
    ['fb', bin[1], 2 * MOST_BINS + 1, -MOST_BINS],
  ];
}

/** How many bins are cut evenly, and how many towards either end: as many as the tables of so many classes leave room for. */
function fineBins(spec: ResolvedSpec): [even: number, steep: number] {
  const tables = hasClassHistograms(spec) ? widthOf(spec) * spec.k + 2 : 2;
  const even = Math.min(4096, 2 ** Math.floor(Math.log2(MOST_HISTOGRAM_ROWS / tables / 1.5)));
  return [even, even / 4];
}

/** The columns of the result, all of them text. */
function binSumColumns(spec: ResolvedSpec, dialect: Dialect, turns: boolean, told = new Map<string, string>()): SqlColumn[] {
  return [
    ['fairbits', dialect.text("''")],
    ...Object.entries(HISTOGRAM_KEYS).map(([key, name]): SqlColumn => [name, dialect.text(told.get(key) ?? key)]),
    ['n_n', dialect.text('COUNT(*)')],
    ...(spec.weights === undefined ? [] : [['n_w1', sumSql(spec, dialect, '1')] as const]),
    ...sumsOf(turns).map(([name, sql]): SqlColumn => [`n_${name}`, sumSql(spec, dialect, sql)]),
    ['lowest', dialect.floatText('MIN(pe)')],
    ['highest', dialect.floatText('MAX(pe)')],
  ];
}

/** Rows that can be scored, and that count. */
const good = ({ weights }: ResolvedSpec): string => (weights === undefined ? 's = 0' : 's = 0 AND ww > 0');
