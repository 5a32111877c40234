import type { KeptEstimates } from '../kernels.js';
import { log2 } from './log.js';

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
function add(groups: Float64Array, group: number, x: number, weight: number): void {
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
    else add(groups, labels[r], values[r], weight);
  }
  return infinite;
}

export function spreadBets(
  values: Float64Array,
  labels: Uint16Array,
  modal: Uint16Array,
  weights: Float64Array | undefined,
  rows: number,
  groups: Float64Array,
): number {
  let infinite = 0;
  for (let r = 0; r < rows; r++) {
    const weight = weights ? weights[r] : 1;
    if (weight === 0) continue;
    if (Math.abs(values[r]) === Infinity) infinite++;
    else add(groups, 2 * modal[r] + Number(modal[r] !== labels[r]), values[r], weight);
  }
  return infinite;
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
    const c = labels[r];
    let part = 0;
    for (let i = 4 * c; i < 4 * c + 4; i++) part += Number(f[r] >= cuts[i]);
    const weight = weights ? weights[r] : 1;
    if (weight === 0) continue;
    if (part & 1) {
      kept.values[count] = f[r];
      kept.classes[count] = c;
      if (weights) kept.weights[count] = weight;
      count++;
      continue;
    }
    const group = 4 * c + (part >> 1);
    add(groups, group, part === 0 ? restBits[r] : truthBits[r], weight);
    if (part === 2) add(groups, group + 2, restBits[r], weight);
  }
  return count;
}

/** The twin of assembly/spreadRows.ts. */
export function spreadRows(
  logs: Float64Array,
  labels: Uint16Array,
  weights: Float64Array | undefined,
  rows: number,
  k: number,
  _order: Uint32Array,
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
