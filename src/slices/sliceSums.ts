import { binOf } from '../columns/calibration/reliability.js';
import type { Engine } from '../core/engine.js';
import type { SlicedPiece } from '../core/statistics/slicedStatistics.js';
import { MAX_SPREAD_ROWS } from '../core/statistics/spreadRoom.js';

/** Bins of equal width that the modal estimates of a slice are summed up in. */
export const CALIBRATION_BINS = 10;
/** To a bin: weight, hits, and the sum of the estimates. */
const PER_BIN = 3;

/** What the calibration of a slice needs: modal estimates in bins. They add up. */
export function noCalibration(): Float64Array {
  return new Float64Array(CALIBRATION_BINS * PER_BIN);
}

/** Adds rows to the bins of their slices, of each way: `sums` are arrays of the kernels. */
export class CalibrationRows {
  private readonly places: Uint8Array;

  constructor(
    private readonly engine: Engine,
    private readonly sums: readonly Float64Array[],
  ) {
    this.places = engine.kernels.uint8(MAX_SPREAD_ROWS);
  }

  add({ rows, codes, modal, weights }: SlicedPiece): void {
    const { engine, places } = this;
    for (let r = 0; r < rows; r++) places[r] = binOf(modal[r], CALIBRATION_BINS) * PER_BIN;
    for (const [w, sums] of this.sums.entries()) engine.kernels.sliceBins(codes[w], places, modal, weights, rows, CALIBRATION_BINS * PER_BIN, sums);
  }
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
