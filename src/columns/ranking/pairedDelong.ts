import { FairbitsError } from '../../base/errors.js';
import { normalTail } from '../../math/distributions.js';
import { weightsForRanking } from './weightedRows.js';

/** Two areas under ROC curves of the same rows, their difference, and how likely it is by chance. */
export interface PairedAreas {
  aucs: [number, number] | null;
  difference: number | null;
  standardError: number | null;
  z: number | null;
  p: number | null;
  reason?: string;
}

/**
 * DeLong's test of two areas from the same rows (DeLong, DeLong & Clarke-Pearson 1988, eq. 7 with the contrast 1, −1), two-sided:
 * the variance of the difference is that of the differences of placements. `labels` are compared with `positive`. A row of weight 2 is two rows.
 *
 * @example
 * ```ts
 * import { delongTest } from 'fairbits';
 *
 * const { aucs, difference, p } = delongTest([0.9, 0.4, 0.7, 0.2, 0.6], [0.6, 0.7, 0.8, 0.5, 0.1], [1, 0, 1, 0, 1]);
 * aucs; // → [ 1, 0.5 ]
 * difference; // → 0.5
 * p; // → 0.1336
 * ```
 */
export function delongTest(a: ArrayLike<number>, b: ArrayLike<number>, labels: ArrayLike<number>, positive = 1, weights?: ArrayLike<number>): PairedAreas {
  if (a.length !== labels.length || b.length !== labels.length)
    throw new FairbitsError('length', `${a.length} and ${b.length} estimates for ${labels.length} labels: expected one of each for every row`, {
      found: [a.length, b.length],
      expected: `${labels.length} each`,
    });
  const given = weightsForRanking(weights, labels.length);
  const first = placements(a, labels, positive, given);
  const second = placements(b, labels, positive, given);
  const { m, n } = first;
  const none = { difference: null, standardError: null, z: null, p: null };
  if (m === 0 || n === 0) return { aucs: null, ...none, reason: `no row is ${m === 0 ? 'of' : 'outside'} the positive class, so there is no pair to rank` };
  const aucs: [number, number] = [first.auc, second.auc];
  const difference = aucs[0] - aucs[1];
  if (m < 2 || n < 2) return { aucs, ...none, difference, reason: `DeLong's variance needs two rows of each side; found ${m} and ${n}` };
  const variance =
    differenceVariance(first.positives, second.positives, difference, m, first.weights?.positives) / m +
    differenceVariance(first.negatives, second.negatives, difference, n, first.weights?.negatives) / n;
  const standardError = Math.sqrt(variance);
  if (standardError === 0) {
    if (difference === 0) return { aucs, difference, standardError, z: 0, p: 1, reason: 'the two rank every pair alike' };
    return { aucs, difference, standardError, z: null, p: 0, reason: 'the difference is the same whichever row is looked at, so its variance is 0' };
  }
  const z = difference / standardError;
  return { aucs, difference, standardError, z, p: 2 * normalTail(Math.abs(z)) };
}

/** The sample variance of the differences of placements. */
function differenceVariance(a: Float64Array, b: Float64Array, mean: number, rows: number, weights: Float64Array | undefined): number {
  let squares = 0;
  for (let i = 0; i < a.length; i++) squares += (weights?.[i] ?? 1) * (a[i] - b[i] - mean) ** 2;
  return squares / (rows - 1);
}

interface Placements {
  auc: number;
  positives: Float64Array;
  negatives: Float64Array;
  /** Rows of each side, by their weights. */
  m: number;
  n: number;
  weights?: { positives: Float64Array; negatives: Float64Array };
}

/** For each positive the share of negatives below it, for each negative the share of positives above, ties counting one half. */
function placements(scores: ArrayLike<number>, labels: ArrayLike<number>, positive: number, weights: Float64Array | undefined): Placements {
  const rows = Uint32Array.from(labels, (_, r) => r);
  const bad = rows.findIndex((r) => Number.isNaN(scores[r]));
  if (bad >= 0)
    throw new FairbitsError('estimate-not-finite', `row ${bad}: the estimate is NaN; expected a number`, { row: bad, found: NaN, expected: 'a number' });
  const side = (wanted: boolean) => {
    const own = rows.filter((r) => (labels[r] === positive) === wanted && weights?.[r] !== 0);
    const values = Float64Array.from(own, (r) => scores[r]);
    const its = Float64Array.from(own, (r) => weights?.[r] ?? 1);
    return { values, weights: its, below: twiceBelow(values, weights ? its : undefined) };
  };
  const [positives, negatives] = [side(true), side(false)];
  const [m, n] = [positives, negatives].map((each) => each.weights.reduce((a, b) => a + b, 0));
  const ofPositives = positives.values.map((x) => negatives.below(x));
  const wins = ofPositives.reduce((sum, twice, i) => sum + positives.weights[i] * twice, 0);
  return {
    auc: wins / (2 * (m * n)),
    positives: ofPositives.map((twice) => twice / (2 * n)),
    negatives: negatives.values.map((x) => (2 * m - positives.below(x)) / (2 * m)),
    m,
    n,
    ...(weights ? { weights: { positives: positives.weights, negatives: negatives.weights } } : {}),
  };
}

/** Twice what rows weigh whose score is below a number, equals counting one half. */
function twiceBelow(scores: Float64Array, weights: Float64Array | undefined): (x: number) => number {
  // Without weights numbers are sorted themselves, which is several times as fast as sorting rows by them.
  const order = weights && Uint32Array.from(scores, (_, r) => r).sort((a, b) => scores[a] - scores[b]);
  const sorted = order ? Float64Array.from(order, (r) => scores[r]) : scores.slice().sort();
  const before = new Float64Array(sorted.length + 1);
  for (let i = 0; i < sorted.length; i++) before[i + 1] = before[i] + (weights && order ? weights[order[i]] : 1);
  return (x) => before[firstPlaceWhere(sorted, (y) => y >= x)] + before[firstPlaceWhere(sorted, (y) => y > x)];
}

function firstPlaceWhere(sorted: Float64Array, holds: (x: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
