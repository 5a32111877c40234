import { type Classes, classIndex, classNames, list } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { type Cutoff, type CutoffRange, cutoffRange } from '../core/cutoff.js';
import { TOLERANCE_64 } from '../core/input.js';
import { type Prior, resolvePrior } from '../core/priors.js';
import { MOST_CROSSED } from '../core/statistics/layout.js';

/** How the estimates of a row lie in a table: in a column for each class, in one column of arrays, or in a row for each class. */
export type TableLayout = 'wide' | 'array' | 'long';

/** Which rows of which table, what their columns mean, and how they are to be treated. Options mean what they mean for files. */
export interface StatisticsSpec {
  /** The table's name, or its parts: ['schema', 'predictions']. */
  table?: string | readonly string[];
  /** In the place of a table: Parquet files, by a path or pattern that the engine understands. */
  parquet?: string;
  layout?: TableLayout;
  /** The column of true classes. */
  truth: string;
  /** The columns of estimates in the order of the classes, or one of P(positive); of arrays or of long tables one column. */
  probs: string | readonly string[];
  classes: Classes;
  /** Of one column: whose probability it is; the second class, unless said otherwise. */
  positive?: string | number;
  /** Long tables: the column that says which rows are one prediction, and the one that names the class of each. */
  id?: string;
  classColumn?: string;
  weights?: string;
  /** A condition in the engine's own words, put behind WHERE as it is. */
  where?: string;
  cutoff?: Cutoff;
  tolerance?: number;
  /** The estimates are percentages. */
  percent?: boolean;
  /** The prior that Kononenko & Bratko's information, and the generalized reward of more than 16 classes, will be asked for under; uniform, unless said otherwise. */
  prior?: Exclude<Prior, 'test'>;
  /** Sums of doubles rather than of whole numbers: they depend on the order of the rows. */
  floatSums?: boolean;
  /** Count rows that cannot be scored rather than refuse the result. */
  skipBad?: boolean;
}

/** A spec, everything said and checked. */
export interface ResolvedSpec {
  table: readonly string[];
  parquet: string | undefined;
  layout: TableLayout;
  truth: string;
  probs: readonly string[];
  classes: readonly string[];
  /** Labels that are seen to be there and are of a class by the rules for files, though not written like it; a query that is printed knows none. */
  spellings: readonly (readonly [label: string, index: number])[];
  k: number;
  /** One column of P(positive). */
  single: boolean;
  /** Of two classes: the positive one; else −1. */
  positive: number;
  id: string | undefined;
  classColumn: string | undefined;
  weights: string | undefined;
  where: string | undefined;
  cutoff: CutoffRange;
  tolerance: number;
  percent: boolean;
  turnAt: Float64Array;
  floatSums: boolean;
  skipBad: boolean;
  /** Whether the products of every two logs are summed up. */
  crossed: boolean;
}

/** More classes than this make a query that no engine was seen to take. */
export const MOST_SQL_CLASSES = 1000;

export function resolveSpec(spec: StatisticsSpec): ResolvedSpec {
  const classes = classNames(spec.classes);
  const k = classes.length;
  const probs = typeof spec.probs === 'string' ? [spec.probs] : spec.probs;
  const layout = spec.layout ?? 'wide';
  if (k > MOST_SQL_CLASSES) throw refusedSpec(`${k} classes are too many for a query`, `at most ${MOST_SQL_CLASSES}`, k);
  const single = layout === 'wide' && k === 2 && probs.length === 1;
  if (layout === 'wide' && !single && probs.length !== k)
    throw refusedSpec(
      `${probs.length} columns of estimates and ${k} classes (${list(classes)})`,
      'a column for each class, or one of two classes',
      probs.length,
    );
  if (layout !== 'wide' && probs.length !== 1) throw refusedSpec(`the layout ${layout} has ${probs.length} columns of estimates`, 'one', probs.length);
  if (layout === 'long' && (spec.id === undefined || spec.classColumn === undefined))
    throw refusedSpec('the layout long needs the columns of ids and of class names', '--id and --class-column', undefined);
  if (spec.table === undefined && spec.parquet === undefined) throw refusedSpec('no table is named', '--table', undefined);
  const tolerance = spec.tolerance ?? TOLERANCE_64;
  if (!(tolerance >= 0)) throw refusedSpec(`the tolerance is ${tolerance}`, '0 or more', tolerance);
  return {
    table: spec.table === undefined ? [] : typeof spec.table === 'string' ? [spec.table] : spec.table,
    parquet: spec.parquet,
    layout,
    truth: spec.truth,
    probs,
    classes,
    spellings: [],
    k,
    single,
    positive: k === 2 ? classIndex(classes, spec.positive ?? 1) : -1,
    id: spec.id,
    classColumn: spec.classColumn,
    weights: spec.weights,
    where: spec.where,
    cutoff: cutoffRange(spec.cutoff, k),
    // Sums are rounded, as for files.
    tolerance: tolerance + k * Number.EPSILON,
    percent: spec.percent ?? false,
    turnAt: resolvePrior(spec.prior ?? 'uniform', classes, () => []).values,
    floatSums: spec.floatSums ?? false,
    skipBad: spec.skipBad ?? false,
    crossed: k <= MOST_CROSSED,
  };
}

function refusedSpec(what: string, expected: string, found: unknown): FairbitsError {
  return new FairbitsError('option', `${what}: expected ${expected}`, { found, expected });
}
