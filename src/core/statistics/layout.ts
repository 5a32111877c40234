/**
 * Up to this many classes the statistics hold the products of every two logs of a row, by class, so that the generalized
 * reward has a standard error under any prior. They are k³/2 numbers, and take as long as the logs themselves for 16 classes.
 */
export const MOST_CROSSED = 16;

/** Numbers to a group: what it weighs, its first number, Σ d, Σ d² with d the distances from the first (assembly/spreadGroups.ts). */
export const GROUP = 4;

/** Slices of rows of k classes, at most: a class of a slice is a number of 16 bits to the kernels (slicedStatistics.ts). */
export const mostSlicesOf = (k: number): number => Math.floor(2 ** 16 / k) - 2;

/** Where the numbers of a block lie, one behind the other: of rows of logs, of groups of single numbers. */
export interface Layout {
  k: number;
  /** Whether rows of logs are there, with their products; else `stakes` and `truths`. */
  crossed: boolean;
  /** Numbers to a row of logs: k, their sum, and one of 0 where that makes pairs; and to a class. */
  wide: number;
  stride: number;
  /** Rows of one column of P(positive), by class: log2 of what was given to the truth. */
  column: number;
  /** Bets on the modal class, two groups to a class: hits and misses. */
  bets: number;
  quadratic: number;
  /** Four groups to a class (assembly/spreadGroups.ts). */
  turns: number;
  /** Of more classes: the mean of a row's logs, and that of the truth, by class. */
  stakes: number;
  truths: number;
  length: number;
}

const knownLayouts = new Map<number, Layout>();

export function layoutOf(k: number): Layout {
  const found = knownLayouts.get(k);
  if (found) return found;
  const crossed = k <= MOST_CROSSED;
  const wide = (k + 2) & ~1;
  let stride = 2 + 2 * wide;
  for (let i = 0; i < wide; i++) stride += wide - (i & ~1);
  let at = crossed ? k * stride : 0;
  const take = (groups: number): number => {
    const from = at;
    at += groups * GROUP;
    return from;
  };
  const layout: Layout = {
    k,
    crossed,
    wide,
    stride,
    column: take(k === 2 ? k : 0),
    bets: take(2 * k),
    quadratic: take(k),
    turns: take(4 * k),
    stakes: take(crossed ? 0 : k),
    truths: take(crossed ? 0 : k),
    length: at,
  };
  knownLayouts.set(k, layout);
  return layout;
}
