import { wilson } from '../intervals/wilson.js';
import type { Groups } from '../ranking/rankStatistics.js';

/** Rows whose estimates lie in one range, and how often what they are of came true. */
export interface ReliabilityBin {
  rows: number;
  /** The lowest and highest estimate in it. */
  from: number;
  to: number;
  meanEstimate: number;
  frequency: number;
  /** Wilson's, for the frequency. */
  interval: [number, number];
}

export type Binning = 'equal-width' | 'equal-mass';

export interface CalibrationError {
  binning: Binning;
  /** Σ n_b/n · |mean estimate − frequency| over the bins (Naeini, Cooper & Hauskrecht 2015). */
  expected: number;
  /** The largest such gap of a bin. */
  maximum: number;
  /** The sign of the gaps kept: above 0 where estimates are too high on the whole. */
  bias: number;
  /** Bins that hold a row. */
  bins: ReliabilityBin[];
}

/**
 * The reliability table and the calibration errors from it. Bins of equal width are closed to the right, and 0 is in
 * the first. Those of equal mass are as even as whole rows allow, the first ones larger by one; equal estimates are
 * never split, but stay in the bin where they begin.
 */
export function calibrationError(groups: Groups, binning: Binning, count: number, z: number): CalibrationError {
  const all = binning === 'equal-width' ? byWidth(groups, count) : byMass(groups, count);
  const bins = all.map((members) => bin(groups, members, z));
  const rows = bins.reduce((sum, each) => sum + each.rows, 0);
  const gaps = bins.map(({ meanEstimate, frequency }) => meanEstimate - frequency);
  return {
    binning,
    expected: gaps.reduce((sum, gap, b) => sum + (bins[b].rows / rows) * Math.abs(gap), 0),
    maximum: gaps.reduce((most, gap) => Math.max(most, Math.abs(gap)), 0),
    bias: gaps.reduce((sum, gap, b) => sum + (bins[b].rows / rows) * gap, 0),
    bins,
  };
}

/** Groups [first, last] of each bin that holds any. */
type Members = [first: number, last: number];

function byWidth({ values }: Groups, count: number): Members[] {
  const found: Members[] = [];
  let before = -1;
  for (let g = 0; g < values.length; g++) {
    const place = Math.max(0, Math.ceil(values[g] * count) - 1);
    if (place === before) found[found.length - 1][1] = g;
    else found.push([g, g]);
    before = place;
  }
  return found;
}

function byMass({ values, positives, negatives }: Groups, count: number): Members[] {
  const rows = positives.reduce((a, b) => a + b, 0) + negatives.reduce((a, b) => a + b, 0);
  const [least, larger] = [Math.floor(rows / count), rows % count];
  const endOf = (bin: number): number => (bin + 1) * least + Math.min(bin + 1, larger);
  const found: Members[] = [];
  let [bin, taken, start] = [0, 0, 0];
  for (let g = 0; g < values.length; g++) {
    taken += positives[g] + negatives[g];
    if (taken < endOf(bin) && g < values.length - 1) continue;
    found.push([start, g]);
    start = g + 1;
    while (endOf(bin) <= taken && bin < count - 1) bin++;
  }
  return found;
}

function bin({ values, positives, negatives }: Groups, [first, last]: Members, z: number): ReliabilityBin {
  let [rows, hits, sum] = [0, 0, 0];
  for (let g = first; g <= last; g++) {
    const n = positives[g] + negatives[g];
    rows += n;
    hits += positives[g];
    sum += n * values[g];
  }
  return { rows, from: values[first], to: values[last], meanEstimate: sum / rows, frequency: hits / rows, interval: wilson(hits, rows, z) };
}
