// The tally of two classes from one column of P(positive): Lemma 1's w, x, y, z (Hope & Korb 2002, eq. 5).
//
// Each row has one factor, f = p for a positive and 1 − p for a negative, and belongs to one of four products by its
// truth and the side of ½ that p lies on. max(f, ½) is f on the right side and a power of two on the wrong one, so a
// product can be multiplied by every row without a branch: the powers of two are taken off again by count.
// Even and odd rows have products of their own (the two lanes).
//
// The vector units are what such a loop waits for, so the labels are kept away from them: p less a number that depends
// on the label, read from a table, falls outside of where max or min would let it through unless the row belongs there.

import { HALF, MINUS_HALF } from "./constants";
import { loadPair, multiply, SAFE, storePair } from "./product";
import { columnSlot, countImpossible, countTie } from "./slots";
import { withinOne } from "./withinOne";

const GROUP = 512;

// For two rows of labels 00, 10, 01, 11 (the first row's first): 0 for a positive and 1 for a negative; then 2 less
// that. The positive class is 0 in the first four lines and 1 in the others.
// prettier-ignore
const KINDS = memory.data<f64>([
  0, 0, 2, 2,
  1, 0, 1, 2,
  0, 1, 2, 1,
  1, 1, 1, 1,
  1, 1, 1, 1,
  0, 1, 2, 1,
  1, 0, 1, 2,
  0, 0, 2, 2,
], 16);

// The addresses of the kinds of a group's pairs of rows.
const STAGED = memory.data(GROUP << 1, 16);

/** Adds rows; returns the first row that cannot be taken, or −1. `counts` has one i32 for each of the twelve slots. */
export function tallyColumn(p: usize, labels: usize, rows: i32, odd: i32, positive: i32, mantissas: usize, exponents: usize, zeros: usize, counts: usize): i32 {
  let r: i32 = 0;
  if (odd && rows > 0) {
    if (!addRow(p, labels, 0, 1, positive, mantissas, exponents, zeros, counts)) return 0;
    r = 1;
  }
  while (r < rows) {
    if (r + GROUP <= rows && addGroup(p + ((<usize>r) << 3), labels + ((<usize>r) << 1), positive, mantissas, exponents, counts)) {
      r += GROUP;
      continue;
    }
    const end = min(r + GROUP, rows);
    for (; r < end; r++) if (!addRow(p, labels, r, (r + odd) & 1, positive, mantissas, exponents, zeros, counts)) return r;
  }
  return -1;
}

/** One row, whatever it holds. */
function addRow(p: usize, labels: usize, r: i32, parity: i32, positive: i32, mantissas: usize, exponents: usize, zeros: usize, counts: usize): bool {
  const x = load<f64>(p + ((<usize>r) << 3));
  const label = <i32>load<u16>(labels + ((<usize>r) << 1));
  if (!(x >= 0 && x <= 1) || label > 1) return false;
  const side = x > 0.5 ? positive : x < 0.5 ? 1 - positive : 2;
  const slot = columnSlot(side, label);
  const at = counts + ((<usize>(slot - columnSlot(0, 0))) << 2);
  store<i32>(at, load<i32>(at) + 1);
  const f = label == positive ? x : 1 - x;
  multiply(mantissas, exponents, zeros, ((<usize>slot) << 1) + parity, f);
  if (f == 0) countImpossible(zeros);
  if (side == 2) countTie(zeros);
  return true;
}

/** A group of rows without zeros, ties, bad values or underflow; false, and no row added, where there is any. */
function addGroup(p: usize, labels: usize, positive: i32, mantissas: usize, exponents: usize, counts: usize): bool {
  const all = stage(labels, positive);
  if (all < 0) return false;
  const negative = 1 - positive;
  let w = loadPair(mantissas, exponents, <usize>columnSlot(positive, positive) << 1);
  let x = loadPair(mantissas, exponents, <usize>columnSlot(positive, negative) << 1);
  let y = loadPair(mantissas, exponents, <usize>columnSlot(negative, negative) << 1);
  let z = loadPair(mantissas, exponents, <usize>columnSlot(negative, positive) << 1);
  const half = v128.load(HALF);
  const minus = v128.load(MINUS_HALF);
  let ties = i64x2.splat(0);
  let most = i64x2.splat(0);
  let hits = i64x2.splat(0);
  let right = i64x2.splat(0);
  // One vector a turn: unrolled, V8 runs out of registers and keeps the products on the stack.
  const end = p + (GROUP << 3);
  let staged: usize = STAGED;
  for (let at = p; at < end; at += 16, staged += 4) {
    const a = v128.load(at);
    const kind = <usize>load<u32>(staged);
    const n = v128.load(kind);
    // p of a positive, −(1 − p) of a negative. The factors of x and y are negative: there is an even number of them.
    const s = f64x2.sub(a, n);
    w = f64x2.mul(w, f64x2.pmax(s, half));
    y = f64x2.mul(y, f64x2.pmin(s, minus));
    z = f64x2.mul(z, f64x2.pmin(half, f64x2.add(a, n)));
    x = f64x2.mul(x, f64x2.pmax(minus, f64x2.sub(a, v128.load(kind, 16))));
    ties = v128.or(ties, i64x2.eq(a, half));
    most = i32x4.max_u(most, a);
    // Of numbers that are not negative the bits compare like the numbers, and on other units.
    right = i64x2.sub(right, i64x2.gt_s(a, half));
    hits = i64x2.sub(hits, i64x2.gt_s(s, half));
  }
  const safe = f64x2.splat(SAFE);
  const tiny = v128.or(f64x2.lt(x, safe), f64x2.lt(z, safe));
  if (v128.any_true(v128.or(tiny, ties)) || !withinOne(most, p, end)) return false;
  // Counts of the even and of the odd rows, in the two halves of an i32.
  const hit = evenAndOdd(hits);
  const above = evenAndOdd(right);
  settle(mantissas, exponents, counts, positive, positive, w, hit);
  settle(mantissas, exponents, counts, positive, negative, x, above - hit);
  settle(mantissas, exponents, counts, negative, negative, y, (GROUP / 2) * 0x10001 - all - above + hit);
  settle(mantissas, exponents, counts, negative, positive, z, all - hit);
  return true;
}

/** Stages the labels of a group; returns how many even and how many odd rows are positive, −1 where a label is not 0 or 1. */
function stage(labels: usize, positive: i32): i32 {
  const kinds = i32x4.splat(<i32>(KINDS + (<usize>positive << 7)));
  const strides = i32x4.splat(0x400020); // 32 for the first of two rows, 64 for the second
  let total = i64x2.splat(0);
  let wild = i64x2.splat(0);
  let to: usize = STAGED;
  for (const end = labels + (GROUP << 1); labels < end; labels += 16, to += 16) {
    const names = v128.load(labels);
    wild = v128.or(wild, names);
    total = i16x8.add(total, names);
    v128.store(to, i32x4.add(i32x4.dot_i16x8_s(names, strides), kinds));
  }
  if (v128.any_true(v128.and(wild, i16x8.splat(-2)))) return -1;
  const ones = i32x4.extract_lane(total, 0) + i32x4.extract_lane(total, 1) + i32x4.extract_lane(total, 2) + i32x4.extract_lane(total, 3);
  return positive ? ones : (GROUP / 2) * 0x10001 - ones;
}

/** Two counts in one i32. */
// @ts-ignore: decorator
@inline
function evenAndOdd(v: v128): i32 {
  return <i32>i64x2.extract_lane(v, 0) | (<i32>i64x2.extract_lane(v, 1) << 16);
}

/** Writes a product back, the powers of two of the rows that are not its own taken off. */
function settle(mantissas: usize, exponents: usize, counts: usize, side: i32, label: i32, product: v128, rows: i32): void {
  const even = rows & 0xffff;
  const odd = rows >> 16;
  storePair(mantissas, exponents, <usize>columnSlot(side, label) << 1, product, GROUP / 2 - even, GROUP / 2 - odd);
  const at = counts + ((<usize>(columnSlot(side, label) - columnSlot(0, 0))) << 2);
  store<i32>(at, load<i32>(at) + even + odd);
}
