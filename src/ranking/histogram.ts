import type { Groups } from './rankStatistics.js';

/**
 * Bins of estimates, for more rows than are kept. Two divisions of [0, 1] laid over one another: one of equal widths, and
 * one that gets finer towards 0 and towards 1, each power of two cut evenly. The number of a bin is the sum of the two
 * numbers, and so never falls where the estimate rises.
 */
export class Bins {
  readonly count: number;
  private readonly even: number;
  private readonly cuts: number;
  private static readonly POWERS = 32;

  /** About so many bins: a power of two from 2^8 to 2^16. */
  constructor(wanted: number) {
    const log = Math.max(8, Math.min(16, Math.floor(Math.log2(wanted))));
    this.even = 2 ** (log - 1);
    this.cuts = 2 ** (log - 2) / Bins.POWERS;
    this.count = this.even + 2 * this.cuts * Bins.POWERS + 3;
  }

  of(p: number): number {
    return ((p * this.even) | 0) + (p <= 0.5 ? this.towardsZero(p) : 2 * this.cuts * Bins.POWERS + 1 - this.towardsZero(1 - p));
  }

  /** The bins of numbers by their size. */
  all(values: Float64Array): Int32Array {
    const { even, cuts } = this;
    const places = new Int32Array(values.length);
    const halves = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
    const last = 2 * cuts * Bins.POWERS + 1;
    for (let r = 0; r < values.length; r++) {
      const p = Math.abs(values[r]);
      const place = (p * even) | 0;
      if (p <= 0.5) places[r] = place + this.cutOf(halves[2 * r + UPPER] & 0x7fffffff);
      else {
        NUMBER[0] = 1 - p;
        places[r] = place + last - this.cutOf(HALVES[UPPER]);
      }
    }
    return places;
  }

  /** 0 below 2^−33, then `cuts` to a power of two; at ½ the last. 1 − p is exact for p from ½ on. */
  private towardsZero(p: number): number {
    NUMBER[0] = p + 0;
    return this.cutOf(HALVES[UPPER]);
  }

  /** The same by the upper half of the number. */
  private cutOf(high: number): number {
    const power = (high >>> 20) - (1023 - 1 - Bins.POWERS);
    return power < 0 ? 0 : Math.min(this.cuts * Bins.POWERS, power * this.cuts + ((((high & 0xfffff) * this.cuts) / 2 ** 20) | 0));
  }
}

// A number and its halves in one place; which of them is the upper one is for the machine to say.
const NUMBER = Float64Array.of(1);
const HALVES = new Uint32Array(NUMBER.buffer);
const UPPER = HALVES[1] === 0 ? 0 : 1;

/** How wrong figures can be, of estimates that are known by their bins only. */
export interface BinErrors {
  auc: number;
  averagePrecision: number;
  /** Null where there is no standard error. */
  standardError: number | null;
}

export function binErrors(
  { positives, negatives }: Pick<Groups, 'positives' | 'negatives'>,
  averagePrecision: number,
  /** What a positive row counts at least: 0 where rows have weights. */
  one = 1,
): BinErrors {
  const allPositives = positives.reduce((a, b) => a + b, 0);
  const allNegatives = negatives.reduce((a, b) => a + b, 0);
  // Of the pairs in one bin, which count one half, all or none may be ranked right.
  let pairs = 0;
  // So a row's placement is off by half the share of its bin among the rows of the other side. DeLong's standard error is the length of the vector
  // of all placements about their means, each over a constant: by the triangle inequality it is off by the length of what they are off by.
  let [ofPositives, ofNegatives] = [0, 0];
  // The precision at a positive lies between those with all negatives of its bin above it, and with none.
  let [least, most] = [0, 0];
  let [positivesAbove, negativesAbove] = [0, 0];
  for (let bin = positives.length - 1; bin >= 0; bin--) {
    const [m, n] = [positives[bin], negatives[bin]];
    pairs += m * n;
    ofPositives += m * (n / (2 * allNegatives)) ** 2;
    ofNegatives += n * (m / (2 * allPositives)) ** 2;
    if (m > 0) {
      least += (m * (positivesAbove + one)) / (positivesAbove + one + negativesAbove + n || 1);
      most += (m * (positivesAbove + m)) / (positivesAbove + m + negativesAbove);
    }
    positivesAbove += m;
    negativesAbove += n;
  }
  return {
    auc: pairs / (2 * (allPositives * allNegatives)),
    averagePrecision: Math.max(most / allPositives - averagePrecision, averagePrecision - least / allPositives),
    standardError:
      allPositives < 2 || allNegatives < 2
        ? null
        : Math.sqrt(ofPositives / (allPositives - 1) / allPositives + ofNegatives / (allNegatives - 1) / allNegatives),
  };
}
