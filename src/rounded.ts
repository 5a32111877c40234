import type { PriorTables } from './kernels/kernels.js';
import { log2 } from './kernels/plain/log.js';
import { type RewardPair, rewardsOfLogs, scaledProduct } from './kernels/plain/rewards.js';
import type { Piece } from './staging.js';

/**
 * Estimates of exactly 1 beside others that are not all 0. Rounding is not certainty: what such an estimate leaves over, 1 − p, is
 * taken as the sum of the others. They are listed by row and then class; of each, the three arrays hold the row in its piece, the
 * class, and that sum. Two in one row there can be only where the tolerance is large.
 */
export interface RoundedOnes {
  rows: Uint32Array;
  classes: Uint16Array;
  rests: Float64Array;
}

export const NONE_ROUNDED: RoundedOnes = { rows: new Uint32Array(0), classes: new Uint16Array(0), rests: new Float64Array(0) };

/** Those of rows [from, from + rows), which are counted anew. */
export function roundedPart(rounded: RoundedOnes, from: number, rows: number): RoundedOnes {
  const first = before(rounded.rows, from);
  const end = before(rounded.rows, from + rows);
  if (first === end) return NONE_ROUNDED;
  return {
    rows: rounded.rows.subarray(first, end).map((row) => row - from),
    classes: rounded.classes.subarray(first, end),
    rests: rounded.rests.subarray(first, end),
  };
}

/** How many of sorted numbers are below one. */
function before(sorted: Uint32Array, limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many rows they are in. */
export function roundedRows({ rows }: RoundedOnes): number {
  let count = 0;
  for (let j = 0; j < rows.length; j++) if (j === 0 || rows[j] !== rows[j - 1]) count++;
  return count;
}

/** Corrects what was left over for the truth, as bits. */
export function mendRest({ rounded: { rows, classes, rests }, labels }: Piece, restBits: Float64Array): void {
  for (let j = 0; j < rows.length; j++) if (classes[j] === labels[rows[j]]) restBits[rows[j]] = log2(rests[j]);
}

/** Corrects the bet on the modal class, or its bits. */
export function mendModalBet({ rounded: { rows, classes, rests }, labels, modal }: Piece, out: Float64Array, bits: boolean): void {
  for (let j = 0; j < rows.length; j++) {
    const row = rows[j];
    if (classes[j] === modal[row] && modal[row] !== labels[row]) out[row] = bits ? log2(rests[j]) : rests[j];
  }
}

/** Corrects the rewards that bet on and against every class; `logs` is room for a row. */
export function mendBets(piece: Piece, k: number, tables: PriorTables, truthBits: Float64Array, logs: Float64Array, out: RewardPair): void {
  eachMisled(piece, k, (row, rest) => {
    for (let i = 0; i < k; i++) logs[i] = log2(rest(i));
    rewardsOfLogs(logs, piece.labels[row], k, tables, truthBits[row], row, out);
  });
}

/** The same of the Bayesian reward where it is asked for alone. */
export function mendBayesian(piece: Piece, k: number, { mantissas, exponents }: PriorTables, out: Float64Array): void {
  eachMisled(piece, k, (row, rest) => {
    const label = piece.labels[row];
    const { mantissa, exponent } = scaledProduct(k, (i) => (i === label ? piece.p[row * k + i] : rest(i)));
    out[row] = (1 / k) * log2(mantissa / mantissas[label], exponent - exponents[label]);
  });
}

/** Each row where a class that is not the true one has a rounded 1, with what each class leaves over there. Where the true one has it, no bet was against it. */
function eachMisled({ rounded: { rows, classes, rests }, p, labels }: Piece, k: number, run: (row: number, rest: (i: number) => number) => void): void {
  for (let j = 0; j < rows.length; ) {
    const row = rows[j];
    const first = j;
    let misled = false;
    for (; j < rows.length && rows[j] === row; j++) misled ||= classes[j] !== labels[row];
    const end = j;
    if (!misled) continue;
    run(row, (i) => {
      for (let at = first; at < end; at++) if (classes[at] === i) return rests[at];
      return 1 - p[row * k + i];
    });
  }
}
