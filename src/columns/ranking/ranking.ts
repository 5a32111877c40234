import { type Classes, classNames } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import { checkOptions, type OptionNames, only } from '../../base/options.js';
import { createEngine, type Engine, type EngineOptions } from '../../core/engine.js';
import { type GivenEstimates, type GivenLabels, takeRows } from '../../core/given.js';
import { checkArrays, type Estimates, impliedClasses, type Labels, roundingOf, rowsOfClasses, shape } from '../../core/input.js';
import { positiveClass, TREATMENT_OPTIONS, type TreatmentOptions, treat } from '../../core/treatment.js';
import type { Kernels } from '../../kernels/kernels.js';
import { normalQuantile } from '../../math/normalQuantile.js';
import type { Details } from '../calibration/details.js';
import { groupCalibration } from '../calibration/groupCalibration.js';
import { type Binning, type CalibrationError, calibrationError, checkBins } from '../calibration/reliability.js';
import { type Curves, curves } from './curves.js';
import { KeptRows, type RowsPart } from './keptRows.js';
import type { PairRanking, Ranked, Ranking } from './ranked.js';
import { areaOfWins, type Groups, rankStatistics, tieGroups, winsOfSorted } from './rankStatistics.js';
import { canBeRanked, pairRanking, type RankElsewhere, Ranks, rankRows, SORTING_OVERHEAD, tooManyToRank } from './ranks.js';
import { SortedColumns } from './sortedColumns.js';
import { type WeightedRanked, WeightedRanks } from './weightedRanks.js';
import { groupsOfColumn, WeightedParts, weightsForRanking } from './weightedRows.js';

/** What `ranking`, `auc`, `reliability` and `rankingCurves` can be told. */
export interface RankingOptions extends Pick<TreatmentOptions, 'positive'>, Pick<EngineOptions, 'backend'> {
  /** Two classes: an engine to sort in, whose memory has room for the rows; it saves taking fresh memory each time. */
  engine?: Engine;
  /** The number of classes, or their names; as many as the arrays say by default. */
  classes?: Classes;
  confidence?: number;
  /** One for each row: a row of weight 2 is two rows, one of weight 0 none. */
  weights?: ArrayLike<number>;
}

const RANKING_OPTIONS: OptionNames<RankingOptions> = { positive: true, backend: true, engine: true, classes: true, confidence: true, weights: true };

/**
 * AUC with DeLong's interval and average precision of two classes; Hand and Till's and one-against-the-rest of more.
 *
 * @example
 * ```ts
 * import { ranking } from 'fairbits';
 *
 * const found = await ranking([0.9, 0.4, 0.6, 0.2], [1, 1, 0, 0]);
 * if ('auc' in found) {
 *   found.auc; // → 0.75
 *   found.interval; // → [ 0.05705, 1 ]
 *   found.averagePrecision; // → 0.8333
 * }
 * ```
 */
export async function ranking(given: GivenEstimates, truths: GivenLabels, options: RankingOptions = {}): Promise<Ranking> {
  const { estimates, labels, names } = arranged('ranking', given, truths, options, RANKING_OPTIONS);
  const confidence = options.confidence ?? 0.95;
  const weights = weightsForRanking(options.weights, labels.length);
  if (weights) return (await rankWeighted(estimates, labels, names, weights, options)).ranking;
  if (names.length > 2) return (await rankAll(estimates, labels, names, options, confidence)).ranking;
  const positive = positiveClass(names, options);
  const { kernels } = await engineFor(labels.length, options);
  const sorted = sortedPairs(kernels, estimates, labels, positive);
  try {
    return pairRanking(rankStatistics(kernels, sorted), names[positive], confidence);
  } finally {
    kernels.free(sorted);
  }
}

/**
 * The area under the ROC curve alone, of two classes; null where one of them has no row. `ranking` says how sure it is, too.
 *
 * @example
 * ```ts
 * import { auc } from 'fairbits';
 *
 * // Of the four pairs of a positive and a negative, three are in the right order.
 * await auc([0.9, 0.4, 0.6, 0.2], [1, 1, 0, 0]); // → 0.75
 * ```
 */
export async function auc(given: GivenEstimates, truths: GivenLabels, options: RankingOptions = {}): Promise<number | null> {
  const { estimates, labels, names } = arranged('auc', given, truths, options, RANKING_OPTIONS);
  if (names.length > 2)
    throw new FairbitsError('class-count', `${names.length} classes: expected 2. Of more, ranking() gives the areas of all pairs.`, {
      found: names.length,
      expected: '2',
    });
  const weights = weightsForRanking(options.weights, labels.length);
  if (weights) return ((await rankWeighted(estimates, labels, names, weights, options)).ranking as PairRanking).auc;
  const { kernels } = await engineFor(labels.length, options);
  const sorted = sortedPairs(kernels, estimates, labels, positiveClass(names, options));
  try {
    const { wins, positives, negatives } = winsOfSorted(kernels, sorted);
    return positives > 0 && negatives > 0 ? areaOfWins(wins, positives, negatives) : null;
  } finally {
    kernels.free(sorted);
  }
}

/**
 * The reliability table of the estimates of one class, and the calibration errors from it. `calibrate` gives all that there is.
 *
 * @example
 * ```ts
 * import { reliability } from 'fairbits';
 *
 * const { expected, bins } = await reliability([0.9, 0.8, 0.3, 0.2], [1, 1, 0, 1], { bins: 2, binning: 'equal-width' });
 * expected; // → 0.2
 * bins.map(({ meanEstimate, frequency }) => [meanEstimate, frequency]); // → [ [ 0.25, 0.5 ], [ 0.85, 1 ] ]
 * ```
 */
export async function reliability(
  given: GivenEstimates,
  truths: GivenLabels,
  options: RankingOptions & { bins?: number; binning?: Binning } = {},
): Promise<CalibrationError> {
  const { estimates, labels, names } = arranged('reliability', given, truths, options, { ...RANKING_OPTIONS, bins: true, binning: true });
  const { bins = 10, binning = 'equal-mass', confidence = 0.95 } = options;
  checkBins(bins);
  const positive = names.length === 2 ? positiveClass(names, options) : classOf(names, options.positive);
  const weights = weightsForRanking(options.weights, labels.length);
  if (weights) {
    const found = groupCalibration(await weightedGroups(estimates, labels, names, weights, options, positive), bins, normalQuantile((1 + confidence) / 2));
    return binning === 'equal-mass' ? found.equalMass : found.equalWidth;
  }
  const { kernels } = await engineFor(labels.length, options);
  const sorted = sortedPairs(kernels, estimates, labels, positive, names.length);
  try {
    return calibrationError(sorted, binning, bins, normalQuantile((1 + confidence) / 2));
  } finally {
    kernels.free(sorted);
  }
}

/**
 * ROC, precision–recall, lift, gains and cost curves of two classes, or of one class against the rest.
 *
 * @example
 * ```ts
 * import { rankingCurves } from 'fairbits';
 *
 * const { points } = await rankingCurves([0.9, 0.4, 0.6, 0.2], [1, 1, 0, 0]);
 * points.map(({ falsePositiveRate, truePositiveRate }) => [falsePositiveRate, truePositiveRate]); // → [ [ 0, 0 ], [ 0, 0.5 ], [ 0.5, 0.5 ], [ 0.5, 1 ], [ 1, 1 ] ]
 * ```
 */
export async function rankingCurves(given: GivenEstimates, truths: GivenLabels, options: RankingOptions & { points?: number } = {}): Promise<Curves> {
  const { estimates, labels, names } = arranged('rankingCurves', given, truths, options, { ...RANKING_OPTIONS, points: true });
  const positive = names.length === 2 ? positiveClass(names, options) : classOf(names, options.positive);
  const weights = weightsForRanking(options.weights, labels.length);
  if (weights) return curves(await weightedGroups(estimates, labels, names, weights, options, positive), options.points);
  const { kernels } = await engineFor(labels.length, options);
  const sorted = sortedPairs(kernels, estimates, labels, positive, names.length);
  try {
    return curves(tieGroups(sorted), options.points);
  } finally {
    kernels.free(sorted);
  }
}

/** Rows with weights, which are checked and kept whole. */
async function weightedParts(
  estimates: Estimates,
  labels: Labels,
  names: readonly string[],
  weights: Float64Array,
  { engine, backend, ...options }: RankingOptions & TreatmentOptions,
): Promise<{ engine: Engine; part: RowsPart; positive: number }> {
  const own = engine ?? (await createEngine(backend ? { backend } : {}));
  own.tally(names, { tolerance: Infinity, ...only<TreatmentOptions>(options, TREATMENT_OPTIONS) }).add(estimates, labels);
  const treatment = treat(names, estimates, options);
  const kept = new KeptRows(treatment, estimates.length === labels.length, 'ranking', true);
  kept.add(estimates, labels, weights);
  return { engine: own, part: kept.drain(), positive: treatment.positive };
}

/** As `rankAll`, of rows with weights. */
export async function rankWeighted(
  estimates: Estimates,
  labels: Labels,
  names: readonly string[],
  weights: Float64Array,
  options: RankingOptions & TreatmentOptions,
  details?: Details,
): Promise<WeightedRanked> {
  const { positive: named, ...rest } = options;
  const about = names.length === 2 && named !== undefined ? { ...rest, positive: named } : rest;
  const { engine, part, positive } = await weightedParts(estimates, labels, names, weights, about);
  const ranks = new WeightedRanks(names, positive, Infinity, details);
  await ranks.add(part);
  return ranks.finish(engine.backend, options.confidence ?? 0.95);
}

async function weightedGroups(
  estimates: Estimates,
  labels: Labels,
  names: readonly string[],
  weights: Float64Array,
  { positive: named, ...options }: RankingOptions,
  i: number,
): Promise<Groups> {
  const about = names.length === 2 && named !== undefined ? { ...options, positive: named } : options;
  const { engine, part, positive } = await weightedParts(estimates, labels, names, weights, about);
  const { kernels } = await createEngine({ backend: engine.backend, memory: 16 * labels.length + SORTING_OVERHEAD });
  return groupsOfColumn(new WeightedParts([part], names.length, positive).column(kernels, i), i);
}

function classOf(names: readonly string[], positive: number | string | undefined): number {
  const index = typeof positive === 'number' ? positive : names.indexOf(positive ?? '');
  if (index >= 0 && index < names.length) return index;
  throw new FairbitsError('option', `${names.length} classes: say which one it is about, against the others (positive, one of ${names.join(', ')})`, {
    found: positive,
    expected: 'a class',
  });
}

/** Rows as the core takes them, which fit together, and the names of their classes. */
function arranged<O extends RankingOptions>(
  where: string,
  given: GivenEstimates,
  truths: GivenLabels,
  options: O,
  known: OptionNames<Required<O>>,
): { estimates: Estimates; labels: Labels; names: readonly string[] } {
  checkOptions(where, options, known);
  const { estimates, labels, classes } = takeRows(given, truths, options.classes);
  checkArrays(estimates, labels);
  if (labels.length === 0) throw new FairbitsError('length', 'there are no rows to rank', { found: 0, expected: 'at least one row' });
  const names = classNames(classes ?? impliedClasses(estimates, labels));
  shape(estimates, labels, names.length);
  return { estimates, labels, names };
}

async function engineFor(rows: number, { engine, backend }: RankingOptions): Promise<Engine> {
  return engine ?? createEngine({ memory: 16 * rows + SORTING_OVERHEAD, ...(backend ? { backend } : {}) });
}

/** The estimates of a class, sorted, negative where it is not the true one. */
function sortedPairs(kernels: Kernels, estimates: Estimates, labels: Labels, positive: number, k = 2): Float64Array {
  const rows = { rows: labels.length, estimates, labels };
  return new SortedColumns([rows], k, positive, { rounding: roundingOf(undefined, estimates, k) }).signed(kernels, positive);
}

/** Rows of any number of classes, held to the cutoff if there is one. They are sorted from where they lie, unless they have to be changed. */
export async function rankAll(
  estimates: Estimates,
  labels: Labels,
  names: readonly string[],
  options: TreatmentOptions & Pick<RankingOptions, 'engine' | 'backend'>,
  confidence: number,
  details?: Details,
  ofClass = rowsOfClasses(labels, names.length),
  elsewhere?: RankElsewhere,
): Promise<Ranked> {
  const treatment = treat(names, estimates, options);
  const { positive, cutoff, renormalize, rounding } = treatment;
  const kernels = options.engine?.kernels;
  const backend = kernels?.backend ?? options.backend ?? (await createEngine({ memory: 2 ** 18 })).backend;
  if (renormalize || cutoff.low > 0 || cutoff.high < 1) {
    const kept = new KeptRows(treatment, estimates.length === labels.length, 'ranking');
    kept.add(estimates, labels);
    const ranks = new Ranks(names, positive, Infinity, details);
    await ranks.add(kept.drain());
    return ranks.finish(backend, confidence);
  }
  const [rows, k] = [labels.length, names.length];
  if (!canBeRanked(k === 2 ? rows : rows * k, k)) return { ranking: tooManyToRank(rows, k) };
  const parts = [{ rows, estimates, labels }];
  return rankRows({ parts, rows: ofClass, classes: names, positive, backend, confidence, rounding }, details, { kernels, elsewhere });
}
