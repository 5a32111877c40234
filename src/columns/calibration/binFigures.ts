import type { Groups } from '../ranking/rankStatistics.js';
import { isotonic } from '../recalibration/isotonic.js';
import { BinSums } from './calibrator.js';
import type { ClassCalibration } from './classCalibration.js';
import { decompositions, poolingErrors } from './decomposition.js';
import { massTarget } from './reliability.js';
import { spiegelhalter } from './spiegelhalter.js';

/** Fine bins as groups of equal estimates, each called by its lowest: selecting from there up is selecting whole bins. */
export function groupsOfBins(fine: BinSums): Groups {
  const { rows, hits, from } = fine;
  const filled = fine.filled();
  return {
    values: Float64Array.from(filled, (bin) => from[bin]),
    positives: Float64Array.from(filled, (bin) => hits[bin]),
    negatives: Float64Array.from(filled, (bin) => rows[bin] - hits[bin]),
  };
}

/** What rows come to one by one: both losses, in all, and the two sums of Spiegelhalter's test. */
interface RowTotals {
  quadratic: number;
  /** Bits. */
  log: number;
  surplus: number;
  variance: number;
}

/**
 * The calibration of estimates that are known by fine bins, and by bins of equal width. What is a sum over rows is exact, and so are bins of equal width.
 * Bins of equal mass and the pooling of CORP take fine bins for groups of equal estimates, and say how far off that may be.
 */
export function calibrationOfBins(fine: BinSums, width: BinSums, sums: RowTotals, z: number): ClassCalibration {
  const bins = width.count;
  const filled = fine.filled();
  const rows = filled.reduce((sum, bin) => sum + fine.rows[bin], 0);
  const hits = filled.reduce((sum, bin) => sum + fine.hits[bin], 0);
  const mass = new BinSums(bins);
  // Of fine bins in which a bin of equal mass ends, it is not known where: their rows may be on either side.
  let [unsure, most, done, open, within] = [0, 0, 0, 0, false];
  for (const bin of filled) {
    mass.add(open, fine.rows[bin], fine.hits[bin], fine.estimates[bin], fine.from[bin], fine.to[bin]);
    done += fine.rows[bin];
    let ends = 0;
    while (open < bins && massTarget(rows, open + 1, bins) <= done) {
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
  const groups = groupsOfBins(fine);
  const blocks = isotonic(groups);
  const whole = { rows, frequency: hits / rows, quadratic: sums.quadratic / rows, log: sums.log / rows };
  const parts = decompositions(whole, blocks, equalMass.bins);
  const errors = poolingErrors(groups, (g) => fine.from[filled[g]] === fine.to[filled[g]], blocks, rows);
  return {
    equalWidth: width.error('equal-width', z),
    equalMass: { ...equalMass, error: { expected: Math.min(1, (2 * unsure) / rows), maximum } },
    spiegelhalter: spiegelhalter(sums.surplus, sums.variance),
    decompositions: {
      quadratic: { ...parts.quadratic, corp: { ...parts.quadratic.corp, error: errors.quadratic } },
      log: { ...parts.log, corp: { ...parts.log.corp, error: errors.log } },
    },
  };
}
