import type { SlicedPiece } from '../core/statistics/slicedStatistics.js';
import { exp } from '../math/exp.js';
import { ln, log2 } from '../math/log.js';

/** Numbers that the histograms of all classes have together, about; and to a class, at most. */
const BINS_IN_ALL = 2 ** 14;
const MOST_BINS = 256;

/** Of so many classes: bins to a class, and the rewards under equal priors that they reach from and to. */
export function rewardBinsFor(k: number): { bins: number; low: number; high: number } {
  const high = (log2(k) + (k - 1) * log2(k / (k - 1))) / k;
  return { bins: Math.max(4, Math.min(MOST_BINS, Math.floor(BINS_IN_ALL / k))), low: -40 / k, high };
}

/** Histograms of rewards under equal priors, by class: in each bin the weight, and the sum of the rewards. They add up. */
export function noRewards(k: number): Float64Array {
  return new Float64Array(2 * k * rewardBinsFor(k).bins);
}

/** Adds rows to the histograms of their classes, by the mean logs of their bets. */
export function addRewards(to: Float64Array, k: number, { rows, labels, bits, weights }: Pick<SlicedPiece, 'rows' | 'labels' | 'bits' | 'weights'>): void {
  const { bins, low, high } = rewardBinsFor(k);
  const scale = bins / (high - low);
  const even = evenBits(k) / k;
  for (let r = 0; r < rows; r++) {
    const reward = bits[r] - even;
    const bin = Math.max(0, Math.min(bins - 1, Math.floor((reward - low) * scale)));
    const at = 2 * (labels[r] * bins + bin);
    const weight = weights ? weights[r] : 1;
    if (weight === 0) continue;
    to[at] += weight;
    to[at + 1] += weight * reward;
  }
}

/** The logs of a row's bets under equal priors, together. */
const evenBits = (k: number): number => log2(1 / k) + (k - 1) * log2(1 - 1 / k);

/** Rewards of all rows under a prior: values and their shares, about a mean of 0. */
export interface RewardShape {
  weight: number;
  mean: number;
  values: Float64Array;
  shares: Float64Array;
}

/** What the rewards are like under a prior, which adds the same to all rewards of a class. */
export function shapeOf(histograms: ArrayLike<number>, prior: Float64Array): RewardShape {
  const k = prior.length;
  const { bins } = rewardBinsFor(k);
  const against = prior.reduce((sum, q) => sum + log2(1 - q), 0);
  const even = evenBits(k);
  const [values, weights]: [number[], number[]] = [[], []];
  for (let c = 0; c < k; c++) {
    const shift = (even - (log2(prior[c]) + against - log2(1 - prior[c]))) / k;
    for (let b = 0; b < bins; b++) {
      const weight = histograms[2 * (c * bins + b)];
      if (!(weight > 0)) continue;
      values.push(histograms[2 * (c * bins + b) + 1] / weight + shift);
      weights.push(weight);
    }
  }
  const weight = weights.reduce((sum, each) => sum + each, 0);
  const mean = values.reduce((sum, value, i) => sum + value * weights[i], 0) / weight;
  return { weight, mean, values: Float64Array.from(values, (value) => value - mean), shares: Float64Array.from(weights, (each) => each / weight) };
}

/** The cumulant generating function of one reward, with its first two derivatives. */
export function cumulants({ values, shares }: RewardShape, t: number): { value: number; first: number; second: number } {
  let most = -Infinity;
  for (const value of values) most = Math.max(most, t * value);
  let [sum, first, second] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    const part = shares[i] * exp(t * values[i] - most);
    sum += part;
    first += part * values[i];
    second += part * values[i] * values[i];
  }
  first /= sum;
  return { value: ln(sum) + most, first, second: second / sum - first * first };
}
