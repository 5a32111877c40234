/** The twins of assembly/rank.ts. */
import type { FillNumbers, RankedRows } from '../kernels.js';
import { sortBySize } from './sort.js';

/** How many numbers are asked for at a time. */
export const RANK_PIECE = 16384;

export function sortRanked(length: number, fill: FillNumbers, out: Float64Array): number {
  for (let from = 0; from < length; from += RANK_PIECE) fill(out.subarray(from, Math.min(from + RANK_PIECE, length)), from);
  const bad = out.subarray(0, length).findIndex((x) => !(Math.abs(x) <= 1));
  if (bad < 0) sortBySize(out, length);
  return bad;
}

export function sortRows({ rows, width, at, k, copy }: RankedRows, positive: number | undefined, out: Float64Array, places?: Float64Array): number {
  const labels = new Uint16Array(rows);
  const most = Math.max(1, Math.floor(RANK_PIECE / width));
  const p = new Float64Array(most * width);
  const numbers = new Float64Array(rows);
  for (let from = 0; from < rows; from += most) {
    const some = labels.subarray(from, from + most);
    copy(p.subarray(0, some.length * width), some, from);
    for (let r = 0; r < some.length; r++) {
      const x = p[r * width + at];
      if (!(x >= 0 && x <= 1 && some[r] < k)) return from + r;
      numbers[from + r] = x + 0;
    }
  }
  if (positive !== undefined) {
    for (let r = 0; r < rows; r++) out[r] = labels[r] === positive ? numbers[r] : -numbers[r];
    sortBySize(out, rows);
    if (places) {
      countPlaces(numbers, labels, numbers.filter((_, r) => labels[r] === positive).sort(), places);
      places[positive] = 0;
    }
    return -1;
  }
  const ends = new Uint32Array(k + 1);
  for (const label of labels) ends[label + 1]++;
  for (let j = 1; j <= k; j++) ends[j] += ends[j - 1];
  const next = ends.slice();
  for (let r = 0; r < rows; r++) out[next[labels[r]]++] = numbers[r];
  for (let j = 0; j < k; j++) out.subarray(ends[j], ends[j + 1]).sort();
  return -1;
}

function countPlaces(numbers: Float64Array, labels: Uint16Array, positives: Float64Array, places: Float64Array): void {
  places.fill(0);
  for (let r = 0; r < numbers.length; r++) {
    const x = numbers[r];
    const below = firstPlace(positives, 0, (y) => y >= x);
    const notAbove = positives[below] === x ? firstPlace(positives, below, (y) => y > x) : below;
    places[labels[r]] += below + notAbove;
  }
}

function firstPlace(sorted: Float64Array, from: number, holds: (y: number) => boolean): number {
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(sorted[middle])) to = middle;
    else from = middle + 1;
  }
  return from;
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

export function pairWins(a: Float64Array, b: Float64Array, places?: Uint32Array): number {
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
    if (places) places[i] += below;
  }
  return sum;
}
