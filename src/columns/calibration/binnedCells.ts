import type { Kernels } from '../../kernels/kernels.js';
import type { Bins } from '../ranking/histogram.js';
import { CELL_ROWS } from './cellTable.js';
import type { Miscalibration } from './modalCalibration.js';

/** Numbers to a bin: rows, those that came true, Σ p, Σ p². */
const BIN_NUMBERS = 4;

/**
 * Miscalibration of more modal estimates than are kept: those of one bin are never split, so that cells are made of
 * whole bins, and within a cell all sums are those of the estimates themselves.
 */
export class BinnedCells {
  private readonly sums: Float64Array;

  constructor(
    private readonly kernels: Kernels,
    bins: Bins,
  ) {
    this.sums = kernels.float64(BIN_NUMBERS * bins.count).fill(0);
  }

  /** Bytes of the kernels' memory. */
  static bytes(bins: Bins): number {
    return 8 * BIN_NUMBERS * bins.count;
  }

  /** Modal estimates in the kernels' memory, negative where the modal class was not the true one, and their bins. */
  add(estimates: Float64Array, length: number, places: Uint32Array): void {
    this.kernels.binCells(estimates, places, length, this.sums);
  }

  /** The same of rows with weights, wherever they are. */
  addWeighted(estimates: Float64Array, weights: Float64Array, places: Uint32Array): void {
    const { sums } = this;
    for (let i = 0; i < estimates.length; i++) {
      const p = Math.abs(estimates[i]);
      const weight = weights[i];
      const at = places[i] * BIN_NUMBERS;
      sums[at] += weight;
      sums[at + 1] += estimates[i] > 0 ? weight : 0;
      sums[at + 2] += weight * p;
      sums[at + 3] += weight * p * p;
    }
  }

  finish(): Miscalibration {
    const { sums } = this;
    let all = 0;
    for (let at = 0; at < sums.length; at += BIN_NUMBERS) all += sums[at];
    let [left, over, under, cells] = [all, 0, 0, 0];
    if (all < 2)
      return { miscalibration: null, overconfident: null, underconfident: null, cells: Math.ceil(Math.min(1, all)), reason: 'a cell needs two rows' };
    let [n, hits, sum, squares] = [0, 0, 0, 0];
    for (let at = 0; at < sums.length; at += BIN_NUMBERS) {
      n += sums[at];
      hits += sums[at + 1];
      sum += sums[at + 2];
      squares += sums[at + 3];
      left -= sums[at];
      if (n === 0 || n < CELL_ROWS || (left > 0 && left < CELL_ROWS)) continue;
      // Σ (f − p)² = n f² − 2 f Σ p + Σ p².
      const f = hits / n;
      const part = (f * (n * f - 2 * sum) + squares) / (n - 1);
      if (sum / n > f) over += part;
      else under += part;
      cells++;
      n = hits = sum = squares = 0;
    }
    return {
      miscalibration: Math.sqrt(over + under),
      overconfident: Math.sqrt(over),
      underconfident: Math.sqrt(under),
      cells,
      approximate: `${all} rows are too many to be kept and sorted (--memory): cells consist of whole bins, each at most 1/32768 wide`,
    };
  }
}
