import { FairbitsError } from '../errors.js';
import { normalTail } from '../significance/distributions.js';

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
 * the variance of the difference is that of the differences of placements. `labels` are compared with `positive`.
 */
export function delongTest(a: ArrayLike<number>, b: ArrayLike<number>, labels: ArrayLike<number>, positive = 1): PairedAreas {
  if (a.length !== labels.length || b.length !== labels.length)
    throw new FairbitsError('length', `${a.length} and ${b.length} estimates for ${labels.length} labels: expected one of each for every row`, {
      found: [a.length, b.length],
      expected: `${labels.length} each`,
    });
  const first = placements(a, labels, positive);
  const second = placements(b, labels, positive);
  const [m, n] = [first.positives.length, first.negatives.length];
  const none = { difference: null, standardError: null, z: null, p: null };
  if (m === 0 || n === 0) return { aucs: null, ...none, reason: `no row is ${m === 0 ? 'of' : 'outside'} the positive class, so there is no pair to rank` };
  const aucs: [number, number] = [first.auc, second.auc];
  const difference = aucs[0] - aucs[1];
  if (m < 2 || n < 2) return { aucs, ...none, difference, reason: `DeLong's variance needs two rows of each side; found ${m} and ${n}` };
  const variance = spread(first.positives, second.positives, difference) / m + spread(first.negatives, second.negatives, difference) / n;
  const standardError = Math.sqrt(variance);
  if (standardError === 0) {
    if (difference === 0) return { aucs, difference, standardError, z: 0, p: 1, reason: 'the two rank every pair alike' };
    return { aucs, difference, standardError, z: null, p: 0, reason: 'the difference is the same whichever row is looked at, so its variance is 0' };
  }
  const z = difference / standardError;
  return { aucs, difference, standardError, z, p: 2 * normalTail(Math.abs(z)) };
}

/** The sample variance of the differences of placements. */
function spread(a: Float64Array, b: Float64Array, mean: number): number {
  let squares = 0;
  for (let i = 0; i < a.length; i++) squares += (a[i] - b[i] - mean) ** 2;
  return squares / (a.length - 1);
}

/** For each positive the share of negatives below it, for each negative the share of positives above, ties counting one half. */
function placements(scores: ArrayLike<number>, labels: ArrayLike<number>, positive: number): { auc: number; positives: Float64Array; negatives: Float64Array } {
  const rows = Array.from(labels, (label, r) => ({ score: scores[r], positive: label === positive }));
  const bad = rows.findIndex(({ score }) => Number.isNaN(score));
  if (bad >= 0)
    throw new FairbitsError('estimate-not-finite', `row ${bad}: the estimate is NaN; expected a number`, { row: bad, found: NaN, expected: 'a number' });
  const positives = Float64Array.from(rows.filter((row) => row.positive).map(({ score }) => score));
  const negatives = Float64Array.from(rows.filter((row) => !row.positive).map(({ score }) => score));
  const [sortedPositives, sortedNegatives] = [positives, negatives].map((values) => values.slice().sort());
  const twice = (sorted: Float64Array, x: number): number => firstWhere(sorted, (y) => y >= x) + firstWhere(sorted, (y) => y > x);
  const ofPositives = positives.map((x) => twice(sortedNegatives, x));
  const wins = ofPositives.reduce((a, b) => a + b, 0);
  const m = positives.length;
  return {
    auc: wins / (2 * (m * negatives.length)),
    positives: ofPositives.map((wins) => wins / (2 * negatives.length)),
    negatives: negatives.map((x) => (2 * m - twice(sortedPositives, x)) / (2 * m)),
  };
}

function firstWhere(sorted: Float64Array, holds: (x: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
