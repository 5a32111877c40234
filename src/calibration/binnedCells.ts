import { Bins } from '../ranking/histogram.js';
import { CELL } from './cellTable.js';
import type { Miscalibration } from './miscalibration.js';

/**
 * Miscalibration of more modal estimates than are kept: those of one bin are never split, so that cells are made of
 * whole bins, and within a cell all sums are those of the estimates themselves.
 */
export class BinnedCells {
  readonly bins = new Bins(2 ** 16);
  private readonly rows = new Float64Array(this.bins.count);
  private readonly hits = new Float64Array(this.bins.count);
  private readonly sums = new Float64Array(this.bins.count);
  private readonly squares = new Float64Array(this.bins.count);

  /** Modal estimates, negative where the modal class was not the true one; says which bins they are in. */
  add(estimates: Float64Array, weights?: Float64Array, places = this.bins.all(estimates)): Int32Array {
    const { rows, hits, sums, squares } = this;
    for (let i = 0; i < estimates.length; i++) {
      const x = estimates[i];
      const p = Math.abs(x);
      const bin = places[i];
      const weight = weights?.[i] ?? 1;
      rows[bin] += weight;
      hits[bin] += x > 0 ? weight : 0;
      sums[bin] += weight * p;
      squares[bin] += weight * p * p;
    }
    return places;
  }

  finish(): Miscalibration {
    const all = this.rows.reduce((a, b) => a + b, 0);
    let [left, over, under, cells] = [all, 0, 0, 0];
    if (all < 2)
      return { miscalibration: null, overconfident: null, underconfident: null, cells: Math.ceil(Math.min(1, all)), reason: 'a cell needs two rows' };
    let [n, hits, sum, squares] = [0, 0, 0, 0];
    for (let bin = 0; bin < this.bins.count; bin++) {
      n += this.rows[bin];
      hits += this.hits[bin];
      sum += this.sums[bin];
      squares += this.squares[bin];
      left -= this.rows[bin];
      if (n === 0 || n < CELL || (left > 0 && left < CELL)) continue;
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
      approximate: `${all} rows are more than are kept to be sorted (--memory): cells are made of whole bins, each at most 1/32768 wide`,
    };
  }
}
