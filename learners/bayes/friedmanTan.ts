import type { LearnerKind } from '../base/learner.js';
import { firstLargest } from '../base/training.js';
import { binnedTraining } from '../data/binned.js';
import { entropyCuts } from '../data/discretise.js';
import { treeNetworkModel } from './treeNetwork.js';

/** Tree-augmented Naive Bayes by mutual information (Friedman, Geiger & Goldszmidt 1997), as Weka has it: bins by entropy, gaps filled with the most frequent value. */
export const friedmanTan: LearnerKind<Record<never, never>> = {
  name: 'tan-friedman',
  about: 'tree-augmented Naive Bayes by mutual information (Friedman)',
  options: {},
  fit(training) {
    const { binned, codes } = binnedTraining(training, entropyCuts(training, 'standard'));
    const fill = codes.map((column, a) => mostFrequent(column, binned.sizes[a]));
    for (const [a, column] of codes.entries()) for (let i = 0; i < column.length; i++) if (column[i] < 0) column[i] = fill[a];
    const parents = heaviestTree(codes, binned.sizes, training.labels, training.k);
    return treeNetworkModel(training, binned, codes, parents, 0.5, 'tree-augmented Naive Bayes (mutual information)', fill);
  },
};

export function mostFrequent(codes: Int32Array, values: number): number {
  const counts = new Float64Array(values);
  for (const code of codes) if (code >= 0) counts[code]++;
  return firstLargest(counts);
}

/** The tree of greatest conditional mutual information (Prim), directed away from the first attribute of its heaviest pair. */
export function heaviestTree(codes: readonly Int32Array[], sizes: readonly number[], labels: ArrayLike<number>, k: number): number[] {
  const attributes = codes.length;
  const parents = new Array<number>(attributes).fill(-1);
  if (attributes < 2) return parents;
  const weights = codes.map((a, i) => codes.map((b, j) => (j > i ? conditionalInformation(a, sizes[i], b, sizes[j], labels, k) : 0)));
  const weight = (i: number, j: number) => (i < j ? weights[i][j] : weights[j][i]);
  let [first, second] = [0, 1];
  for (let i = 0; i < attributes; i++) for (let j = i + 1; j < attributes; j++) if (weight(i, j) > weight(first, second)) [first, second] = [i, j];
  parents[second] = first;
  // Of each attribute that is not linked yet: the linked one it would be linked to.
  const nearest = Int32Array.from({ length: attributes }, (_, a) =>
    weight(a, second) > weight(a, first) ? second : weight(a, second) < weight(a, first) ? first : Math.min(first, second),
  );
  const linked = new Uint8Array(attributes);
  linked[first] = linked[second] = 1;
  const before = (a: number, b: number): boolean => {
    const [x, y] = [weight(a, nearest[a]), weight(b, nearest[b])];
    if (x !== y) return x > y;
    // Of links of the same weight the first pair of attributes.
    const [low, other] = [Math.min(a, nearest[a]), Math.min(b, nearest[b])];
    return low !== other ? low < other : Math.max(a, nearest[a]) < Math.max(b, nearest[b]);
  };
  for (let done = 2; done < attributes; done++) {
    let next = -1;
    for (let a = 0; a < attributes; a++) if (!linked[a] && (next < 0 || before(a, next))) next = a;
    parents[next] = nearest[next];
    linked[next] = 1;
    for (let a = 0; a < attributes; a++) {
      const [now, then] = [weight(a, next), weight(a, nearest[a])];
      if (!linked[a] && (now > then || (now === then && next < nearest[a]))) nearest[a] = next;
    }
  }
  return parents;
}

/** I(A;B|C) in nats. */
function conditionalInformation(a: Int32Array, aValues: number, b: Int32Array, bValues: number, labels: ArrayLike<number>, k: number): number {
  const n = a.length;
  const joint = new Float64Array(k * aValues * bValues);
  const [left, right, classes] = [new Float64Array(k * aValues), new Float64Array(k * bValues), new Float64Array(k)];
  for (let i = 0; i < n; i++) {
    const c = labels[i];
    joint[(c * aValues + a[i]) * bValues + b[i]]++;
    left[c * aValues + a[i]]++;
    right[c * bValues + b[i]]++;
    classes[c]++;
  }
  let sum = 0;
  for (let c = 0; c < k; c++)
    for (let x = 0; x < aValues; x++)
      for (let y = 0; y < bValues; y++) {
        const count = joint[(c * aValues + x) * bValues + y];
        if (count > 0) sum += (count / n) * Math.log((count * classes[c]) / (left[c * aValues + x] * right[c * bValues + y]));
      }
  return sum;
}
