import { binOf } from '../columns/calibration/reliability.js';
import type { SlicedPiece } from '../core/statistics/slicedStatistics.js';

/** Bins of equal width that the modal estimates of a slice are summed up in. */
export const CALIBRATION_BINS = 10;
/** To a bin: weight, hits, and the sum of the estimates. */
const PER_BIN = 3;

/** What the calibration of a slice needs: modal estimates in bins. They add up. */
export function noCalibration(): Float64Array {
  return new Float64Array(CALIBRATION_BINS * PER_BIN);
}

/** Some rows as they are added to the sums of their slices, whichever these are: where, what they weigh, hits and estimates. */
export class CalibrationRows {
  private places = new Uint8Array();
  private weights = new Float64Array();
  private hits = new Float64Array();
  private said = new Float64Array();
  private rows = 0;
  private from = 0;

  take({ rows, from, modal, weights }: SlicedPiece): void {
    if (this.places.length < rows) {
      this.places = new Uint8Array(rows);
      [this.weights, this.hits, this.said] = [0, 1, 2].map(() => new Float64Array(rows));
    }
    this.rows = rows;
    this.from = from;
    for (let r = 0; r < rows; r++) {
      const weight = weights ? weights[r] : 1;
      this.places[r] = binOf(modal[r], CALIBRATION_BINS) * PER_BIN;
      this.weights[r] = weight;
      this.hits[r] = modal[r] > 0 ? weight : 0;
      this.said[r] = weight * Math.abs(modal[r]);
    }
  }

  /** Adds them to the sums of their slices, one behind the other. */
  addTo(sums: Float64Array, codes: Uint32Array): void {
    const { rows, from, places, weights, hits, said } = this;
    const length = CALIBRATION_BINS * PER_BIN;
    for (let r = 0; r < rows; r++) {
      const at = codes[from + r] * length + places[r];
      sums[at] += weights[r];
      sums[at + 1] += hits[r];
      sums[at + 2] += said[r];
    }
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
