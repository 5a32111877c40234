/** The twins of assembly/rank.ts. */
import type { PlaceCounts, RankedNumbers } from '../kernels.js';
import { sortBySize } from './sort.js';

/** How many numbers are asked for at a time. */
export const RANK_PIECE = 16384;

export function sortRanked(length: number, { fill, labels, positive = 1, k = 2 }: RankedNumbers, out: Float64Array): number {
  for (let from = 0; from < length; from += RANK_PIECE) fill(out.subarray(from, Math.min(from + RANK_PIECE, length)), from);
  const least = labels ? 0 : -1;
  const bad = out.subarray(0, length).findIndex((x) => !(x >= least && x <= 1));
  if (bad >= 0) return bad;
  const wrong = labels?.findIndex((label) => label >= k) ?? -1;
  if (wrong >= 0) return wrong;
  if (labels) for (let r = 0; r < length; r++) out[r] = Math.abs(out[r]) * (labels[r] === positive ? 1 : -1);
  sortBySize(out, length);
  return -1;
}

export function columnByClass(p: Float64Array, labels: Uint16Array, rows: number, k: number, i: number, places: Uint32Array, out: Float64Array): void {
  for (let r = 0; r < rows; r++) out[places[labels[r]]++] = p[r * k + i] + 0;
}

const negativeOf = (x: number): number => Number(x < 0 || Object.is(x, -0));

export function rankWins(x: Float64Array, length: number, state: Float64Array): void {
  let [open, positives, negatives, above, below, wins] = state;
  for (let r = 0; r < length; r++) {
    const size = Math.abs(x[r]);
    const negative = negativeOf(x[r]);
    if (size !== open) {
      wins += positives * (2 * below + negatives);
      above += positives;
      below += negatives;
      positives = 0;
      negatives = 0;
      open = size;
    }
    positives += 1 - negative;
    negatives += negative;
  }
  state.set([open, positives, negatives, above, below, wins]);
}

export function rankSpread(x: Float64Array, length: number, allPositives: number, allNegatives: number, area: number, state: Float64Array): void {
  let [open, positives, negatives, positivesBelow, negativesBelow, ofPositives, ofNegatives, precision] = state;
  const perNegative = 0.5 / allNegatives;
  const perPositive = 0.5 / allPositives;
  for (let r = 0; r < length; r++) {
    const size = Math.abs(x[r]);
    const negative = negativeOf(x[r]);
    if (size !== open) {
      const placement = (2 * negativesBelow + negatives) * perNegative - area;
      const positivesUp = allPositives - positivesBelow;
      const other = (2 * positivesUp - positives) * perPositive - area;
      ofPositives += positives * (placement * placement);
      ofNegatives += negatives * (other * other);
      precision += positives * (positivesUp / (positivesUp + (allNegatives - negativesBelow)));
      positivesBelow += positives;
      negativesBelow += negatives;
      positives = 0;
      negatives = 0;
      open = size;
    }
    positives += 1 - negative;
    negatives += negative;
  }
  state.set([open, positives, negatives, positivesBelow, negativesBelow, ofPositives, ofNegatives, precision]);
}

export function pairWins(a: Float64Array, b: Float64Array, counts?: PlaceCounts): number {
  const n = b.length;
  let sum = 0;
  // How many of b are below, and no higher than, the number at hand.
  let below = 0;
  let notAbove = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i];
    while (below < n && b[below] < x) below++;
    if (notAbove < below) notAbove = below;
    while (notAbove < n && b[notAbove] === x) notAbove++;
    sum += below + notAbove;
    if (counts) {
      counts.below[i] += below;
      counts.notAbove[i] += notAbove;
    }
  }
  return sum;
}
