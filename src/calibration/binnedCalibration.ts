import type { Kernels } from '../kernels/kernels.js';
import { log2 } from '../kernels/plain/log.js';
import type { Bins } from '../ranking/histogram.js';
import type { Groups } from '../ranking/rankStatistics.js';
import { BinSums, RowSums } from './calibrator.js';
import type { ClassCalibration } from './classCalibration.js';
import { decompositions, poolingErrors } from './decomposition.js';
import { isotonic } from './isotonic.js';
import { massTarget, placeOf } from './reliability.js';
import { spiegelhalter } from './spiegelhalter.js';

/**
 * The calibration of more estimates than are kept, in memory that does not grow. What is a sum over rows is exact, and so are bins of equal width.
 * Bins of equal mass and the pooling of CORP take fine bins for groups of equal estimates, and say how far off that may be.
 */
export class BinnedCalibration {
  private readonly width: BinSums;
  private readonly fine: BinSums;
  private readonly sums: RowSums;
  /** The same of rows with weights. */
  private readonly weighted = { quadratic: 0, log: 0, surplus: 0, variance: 0 };

  constructor(
    kernels: Kernels,
    private readonly fineBins: Bins,
    private readonly bins: number,
    private readonly z: number,
  ) {
    this.width = new BinSums(bins);
    this.fine = new BinSums(fineBins.count);
    this.sums = new RowSums(kernels);
  }

  /** Estimates in any order, negative (also −0) where they did not come true. A row of weight 2 is two rows. */
  add(values: Float64Array, weights?: Float64Array): void {
    const { width, fine, fineBins, bins } = this;
    if (weights) this.weigh(values, weights);
    else this.sums.add({ values, turned: false }, 0, values.length);
    for (let r = 0; r < values.length; r++) {
      const x = values[r];
      const p = Math.abs(x);
      const weight = weights?.[r] ?? 1;
      if (weight === 0) continue;
      const hits = isHit(x) ? weight : 0;
      width.add(placeOf(p, bins), weight, hits, weight * p, p, p);
      fine.add(fineBins.of(p), weight, hits, weight * p, p, p);
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

  /** Fine bins that hold a row. */
  private filled(): number[] {
    return [...this.fine.rows.keys()].filter((bin) => this.fine.rows[bin] > 0);
  }

  /** Fine bins as groups of equal estimates, each called by its lowest: selecting from there up is selecting whole bins. */
  groups(filled = this.filled()): Groups {
    const { rows, hits, from } = this.fine;
    return {
      values: Float64Array.from(filled, (bin) => from[bin]),
      positives: Float64Array.from(filled, (bin) => hits[bin]),
      negatives: Float64Array.from(filled, (bin) => rows[bin] - hits[bin]),
    };
  }

  finish(): ClassCalibration {
    const { fine, z, weighted } = this;
    const { quadratic, log, surplus, variance } = this.sums;
    const sums = {
      quadratic: quadratic + weighted.quadratic,
      log: log + weighted.log,
      surplus: surplus + weighted.surplus,
      variance: variance + weighted.variance,
    };
    const filled = this.filled();
    const rows = filled.reduce((sum, bin) => sum + fine.rows[bin], 0);
    const hits = filled.reduce((sum, bin) => sum + fine.hits[bin], 0);
    const mass = new BinSums(this.bins);
    // Of fine bins in which a bin of equal mass ends, it is not known where: their rows may be on either side.
    let [unsure, most, done, open, within] = [0, 0, 0, 0, false];
    for (const bin of filled) {
      mass.add(open, fine.rows[bin], fine.hits[bin], fine.estimates[bin], fine.from[bin], fine.to[bin]);
      done += fine.rows[bin];
      let ends = 0;
      while (open < this.bins && massTarget(rows, open + 1, this.bins) <= done) {
        open++;
        ends++;
      }
      // A fine bin of one value is a group of equal estimates, which is never split.
      if (ends === 0 || (ends === 1 && done === rows) || fine.from[bin] === fine.to[bin]) continue;
      unsure += fine.rows[bin];
      most = Math.max(most, fine.rows[bin]);
      if (ends > 1) within = true;
    }
    const equalMass = mass.error('equal-mass', z);
    const fewest = equalMass.bins.reduce((least, bin) => Math.min(least, bin.rows), Infinity);
    const maximum = within || 2 * most >= fewest ? 1 : Math.min(1, (4 * most) / (fewest - 2 * most));
    const groups = this.groups(filled);
    const blocks = isotonic(groups);
    const whole = { rows, frequency: hits / rows, quadratic: sums.quadratic / rows, log: sums.log / rows };
    const parts = decompositions(whole, blocks, equalMass.bins);
    const errors = poolingErrors(groups, (g) => fine.from[filled[g]] === fine.to[filled[g]], blocks, rows);
    return {
      equalWidth: this.width.error('equal-width', z),
      equalMass: { ...equalMass, error: { expected: Math.min(1, (2 * unsure) / rows), maximum } },
      spiegelhalter: spiegelhalter(sums.surplus, sums.variance),
      decompositions: {
        quadratic: { ...parts.quadratic, corp: { ...parts.quadratic.corp, error: errors.quadratic } },
        log: { ...parts.log, corp: { ...parts.log.corp, error: errors.log } },
      },
    };
  }

  free(): void {
    this.sums.free();
  }
}

function isHit(x: number): boolean {
  return x > 0 || Object.is(x, 0);
}
