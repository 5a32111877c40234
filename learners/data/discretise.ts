import type { Training } from '../base/training.js';
import { sortedKnown } from '../base/training.js';

/** Whether a cut's cost is log2 of the rows less one, as Fayyad & Irani have it, or of the boundaries that there are. */
export type CutEncoding = 'standard' | 'better';

/**
 * Entropy discretisation by minimum description length (Fayyad & Irani 1993): the cuts of every numeric attribute of a training part, an empty list
 * for other attributes. Values up to a cut are left of it.
 */
export function entropyCuts(training: Training, encoding: CutEncoding): number[][] {
  return training.columns.map((column) => (column.kind === 'numeric' ? cutsOf(column.values, training.labels, training.k, encoding) : []));
}

function cutsOf(values: Float64Array, labels: ArrayLike<number>, k: number, encoding: CutEncoding): number[] {
  const order = sortedKnown(values);
  const sorted = Float64Array.from(order, (row) => values[row]);
  const classes = Int32Array.from(order, (row) => labels[row]);
  const cuts: number[] = [];
  const split = (from: number, to: number): void => {
    if (to - from < 2) return;
    const before = new Float64Array(k);
    for (let i = from; i < to; i++) before[classes[i]]++;
    const [left, right] = [new Float64Array(k), before.slice()];
    const prior = entropy([before]);
    let best = prior;
    let at = -1;
    let boundaries = 0;
    for (let i = from; i < to - 1; i++) {
      left[classes[i]]++;
      right[classes[i]]--;
      if (!(sorted[i] < sorted[i + 1])) continue;
      boundaries++;
      const after = entropy([left, right]);
      if (after < best) {
        best = after;
        at = i;
      }
    }
    const gain = prior - best;
    if (at < 0 || gain <= 0) return;
    left.fill(0);
    for (let i = from; i <= at; i++) left[classes[i]]++;
    for (let c = 0; c < k; c++) right[c] = before[c] - left[c];
    const n = to - from;
    const [t, t1, t2] = [before, left, right].map((counts) => counts.reduce((present, count) => present + (count > 0 ? 1 : 0), 0));
    const delta = Math.log2(3 ** t - 2) - (t * prior - t1 * entropy([left]) - t2 * entropy([right]));
    if (!(gain > (Math.log2(encoding === 'better' ? boundaries : n - 1) + delta) / n)) return;
    split(from, at + 1);
    cuts.push((sorted[at] + sorted[at + 1]) / 2);
    split(at + 1, to);
  };
  split(0, order.length);
  return cuts;
}

/** The mean entropy of groups of counts, in bits; in this order of additions, so that equal splits come out equal. */
function entropy(groups: readonly Float64Array[]): number {
  let sum = 0;
  let total = 0;
  for (const counts of groups) {
    let size = 0;
    for (const count of counts) {
      if (count > 0) sum += count * Math.log(count);
      size += count;
    }
    if (size > 0) sum -= size * Math.log(size);
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
      cuts.push((sorted[i] + sorted[i + 1]) / 2);
      left -= i + 1 - start;
      start = i + 1;
      filled++;
    }
  }
  return cuts;
}
