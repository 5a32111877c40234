import { binOf } from '../columns/calibration/reliability.js';

/** Bins of equal width that the modal estimates of a slice are summed up in. */
export const CALIBRATION_BINS = 10;
/** To a bin: weight, hits, and the sum of the estimates. */
const PER_BIN = 3;

/** What the calibration of a slice needs: modal estimates in bins. They add up. */
export function noCalibration(): Float64Array {
  return new Float64Array(CALIBRATION_BINS * PER_BIN);
}

/** Where the sums of each row's modal estimate are, which is negative where another class came true. */
export function modalBins(estimates: Float64Array): Uint8Array {
  const bins = new Uint8Array(estimates.length);
  for (let r = 0; r < estimates.length; r++) bins[r] = binOf(estimates[r], CALIBRATION_BINS) * PER_BIN;
  return bins;
}

/** The sums of so many slices, one behind the other, of rows that each lie in one. */
export function calibrationsOf(
  codes: ArrayLike<number>,
  slices: number,
  estimates: Float64Array,
  bins: Uint8Array,
  weights: Float64Array | undefined,
): Float64Array {
  const length = CALIBRATION_BINS * PER_BIN;
  const sums = new Float64Array(slices * length);
  for (let r = 0; r < estimates.length; r++) {
    const at = codes[r] * length + bins[r];
    const estimate = estimates[r];
    const weight = weights ? weights[r] : 1;
    sums[at] += weight;
    if (estimate > 0) {
      sums[at + 1] += weight;
      sums[at + 2] += weight * estimate;
    } else sums[at + 2] -= weight * estimate;
  }
  return sums;
}

export function addSums(to: Float64Array, more: ArrayLike<number>): void {
  for (let i = 0; i < to.length; i++) to[i] += more[i];
}

/** How far the modal estimates are from how often they come true: over bins of equal width, and in all. */
export function calibrationOf(sums: ArrayLike<number>): { confidence: number; ece: number } {
  let [weight, said, off] = [0, 0, 0];
  for (let at = 0; at < sums.length; at += PER_BIN) {
    weight += sums[at];
    said += sums[at + 2];
    off += Math.abs(sums[at + 2] - sums[at + 1]);
  }
  return { confidence: said / weight, ece: off / weight };
}
