import { RULE_NUMBERS, RULE_PRODUCTS, ruleCounts } from '../ruleState.js';

/** The twin of assembly/rules.ts: the same operations in the same order, one row at a time. */

/** Products stay between these; no factor is larger than 2^62 or smaller than 2^-17. */
const MAX_PRODUCT = 2 ** 800;
const MIN_PRODUCT = 2 ** -800;

const { alpha, beta, products, exponents, rows: rowsAt } = RULE_NUMBERS;
const { weights, wholes, totals, counts: countsOf } = RULE_PRODUCTS;

const ruleFloat = new Float64Array(1);
const ruleWords = new Int32Array(ruleFloat.buffer);
const UPPER_RULE_WORD = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;

/** Brings product i back into [1, 2); its power of two is added to its exponent. */
function shorten(numbers: Float64Array, i: number): void {
  ruleFloat[0] = numbers[products + i];
  const high = ruleWords[UPPER_RULE_WORD];
  ruleWords[UPPER_RULE_WORD] = (high & 0xfffff) | 0x3ff00000;
  numbers[products + i] = ruleFloat[0];
  numbers[exponents + i] += (high >>> 20) - 1023;
}

function multiplyNumber(numbers: Float64Array, i: number, x: number): void {
  const y = numbers[products + i] * x;
  numbers[products + i] = y;
  if (!(y < MAX_PRODUCT && y > MIN_PRODUCT)) shorten(numbers, i);
}

/** One row for one kind of weights: lane 0 the constant ones, lane 1 those by frequency. */
function weigh(numbers: Float64Array, lane: number, hit: boolean, inside: number, outside: number, own: number): void {
  const a = numbers[alpha + lane];
  const b = numbers[beta + lane];
  multiplyNumber(numbers, weights + lane, hit ? a : b);
  multiplyNumber(numbers, wholes + lane, a * inside + b * outside);
  if (hit) numbers[alpha + lane] = a + own / inside;
  else numbers[beta + lane] = b + own / outside;
}

export function rules(
  members: Uint16Array,
  sizes: Uint16Array,
  labels: Uint16Array,
  rows: number,
  k: number,
  numbers: Float64Array,
  counts: Uint32Array,
): number {
  const { table, seen } = ruleCounts(k);
  counts.fill(0, seen, seen + k);
  let next = 0;
  for (let r = 0; r < rows; r++) {
    const m = sizes[r];
    const c = labels[r];
    let S = 0;
    let hit = false;
    for (const end = next + m; next < end; next++) {
      const member = members[next];
      if (counts[seen + member] === r + 1) return r;
      counts[seen + member] = r + 1;
      S += counts[member];
      if (member === c) hit = true;
    }
    const total = numbers[rowsAt]++ + k;
    const own = counts[c]++;
    counts[table + 2 * m + Number(hit)]++;
    weigh(numbers, 0, hit, m, k - m, 1);
    weigh(numbers, 1, hit, S, total - S, own);
    multiplyNumber(numbers, totals, total);
    multiplyNumber(numbers, countsOf, own);
  }
  for (let i = 0; i < 6; i++) shorten(numbers, i);
  return -1;
}

export function largest(x: Uint16Array, length: number): number {
  let found = 0;
  for (let i = 0; i < length; i++) found = Math.max(found, x[i]);
  return found;
}

export function total(x: Uint16Array, length: number): number {
  let found = 0;
  for (let i = 0; i < length; i++) found += x[i];
  return found;
}
