import { FairbitsError } from '../base/errors.js';
import { reported } from '../base/reported.js';
import { normalTail } from '../math/distributions.js';
import { normalQuantile } from '../math/normalQuantile.js';
import { checkPairs } from './pairs.js';
import { midranks } from './ranks.js';
import { type Alternative, degenerateNotes, differenceSentence, type Effect, settings, short, showP, type TestOptions, type TestResult } from './result.js';

/** What `wilcoxon` can be told: whether differences within rounding are ties. */
export interface WilcoxonOptions extends TestOptions {
  /**
   * What ties are: differences that are the same float64 (`exact`, as in scipy and R), or that differ by no more than the rounding of
   * the scores (`rounding`: 0.8 − 0.7 and 0.7 − 0.6 are then equal).
   */
  ties?: 'exact' | 'rounding';
}

/** What `wilcoxon` finds: both rank sums, zeros and ties, and whether p is exact. */
export interface WilcoxonResult extends TestResult {
  method: 'exact' | 'normal';
  /** Rank sums of the differences in the first's favour and in the second's. */
  rankSums: [number, number];
  /** Pairs without a difference, which are left out, and differences that share their size with another. */
  zeros: number;
  tied: number;
}

const MAX_EXACT_PAIRS = 50;
const MOST_AVERAGED = 2000;

/**
 * Wilcoxon's signed-rank test (1945; for learners over data sets: Demšar 2006 §3.1.3). The statistic is the smaller rank sum.
 * Exact p for up to 50 pairs without ties or zeros, else the normal approximation with the variance corrected for ties and without
 * a continuity correction. Pairs without a difference are left out (Wilcoxon's own way) and counted.
 *
 * @example
 * ```ts
 * import { wilcoxon } from 'fairbits/significance';
 *
 * const { statistic, p, method } = wilcoxon([0.81, 0.84, 0.79, 0.83, 0.9, 0.7], [0.78, 0.8, 0.8, 0.78, 0.84, 0.68]);
 * [statistic, p, method]; // → [ 1, 0.0625, 'exact' ]
 * ```
 */
export function wilcoxon(a: ArrayLike<number>, b: ArrayLike<number>, options: WilcoxonOptions = {}): WilcoxonResult {
  const { confidence, names, alternative } = settings(options);
  const test = "Wilcoxon's signed-rank test";
  checkPairs(a, b, test, 1);
  const differences: number[] = [];
  let largest = 0;
  for (let row = 0; row < a.length; row++) {
    // Ranks can hold an infinite score; two that are infinite alike do not differ.
    const d = a[row] === b[row] ? 0 : a[row] - b[row];
    if (Number.isNaN(d)) throw new FairbitsError('value', `${test}: pair ${row} (counted from 0) has no number: expected two`, { row, expected: 'numbers' });
    const size = Math.max(Math.abs(a[row]), Math.abs(b[row]));
    if (size < Infinity) largest = Math.max(largest, size);
    if (d !== 0) differences.push(d);
  }
  const rounding = 2 ** -51 * largest;
  const kept = options.ties === 'rounding' ? differences.filter((d) => Math.abs(d) > rounding / 2) : differences;
  const n = kept.length;
  const zeros = a.length - n;
  const sizes = kept.map(Math.abs);
  const { ranks, ties, tied } = midranks(sizes, options.ties === 'rounding' ? rounding : 0);
  let first = 0;
  for (let i = 0; i < n; i++) if (kept[i] > 0) first += ranks[i];
  const all = (n * (n + 1)) / 2;
  const second = all - first;
  const method = n <= MAX_EXACT_PAIRS && tied === 0 && zeros === 0 ? 'exact' : 'normal';
  const deviation = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24 - ties / 48);
  const p = n === 0 ? 1 : method === 'exact' ? exactP(first, n, alternative) : normalP((first - all / 2) / deviation, alternative);
  const degenerate = n === 0 ? ('no-difference' as const) : undefined;
  const effect: Effect = { ...location(kept, method, deviation, 1 - confidence), confidence };
  const statistic = Math.min(first, second);
  const notes = [
    method === 'exact' ? 'p is exact' : 'p is from the normal approximation, with the variance corrected for ties and without a continuity correction',
    ...(zeros > 0 ? [`${zeros} of ${a.length} pairs do not differ and were left out`] : []),
    ...(tied > 0 ? [`${tied} differences share their size with another and their rank with it`] : []),
    ...(options.ties === 'rounding' ? [] : nearTies(sizes, rounding)),
  ];
  return {
    name: 'wilcoxon',
    statistic,
    df: null,
    p,
    n,
    method,
    rankSums: [first, second],
    zeros,
    tied,
    effect,
    ...(degenerate ? { degenerate } : {}),
    assumptions: [
      'the pairs are independent of one another, such as scores on different data sets; folds of one data set are not',
      'the differences are spread symmetrically about their median',
    ],
    notes: n === 0 ? degenerateNotes(degenerate) : notes,
    sentence: differenceSentence(effect, names, degenerate, `the smaller rank sum of ${n} differences is ${short(statistic)}, ${showP(p, alternative)}`),
  };
}

/** How many of the 2ⁿ choices of signs have each rank sum; whole numbers below 2⁵⁰, so exact. */
function signedRankCounts(n: number): Float64Array {
  const most = (n * (n + 1)) / 2;
  const counts = new Float64Array(most + 1);
  counts[0] = 1;
  for (let rank = 1; rank <= n; rank++) for (let w = most; w >= rank; w--) counts[w] += counts[w - rank];
  return counts;
}

function exactP(first: number, n: number, alternative: Alternative): number {
  const most = (n * (n + 1)) / 2;
  const counts = signedRankCounts(n);
  const below = (w: number): number => counts.subarray(0, w + 1).reduce((sum, count) => sum + count, 0) / 2 ** n;
  if (alternative === 'greater') return below(most - first);
  if (alternative === 'less') return below(first);
  return Math.min(1, 2 * below(Math.min(first, most - first)));
}

function normalP(z: number, alternative: Alternative): number {
  if (alternative === 'two-sided') return Math.min(1, 2 * normalTail(Math.abs(z)));
  return normalTail(alternative === 'greater' ? z : -z);
}

/**
 * Hodges and Lehmann's estimate (1963): the median of the means of all pairs of differences, each with itself among them; and the
 * interval of shifts that the test would not reject, which ends at two of those means.
 */
function location(differences: readonly number[], method: 'exact' | 'normal', deviation: number, alpha: number): Omit<Effect, 'confidence'> {
  const n = differences.length;
  if (n === 0) return { what: 'median difference', value: 0, interval: null, reason: 'no pair differs' };
  if (n > MOST_AVERAGED || !differences.every(Number.isFinite)) {
    const sorted = new Float64Array(differences).sort();
    const reason = n > MOST_AVERAGED ? `only made for up to ${MOST_AVERAGED} differences` : 'a difference is infinite';
    return { what: 'median difference', value: reported((sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2), interval: null, reason };
  }
  const means = new Float64Array((n * (n + 1)) / 2);
  for (let i = 0, at = 0; i < n; i++) for (let j = i; j < n; j++) means[at++] = (differences[i] + differences[j]) / 2;
  means.sort();
  const most = means.length;
  const value = (means[(most - 1) >> 1] + means[most >> 1]) / 2;
  // The least w with P(W ≤ w) ≥ α/2: the w-th mean from either end is the first that is not rejected.
  let w = 0;
  if (method === 'exact') {
    const counts = signedRankCounts(n);
    for (let below = counts[0]; below < (alpha / 2) * 2 ** n; below += counts[w]) w++;
  } else w = Math.floor(most / 2 - normalQuantile(1 - alpha / 2) * deviation);
  const what = 'Hodges–Lehmann estimate of the difference';
  if (w < 1) return { what, value, interval: null, reason: `${n} differences are too few for an interval of this confidence` };
  return { what, value, interval: [means[w - 1], means[most - w]] };
}

/** Decimal scores make equal differences unequal in their last bits. They were ranked as they are; the reader should know. */
function nearTies(sizes: readonly number[], rounding: number): string[] {
  const sorted = new Float64Array(sizes).sort();
  let near = 0;
  for (let i = 1; i < sorted.length; i++) if (sorted[i] !== sorted[i - 1] && sorted[i] - sorted[i - 1] <= rounding) near++;
  if (near === 0) return [];
  return [`${near} times two sizes differ by no more than the rounding of the scores, and were ranked as different; ties: 'rounding' makes them equal`];
}
