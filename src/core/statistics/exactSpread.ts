import { FIXED, fixedProduct, toFixed } from '../../math/exactSum.js';
import { GROUP, type Layout } from './layout.js';

/** What numbers weigh, Σ x and Σ x², exactly: multiples of 2^-256. They add up. */
export interface Spread {
  weight: bigint;
  sum: bigint;
  squares: bigint;
}

export const noSpread = (): Spread => ({ weight: 0n, sum: 0n, squares: 0n });

export function addSpread(to: Spread, { weight, sum, squares }: Spread): void {
  to.weight += weight;
  to.sum += sum;
  to.squares += squares;
}

/** The spread of a group of a block, whose sums are about its first number s: Σ x = Σ d + n·s, Σ x² = Σ d² + s·Σ d + s·Σ x. */
export function spreadOf(block: Float64Array, at: number): Spread {
  const weight = toFixed(block[at]);
  const first = toFixed(block[at + 1]);
  const off = toFixed(block[at + 2]);
  const sum = off + fixedProduct(weight, first);
  return { weight, sum, squares: toFixed(block[at + 3]) + fixedProduct(first, off) + fixedProduct(first, sum) };
}

/** x − l of all numbers. Where each is l, this is exactly 0. */
export function shifted({ weight, sum, squares }: Spread, l: bigint): Spread {
  const moved = sum - fixedProduct(weight, l);
  return { weight, sum: moved, squares: squares - fixedProduct(l, sum) - fixedProduct(l, moved) };
}

/** x·w of all numbers. */
export function scaled({ weight, sum, squares }: Spread, w: bigint): Spread {
  return { weight, sum: fixedProduct(sum, w), squares: fixedProduct(fixedProduct(squares, w), w) };
}

/** −x of all numbers. */
export function negative({ weight, sum, squares }: Spread): Spread {
  return { weight, sum: -sum, squares };
}

/** Several together. */
export function allOf(spreads: readonly Spread[]): Spread {
  const all = noSpread();
  for (const spread of spreads) addSpread(all, spread);
  return all;
}

/** The rows of a class as vectors of k logs: what they weigh, Σ x_i, Σ x_i·x_j for i ≤ j row by row, and the spread of the sum of each. */
export interface RowSpread {
  weight: bigint;
  sums: bigint[];
  products: bigint[];
  whole: Spread;
}

export function noRowSpread(k: number): RowSpread {
  return { weight: 0n, sums: new Array<bigint>(k).fill(0n), products: new Array<bigint>((k * (k + 1)) / 2).fill(0n), whole: noSpread() };
}

export function addRows(to: RowSpread, from: RowSpread): void {
  to.weight += from.weight;
  for (let i = 0; i < to.sums.length; i++) to.sums[i] += from.sums[i];
  for (let i = 0; i < to.products.length; i++) to.products[i] += from.products[i];
  addSpread(to.whole, from.whole);
}

/** The rows of a class of a block, likewise about the first of them. */
export function rowSpreadOf(block: Float64Array, { k, wide, stride }: Layout, c: number): RowSpread {
  const from = c * stride;
  const weight = toFixed(block[from]);
  const firsts: bigint[] = [];
  const offs: bigint[] = [];
  const sums: bigint[] = [];
  for (let i = 0; i <= k; i++) {
    firsts.push(toFixed(block[from + 2 + i]));
    offs.push(toFixed(block[from + 2 + wide + i]));
    sums.push(offs[i] + fixedProduct(weight, firsts[i]));
  }
  const product = (i: number, j: number, at: number): bigint => toFixed(block[at]) + ((firsts[i] * offs[j] + firsts[j] * sums[i]) >> FIXED);
  const products: bigint[] = [];
  let at = from + 2 + 2 * wide;
  for (let i = 0; i < k; i++) {
    const even = i & ~1;
    for (let j = i; j < k; j++) products.push(product(i, j, at + j - even));
    at += wide - even;
  }
  const whole = { weight, sum: sums[k], squares: product(k, k, at + (k & 1)) };
  sums.pop();
  return { weight, sums, products, whole };
}

/** Rows of one column: both logs of a row are the same number. */
export function asRows({ weight, sum, squares }: Spread): RowSpread {
  return { weight, sums: [sum, sum], products: [squares, squares, squares], whole: { weight, sum: 2n * sum, squares: 4n * squares } };
}

/** Σ_i (x_i − l_i)·w_i of all rows. Where each x_i is l_i, this is exactly 0. */
export function weighted({ weight, sums, products }: RowSpread, l: readonly bigint[], w: readonly bigint[]): Spread {
  const moved = sums.map((sum, i) => sum - fixedProduct(weight, l[i]));
  let sum = 0n;
  let squares = 0n;
  for (let i = 0, at = 0; i < sums.length; i++) {
    sum += fixedProduct(moved[i], w[i]);
    let row = 0n;
    for (let j = i; j < sums.length; j++, at++) {
      const product = products[at] - fixedProduct(l[i], sums[j]) - fixedProduct(l[j], moved[i]);
      row += (j === i ? 1n : 2n) * fixedProduct(product, w[j]);
    }
    squares += fixedProduct(row, w[i]);
  }
  return { weight, sum, squares };
}

/** The groups of a block from a place on. */
export function spreadsOf(block: Float64Array, from: number, count: number): (Spread | undefined)[] {
  return Array.from({ length: count }, (_, i) => (block[from + i * GROUP] > 0 ? spreadOf(block, from + i * GROUP) : undefined));
}
