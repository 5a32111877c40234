import { list } from '../base/classes.js';
import { type Reported, type ReportedAll, reported, reportedAll } from '../base/reported.js';
import type { CalibrationFigures, CalibrationReport } from '../columns/calibration/calibrationReport.js';
import type { Miscalibration } from '../columns/calibration/modalCalibration.js';
import type { Ranking } from '../columns/ranking/ranked.js';
import { type Lemma1, lemma1 } from '../core/lemma1.js';
import { meanInterval } from '../core/meanInterval.js';
import type { Measure, MeasureId } from '../core/measures/measure.js';
import { measures } from '../core/measures/registry.js';
import { FIRST_FEW, type Summary } from '../core/moments.js';
import type { ResolvedPrior } from '../core/priors.js';
import type { RewardStatistics } from '../core/statistics/rewardStatistics.js';
import type { Tally } from '../core/tally.js';

export { type Reported, type ReportedAll, reported, reportedAll } from '../base/reported.js';

/** The report: plain data that goes into JSON as it is. Renderers read it; none computes. */

export interface MeasureReport {
  mean: Reported;
  total: Reported;
  /** Of the mean. */
  standardError: Reported;
  /** For the mean, at the report's confidence: Wilson's for accuracy, else the mean ± z standard errors; or from the bootstrap. */
  interval: [Reported, Reported] | null;
  /** Where estimates are known by their bins only: how far off the mean may be. */
  error?: number;
  /** Why there is no standard error or interval, where there is none. */
  reason?: string;
  /** How many instances earn ±∞, and the first few of them, by row counted from 0. */
  infinite: number;
  infiniteRows?: number[];
  /** Of a reward: the mean that perfect predictions of these rows would have under the prior. */
  ceiling?: number;
  /** Of a reward: the mean over its ceiling; 1 is perfect, 0 what quoting the prior earns by the headline. */
  share?: Reported;
  unit: string;
}

/** By measure; the divergence only where true probabilities were given. */
export type MeasureReports = Record<MeasureId, MeasureReport> & { klDivergence?: MeasureReport };

/** Figures as JSON has them: text where a number is infinite or none. */
type ReportedFields<T> = { [K in keyof T]: T[K] extends number ? Reported : T[K] };

/** Everything about a test set, as plain data: measures with their intervals, calibration, ranking, confusion, what was counted, and what to beware of. */
export interface Report {
  rows: number;
  classes: readonly string[];
  backend: string;
  /** `rows`: where the prior was counted in a training set, its size. */
  prior: { source: string; values: Record<string, number>; rows?: number };
  cutoff: { name: string; low: number; high: number; changed: number };
  renormalized: number;
  /** Rows with an estimate of exactly 1 beside others that are not all 0, which leaves over what they sum to. */
  roundedOnes: number;
  /** Estimates outside [0, 1] by no more than the tolerance, taken as 0 or 1. */
  roundedOutside: number;
  confidence: number;
  /** Where rows have weights, which say how often each counts: what they weigh together, and how many weigh nothing. */
  weights?: { total: number; zero: number };
  /** Where the intervals are from replicates: how they were made. */
  bootstrap?: { replicates: number; seed: number; interval: string };
  /** Where the headline is −∞: how many rows did it, and the first few of them, by number from 0 on and as one says it ("line 7", "row 6"). */
  impossible?: { rows: number; first: { row: number; place: string }[] };
  /** Where the headline is −∞: what it would be under a cutoff, of which nothing else in the report knows; or why that is not known. */
  withCutoff?: WithCutoff;
  measures: MeasureReports;
  /** Measures that the statistics of one pass did not tell under this prior, so that the rows were looked at again; usually none. */
  secondLook: string[];
  /** The measure of Korb, Hope & Hughes 2001, and beside it what needs all rows kept, like the ranking. */
  calibration: Miscalibration & Partial<ReportedAll<CalibrationFigures>>;
  /** Of two classes, of the positive one; of more, over all pairs, and each against the rest. */
  ranking?: Ranking;
  /** Two classes only. */
  lemma1?: ReportedFields<Lemma1>;
  /** Rows by actual class, columns by modal class; left out above 100 classes. */
  confusion?: number[][];
  /** Rows with several modal classes; the first in class order was taken. */
  ties: number;
  warnings: string[];
}

/** The headline under a cutoff that was not asked for. */
export interface WithCutoff {
  cutoff: `mml:${number}`;
  /** The N of the cutoff, and whose number of rows it is: that of the training set where it is known. */
  n: number;
  nOf: 'training set' | 'test set';
  /** How many estimates it changes. */
  changed?: number;
  bayesianReward?: MeasureReport;
  reason?: string;
}

/** The cutoff of Hope & Korb 2002, §6, with N the size of the training set; where that is not known, of the test set. */
export function suggestedCutoff({ prior, rows }: Pick<Report, 'prior' | 'rows'>): Pick<WithCutoff, 'cutoff' | 'n' | 'nOf'> {
  const trained = prior.rows !== undefined && prior.rows > 0;
  const n = trained ? (prior.rows as number) : rows;
  return { cutoff: `mml:${n}`, n, nOf: trained ? 'training set' : 'test set' };
}

/** Above this many classes the confusion matrix is no longer something to look at. */
const MAX_CONFUSION_CLASSES = 100;

/** A measure under a prior: what its values come to, and why that or its standard error is not known, where it is not. */
export interface Score {
  measure: Measure;
  summary: Summary;
  /** Of a reward: the mean of perfect predictions. */
  ceiling?: number | undefined;
  reason?: string;
}

/** Every measure under a prior: from the statistics where they tell it, else from what was taken row by row. */
export function scoresOf(statistics: RewardStatistics, prior: Float64Array, rowByRow: (id: string) => Summary | undefined): Score[] {
  return measures.map((measure) => scoreOf(measure, statistics, prior, rowByRow));
}

/** One measure, likewise. */
export function scoreOf(measure: Measure, statistics: RewardStatistics, prior: Float64Array, rowByRow?: (id: string) => Summary | undefined): Score {
  const { id } = measure;
  const reason = statistics.untold(id, prior);
  const ceiling = statistics.ceiling(id, prior);
  if (reason === undefined) return { measure, summary: statistics.summary(id, prior), ceiling };
  const summary = rowByRow?.(id);
  if (summary) return { measure, summary, ceiling };
  return { measure, summary: unknown(statistics, measure.total ? statistics.tally.total(id, prior) : NaN), ceiling, reason };
}

/** A summary without a standard error, and perhaps without a total. */
export function unknown({ rows, weight }: { rows: number; weight: number }, total: number): Summary {
  return { rows, weight, total, mean: total / weight, standardError: NaN, infinite: 0, infiniteRows: [] };
}

interface ReportParts {
  backend: string;
  tally: Tally;
  prior: ResolvedPrior;
  /** Each measure and what its values come to. */
  scores: readonly Score[];
  secondLook?: readonly string[];
  calibration: CalibrationReport;
  ranking?: Ranking | undefined;
  confidence?: number | undefined;
}

export function buildReport({ backend, tally, prior, scores, secondLook = [], calibration, ranking, confidence = 0.95 }: ReportParts): Report {
  const { classes, rows, cutoff } = tally;
  const result: Report = {
    rows,
    classes,
    backend,
    prior: {
      source: prior.source,
      values: Object.fromEntries(classes.map((name, i) => [name, prior.values[i]])),
      ...(prior.rows === undefined ? {} : { rows: prior.rows }),
    },
    cutoff: { ...cutoff, changed: tally.clamped },
    renormalized: tally.renormalized,
    roundedOnes: tally.roundedOnes,
    roundedOutside: tally.roundedOutside,
    confidence,
    ...(tally.weightless === undefined ? {} : { weights: { total: tally.weight, zero: tally.weightless } }),
    measures: Object.fromEntries(
      scores.map((score) => [score.measure.id, measureReport(score.measure, score.summary, confidence, score.reason, score.ceiling)]),
    ) as MeasureReports,
    secondLook: [...secondLook],
    calibration: reportedAll(calibration) as Report['calibration'],
    ...(ranking ? { ranking } : {}),
    ties: tally.ties,
    warnings: warnings(tally, scores),
  };
  if (tally.k === 2) {
    const entries = Object.entries(lemma1(tally, prior.values)).map(([key, value]) => [key, typeof value === 'number' ? reported(value) : value]);
    result.lemma1 = Object.fromEntries(entries) as ReportedFields<Lemma1>;
  }
  if (tally.k <= MAX_CONFUSION_CLASSES) result.confusion = tally.confusion.table();
  return result;
}

export function measureReport(
  { id, unit }: { id: string; unit: Measure['unit'] },
  summary: Summary,
  confidence: number,
  reason?: string,
  ceiling?: number,
): MeasureReport {
  const { mean, total, standardError, infinite, infiniteRows, rows, weight } = summary;
  const interval = meanInterval(id, summary, confidence);
  const known = id === 'accuracy' || !Number.isNaN(standardError);
  const result: MeasureReport = {
    mean: reported(mean),
    total: reported(total),
    standardError: reported(standardError),
    interval: known ? [interval[0], interval[1]] : null,
    infinite,
    ...(ceiling === undefined ? {} : { ceiling, share: reported(mean / ceiling) }),
    ...(summary.error === undefined ? {} : { error: summary.error }),
    unit,
  };
  if (infinite > 0) {
    result.reason = 'an infinite value has no standard error';
    result.infiniteRows = infiniteRows;
  } else if (reason) result.reason = reason;
  else if (weight <= 1) result.reason = rows === weight ? 'a standard error needs two rows' : 'a standard error needs rows that weigh more than 1 together';
  return result;
}

function warnings(tally: Tally, scores: ReportParts['scores']): string[] {
  const found: string[] = [];
  const { rows, impossible, ties, renormalized, roundedOnes, roundedOutside, clamped, cutoff } = tally;
  if (impossible > 0) found.push(impossibleWarning(tally, rowsText(scores.find(({ measure }) => measure.id === 'bayesianReward')?.summary.infiniteRows ?? [])));
  if (ties > 0) found.push(`${ties} of ${rows} rows have several most probable classes; the first in class order was taken`);
  if (clamped > 0) found.push(`the cutoff ${cutoff.name} changed ${clamped} estimates`);
  if (renormalized > 0) found.push(`${renormalized} row${renormalized === 1 ? ' was' : 's were'} divided by ${renormalized === 1 ? 'its' : 'their'} sum`);
  if (roundedOnes > 0)
    found.push(
      `${roundedOnes} of ${rows} rows have an estimate of 1 beside others above 0: that is rounding, not certainty, so 1 − p is taken as the sum of the others`,
    );
  if (roundedOutside > 0)
    found.push(`${roundedOutside} estimate${roundedOutside === 1 ? '' : 's'} outside 0 to 1, by no more than the tolerance, taken as 0 or 1`);
  const counts = tally.confusion.actual();
  const unseen = tally.classes.filter((_, i) => counts[i] === 0);
  if (unseen.length > 0) found.push(`no row has the class ${list(unseen)}`);
  return found;
}

/** Rows as one says them, counted from 1. */
export const rowsText = (rows: readonly number[]): string =>
  rows.length === 0 ? '' : `row${rows.length > 1 ? 's' : ''} ${rows.map((row) => row + 1).join(', ')}`;

/** What an estimate of 0 for the true class is called. */
export const IMPOSSIBLE_WORDS = 'called impossible what then happened';

/** That the headline is −∞, and which rows did it; `where` names the first few of them. */
export function impossibleWarning(tally: Tally, where: string): string {
  const { impossible, rows } = tally;
  const at = where && ` (${where}${impossible > FIRST_FEW ? ', …' : ''})`;
  return `${impossible} of ${rows} predictions ${IMPOSSIBLE_WORDS}${at} and earn −∞: ${howImpossible(tally)}; a cutoff such as mml:N, N the size of the training set, holds estimates away from 0 and 1`;
}

/** Whether the true class had 0 among others, or another class 1 beside nothing but zeros. */
function howImpossible({ impossible, certain }: Tally): string {
  const zero = 'the true class had 0';
  const one = 'another class had 1, all others 0';
  if (certain === 0) return zero;
  return certain === impossible ? one : `in ${impossible - certain} ${zero}, in ${certain} ${one}`;
}
