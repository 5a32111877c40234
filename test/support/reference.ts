import type { TestSet } from './random.js';

/** A row: the estimates p, what each leaves over (1 − p; of a 1 that rounding made, the sum of the others), and the true class. */
export interface Row {
  p: ArrayLike<number>;
  rest: ArrayLike<number>;
  c: number;
}

/** The measures as the papers write them, one instance at a time, with Math.log. q is the prior. */
export type Formula = (row: Row, q: ArrayLike<number>) => number;

/** The first of the largest. */
export function modal(p: ArrayLike<number>): number {
  let m = 0;
  for (let i = 1; i < p.length; i++) if (p[i] > p[m]) m = i;
  return m;
}

/** ln(1 − q) as one would write it down; −q where 1 − q is rounded to 1. */
const lnRest = (q: number) => (1 - q === 1 ? -q : Math.log(1 - q));
const mean = (k: number, term: (i: number) => number) => {
  let sum = 0;
  for (let i = 0; i < k; i++) sum += term(i);
  return sum / k;
};

export const formulas: Record<string, Formula> = {
  goodReward: ({ p, rest, c }) => {
    const m = modal(p);
    return 1 + Math.log2(m === c ? p[m] : rest[m]);
  },
  modalReward: ({ p, rest, c }, q) => {
    const m = modal(p);
    return m === c ? 1 - Math.log(p[m]) / Math.log(q[m]) : 1 - Math.log(rest[m]) / lnRest(q[m]);
  },
  generalizedReward: ({ p, rest, c }, q) => mean(p.length, (i) => (i === c ? 1 - Math.log(p[i]) / Math.log(q[i]) : 1 - Math.log(rest[i]) / lnRest(q[i]))),
  bayesianReward: ({ p, rest, c }, q) => mean(p.length, (i) => (i === c ? Math.log(p[i]) - Math.log(q[i]) : Math.log(rest[i]) - lnRest(q[i]))) / Math.LN2,
  kononenkoBratko: ({ p, rest, c }, q) => (p[c] >= q[c] ? Math.log2(p[c]) - Math.log2(q[c]) : -Math.log2(rest[c]) + lnRest(q[c]) / Math.LN2),
  informationLoss: ({ p, c }) => -Math.log2(p[c]),
  logLoss: ({ p, c }) => -Math.log(p[c]),
  quadraticLoss: ({ p, c }) => {
    let sum = 0;
    for (let j = 0; j < p.length; j++) sum += (p[j] - (j === c ? 1 : 0)) ** 2;
    return sum;
  },
  accuracy: ({ p, c }) => (modal(p) === c ? 1 : 0),
};

/** The rows of a set. Of one column of P(class 1), what class 0 leaves over is that number itself. */
export function rowsOf({ estimates, labels, k, column }: TestSet): Row[] {
  return Array.from(labels, (c, r) => {
    const x = estimates[r];
    if (column) return { c, p: [1 - x, x], rest: [x, 1 - x] };
    const p = estimates.subarray(r * k, (r + 1) * k);
    return { c, p, rest: p.map((each, i) => (each === 1 ? p.reduce((sum, other, j) => (j === i ? sum : sum + other), 0) : 1 - each)) };
  });
}

export function reference(id: string, set: TestSet, q: ArrayLike<number>): number[] {
  return rowsOf(set).map((row) => formulas[id](row, q));
}
