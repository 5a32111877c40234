import type { BetColumns, PriorTables } from '../kernels/kernels.js';
import { rewardsOfLogs, scaledProduct } from '../kernels/plain/rewards.js';
import { log2 } from '../math/log.js';
import type { Weights } from './weights.js';

/**
 * Estimates of exactly 1 beside others that are not all 0. Rounding is not certainty: what such an estimate leaves over, 1 − p, is
 * taken as the sum of the others. They are listed by row and then class; of each, the three arrays hold the row in its piece, the
 * class, and that sum. Two in one row there can be only where the tolerance is large.
 */
export interface RoundedOnes {
  rows: number[];
  classes: number[];
  rests: number[];
}

const NONE_ROUNDED: RoundedOnes = Object.freeze({ rows: [], classes: [], rests: [] });

export const noneRounded = (): RoundedOnes => ({ rows: [], classes: [], rests: [] });

function addRounded(to: RoundedOnes, row: number, i: number, rest: number): void {
  to.rows.push(row);
  to.classes.push(i);
  to.rests.push(rest);
}

/** Lists those of rows of k estimates. */
export function listRounded(p: Float64Array, rows: number, k: number): RoundedOnes {
  const found = noneRounded();
  for (let place = 0; place < rows * k; place++) {
    if (p[place] !== 1) continue;
    const i = place % k;
    const rest = sumOfOthers(p, place - i, k, i);
    if (rest > 0) addRounded(found, (place - i) / k, i, rest);
  }
  return found;
}

/** In the order of the classes. */
function sumOfOthers(p: Float64Array, row: number, k: number, own: number): number {
  let sum = 0;
  for (let i = 0; i < k; i++) if (i !== own) sum += p[row + i];
  return sum;
}

/** Those of rows [from, to), counted from there. */
export function roundedPart({ rows, classes, rests }: RoundedOnes, from: number, to: number): RoundedOnes {
  if (rows.length === 0) return NONE_ROUNDED;
  const part = noneRounded();
  for (let j = 0; j < rows.length; j++) if (rows[j] >= from && rows[j] < to) addRounded(part, rows[j] - from, classes[j], rests[j]);
  return part;
}

/** Columns that bets against a class are in. */
/** Of a piece of rows what concerns rounding. */
interface RoundedRows {
  p: Float64Array;
  labels: Uint16Array;
  modal: Uint16Array;
  rows: number;
  rounded: RoundedOnes;
  weights?: Weights;
}

type Bets = Partial<BetColumns & { modalBet: Float64Array }>;

/**
 * Corrects the rows of columns that were made as if a rounded 1 left nothing over; `logs` is room for a row. The Bayesian reward alone comes from a
 * product, as it does in the kernels, and beside the generalized one from logs.
 */
export function mend(
  { rounded, p, labels, modal }: RoundedRows,
  k: number,
  tables: PriorTables,
  logs: Float64Array,
  out: Bets,
  truthBits?: Float64Array,
): void {
  const { restBits, modalBet, modalBetBits, bayesian, generalized } = out;
  for (let j = 0; j < rounded.rows.length; j++) {
    const row = rounded.rows[j];
    const label = labels[row];
    const rest = rounded.rests[j];
    if (rounded.classes[j] === label) {
      // No bet was against it.
      if (restBits) restBits[row] = log2(rest);
      continue;
    }
    if (rounded.classes[j] === modal[row]) {
      if (modalBet) modalBet[row] = rest;
      if (modalBetBits) modalBetBits[row] = log2(rest);
    }
    const leftOver = (i: number): number => (p[row * k + i] === 1 ? sumOfOthers(p, row * k, k, i) : 1 - p[row * k + i]);
    if (bayesian && generalized && truthBits) {
      for (let i = 0; i < k; i++) logs[i] = log2(leftOver(i));
      rewardsOfLogs(logs, label, k, tables, truthBits[row], row, { bayesian, generalized });
    } else if (bayesian) {
      const { mantissa, exponent } = scaledProduct(k, (i) => (i === label ? p[row * k + i] : leftOver(i)));
      bayesian[row] = (1 / k) * log2(mantissa / tables.mantissas[label], exponent - tables.exponents[label]);
    }
  }
}

/** An estimate outside [0, 1] by no more than the tolerance, taken as 0 or 1. */
export function settled(x: number, tolerance: number): number {
  if (x < 0 && x >= -tolerance) return 0;
  return x > 1 && x - 1 <= tolerance ? 1 : x;
}

/** Settles estimates where they lie; says how many. */
export function settle(p: Float64Array, tolerance: number): number {
  let changed = 0;
  for (let i = 0; i < p.length; i++) {
    const x = settled(p[i], tolerance);
    if (x === p[i] || Number.isNaN(x)) continue;
    p[i] = x;
    changed++;
  }
  return changed;
}

/** Rows that gave 1 to a class that is not the true one, and 0 to all others: no rounding. Rows of weight 0 are none. */
export function certainRows({ p, labels, rows, weights }: RoundedRows, column: boolean, k: number, positive: number): number {
  let count = 0;
  for (let r = 0; r < rows; r++) {
    if (weights?.[r] === 0) continue;
    // One column tells both: where one class has 0, the other has 1.
    if (column) count += Number(p[r] === Number(labels[r] !== positive));
    else if (p[r * k + labels[r]] === 0) {
      const one = p.subarray(r * k, (r + 1) * k).indexOf(1);
      if (one >= 0 && sumOfOthers(p, r * k, k, one) === 0) count++;
    }
  }
  return count;
}
