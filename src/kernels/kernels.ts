/** The one seam between the library and its hot loops. Both backends keep to it, and give the same bits. */

import type { CsvPlan, CsvResult } from './csvPlan.js';

export type Backend = 'wasm' | 'plain';

/** The products of a tally's open block; see assembly/product.ts. */
export interface Products {
  mantissas: Float64Array;
  exponents: Int32Array;
  /** Factors that were exactly 0, one count for each product; then rows called impossible, then ties (two classes). */
  zeros: Int32Array;
  /** More than two classes, but not very many: rows of the block by true and modal class; else empty. */
  cells: Int32Array;
}

/** Both of the same number of classes. */
export function copyProducts(from: Products, to: Products): void {
  to.mantissas.set(from.mantissas);
  to.exponents.set(from.exponents);
  to.zeros.set(from.zeros);
  to.cells.set(from.cells);
}

/** What a prior turns into, once, before the rows are scored. Views come from the kernels' own memory. */
export interface PriorTables {
  prior: Float64Array;
  /** ln q and ln(1 − q) of each class. */
  own: Float64Array;
  other: Float64Array;
  /** log2 q and log2(1 − q). */
  ownBits: Float64Array;
  otherBits: Float64Array;
  /** What the prior stakes on each class: q_c · Π (1 − q_i); 0 where that is not a safe number, and then as mantissa · 2^exponent. */
  stakes: Float64Array;
  mantissas: Float64Array;
  exponents: Float64Array;
}

/** Numbers to be sorted: with the sign that says of which side they are, or without and with the labels of their rows. */
export interface RankedNumbers {
  /** Writes those from a place on. */
  fill(out: Float64Array, from: number): void;
  /** Where a label is not the positive one, the number gets a minus. */
  labels?: Uint8Array | Uint16Array | undefined;
  positive?: number;
  /** Labels are below this. */
  k?: number;
}

/**
 * Estimates are float64, labels uint16. Views must come from the kernels' own memory (`float64` and `uint16` give
 * them; `borrow` those of a tally). Rows that cannot be taken are reported by index; −1 is none.
 */
export interface Kernels {
  readonly backend: Backend;
  /** How many loops have been run: the proof that it was this backend. */
  readonly calls: number;

  /** Bytes that a kernel may read a little past. */
  uint8(length: number): Uint8Array;
  float64(length: number): Float64Array;
  float32(length: number): Float32Array;
  uint16(length: number): Uint16Array;
  free(view: ArrayBufferView): void;
  /** Whether a view lies in the kernels' own memory, so that it need not be copied. */
  owns(view: ArrayBufferView): boolean;

  clamp(p: Float64Array, length: number, low: number, high: number): number;
  renormalize(p: Float64Array, rows: number, k: number): number;
  /** Checks rows, and writes their modal classes where a place for them is given; then ties are counted. */
  inspect(p: Float64Array, labels: Uint16Array, rows: number, k: number, tolerance: number, modal?: Uint16Array): { bad: number; ties: number };
  inspectColumn(p: Float64Array, labels: Uint16Array, rows: number, positive: number, modal: Uint16Array): { bad: number; ties: number };

  /** The products of a tally in the kernels' own memory, for the loops to work on; `keep` writes them back. One tally at a time. */
  borrow(block: Products): Products;
  keep(block: Products, borrowed: Products): void;
  tallyColumn(p: Float64Array, labels: Uint16Array, rows: number, odd: number, positive: number, block: Products, counts: Int32Array): number;
  tallyPairs(p: Float64Array, labels: Uint16Array, rows: number, tolerance: number, block: Products, counts: Int32Array): number;
  tallyClasses(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, odd: number, k: number, block: Products): void;

  truth(p: Float64Array, labels: Uint16Array, rows: number, k: number, out: Float64Array): void;
  truthOfColumn(p: Float64Array, labels: Uint16Array, rows: number, positive: number, out: Float64Array): void;
  modalBet(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, k: number, out: Float64Array): void;
  hits(labels: Uint16Array, modal: Uint16Array, rows: number, out: Float64Array): void;
  logColumn(x: Float64Array, out: Float64Array, length: number, offset: number, scale: number, bits: boolean): void;
  bayesian(p: Float64Array, labels: Uint16Array, rows: number, k: number, tables: PriorTables, out: Float64Array): void;
  bayesianOfColumn(f: Float64Array, labels: Uint16Array, rows: number, tables: PriorTables, out: Float64Array): void;
  generalized(p: Float64Array, labels: Uint16Array, rows: number, k: number, tables: PriorTables, out: Float64Array): void;
  generalizedOfColumn(logs: Float64Array, labels: Uint16Array, rows: number, tables: PriorTables, out: Float64Array): void;
  modalReward(logs: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, tables: PriorTables, out: Float64Array): void;
  kononenkoBratko(f: Float64Array, labels: Uint16Array, rows: number, tables: PriorTables, out: Float64Array): void;
  quadratic(p: Float64Array, labels: Uint16Array, rows: number, k: number, out: Float64Array): void;
  quadraticOfColumn(p: Float64Array, labels: Uint16Array, rows: number, positive: number, out: Float64Array): void;
  moments(x: Float64Array, length: number): { sum: number; squares: number; infinite: number };

  /**
   * Parses the whole lines in bytes [from, to) of a CSV, `maxRows` rows at most: estimates to `p`, classes to `labels`.
   * A line ends with \n or \r\n; the last one may do without if the input ends at `to`, which `final` tells.
   * Bytes from `result.next` on are for the next call. Where no line is whole, nothing is taken: more bytes are needed.
   * The bytes must come from `uint8`.
   */
  parseRows(bytes: Uint8Array, from: number, to: number, final: boolean, plan: CsvPlan, p: Float64Array, labels: Uint16Array, maxRows: number): CsvResult;
  /**
   * Adds the classes in the truth column of whole lines to `counts`. The other fields are not looked at, nor are they
   * counted where there are enough to reach that column.
   */
  countTruth(bytes: Uint8Array, from: number, to: number, final: boolean, plan: CsvPlan, counts: Float64Array): CsvResult;
  /** How many newlines lie in bytes [from, to): the way from the place of an error to its line. */
  countLines(bytes: Uint8Array, from: number, to: number): number;
  /** The number in bytes [from, to), as parseRows reads it: infinite where it is too large, NaN where it is none. */
  parseNumber(bytes: Uint8Array, from: number, to: number, plan: CsvPlan): number;

  /** Sorts numbers by size without sign, in place; of two of one size the positive one comes first. `room` is for as many more. */
  sortBySize(x: Float64Array, length: number, room: Float64Array): void;
  /**
   * Sorts numbers of size 0 to 1 as `sortBySize` does, into `out`. They come a piece at a time, each piece twice, so that they
   * need not lie in the kernels' memory. Says which one is not of such a size, or has a minus beside a label or a label that is none; −1 is no such.
   */
  sortRanked(length: number, numbers: RankedNumbers, out: Float64Array): number;
  /** Two passes over groups of equal numbers in sorted ones, with a state of 8 numbers between calls; see assembly/rank.ts. */
  rankWins(x: Float64Array, length: number, state: Float64Array): void;
  rankSpread(x: Float64Array, length: number, positives: number, negatives: number, area: number, state: Float64Array): void;
  /** The floor of every benchmark. */
  sum(x: Float64Array, length: number): number;
}
