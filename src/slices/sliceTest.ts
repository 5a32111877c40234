import { normalTail } from '../math/distributions.js';
import { exp } from '../math/exp.js';
import { cumulants, type RewardShape } from './rewardShape.js';

/** Fewer rows, or fewer other rows, are not tested. */
export const LEAST_ROWS = 10;

/** Beyond this no further step is worth it: the mean is nearly the largest or smallest that there can be. */
const MOST_TILT = 2000;
const STEPS = 80;

/**
 * Whether a slice is better or worse than the other rows by more than chance: if it is no different, its rows are some of all rows, drawn without
 * replacement. p is twice the smaller tail of that distribution of its mean: Lugannani & Rice's (1980) saddlepoint approximation, from the rewards of
 * all rows, at a distance that allows for there being no replacement. It keeps its digits far out in the tails, where rewards, which are skewed, are
 * not normal at all, and where the smallest of many p lie.
 */
export function sliceTest(mean: number, weight: number, all: RewardShape): number {
  const rest = all.weight - weight;
  const less = Math.min(weight, rest);
  // The smaller of slice and rest is looked at: where one is high, the other is low.
  const off = (weight <= rest ? 1 : -weight / rest) * (mean - all.mean);
  const distance = off / Math.sqrt(1 - less / all.weight);
  const { second } = cumulants(all, 0);
  if (!(second > 0)) return NaN;
  const tilt = tiltTo(distance, all);
  const { value, second: spread } = cumulants(all, tilt);
  const signed = Math.sign(tilt) * Math.sqrt(Math.max(0, 2 * less * (tilt * distance - value)));
  const wald = tilt * Math.sqrt(less * spread);
  // Near the mean the two terms cancel; there the tail is about one half.
  if (Math.abs(signed) < 1e-4 || !(Math.abs(wald) > 0)) return 1;
  const size = Math.abs(signed);
  const tail = normalTail(size) + density(size) * (1 / Math.abs(wald) - 1 / size);
  return Math.max(0, Math.min(1, 2 * tail));
}

const density = (z: number): number => exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);

/** Where the first derivative of the cumulant generating function is so much: Newton's steps, and halves of what is left where one would leave it. */
function tiltTo(distance: number, all: RewardShape): number {
  const side = Math.sign(distance);
  const off = Math.abs(distance);
  let low = 0;
  let high = MOST_TILT;
  let tilt = Math.min(1, off / cumulants(all, 0).second);
  for (let i = 0; i < STEPS && high - low > 1e-12 * high; i++) {
    const { first, second } = cumulants(all, side * tilt);
    const short = off - side * first;
    if (short > 0) low = tilt;
    else high = tilt;
    if (Math.abs(short) <= 1e-14 * off) break;
    const next = tilt + short / second;
    tilt = next > low && next < high ? next : (low + high) / 2;
  }
  return side * tilt;
}
