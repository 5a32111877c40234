import type { Training } from '../base/training.js';
import { middleOf, rankedValues, sortedKnown } from '../base/training.js';

/** Whether a cut's cost is log2 of the rows less one, as Fayyad & Irani have it, or of the boundaries that there are. */
export type CutEncoding = 'standard' | 'better';

/**
 * Entropy discretisation by minimum description length (Fayyad & Irani 1993): the cuts of every numeric attribute of a training part, an empty list
 * for other attributes. Values up to a cut are left of it.
 *
 * @example
 * ```ts
 * import { allRows, entropyCuts, readCsv, Training } from 'fairbits/learners';
 *
 * const rows = Array.from({ length: 20 }, (_, i) => `${i},${i < 10 ? 'no' : 'yes'}`);
 * const data = readCsv(['x,play', ...rows].join('\n'));
 * entropyCuts(new Training(data, allRows(data), data.labels, data.classes), 'standard'); // → [ [ 9.5 ] ]
 * ```
 */
export function entropyCuts(training: Training, encoding: CutEncoding): number[][] {
  const { columns, labels, k, n } = training;
  // n·ln n, for all columns.
  const terms = new Float64Array(columns.some((column) => column.kind === 'numeric') ? n + 1 : 0);
  for (let size = 1; size < terms.length; size++) terms[size] = size * Math.log(size);
  return columns.map((column) => (column.kind === 'numeric' ? cutsOf(column.values, labels, k, encoding, terms) : []));
}

function cutsOf(values: Float64Array, labels: ArrayLike<number>, k: number, encoding: CutEncoding, terms: Float64Array): number[] {
  const { distinct, ranks } = rankedValues(values);
  // Rows of each value by class.
  const counts = new Int32Array(distinct.length * k);
  for (let i = 0; i < ranks.length; i++) if (ranks[i] >= 0) counts[ranks[i] * k + labels[i]]++;
  const cuts: number[] = [];
  const [left, right] = [new Int32Array(k), new Int32Array(k)];
  const split = (from: number, to: number): void => {
    const before = new Int32Array(k);
    for (let at = from * k; at < to * k; ) for (let c = 0; c < k; c++) before[c] += counts[at++];
    const n = before.reduce((sum, count) => sum + count, 0);
    if (n < 2) return;
    left.fill(0);
    right.set(before);
    const prior = entropy(before, undefined, terms);
    let best = prior;
    let cut = -1;
    for (let value = from; value < to - 1; value++) {
      for (let c = 0; c < k; c++) {
        const here = counts[value * k + c];
        left[c] += here;
        right[c] -= here;
      }
      const after = entropy(left, right, terms);
      if (after < best) {
        best = after;
        cut = value;
      }
    }
    const gain = prior - best;
    if (cut < 0 || gain <= 0) return;
    left.fill(0);
    for (let at = from * k; at < (cut + 1) * k; ) for (let c = 0; c < k; c++) left[c] += counts[at++];
    for (let c = 0; c < k; c++) right[c] = before[c] - left[c];
    const [t, t1, t2] = [before, left, right].map((some) => some.reduce((present, count) => present + (count > 0 ? 1 : 0), 0));
    const delta = Math.log2(3 ** t - 2) - (t * prior - t1 * entropy(left, undefined, terms) - t2 * entropy(right, undefined, terms));
    if (!(gain > (Math.log2(encoding === 'better' ? to - from - 1 : n - 1) + delta) / n)) return;
    split(from, cut + 1);
    cuts.push(middleOf(distinct[cut], distinct[cut + 1]));
    split(cut + 1, to);
  };
  split(0, distinct.length);
  return cuts;
}

/** The entropy of counts, or the mean entropy of two groups of them, in bits; in this order of additions, so that equal splits come out equal. `terms` are n·ln n. */
function entropy(first: Int32Array, second: Int32Array | undefined, terms: Float64Array): number {
  let [sum, size] = [0, 0];
  for (let c = 0; c < first.length; c++) {
    if (first[c] > 0) sum += terms[first[c]];
    size += first[c];
  }
  sum -= terms[size];
  let total = size;
  if (second) {
    size = 0;
    for (let c = 0; c < second.length; c++) {
      if (second[c] > 0) sum += terms[second[c]];
      size += second[c];
    }
    sum -= terms[size];
    total += size;
  }
  return total === 0 ? 0 : -sum / (total * Math.LN2);
}

/** Cuts for bins of as nearly equal numbers of rows as the values allow; between different values, halfway. */
export function equalFrequencyCuts(values: Float64Array, bins: number): number[] {
  const sorted = Float64Array.from(sortedKnown(values), (row) => values[row]);
  const n = sorted.length;
  const cuts: number[] = [];
  let filled = 0;
  let left = n;
  let start = 0;
  for (let i = 0; i < n - 1; i++) {
    const share = left / (bins - filled);
    if (bins - filled <= 1) break;
    if (i + 1 - start >= share && sorted[i] < sorted[i + 1]) {
      cuts.push(middleOf(sorted[i], sorted[i + 1]));
      left -= i + 1 - start;
      start = i + 1;
      filled++;
    }
  }
  return cuts;
}
