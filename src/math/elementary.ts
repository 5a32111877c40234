import { ln } from './log.js';

/**
 * What the distributions are built from. No Math.log or Math.pow, nor Math.exp (src/intervals/exp.ts): engines may differ in their last bits, and a
 * p-value should not depend on the browser.
 */

/** ln(1 + x): the rounding of 1 + x is divided out (Kahan's trick). */
export function ln1p(x: number): number {
  const u = 1 + x;
  return u === 1 ? x : ln(u) * (x / (u - 1));
}

/** The sum, with what each addition rounds off kept and added at the end (Neumaier 1974). */
export function sum(values: ArrayLike<number>, term: (value: number) => number = (value) => value): number {
  let total = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    const x = term(values[i]);
    const next = total + x;
    lost += Math.abs(total) >= Math.abs(x) ? total - next + x : x - next + total;
    total = next;
  }
  return total + lost;
}
