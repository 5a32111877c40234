import { FairbitsError } from '../base/errors.js';
import { log2 } from '../math/log.js';
import { log2Choose } from '../math/log2Choose.js';

/** A point of the curve: so many percent correct would be worth so many bits. */
export interface SignificancePoint {
  percentCorrect: number;
  /** log2 j!(N − j)!/(i!(N − i)!): the difference of the closed forms of Cleary, Legg & Witten 1996. */
  significance: number;
  /** The paper's formula, after Stirling; null where nothing or everything is correct, for which it has no value. */
  stirling: number | null;
}

/** Sf at each percentage of correct predictions, for a number of rows and a share of the most frequent class. */
export interface SignificanceCurve {
  rows: number;
  /** The share of the most frequent class. */
  share: number;
  points: SignificancePoint[];
}

/**
 * Sf as a function of percent correct (Cleary, Legg & Witten 1996, §4, "Relating complexity to percent correct"), for two classes and a theory that
 * always predicts exactly one. i of N rows have the most frequent class, p = i/N; j are predicted correctly, q = j/N:
 *   Sf ≈ N(E(p) − E(q)) − ½(log2 p/q + log2 (1 − p)/(1 − q))
 * (so that it is 0 where p = q, as the paper says). If(D|Q) has the closed form exactly, If(D|T,Q) roughly: a curve to
 * look at measured points against, not a measure.
 *
 * @example
 * ```ts
 * import { significanceCurve } from 'fairbits';
 *
 * const { points } = significanceCurve(100, 60, 5);
 * points.map(({ percentCorrect }) => percentCorrect); // → [ 0, 25, 50, 75, 100 ]
 * ```
 */
export function significanceCurve(rows: number, mostFrequent: number, points = 101): SignificanceCurve {
  const whole = [rows, mostFrequent, points].every((x) => Number.isInteger(x) && x >= 0);
  if (!(whole && rows >= 1 && mostFrequent <= rows && points >= 2))
    throw new FairbitsError('option', `a curve of ${points} points for ${mostFrequent} of ${rows} rows: expected whole numbers, 2 points or more`, {
      found: [rows, mostFrequent, points],
      expected: 'rows ≥ 1, mostFrequent ≤ rows, points ≥ 2',
    });
  const p = mostFrequent / rows;
  const own = log2Choose(rows, mostFrequent);
  const curve: SignificancePoint[] = [];
  for (let point = 0; point < points; point++) {
    const j = Math.round((rows * point) / (points - 1));
    const q = j / rows;
    const percentCorrect = (100 * j) / rows;
    if (percentCorrect === curve.at(-1)?.percentCorrect) continue;
    const stirling = rows * (entropy(p) - entropy(q)) - (log2(p) - log2(q) + log2(1 - p) - log2(1 - q)) / 2;
    curve.push({ percentCorrect, significance: own - log2Choose(rows, j), stirling: Number.isFinite(stirling) ? stirling : null });
  }
  return { rows, share: p, points: curve };
}

const entropy = (p: number): number => (p === 0 || p === 1 ? 0 : -p * log2(p) - (1 - p) * log2(1 - p));
