import type { Kernels } from '../../kernels/kernels.js';
import { log2 } from '../../math/log.js';
import type { Bins } from '../ranking/histogram.js';
import type { Groups } from '../ranking/rankStatistics.js';
import { calibrationOfBins, groupsOfBins } from './binFigures.js';
import type { BinRoom } from './binRoom.js';
import { BinSums, RowSums } from './calibrator.js';
import type { ClassCalibration } from './classCalibration.js';
import { binOf } from './reliability.js';

/** Numbers to a fine bin, whose rows and hits share one: half a cache line. */
const FINE_BIN_NUMBERS = 4;
/** Where there are more than this, four bins of the ranking are one here, so that they stay near at hand. */
const MANY_BINS = 2 ** 16;

/**
 * The calibration of more estimates than are kept, in memory that does not grow. What is a sum over rows is exact, and so are bins of equal width.
 * Bins of equal mass and the pooling of CORP take fine bins for groups of equal estimates, and say how far off that may be.
 */
export class BinnedCalibration {
  private readonly width: BinSums;
  /** Of each fine bin its rows, hits, Σ estimates, the lowest and minus the highest: side by side, as they are fetched together. */
  private readonly records: Float64Array;
  /** The same of rows with weights. */
  private heavy: BinSums | undefined;
  private readonly count: number;
  private readonly shift: number;
  private readonly sums: RowSums;
  /** Fine bins in which a bin of equal width ends: their rows have to be told apart. */
  private readonly split: Uint8Array;
  /** What rows with weights come to one by one. */
  private readonly weighted = { quadratic: 0, log: 0, surplus: 0, variance: 0 };

  constructor(
    private readonly kernels: Kernels,
    private readonly fineBins: Bins,
    private readonly bins: number,
    private readonly z: number,
  ) {
    this.width = new BinSums(bins);
    this.shift = shiftOf(fineBins);
    this.count = (fineBins.count >> this.shift) + 1;
    this.records = kernels.float64(FINE_BIN_NUMBERS * this.count).fill(0);
    for (let at = 2; at < this.records.length; at += FINE_BIN_NUMBERS) this.records[at] = Infinity;
    this.sums = new RowSums(kernels);
    this.split = kernels.uint8(this.count).fill(0);
    for (let b = 1; b < bins; b++) this.split[fineBins.of(lastOf(b, bins)) >> this.shift] = 1;
  }

  /** Bytes of the kernels' memory. */
  static bytes(fineBins: Bins): number {
    return (8 * FINE_BIN_NUMBERS + 1) * ((fineBins.count >> shiftOf(fineBins)) + 1) + RowSums.BYTES;
  }

  /** The first so many estimates of a room, in any order, whose fine bins are known. */
  add({ x, places, marked }: BinRoom, length: number): void {
    this.sums.add({ values: x, turned: false }, 0, length);
    const found = this.kernels.binRecords(x, places, length, this.shift, this.records, this.split, marked);
    for (let m = 0; m < found; m++) {
      const p = Math.abs(x[marked[m]]);
      this.width.add(binOf(p, this.bins), 1, isHit(x[marked[m]]) ? 1 : 0, p, p, p);
    }
  }

  /** Estimates wherever they are, whose rows have weights: a row of weight 2 is two rows. `places` are the fine bins, if they are known. */
  addWeighted(values: Float64Array, weights: Float64Array, places = this.fineBins.all(values)): void {
    const { split, shift } = this;
    this.heavy ??= new BinSums(this.count);
    this.weigh(values, weights);
    for (let r = 0; r < values.length; r++) {
      const weight = weights[r];
      if (weight === 0) continue;
      const bin = places[r] >> shift;
      const p = Math.abs(values[r]);
      const came = isHit(values[r]) ? weight : 0;
      this.heavy.add(bin, weight, came, weight * p, p, p);
      if (split[bin] === 1) this.width.add(binOf(p, this.bins), weight, came, weight * p, p, p);
    }
  }

  private weigh(values: Float64Array, weights: Float64Array): void {
    const { weighted } = this;
    for (let r = 0; r < values.length; r++) {
      const weight = weights[r];
      if (weight === 0) continue;
      const p = Math.abs(values[r]);
      const off = isHit(values[r]) ? 1 - p : -p;
      const balance = 1 - 2 * p;
      weighted.quadratic += weight * off * off;
      weighted.surplus += weight * off * balance;
      weighted.variance += weight * (balance * balance * p * (1 - p));
      weighted.log -= weight * log2(isHit(values[r]) ? p : 1 - p);
    }
  }

  private fine(): BinSums {
    const { records, count, heavy } = this;
    if (heavy) return heavy;
    const fine = new BinSums(count);
    const counts = new Uint32Array(records.buffer, records.byteOffset, 2 * records.length);
    for (let bin = 0, at = 0; bin < count; bin++, at += FINE_BIN_NUMBERS)
      fine.add(bin, counts[2 * at], counts[2 * at + 1], records[at + 1], records[at + 2], 0 - records[at + 3]);
    return fine;
  }

  groups(): Groups {
    return groupsOfBins(this.fine());
  }

  finish(): ClassCalibration {
    const { z, weighted } = this;
    const fine = this.fine();
    const { quadratic, log, surplus, variance } = this.sums;
    const sums = {
      quadratic: quadratic + weighted.quadratic,
      log: log + weighted.log,
      surplus: surplus + weighted.surplus,
      variance: variance + weighted.variance,
    };
    // Fine bins that lie in one bin of equal width are added whole.
    for (const bin of fine.filled())
      if (this.split[bin] === 0)
        this.width.add(binOf(fine.from[bin], this.bins), fine.rows[bin], fine.hits[bin], fine.estimates[bin], fine.from[bin], fine.to[bin]);
    return calibrationOfBins(fine, this.width, sums, z);
  }
}

const shiftOf = (fineBins: Bins): number => (fineBins.count > MANY_BINS ? 2 : 0);

/** The largest estimate in the first b of some bins of equal width. */
function lastOf(b: number, count: number): number {
  let [low, high] = [0, 1];
  // Halved until nothing lies between.
  for (let middle = 0.5; middle > low && middle < high; middle = (low + high) / 2) {
    if (binOf(middle, count) < b) low = middle;
    else high = middle;
  }
  return low;
}

function isHit(x: number): boolean {
  return x > 0 || Object.is(x, 0);
}
