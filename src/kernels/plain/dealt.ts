import type { DealtColumn } from '../kernels.js';

/** The twins of what assembly/rank.ts does with rows that are dealt out. */

export function dealRows(p: Float64Array, labels: Uint16Array, rows: number, k: number, i: number, log: number, keys: Float64Array, ends: Uint32Array): number {
  const buckets = 2 ** log + 1;
  const bucketOf = (r: number): number => labels[r] * buckets + Math.floor((p[r * k + i] * 0.5 + 1 - 1) * 2 ** (log + 1));
  ends.fill(0);
  for (let r = 0; r < rows; r++) {
    if (!(p[r * k + i] >= 0 && p[r * k + i] <= 1 && labels[r] < k)) return r;
    ends[bucketOf(r)]++;
  }
  let next = 0;
  for (let b = 0; b < ends.length; b++) {
    next += ends[b];
    ends[b] = next - ends[b];
  }
  const bits = new Uint32Array(keys.buffer, keys.byteOffset, 2 * rows);
  for (let r = 0; r < rows; r++) {
    RANK_FLOAT[0] = p[r * k + i];
    const to = 2 * ends[bucketOf(r)]++;
    bits[to + LOWER] = RANK_HALVES[LOWER] << 1;
    bits[to + UPPER] = (RANK_HALVES[UPPER] << 1) | (RANK_HALVES[LOWER] >>> 31);
  }
  return -1;
}

// A number and its halves in one place; which of them is the upper one is for the machine to say.
const RANK_FLOAT = Float64Array.of(1);
const RANK_HALVES = new Uint32Array(RANK_FLOAT.buffer);
const UPPER = RANK_HALVES[1] === 0 ? 0 : 1;
const LOWER = 1 - UPPER;

export function sortDealt(columns: readonly DealtColumn[], k: number, log: number, out: Float64Array): void {
  const buckets = 2 ** log + 1;
  let to = 0;
  for (let j = 0; j < k; j++) {
    const from = to;
    for (const { keys, ends } of columns) {
      const bits = new Uint32Array(keys.buffer, keys.byteOffset, 2 * keys.length);
      for (let r = j > 0 ? ends[j * buckets - 1] : 0; r < ends[(j + 1) * buckets - 1]; r++) {
        RANK_HALVES[LOWER] = (bits[2 * r + LOWER] >>> 1) | (bits[2 * r + UPPER] << 31);
        RANK_HALVES[UPPER] = bits[2 * r + UPPER] >>> 1;
        out[to++] = RANK_FLOAT[0];
      }
    }
    out.subarray(from, to).sort();
  }
}
