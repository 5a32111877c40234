import { FairbitsError } from '../base/errors.js';
import { type Reported, reported } from '../base/reported.js';
import { chiSquareTail, fTail, normalTail } from '../math/distributions.js';
import { holm } from './holm.js';
import { criticalDifference, nemenyiP, rankError } from './nemenyi.js';
import { midranks } from './ranks.js';
import { type Degenerate, type Effect, settings, short, showP, type TestResult } from './result.js';

/** What `friedman` can be told: the learners’ names, and which of them the others are compared with. */
export interface FriedmanOptions {
  /** Of the critical difference: 1 − α. 0.95 by default. */
  confidence?: number;
  names?: readonly string[];
  /** Compare all others with this one alone (fewer comparisons, more power) instead of all pairs. */
  control?: string;
}

/** Two learners’ mean ranks: their difference, and p as it is, by Holm and by Nemenyi. */
export interface RankComparison {
  first: string;
  second: string;
  /** Of mean ranks, first less second; below 0 the first is better. */
  difference: number;
  z: number;
  p: number;
  /** Holm's adjustment over all comparisons listed. */
  holm: number;
  /** Nemenyi's, over all pairs; null with a control. */
  nemenyi: number | null;
}

/** What `friedman` finds: mean ranks, Iman & Davenport’s F, the critical difference and every comparison. */
export interface FriedmanResult extends TestResult {
  learners: string[];
  /** Mean ranks; 1 is the best. */
  ranks: number[];
  imanDavenport: { statistic: Reported; df: [number, number]; p: number | null; reason?: string };
  /** Mean ranks further apart than this differ significantly (Nemenyi). */
  criticalDifference: number;
  comparisons: RankComparison[];
}

/**
 * Friedman's test (1937) of k learners over n data sets, after Demšar (2006, "Statistical comparisons of classifiers over multiple data
 * sets", §3.2.2): do the mean ranks differ by more than chance? Beside it Iman and Davenport's F (1980), which is less conservative,
 * and what follows a rejection: Nemenyi's critical difference over all pairs, and Holm's adjusted p-values.
 * `scores[i]` are the scores on data set i, one for each learner; higher is better. −∞ is a score like any other here.
 *
 * @example
 * ```ts
 * import { friedman } from 'fairbits/significance';
 *
 * // A row for each data set, a score for each learner.
 * const { ranks, p, criticalDifference } = friedman([[0.9, 0.8, 0.7], [0.8, 0.7, 0.75], [0.95, 0.9, 0.6], [0.7, 0.6, 0.5]], { names: ['a', 'b', 'c'] });
 * ranks; // → [ 1, 2.25, 2.75 ]
 * p; // → 0.03877
 * criticalDifference; // → 1.657
 * ```
 */
export function friedman(scores: readonly ArrayLike<number>[], options: FriedmanOptions = {}): FriedmanResult {
  const { confidence } = settings(options.confidence === undefined ? {} : { confidence: options.confidence });
  const n = scores.length;
  const k = n === 0 ? 0 : scores[0].length;
  const learners = options.names ? [...options.names] : Array.from({ length: k }, (_, i) => `learner ${i + 1}`);
  checkScores(scores, learners, options.control);
  const sums = new Float64Array(k);
  let ties = 0;
  let tied = 0;
  for (const row of scores) {
    const places = midranks(Float64Array.from(row, (score) => -score));
    for (let j = 0; j < k; j++) sums[j] += places.ranks[j];
    ties += places.ties;
    tied += places.tied;
  }
  const ranks = Array.from(sums, (sum) => sum / n);
  // Σ (R_j − n(k+1)/2)², without the cancellation of the usual form; the divisor is that of ranks with ties.
  const spread = sums.reduce((total, sum) => total + (sum - (n * (k + 1)) / 2) ** 2, 0);
  const divisor = (n * k * (k + 1)) / 12 - ties / (12 * (k - 1));
  const level = divisor <= 0;
  const statistic = level ? 0 : spread / divisor;
  const p = level ? 1 : chiSquareTail(statistic, k - 1);
  const degenerate: Degenerate | undefined = level ? 'no-difference' : undefined;
  const best = ranks.indexOf(Math.min(...ranks));
  const worst = ranks.indexOf(Math.max(...ranks));
  const critical = criticalDifference(k, n, 1 - confidence);
  const gap = ranks[worst] - ranks[best];
  const effect: Effect = {
    what: 'mean rank of the last less that of the first',
    value: gap,
    interval: null,
    confidence,
    reason: 'the largest of several differences has no interval; compare it with the critical difference',
  };
  return {
    name: 'friedman',
    statistic,
    df: k - 1,
    p,
    n,
    learners,
    ranks,
    imanDavenport: imanDavenport(statistic, k, n, level),
    criticalDifference: critical,
    comparisons: comparisons(ranks, learners, n, options.control),
    effect,
    ...(degenerate ? { degenerate } : {}),
    assumptions: ['the data sets are independent of one another', 'scores are compared within a data set only; a higher score is better'],
    notes: [
      ...(tied > 0 ? [`${tied} scores are tied with another on the same data set and share their ranks; the statistic is corrected for it`] : []),
      ...(level ? ['on every data set all learners score the same, so p is 1'] : []),
      ...(n < 10 && !level ? [`${n} data sets are few for the χ² approximation (10 or more); go by Iman and Davenport's F`] : []),
    ],
    sentence: level
      ? 'All learners score the same on every data set.'
      : `${learners[best]} ranks first (${short(ranks[best])} on average), ${learners[worst]} last (${short(ranks[worst])}); χ² = ${short(statistic)} with ${k - 1} degree${k === 2 ? '' : 's'} of freedom, ${showP(p)}. Mean ranks more than ${short(critical)} apart differ significantly.`,
  };
}

function checkScores(scores: readonly ArrayLike<number>[], learners: readonly string[], control: string | undefined): void {
  const k = learners.length;
  if (scores.length < 2 || k < 2)
    throw new FairbitsError('length', `Friedman's test needs at least 2 data sets and 2 learners, found ${scores.length} and ${k}`, {
      found: `${scores.length} data sets, ${k} learners`,
      expected: '2 or more of each',
    });
  scores.forEach((row, i) => {
    if (row.length !== k)
      throw new FairbitsError('length', `Friedman's test: data set ${i} (counted from 0) has ${row.length} scores: expected ${k}, one for each learner`, {
        row: i,
        found: row.length,
        expected: String(k),
      });
    for (let j = 0; j < k; j++)
      if (Number.isNaN(row[j]))
        throw new FairbitsError('value', `Friedman's test: ${learners[j]} has no score on data set ${i} (counted from 0): expected a number`, {
          row: i,
          column: learners[j],
          expected: 'a number',
        });
  });
  if (control !== undefined && !learners.includes(control))
    throw new FairbitsError('option', `the control ${control} is none of the learners: expected one of ${learners.join(', ')}`, {
      found: control,
      expected: learners.join(', '),
    });
}

/** F = (n − 1)χ² / (n(k − 1) − χ²), with k − 1 and (k − 1)(n − 1) degrees of freedom. */
function imanDavenport(chiSquare: number, k: number, n: number, level: boolean): FriedmanResult['imanDavenport'] {
  const df: [number, number] = [k - 1, (k - 1) * (n - 1)];
  const left = n * (k - 1) - chiSquare;
  // All data sets rank alike: nothing varies about the difference.
  if (!level && left <= 2 ** -40 * n * k) return { statistic: 'Infinity', df, p: 0, reason: 'every data set ranks the learners alike' };
  const statistic = ((n - 1) * chiSquare) / left;
  return { statistic: reported(statistic), df, p: fTail(statistic, ...df) };
}

function comparisons(ranks: readonly number[], learners: readonly string[], n: number, control: string | undefined): RankComparison[] {
  const k = ranks.length;
  const pairs: [number, number][] = [];
  for (let i = 0; i < k; i++) for (let j = i + 1; j < k; j++) pairs.push([i, j]);
  const at = control === undefined ? -1 : learners.indexOf(control);
  const wanted = control === undefined ? pairs : ranks.flatMap((_, j): [number, number][] => (j === at ? [] : [[at, j]]));
  const error = rankError(k, n);
  const rows = wanted.map(([i, j]) => {
    const difference = ranks[i] - ranks[j];
    const z = difference / error;
    return { first: learners[i], second: learners[j], difference, z, p: Math.min(1, 2 * normalTail(Math.abs(z))) };
  });
  const adjusted = holm(rows.map(({ p }) => p));
  return rows.map((row, i) => ({ ...row, holm: adjusted[i], nemenyi: control === undefined ? nemenyiP(row.difference, k, n) : null }));
}
