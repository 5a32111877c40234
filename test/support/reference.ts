import type { TestSet } from './random.js';

/** MEASURES as the papers write them, one instance at a time, with Math.log. p and q are whole distributions. */
export type Formula = (p: ArrayLike<number>, c: number, q: ArrayLike<number>) => number;

/** The first of the largest. */
export function modal(p: ArrayLike<number>): number {
  let m = 0;
  for (let i = 1; i < p.length; i++) if (p[i] > p[m]) m = i;
  return m;
}

const rest = (q: number) => Math.log1p(-q);
const mean = (k: number, term: (i: number) => number) => {
  let sum = 0;
  for (let i = 0; i < k; i++) sum += term(i);
  return sum / k;
};

export const formulas: Record<string, Formula> = {
  goodReward: (p, c) => {
    const m = modal(p);
    return 1 + Math.log2(m === c ? p[m] : 1 - p[m]);
  },
  modalReward: (p, c, q) => {
    const m = modal(p);
    return m === c ? 1 - Math.log(p[m]) / Math.log(q[m]) : 1 - Math.log(1 - p[m]) / rest(q[m]);
  },
  generalizedReward: (p, c, q) => mean(p.length, (i) => (i === c ? 1 - Math.log(p[i]) / Math.log(q[i]) : 1 - Math.log(1 - p[i]) / rest(q[i]))),
  bayesianReward: (p, c, q) => mean(p.length, (i) => (i === c ? Math.log(p[i]) - Math.log(q[i]) : Math.log(1 - p[i]) - rest(q[i]))) / Math.LN2,
  kononenkoBratko: (p, c, q) => (p[c] >= q[c] ? Math.log2(p[c]) - Math.log2(q[c]) : -Math.log2(1 - p[c]) + rest(q[c]) / Math.LN2),
  informationLoss: (p, c) => -Math.log2(p[c]),
  logLoss: (p, c) => -Math.log(p[c]),
  quadraticLoss: (p, c) => {
    let sum = 0;
    for (let j = 0; j < p.length; j++) sum += (p[j] - (j === c ? 1 : 0)) ** 2;
    return sum;
  },
  accuracy: (p, c) => (modal(p) === c ? 1 : 0),
};

/** The distributions of a set, one column of P(class 1) written out as two. */
export function rowsOf({ estimates, labels, k, column }: TestSet): { p: ArrayLike<number>; c: number }[] {
  return Array.from(labels, (c, r) => ({ c, p: column ? [1 - estimates[r], estimates[r]] : estimates.subarray(r * k, (r + 1) * k) }));
}

export function reference(id: string, set: TestSet, q: ArrayLike<number>): number[] {
  return rowsOf(set).map(({ p, c }) => formulas[id](p, c, q));
}
