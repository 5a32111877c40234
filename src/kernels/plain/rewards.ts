/** The twins of the assembly files of the same names: columns.ts, bayesian.ts, bets.ts, modalReward.ts, kononenkoBratko.ts, quadratic.ts. */

import { log2 } from '../../math/log.js';
import type { BetColumns, PriorTables } from '../kernels.js';

/** 2^-1000: products above it are taken as they are. */
export const SAFE = 9.332636185032189e-302;
const TWO_64 = 2 ** 64;

export function truth(p: Float64Array, labels: Uint16Array, rows: number, k: number, out: Float64Array): void {
  for (let r = 0; r < rows; r++) out[r] = p[r * k + labels[r]];
}

export function truthOfColumn(p: Float64Array, labels: Uint16Array, rows: number, positive: number, out: Float64Array): void {
  for (let r = 0; r < rows; r++) out[r] = labels[r] === positive ? p[r] : 1 - p[r];
}

export function modalBet(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, k: number, out: Float64Array): void {
  for (let r = 0; r < rows; r++) {
    const x = p[r * k + modal[r]];
    out[r] = modal[r] === labels[r] ? x : 1 - x;
  }
}

export function hits(labels: Uint16Array, modal: Uint16Array, rows: number, out: Float64Array): void {
  for (let r = 0; r < rows; r++) out[r] = labels[r] === modal[r] ? 1 : 0;
}

export function modalEstimate(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, k: number, out: Float64Array): void {
  for (let r = 0; r < rows; r++) out[r] = p[r * k + modal[r]] * (labels[r] === modal[r] ? 1 : -1);
}

export function modalEstimateOfColumn(p: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, out: Float64Array): void {
  for (let r = 0; r < rows; r++) out[r] = Math.max(p[r], 1 - p[r]) * (labels[r] === modal[r] ? 1 : -1);
}

/** p_c · Π (1 − p_i) of the row at `from`, in the order of the classes and then the truth. */
export function stake(p: Float64Array, from: number, k: number, label: number): number {
  let product = 1;
  for (let i = 0; i < k; i++) if (i !== label) product *= 1 - p[from + i];
  return product * p[from + label];
}

/** The same as mantissa · 2^exponent, where it may leave the range of numbers; a zero factor gives 0. */
export function scaledStake(p: Float64Array, from: number, k: number, label: number): { mantissa: number; exponent: number } {
  return scaledProduct(k, (i) => (i === label ? p[from + i] : 1 - p[from + i]));
}

/** A product of k factors as mantissa · 2^exponent. */
export function scaledProduct(k: number, factor: (i: number) => number): { mantissa: number; exponent: number } {
  let mantissa = 1;
  let exponent = 0;
  for (let i = 0; i < k; i++) {
    const x = factor(i);
    if (x === 0) return { mantissa: 0, exponent: 0 };
    mantissa *= x;
    while (mantissa < 1) {
      mantissa *= TWO_64;
      exponent -= 64;
    }
  }
  return { mantissa, exponent };
}

export function bayesian(p: Float64Array, labels: Uint16Array, rows: number, k: number, tables: PriorTables, out: Float64Array): void {
  const share = 1 / k;
  for (let r = 0; r < rows; r++) {
    const label = labels[r];
    const product = stake(p, r * k, k, label);
    const against = tables.stakes[label];
    if (product >= SAFE && against > 0) out[r] = share * log2(product / against);
    else {
      const { mantissa, exponent } = scaledStake(p, r * k, k, label);
      out[r] = share * log2(mantissa / tables.mantissas[label], exponent - tables.exponents[label]);
    }
  }
}

/** The twin of bets.ts, which says what it is; one row at a time, so `logs` is only as long as that. */
export function bets(
  p: Float64Array,
  labels: Uint16Array,
  modal: Uint16Array,
  rows: number,
  k: number,
  tables: PriorTables,
  truthBits: Float64Array,
  logs: Float64Array,
  out: BetColumns,
): void {
  const { restBits, modalBetBits } = out;
  for (let r = 0; r < rows; r++) {
    const c = labels[r];
    for (let i = 0; i < k; i++) logs[i] = log2(1 - p[r * k + i]);
    restBits[r] = logs[c];
    modalBetBits[r] = modal[r] === c ? truthBits[r] : logs[modal[r]];
    rewardsOfLogs(logs, c, k, tables, truthBits[r], r, out);
  }
}

export type RewardPair = Pick<BetColumns, 'bayesian' | 'generalized'>;

/** Both rewards of row r, of class c, from the logs of what each class leaves over and that of the truth's estimate. */
export function rewardsOfLogs(
  logs: Float64Array,
  c: number,
  k: number,
  { logs: prior, certain }: PriorTables,
  truthBits: number,
  r: number,
  { bayesian, generalized }: RewardPair,
): void {
  let ahead = 0;
  let shares = 0;
  for (let i = 0; i < k; i++) {
    if (i === c) continue;
    const d = logs[i] - prior[4 * i + 2];
    ahead += d;
    shares += d * TWO_64 * prior[4 * i + 3];
  }
  const d = truthBits - prior[4 * c];
  bayesian[r] = (1 / k) * (ahead + d);
  generalized[r] = (0 - (shares + d * TWO_64 * prior[4 * c + 1])) / certain[c];
}

export function betsOfColumn(
  labels: Uint16Array,
  rows: number,
  { logs, certain }: PriorTables,
  truthBits: Float64Array,
  { bayesian, generalized }: RewardPair,
): void {
  for (let r = 0; r < rows; r++) {
    const own = 4 * labels[r];
    const other = 4 - own;
    const a = truthBits[r] - logs[other + 2];
    const b = truthBits[r] - logs[own];
    bayesian[r] = 0.5 * (a + b);
    generalized[r] = (0 - (a * TWO_64 * logs[other + 3] + b * TWO_64 * logs[own + 1])) / certain[labels[r]];
  }
}

export function modalReward(logs: Float64Array, labels: Uint16Array, modal: Uint16Array, rows: number, { logs: prior }: PriorTables, out: Float64Array): void {
  for (let r = 0; r < rows; r++) out[r] = 1 - logs[r] / prior[4 * modal[r] + (modal[r] === labels[r] ? 0 : 2)];
}

export function kononenkoBratko(
  f: Float64Array,
  truthBits: Float64Array,
  restBits: Float64Array,
  labels: Uint16Array,
  rows: number,
  { prior, logs }: PriorTables,
  out: Float64Array,
): void {
  for (let r = 0; r < rows; r++) {
    const c = labels[r];
    out[r] = f[r] >= prior[c] ? truthBits[r] - logs[4 * c] : logs[4 * c + 2] - restBits[r];
  }
}

export function quadratic(p: Float64Array, labels: Uint16Array, rows: number, k: number, out: Float64Array): void {
  for (let r = 0; r < rows; r++) {
    let sum = 0;
    for (let i = 0; i < k; i++) {
      const d = p[r * k + i] - (i === labels[r] ? 1 : 0);
      sum += d * d;
    }
    out[r] = sum;
  }
}

export function quadraticOfColumn(p: Float64Array, labels: Uint16Array, rows: number, positive: number, out: Float64Array): void {
  for (let r = 0; r < rows; r++) {
    const miss = labels[r] === positive ? 1 - p[r] : p[r];
    out[r] = 2 * (miss * miss);
  }
}
