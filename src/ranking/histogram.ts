import type { Kernels } from '../kernels/kernels.js';
import { binPlace, binPlaces } from '../kernels/plain/bins.js';
import type { Groups } from './rankStatistics.js';

/**
 * Bins of estimates, for more rows than are kept. Two divisions of [0, 1] laid over one another: one of equal widths, and
 * one that gets finer towards 0 and towards 1, each power of two from 2^−33 on cut evenly. The number of a bin is the sum of the two
 * numbers, and so never falls where the estimate rises.
 */
export class Bins {
  readonly count: number;
  private readonly even: number;
  /** Of the upper half of a number, so many bits are left out. */
  private readonly shift: number;

  /** About so many bins: a power of two from 2^8 to 2^16. */
  constructor(wanted: number) {
    const log = Math.max(8, Math.min(16, Math.floor(Math.log2(wanted))));
    this.even = 2 ** (log - 1);
    // A quarter of the bins towards either end, over 32 powers.
    this.shift = 20 - (log - 7);
    this.count = this.even + 2 ** (log - 1) + 3;
  }

  of(p: number): number {
    return binPlace(p, this.even, this.shift);
  }

  /** The bins of numbers by their size. */
  all(values: Float64Array): Uint32Array {
    const places = new Uint32Array(values.length);
    binPlaces(values, values.length, this.even, this.shift, places);
    return places;
  }

  /** The same of numbers in the kernels' memory. */
  place(kernels: Kernels, values: Float64Array, length: number, places: Uint32Array): void {
    kernels.binPlaces(values, length, this.even, this.shift, places);
  }
}

/** How wrong an area and an average precision can be, of estimates that are known by their bins only. */
export function binErrors(
  { positives, negatives }: Pick<Groups, 'positives' | 'negatives'>,
  averagePrecision: number,
  /** What a positive row counts at least: 0 where rows have weights. */
  one = 1,
): { auc: number; averagePrecision: number } {
  const allPositives = positives.reduce((a, b) => a + b, 0);
  const allNegatives = negatives.reduce((a, b) => a + b, 0);
  // Of the pairs in one bin, which count one half, all or none may be ranked right.
  let pairs = 0;
  // The precision at a positive lies between those with all negatives of its bin above it, and with none.
  let [least, most] = [0, 0];
  let [positivesAbove, negativesAbove] = [0, 0];
  for (let bin = positives.length - 1; bin >= 0; bin--) {
    const [m, n] = [positives[bin], negatives[bin]];
    pairs += m * n;
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
  };
}
