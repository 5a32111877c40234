import type { Kernels } from '../../kernels/kernels.js';
import { binPlace, binPlaces } from '../../kernels/plain/bins.js';
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
  /** Bins of one value, whose rows are true ties. */
  single: (bin: number) => boolean = () => false,
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
    if (single(bin)) {
      const precision = m > 0 ? (m * (positivesAbove + m)) / (positivesAbove + m + negativesAbove + n) : 0;
      least += precision;
      most += precision;
      positivesAbove += m;
      negativesAbove += n;
      continue;
    }
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
