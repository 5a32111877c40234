import type { TurnColumns } from '../kernels.js';
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

/** The twins of assembly/spread.ts, which says where the numbers lie. */
export function spreadGroups(values: Float64Array, groups: Uint32Array, weights: Float64Array | undefined, rows: number, state: Float64Array): number {
  let infinite = 0;
  for (let r = 0; r < rows; r++) {
    const x = values[r];
    const at = groups[r] * 4;
    const weight = weights ? weights[r] : 1;
    if (weight === 0) continue;
    if (Math.abs(x) === Infinity) {
      infinite++;
      continue;
    }
    if (state[at] === 0) state[at + 1] = x;
    const d = x - state[at + 1];
    const e = weight * d;
    state[at] += weight;
    state[at + 2] += e;
    state[at + 3] += e * d;
  }
  return infinite;
}

export function classGroups(labels: Uint16Array, rows: number, groups: Uint32Array): void {
  for (let r = 0; r < rows; r++) groups[r] = labels[r];
}

export function betGroups(labels: Uint16Array, modal: Uint16Array, rows: number, groups: Uint32Array): void {
  for (let r = 0; r < rows; r++) groups[r] = 2 * modal[r] + Number(modal[r] !== labels[r]);
}

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

/** The twin of assembly/turnSides.ts. */
export function turnSides(
  f: Float64Array,
  truthBits: Float64Array,
  restBits: Float64Array,
  labels: Uint16Array,
  weights: Float64Array | undefined,
  rows: number,
  k: number,
  cuts: Float64Array,
  out: TurnColumns,
): { kept: number; again: number } {
  let kept = 0;
  let again = 0;
  for (let r = 0; r < rows; r++) {
    const c = labels[r];
    let part = 0;
    for (let i = 4 * c; i < 4 * c + 4; i++) part += Number(f[r] >= cuts[i]);
    out.values[r] = part === 0 ? restBits[r] : truthBits[r];
    const group = 4 * c + (part >> 1);
    out.groups[r] = part & 1 ? 4 * k : group;
    if (part & 1) {
      out.kept[kept] = f[r];
      out.keptClasses[kept] = c;
      if (weights) out.keptWeights[kept] = weights[r];
      kept++;
    } else if (part === 2) {
      out.again[again] = restBits[r];
      out.againGroups[again] = group + 2;
      if (weights) out.againWeights[again] = weights[r];
      again++;
    }
  }
  return { kept, again };
}
