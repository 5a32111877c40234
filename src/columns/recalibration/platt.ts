import { exp } from '../../math/exp.js';
import { ln } from '../../math/log.js';
import type { Groups } from '../ranking/rankStatistics.js';

/** A recalibrated estimate has the log odds slope · logit(p) + intercept. */
export interface Platt {
  slope: number;
  intercept: number;
}

export const logit = (p: number): number => ln(p) - ln(1 - p);

/** 1/(1 + e^−x), without overflow. */
export function logistic(x: number): number {
  if (x < -700) return 0;
  return x < 0 ? exp(x) / (1 + exp(x)) : 1 / (1 + (x > 700 ? 0 : exp(-x)));
}

const MOST_STEPS = 100;

/**
 * Platt 1999, of log odds: the sigmoid that makes what happened most likely, with his targets (N₊ + 1)/(N₊ + 2) and 1/(N₋ + 2)
 * in place of 1 and 0, so that it exists for any rows. Newton's steps, halved until they help (Lin, Lin & Weng 2007).
 * Estimates must lie strictly between 0 and 1.
 */
export function fitPlatt({ values, positives, negatives }: Groups): Platt {
  const allPositives = positives.reduce((a, b) => a + b, 0);
  const allNegatives = negatives.reduce((a, b) => a + b, 0);
  const [high, low] = [(allPositives + 1) / (allPositives + 2), 1 / (allNegatives + 2)];
  const x = values.map(logit);
  const hits = positives.map((m, g) => m * high + negatives[g] * low);
  const rows = positives.map((m, g) => m + negatives[g]);
  // ln(1 + e^s) − t s for a row of target t at the log odds s.
  const loss = (slope: number, intercept: number): number => {
    let sum = 0;
    for (let g = 0; g < x.length; g++) {
      const s = slope * x[g] + intercept;
      const soft = Math.max(s, 0) + ln(1 + (Math.abs(s) > 700 ? 0 : exp(-Math.abs(s))));
      sum += rows[g] * soft - hits[g] * s;
    }
    return sum;
  };
  let [slope, intercept] = [0, ln((allPositives + 1) / (allNegatives + 1))];
  let best = loss(slope, intercept);
  for (let step = 0; step < MOST_STEPS; step++) {
    let [ga, gb, haa, hab, hbb] = [0, 0, 1e-12, 0, 1e-12];
    for (let g = 0; g < x.length; g++) {
      const q = logistic(slope * x[g] + intercept);
      const off = rows[g] * q - hits[g];
      const weight = rows[g] * q * (1 - q);
      ga += off * x[g];
      gb += off;
      haa += weight * x[g] * x[g];
      hab += weight * x[g];
      hbb += weight;
    }
    if (Math.abs(ga) < 1e-10 && Math.abs(gb) < 1e-10) break;
    const determinant = haa * hbb - hab * hab;
    const da = -(hbb * ga - hab * gb) / determinant;
    const db = -(haa * gb - hab * ga) / determinant;
    let size = 1;
    let next = loss(slope + da, intercept + db);
    while (!(next < best) && size > 1e-10) {
      size /= 2;
      next = loss(slope + size * da, intercept + size * db);
    }
    if (!(next < best)) break;
    slope += size * da;
    intercept += size * db;
    best = next;
  }
  return { slope, intercept };
}
