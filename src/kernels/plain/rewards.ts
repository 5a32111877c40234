/** The twins of the assembly files of the same names: columns.ts, bayesian.ts, generalized.ts, modalReward.ts, kononenkoBratko.ts, quadratic.ts. */
import type { PriorTables } from '../kernels.js';
import { ln, log2 } from './log.js';

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

/** p_c · Π (1 − p_i) of the row at `from`: four lanes by class, then (0·2)·(1·3), then the truth. */
export function stake(p: Float64Array, from: number, k: number, label: number): number {
  let a = 1;
  let b = 1;
  let c = 1;
  let d = 1;
  for (let i = 0; i < k; i++) {
    const x = i === label ? 1 : 1 - p[from + i];
    const lane = i & 3;
    if (lane === 0) a *= x;
    else if (lane === 1) b *= x;
    else if (lane === 2) c *= x;
    else d *= x;
  }
  return a * c * (b * d) * p[from + label];
}

/** The same as mantissa · 2^exponent, where it may leave the range of numbers; a zero factor gives 0. */
export function scaledStake(p: Float64Array, from: number, k: number, label: number): { mantissa: number; exponent: number } {
  let mantissa = 1;
  let exponent = 0;
  for (let i = 0; i < k; i++) {
    const x = i === label ? p[from + i] : 1 - p[from + i];
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

export function bayesianOfColumn(f: Float64Array, labels: Uint16Array, rows: number, tables: PriorTables, out: Float64Array): void {
  for (let r = 0; r < rows; r++) {
    const label = labels[r];
    let x = f[r];
    const against = tables.stakes[label];
    if (x * x >= SAFE && against > 0) out[r] = 0.5 * log2((x * x) / against);
    else if (x === 0) out[r] = -Infinity;
    else {
      let exponent = -tables.exponents[label];
      while (x < 1) {
        x *= TWO_64;
        exponent -= 128;
      }
      out[r] = 0.5 * log2((x * x) / tables.mantissas[label], exponent);
    }
  }
}

export function generalized(p: Float64Array, labels: Uint16Array, rows: number, k: number, { own, other }: PriorTables, out: Float64Array): void {
  const pairs = k & ~1;
  for (let r = 0; r < rows; r++) {
    const row = r * k;
    const label = labels[r];
    let even = 0;
    let odd = 0;
    for (let i = 0; i < pairs; i += 2) {
      if (i !== label) even += ln(1 - p[row + i]) / other[i];
      if (i + 1 !== label) odd += ln(1 - p[row + i + 1]) / other[i + 1];
    }
    let sum = even + odd;
    if (pairs < k && label !== pairs) sum += ln(1 - p[row + pairs]) / other[pairs];
    sum += ln(p[row + label]) / own[label];
    out[r] = 1 - sum / k;
  }
}

export function generalizedOfColumn(logs: Float64Array, labels: Uint16Array, rows: number, { own, other }: PriorTables, out: Float64Array): void {
  for (let r = 0; r < rows; r++) {
    const label = labels[r];
    out[r] = 1 - (logs[r] / other[1 - label] + logs[r] / own[label]) / 2;
  }
}

export function modalReward(
  logs: Float64Array,
  labels: Uint16Array,
  modal: Uint16Array,
  rows: number,
  { ownBits: own, otherBits: other }: PriorTables,
  out: Float64Array,
): void {
  for (let r = 0; r < rows; r++) out[r] = 1 - logs[r] / (modal[r] === labels[r] ? own : other)[modal[r]];
}

export function kononenkoBratko(f: Float64Array, labels: Uint16Array, rows: number, { prior }: PriorTables, out: Float64Array): void {
  for (let r = 0; r < rows; r++) {
    const p = f[r];
    const q = prior[labels[r]];
    const ratio = p >= q ? p / q : (1 - q) / (1 - p);
    out[r] = ratio < Infinity ? log2(ratio) : log2(p) - log2(q);
  }
}

export function quadratic(p: Float64Array, labels: Uint16Array, rows: number, k: number, out: Float64Array): void {
  const pairs = k & ~1;
  for (let r = 0; r < rows; r++) {
    const row = r * k;
    const label = labels[r];
    let even = 0;
    let odd = 0;
    for (let i = 0; i < pairs; i += 2) {
      if (i !== label) even += p[row + i] * p[row + i];
      if (i + 1 !== label) odd += p[row + i + 1] * p[row + i + 1];
    }
    let sum = even + odd;
    if (pairs < k && label !== pairs) sum += p[row + pairs] * p[row + pairs];
    const miss = 1 - p[row + label];
    out[r] = sum + miss * miss;
  }
}

export function quadraticOfColumn(p: Float64Array, labels: Uint16Array, rows: number, positive: number, out: Float64Array): void {
  for (let r = 0; r < rows; r++) {
    const miss = labels[r] === positive ? 1 - p[r] : p[r];
    out[r] = 2 * (miss * miss);
  }
}
