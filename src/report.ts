import type { CalibrationFigures, CalibrationReport } from './calibration/calibrationReport.js';
import type { Miscalibration } from './calibration/miscalibration.js';
import { list } from './classes.js';
import { FairbitsError } from './errors.js';
import { normalQuantile } from './intervals/normalQuantile.js';
import { wilson } from './intervals/wilson.js';
import { type Lemma1, lemma1 } from './lemma1.js';
import type { Measure } from './measures/measure.js';
import type { Summary } from './moments.js';
import type { ResolvedPrior } from './priors.js';
import type { Ranking } from './ranking/ranks.js';
import { type Reported, type ReportedAll, reported, reportedAll } from './reported.js';
import type { Tally } from './tally.js';

export { type Reported, type ReportedAll, reported, reportedAll } from './reported.js';

/** The report: plain data that goes into JSON as it is. Renderers read it; none computes. */

export interface MeasureReport {
  mean: Reported;
  total: Reported;
  /** Of the mean. */
  standardError: Reported;
  /** For the mean, at the report's confidence: Wilson's for accuracy, else the mean ± z standard errors; or from the bootstrap. */
  interval: [Reported, Reported] | null;
  /** Why there is no standard error or interval, where there is none. */
  reason?: string;
  /** How many instances earn ±∞, and the first few of them, by row counted from 0. */
  infinite: number;
  infiniteRows?: number[];
  unit: string;
}

type Numbers<T> = { [K in keyof T]: T[K] extends number ? Reported : T[K] };

export interface Report {
  rows: number;
  classes: readonly string[];
  backend: string;
  prior: { source: string; values: Record<string, number> };
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
  measures: Record<string, MeasureReport>;
  /** 003's measure, and beside it what needs all rows kept, like the ranking. */
  calibration: Miscalibration & Partial<ReportedAll<CalibrationFigures>>;
  /** Of two classes, of the positive one; of more, over all pairs, and each against the rest. */
  ranking?: Ranking;
  /** Two classes only. */
  lemma1?: Numbers<Lemma1>;
  /** Rows by actual class, columns by modal class; left out above 100 classes. */
  confusion?: number[][];
  /** Rows with several modal classes; the first in class order was taken. */
  ties: number;
  warnings: string[];
}

/** Above this many classes the confusion matrix is no longer something to look at. */
const MOST_SHOWN = 100;

export interface ReportParts {
  backend: string;
  tally: Tally;
  prior: ResolvedPrior;
  /** Each measure and what its values come to. */
  scores: readonly { measure: Measure; summary: Summary }[];
  calibration: CalibrationReport;
  ranking?: Ranking | undefined;
  confidence?: number | undefined;
}

export function buildReport({ backend, tally, prior, scores, calibration, ranking, confidence = 0.95 }: ReportParts): Report {
  if (!(confidence > 0 && confidence < 1))
    throw new FairbitsError('option', `the confidence is ${confidence}: expected a number between 0 and 1, such as 0.95`, {
      found: confidence,
      expected: 'between 0 and 1',
    });
  const { classes, rows, cutoff } = tally;
  const z = normalQuantile((1 + confidence) / 2);
  const result: Report = {
    rows,
    classes,
    backend,
    prior: { source: prior.source, values: Object.fromEntries(classes.map((name, i) => [name, prior.values[i]])) },
    cutoff: { ...cutoff, changed: tally.clamped },
    renormalized: tally.renormalized,
    roundedOnes: tally.roundedOnes,
    roundedOutside: tally.roundedOutside,
    confidence,
    ...(tally.weightless === undefined ? {} : { weights: { total: tally.weight, zero: tally.weightless } }),
    measures: Object.fromEntries(scores.map(({ measure, summary }) => [measure.id, measureReport(measure, summary, z)])),
    calibration: reportedAll(calibration) as Report['calibration'],
    ...(ranking ? { ranking } : {}),
    ties: tally.ties,
    warnings: warnings(tally, scores),
  };
  if (tally.k === 2) {
    const entries = Object.entries(lemma1(tally, prior.values)).map(([key, value]) => [key, typeof value === 'number' ? reported(value) : value]);
    result.lemma1 = Object.fromEntries(entries) as Numbers<Lemma1>;
  }
  if (tally.k <= MOST_SHOWN) result.confusion = tally.confusion.table();
  return result;
}

export function measureReport(
  { id, unit }: Pick<Measure, 'id' | 'unit'>,
  { mean, total, standardError, infinite, infiniteRows, rows, weight }: Summary,
  z: number,
): MeasureReport {
  const interval = id === 'accuracy' ? wilson(total, weight, z) : ([mean - z * standardError, mean + z * standardError] as const);
  const known = id === 'accuracy' || !Number.isNaN(standardError);
  const result: MeasureReport = {
    mean: reported(mean),
    total: reported(total),
    standardError: reported(standardError),
    interval: known ? [interval[0], interval[1]] : null,
    infinite,
    unit,
  };
  if (infinite > 0) {
    result.reason = 'an infinite value has no standard error';
    result.infiniteRows = infiniteRows;
  } else if (Number.isNaN(mean)) result.reason = 'a tally does not determine it: it takes each row and the prior together';
  else if (weight <= 1) result.reason = rows === weight ? 'a standard error needs two rows' : 'a standard error needs rows that weigh more than 1 together';
  else if (Number.isNaN(standardError)) result.reason = 'a tally keeps no standard error of what depends on the prior';
  return result;
}

function warnings(tally: Tally, scores: ReportParts['scores']): string[] {
  const found: string[] = [];
  const { rows, impossible, ties, renormalized, roundedOnes, roundedOutside, clamped, cutoff } = tally;
  if (impossible > 0) {
    const first = scores.find(({ measure }) => measure.id === 'bayesianReward')?.summary.infiniteRows ?? [];
    const where = first.length > 0 ? ` (row${first.length > 1 ? 's' : ''} ${first.join(', ')}${impossible > first.length ? ', …' : ''}, counted from 0)` : '';
    found.push(
      `${impossible} of ${rows} predictions called impossible what then happened${where} and earn −∞: ${howImpossible(tally)}; a cutoff such as mml:N, N the size of the training set, holds estimates away from 0 and 1`,
    );
  }
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

/** Whether the true class had 0 among others, or another class 1 beside nothing but zeros. */
function howImpossible({ impossible, certain }: Tally): string {
  const zero = 'the true class had 0';
  const one = 'another class had 1, all others 0';
  if (certain === 0) return zero;
  return certain === impossible ? one : `in ${impossible - certain} ${zero}, in ${certain} ${one}`;
}
