import { exp } from '../../math/exp.js';
import { ln } from '../../math/log.js';

/** Powers of the estimates from here to here are looked at. */
const [LEAST, MOST] = [1 / 1024, 1024];
const BISECTION_STEPS = 200;

/** A recalibration by one temperature. */
export interface Temperature {
  /** Estimates are raised to 1/temperature and renormalized: above 1 they were too sure. */
  temperature: number;
  /** Whether no better one was found within 1/1024 to 1024. */
  atBound: boolean;
}

/** Raises a row to a power and renormalizes it, in place. No estimate is 0. */
export function temper(row: Float64Array, power: number): void {
  let top = -Infinity;
  for (let i = 0; i < row.length; i++) top = Math.max(top, row[i]);
  const most = ln(top);
  let sum = 0;
  for (let i = 0; i < row.length; i++) {
    const x = power * (ln(row[i]) - most);
    row[i] = x < -700 ? 0 : exp(x);
    sum += row[i];
  }
  for (let i = 0; i < row.length; i++) row[i] /= sum;
}

/**
 * Guo, Pleiss, Sun & Weinberger 2017: the one temperature that makes what happened most likely. The log loss is convex in 1/T, so
 * its slope is bisected. Estimates, k to a row, must not be 0.
 */
export function fitTemperature(estimates: Float64Array, labels: ArrayLike<number>, k: number): Temperature {
  const logs = estimates.map((p) => ln(p));
  // The slope of the loss: how far the expected log estimate is above that of what happened.
  const slope = (power: number): number => {
    let sum = 0;
    for (let r = 0; r < labels.length; r++) {
      let top = -Infinity;
      for (let i = r * k; i < (r + 1) * k; i++) top = Math.max(top, logs[i]);
      let [weight, mean] = [0, 0];
      for (let i = r * k; i < (r + 1) * k; i++) {
        const x = power * (logs[i] - top);
        const w = x < -700 ? 0 : exp(x);
        weight += w;
        mean += w * logs[i];
      }
      sum += mean / weight - logs[r * k + labels[r]];
    }
    return sum;
  };
  let [low, high] = [LEAST, MOST];
  if (slope(low) >= 0) return { temperature: 1 / low, atBound: true };
  if (slope(high) <= 0) return { temperature: 1 / high, atBound: true };
  // By the geometric mean, until nothing lies between.
  for (let step = 0; step < BISECTION_STEPS; step++) {
    const middle = Math.sqrt(low * high);
    if (!(middle > low && middle < high)) break;
    if (slope(middle) < 0) low = middle;
    else high = middle;
    if (high / low < 1 + 1e-13) break;
  }
  return { temperature: 1 / Math.sqrt(low * high), atBound: false };
}
