import { FairbitsError } from '../../base/errors.js';
import { wilson } from '../../math/wilson.js';

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

/** How a reliability table is cut: bins of equal width, or of about equally many rows. */
export type Binning = 'equal-width' | 'equal-mass';

/** More bins say nothing that the estimates one by one would not, and would not fit into memory at some point. */
const MAX_RELIABILITY_BINS = 2 ** 16;

export function checkBins(bins: number): void {
  if (Number.isInteger(bins) && bins >= 1 && bins <= MAX_RELIABILITY_BINS) return;
  const expected = `a whole number from 1 to ${MAX_RELIABILITY_BINS}`;
  throw new FairbitsError('option', `${bins} bins: expected ${expected}`, { found: bins, expected });
}

/** A reliability table, and the expected and the largest calibration error that follow from it (Naeini et al. 2015). */
export interface CalibrationError {
  binning: Binning;
  /** Σ n_b/n · |mean estimate − frequency| over the bins (Naeini, Cooper & Hauskrecht 2015). */
  expected: number;
  /** The largest such gap of a bin. */
  maximum: number;
  /** The sign of the gaps kept: above 0 where estimates are too high on the whole. */
  bias: number;
  /** How far off they may be, where estimates are known by their bins only: a bin of equal mass then ends where a fine bin does. */
  error?: { expected: number; maximum: number };
  /** Bins that hold a row. */
  bins: ReliabilityBin[];
}

/**
 * The reliability table and the calibration errors from it. Bins of equal width are closed to the right, and 0 is in
 * the first. Those of equal mass are as even as whole rows allow, the first ones larger by one; equal estimates are
 * never split, but stay in the bin where they begin. Estimates are sorted by size, negative (also −0) where it did not come true.
 */
export function calibrationError(sorted: Float64Array, binning: Binning, count: number, z: number): CalibrationError {
  const ends = binning === 'equal-width' ? byWidth(sorted, count) : byMass(sorted, count);
  return errorOf(
    binning,
    ends.map((end, b) => bin(sorted, b === 0 ? 0 : ends[b - 1], end, z)),
    sorted.length,
  );
}

/** The errors of bins that hold so many rows together. */
export function errorOf(binning: Binning, bins: ReliabilityBin[], rows: number): CalibrationError {
  const gaps = bins.map(({ meanEstimate, frequency }) => meanEstimate - frequency);
  const share = (b: number): number => bins[b].rows / rows;
  return {
    binning,
    expected: gaps.reduce((sum, gap, b) => sum + share(b) * Math.abs(gap), 0),
    maximum: gaps.reduce((most, gap) => Math.max(most, Math.abs(gap)), 0),
    bias: gaps.reduce((sum, gap, b) => sum + share(b) * gap, 0),
    bins,
  };
}

/** Where each bin that holds a row ends. */
function byWidth(sorted: Float64Array, count: number): number[] {
  const ends: number[] = [];
  for (let from = 0; from < sorted.length; ) {
    // The bin of the next row, and the first row beyond it.
    const place = binOf(sorted[from], count);
    let [low, high] = [from + 1, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (binOf(sorted[middle], count) > place) high = middle;
      else low = middle + 1;
    }
    ends.push(low);
    from = low;
  }
  return ends;
}

/** The bin of equal width that holds an estimate. */
export const binOf = (x: number, count: number): number => Math.max(0, Math.ceil(Math.abs(x) * count) - 1);

function byMass(sorted: Float64Array, count: number): number[] {
  const rows = sorted.length;
  const ends: number[] = [];
  for (let b = 1, before = 0; b <= count; b++) {
    let end = massTarget(rows, b, count);
    if (end <= before) continue;
    while (end < rows && Math.abs(sorted[end]) === Math.abs(sorted[end - 1])) end++;
    ends.push(end);
    before = end;
  }
  return ends;
}

/** How many rows the first `b` of some bins of equal mass should hold. */
export function massTarget(rows: number, b: number, count: number): number {
  return b * Math.floor(rows / count) + Math.min(b, rows % count);
}

function bin(sorted: Float64Array, from: number, to: number, z: number): ReliabilityBin {
  let [hits, sum] = [0, 0];
  for (let r = from; r < to; r++) {
    const x = sorted[r];
    sum += Math.abs(x);
    // A 0 of the class has no minus.
    hits += Number(x > 0 || Object.is(x, 0));
  }
  return reliabilityBin(to - from, hits, sum, Math.abs(sorted[from]), Math.abs(sorted[to - 1]), z);
}

export function reliabilityBin(rows: number, hits: number, sum: number, from: number, to: number, z: number): ReliabilityBin {
  return { rows, from, to, meanEstimate: sum / rows, frequency: hits / rows, interval: wilson(hits, rows, z) };
}
