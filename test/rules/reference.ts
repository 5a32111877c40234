import type { RuleSets } from 'fairbits';
import type { Random } from '../support/random.js';

/** Table 1 of Cleary, Legg & Witten 1996 as it is printed, row by row, with Math.log2. */
export function reference({ members, sizes }: RuleSets, labels: ArrayLike<number>, n: number) {
  const c = new Array<number>(n).fill(0);
  let [N, cp, cn, at] = [0, 0, 0, 0];
  const weights = { constant: [1 / n, 1 / n], frequency: [1 / n, 1 / n] };
  const bits = { laplace: 0, constantNull: 0, constant: 0, frequencyNull: 0, frequency: 0 };
  for (let row = 0; row < labels.length; row++) {
    const m = sizes[row];
    const R = members.slice(at, at + m);
    at += m;
    const actual = labels[row];
    const p = (i: number) => (c[i] + 1) / (N + n);
    const r = R.reduce((sum, i) => sum + p(i), 0);
    const inside = R.includes(actual);
    bits.constantNull -= Math.log2(1 / n);
    bits.frequencyNull -= Math.log2(p(actual));
    bits.laplace -= Math.log2((inside ? cp + 1 : cn + 1) / (cp + cn + 2) / (inside ? m : n - m));
    const [a, b] = weights.constant;
    const [e, f] = weights.frequency;
    if (inside) {
      bits.constant -= Math.log2(((a * m) / (a * m + b * (n - m))) * (1 / m));
      // At m = n the sum of all p is 1; written out it is 1 give or take an ulp, and 1 − r is noise.
      const rest = m === n ? 0 : 1 - r;
      bits.frequency -= Math.log2(((e * r) / (e * r + f * rest)) * (p(actual) / r));
      weights.constant[0] += 1 / m;
      weights.frequency[0] += p(actual) / r;
      cp++;
    } else {
      bits.constant -= Math.log2(((b * (n - m)) / (a * m + b * (n - m))) * (1 / (n - m)));
      bits.frequency -= Math.log2(((f * (1 - r)) / (e * r + f * (1 - r))) * (p(actual) / (1 - r)));
      weights.constant[1] += 1 / (n - m);
      weights.frequency[1] += p(actual) / (1 - r);
      cn++;
    }
    c[actual]++;
    N++;
  }
  return bits;
}

export interface RuleData {
  sets: RuleSets;
  labels: Uint16Array;
}

/** Rows with sets of 0 to `most` classes in any order, of which about `right` hold the truth; skewed classes. */
export function ruleData(next: Random, rows: number, n: number, most = Math.min(n, 6), right = 0.7, skew = 2): RuleData {
  const labels = Uint16Array.from({ length: rows }, () => Math.floor(n * next() ** skew));
  const sets = Array.from(labels, (label) => {
    const size = Math.floor(next() * (most + 1));
    const set = new Set<number>();
    if (size > 0 && next() < right) set.add(label);
    while (set.size < size) set.add(Math.floor(next() * n));
    return [...set].sort(() => next() - 0.5);
  });
  return { sets: { members: Uint16Array.from(sets.flat()), sizes: Uint16Array.from(sets, ({ length }) => length) }, labels };
}

/** Rows [from, to). */
export function part({ sets: { members, sizes }, labels }: RuleData, from: number, to: number): RuleData {
  const place = (row: number) => sizes.subarray(0, row).reduce((sum, size) => sum + size, 0);
  return { sets: { members: members.subarray(place(from), place(to)), sizes: sizes.subarray(from, to) }, labels: labels.subarray(from, to) };
}
