import { log2 } from '../../math/log.js';
import type { KeptEstimates, SingleColumns, SingleGroups } from '../kernels.js';

/** The twin of assembly/rowLogs.ts. */
export function rowLogs(
  p: Float64Array,
  labels: Uint16Array,
  modal: Uint16Array,
  rows: number,
  k: number,
  truthBits: Float64Array,
  logs: Float64Array,
  restBits: Float64Array,
  modalBetBits: Float64Array,
): void {
  for (let r = 0; r < rows; r++) {
    const row = r * k;
    for (let i = row; i < row + k; i++) logs[i] = log2(1 - p[i]);
    restBits[r] = logs[row + labels[r]];
    logs[row + labels[r]] = truthBits[r];
    modalBetBits[r] = logs[row + modal[r]];
  }
}

/** The twins of assembly/spreadGroups.ts, which says where the numbers lie. */
function addToGroup(groups: Float64Array, group: number, x: number, weight: number): void {
  const at = 4 * group;
  if (groups[at] === 0) groups[at + 1] = x;
  const d = x - groups[at + 1];
  const e = weight * d;
  groups[at] += weight;
  groups[at + 2] += e;
  groups[at + 3] += e * d;
}

export function spreadByClass(values: Float64Array, labels: Uint16Array, weights: Float64Array | undefined, rows: number, groups: Float64Array): number {
  let infinite = 0;
  for (let r = 0; r < rows; r++) {
    const weight = weights ? weights[r] : 1;
    if (weight === 0) continue;
    if (Math.abs(values[r]) === Infinity) infinite++;
    else addToGroup(groups, labels[r], values[r], weight);
  }
  return infinite;
}

/** Adds a row by its side of the prior; says whether its estimate is to be kept. */
function addSide(p: number, truth: number, rest: number, c: number, weight: number, cuts: Float64Array, groups: Float64Array): boolean {
  const inside = p >= cuts[4 * c + 1];
  if (inside !== p >= cuts[4 * c + 2]) return true;
  const side = Number(inside) + Number(p >= cuts[4 * c]);
  addToGroup(groups, 4 * c + side, side === 0 ? rest : truth, weight);
  if (side === 1) addToGroup(groups, 4 * c + 3, rest, weight);
  return false;
}

export function spreadSides(
  f: Float64Array,
  truthBits: Float64Array,
  restBits: Float64Array,
  labels: Uint16Array,
  weights: Float64Array | undefined,
  rows: number,
  cuts: Float64Array,
  groups: Float64Array,
  kept: KeptEstimates,
): number {
  let count = 0;
  for (let r = 0; r < rows; r++) {
    const weight = weights ? weights[r] : 1;
    if (weight === 0 || !addSide(f[r], truthBits[r], restBits[r], labels[r], weight, cuts, groups)) continue;
    kept.values[count] = f[r];
    kept.classes[count] = labels[r];
    if (weights) kept.weights[count] = weight;
    count++;
  }
  return count;
}

export function spreadSingles(
  { truth, truthBits, restBits, betBits, losses }: SingleColumns,
  labels: Uint16Array,
  modal: Uint16Array,
  weights: Float64Array | undefined,
  rows: number,
  k: number,
  cuts: Float64Array,
  groups: SingleGroups,
  cells: Uint32Array | undefined,
  kept: KeptEstimates,
): { kept: number; lost: number } {
  let lost = 0;
  for (let r = 0; r < rows; r++) {
    const weight = weights ? weights[r] : 1;
    if (weight === 0) continue;
    const miss = Number(modal[r] !== labels[r]);
    if (cells) cells[labels[r] * k + modal[r]]++;
    addToGroup(groups.quadratic, labels[r], losses[r], weight);
    if (betBits[r] === -Infinity) lost++;
    else addToGroup(groups.bets, 2 * modal[r] + miss, betBits[r], weight);
  }
  return { kept: spreadSides(truth, truthBits, restBits, labels, weights, rows, cuts, groups.turns, kept), lost };
}

/** The twin of assembly/spreadRows.ts. */
export function spreadRows(
  logs: Float64Array,
  labels: Uint16Array,
  weights: Float64Array | undefined,
  rows: number,
  k: number,
  _order: Uint32Array | undefined,
  _room: Float64Array,
  state: Float64Array,
): number {
  let infinite = 0;
  const wide = (k + 2) & ~1;
  let stride = 2 + 2 * wide;
  for (let i = 0; i < wide; i++) stride += wide - (i & ~1);
  const off = new Float64Array(wide);
  for (let r = 0, row = 0; r < rows; r++, row += k) {
    const weight = weights ? weights[r] : 1;
    if (weight === 0) continue;
    let all = logs[row];
    for (let i = 1; i < k; i++) all += logs[row + i];
    const group = labels[r] * stride;
    if (all === -Infinity) {
      infinite++;
      continue;
    }
    let to = group + 2;
    if (state[group] === 0) {
      for (let i = 0; i < k; i++) state[to + i] = logs[row + i];
      state[to + k] = all;
    }
    state[group] += weight;
    for (let i = 0; i < k; i++) off[i] = logs[row + i] - state[to + i];
    off[k] = all - state[to + k];
    to += wide;
    for (let i = 0; i < wide; i++) state[to++] += weight * off[i];
    for (let i = 0; i < wide; i++) {
      const e = weight * off[i];
      for (let j = i & ~1; j < wide; j++) state[to++] += e * off[j];
    }
  }
  return infinite;
}

/** The twin of assembly/sliceClasses.ts. */
export function sliceClasses(
  codes: Uint32Array,
  labels: Uint16Array,
  modal: Uint16Array,
  rows: number,
  k: number,
  open: Uint32Array,
  most: number,
  cells: Uint32Array | undefined,
  ownLabels: Uint16Array,
  ownModal: Uint16Array,
): number {
  for (let r = 0; r < rows; r++) {
    const first = codes[r] * k;
    ownLabels[r] = first + labels[r];
    ownModal[r] = first + modal[r];
    if (cells) cells[(first + labels[r]) * k + modal[r]]++;
    if (++open[codes[r]] === most) return r + 1;
  }
  return rows;
}

/** The twin of assembly/sliceBins.ts. */
export function sliceBins(
  codes: Uint32Array,
  places: Uint8Array,
  modal: Float64Array,
  weights: Float64Array | undefined,
  rows: number,
  wide: number,
  sums: Float64Array,
): void {
  for (let r = 0; r < rows; r++) {
    const weight = weights ? weights[r] : 1;
    const to = codes[r] * wide + places[r];
    sums[to] += weight;
    sums[to + 1] += weight * Number(modal[r] > 0);
    sums[to + 2] += weight * Math.abs(modal[r]);
  }
}
