import type { Kernels } from '../kernels/kernels.js';
import { columnSlot, pairSlot } from '../kernels/slots.js';
import { certainRows } from './rounded.js';
import type { Piece } from './staging.js';
import type { CarriedSums } from './weights.js';

/** Where rows that have weights are added to. */
interface WeightedSums {
  /** The sums of log2 of the factors, each as often as its row counts; the places are those of the tally's sums. */
  logs: CarriedSums;
  /** How many factors were 0, likewise. */
  zeros: Float64Array;
  /** Two classes: by side and label. */
  sides: Float64Array;
  /** The weight of a row of an actual class with a modal one. */
  cell(actual: number, modal: number, weight: number): void;
}

interface WeightedRows {
  weight: CarriedSums;
  impossible: number;
  /** Of these, those that gave another class 1 and all others 0. */
  certain: number;
  ties: number;
}

/**
 * Adds rows that have weights. A weight is an exponent of the row's factors, and a product of powers takes a log for each
 * anyway; so here logs are summed. Rows of weight 0 are no rows.
 */
export function tallyWeighted(
  kernels: Kernels,
  piece: Piece,
  column: boolean,
  positive: number,
  k: number,
  { factors, logs }: { factors: Float64Array; logs: Float64Array },
  into: WeightedSums,
  counted: WeightedRows,
): void {
  const { p, labels, modal, rows, rounded, weights = new Float64Array() } = piece;
  const width = column ? 1 : k;
  const { impossible: before } = counted;
  // The factor of each class: p where it is the true one, 1 − p where it is not.
  for (let r = 0, at = 0; r < rows; r++) for (let i = 0; i < width; i++, at++) factors[at] = labels[r] === (column ? positive : i) ? p[at] : 1 - p[at];
  for (let j = 0; j < rounded.rows.length; j++) {
    const row = rounded.rows[j];
    if (rounded.classes[j] !== labels[row]) factors[row * width + rounded.classes[j]] = rounded.rests[j];
  }
  kernels.logColumn(factors, logs, rows * width, false);
  const add = (slot: number, bits: number, weight: number): void => {
    if (bits === -Infinity) into.zeros[slot]++;
    else into.logs.add(slot, weight * bits);
  };
  for (let r = 0; r < rows; r++) {
    const weight = weights[r];
    if (weight === 0) continue;
    counted.weight.add(0, weight);
    const label = labels[r];
    const row = r * width;
    let impossible = false;
    for (let i = row; i < row + width; i++) impossible ||= logs[i] === -Infinity;
    if (impossible) counted.impossible++;
    if (k === 2) {
      const side = column ? sideOfColumn(p[r], positive) : sideOfPair(p[row], p[row + 1]);
      if (column ? side === 2 : p[row] === p[row + 1]) counted.ties++;
      into.sides[side * 2 + label] += weight;
      // One column has one factor, after those of the pairs.
      if (column) add(12 + columnSlot(side, label), logs[r], weight);
      else for (let i = 0; i < 2; i++) add(pairSlot(side, label, i), logs[row + i], weight);
      continue;
    }
    const top = modal[r];
    for (let i = 0; i < k; i++)
      if (i !== top && p[row + i] === p[row + top]) {
        counted.ties++;
        break;
      }
    into.cell(label, top, weight);
    for (let i = 0; i < k; i++) add(i === label ? k + i : i, logs[row + i], weight);
    add((label === top ? 2 : 3) * k + top, logs[row + top], weight);
  }
  if (counted.impossible > before) counted.certain += certainRows(piece, column, k, positive);
}

/** As slots.ts has it. */
function sideOfColumn(x: number, positive: number): number {
  return x > 0.5 ? positive : x < 0.5 ? 1 - positive : 2;
}

export function sideOfPair(p0: number, p1: number): number {
  const high0 = p0 >= 0.5;
  const high1 = p1 >= 0.5;
  return high0 !== high1 ? Number(high1) : (high0 ? 2 : 4) + Number(p1 > p0);
}
