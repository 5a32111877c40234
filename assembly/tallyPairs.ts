// The tally of two classes from two columns, row by row [p0, p1]. The products are those of tallyColumn, and so is the
// way they are multiplied, but they are kept for each class apart, since p0 and 1 − p1 need not be the same number.
// A row is a vector, and lanes stand for classes.

import { HALF, MINUS_HALF } from "./constants";
import { quickTolerance } from "./inspectSingly";
import { loadPair, multiply, SAFE, storePair } from "./product";
import { countImpossible, countTie, pairSlot } from "./slots";
import { withinOne } from "./withinOne";

const GROUP = 256;

// For labels 0 and 1: 0 for the true class and 1 for the other; then 2 less that.
const KINDS = memory.data<f64>([0, 1, 2, 1, 1, 0, 1, 2], 16);

/** Adds rows; returns the first row that cannot be taken, or −1. `counts` has an i32 for each side and label. */
export function tallyPairs(p: usize, labels: usize, rows: i32, tolerance: f64, mantissas: usize, exponents: usize, zeros: usize, counts: usize): i32 {
  const quick = quickTolerance(tolerance, 2);
  let r: i32 = 0;
  while (r < rows) {
    if (r + GROUP <= rows && addGroup(p + ((<usize>r) << 4), labels + ((<usize>r) << 1), quick, mantissas, exponents, counts)) {
      r += GROUP;
      continue;
    }
    const end = min(r + GROUP, rows);
    for (; r < end; r++) if (!addRow(p, labels, r, tolerance, mantissas, exponents, zeros, counts)) return r;
  }
  return -1;
}

/** One row, whatever it holds. */
function addRow(p: usize, labels: usize, r: i32, tolerance: f64, mantissas: usize, exponents: usize, zeros: usize, counts: usize): bool {
  const p0 = load<f64>(p + ((<usize>r) << 4));
  const p1 = load<f64>(p + ((<usize>r) << 4), 8);
  const label = <i32>load<u16>(labels + ((<usize>r) << 1));
  if (!(p0 >= 0 && p0 <= 1 && p1 >= 0 && p1 <= 1 && abs(p0 + p1 - 1) <= tolerance) || label > 1) return false;
  const high0 = p0 >= 0.5;
  const high1 = p1 >= 0.5;
  const side = high0 != high1 ? i32(high1) : (high0 ? 2 : 4) + i32(p1 > p0);
  const at = counts + ((<usize>((side << 1) | label)) << 2);
  store<i32>(at, load<i32>(at) + 1);
  const a = label ? 1 - p0 : p0;
  const b = label ? p1 : 1 - p1;
  multiply(mantissas, exponents, zeros, <usize>pairSlot(side, label, 0), a);
  multiply(mantissas, exponents, zeros, <usize>pairSlot(side, label, 1), b);
  if (a == 0 || b == 0) countImpossible(zeros);
  if (p0 == p1) countTie(zeros);
  return true;
}

/** A group of clean rows; false, and no row added, where one is not. */
function addGroup(p: usize, labels: usize, quick: f64, mantissas: usize, exponents: usize, counts: usize): bool {
  const ones = namedOne(labels);
  if (ones < 0 || !clean(p, quick)) return false;
  // Rows of class 0 where it has the larger half, and the smaller; then the same for class 1.
  const hit0 = loadPair(mantissas, exponents, <usize>pairSlot(0, 0, 0));
  const miss0 = loadPair(mantissas, exponents, <usize>pairSlot(1, 0, 0));
  const hit1 = loadPair(mantissas, exponents, <usize>pairSlot(1, 1, 0));
  const miss1 = loadPair(mantissas, exponents, <usize>pairSlot(0, 1, 0));
  // In each lane, its class the truth: w from ½ upwards, z below. Another class the truth: 1 − p from ½ upwards y, below x.
  let w = v128.shuffle<f64>(hit0, hit1, 0, 3);
  let x = v128.shuffle<f64>(miss1, miss0, 0, 3);
  let y = v128.shuffle<f64>(hit1, hit0, 0, 3);
  let z = v128.shuffle<f64>(miss0, miss1, 0, 3);
  const half = v128.load(HALF);
  const minus = v128.load(MINUS_HALF);
  let hits = i64x2.splat(0);
  // Two rows a turn: the products, in order, and little else, so that they stay in registers.
  for (const end = p + (GROUP << 4); p < end; p += 32, labels += 4) {
    const a0 = v128.load(p);
    const kind0 = (<usize>load<u16>(labels)) << 5;
    const n0 = v128.load(kind0, KINDS);
    const s0 = f64x2.sub(a0, n0);
    w = f64x2.mul(w, f64x2.pmax(s0, half));
    y = f64x2.mul(y, f64x2.pmin(s0, minus));
    z = f64x2.mul(z, f64x2.pmin(half, f64x2.add(a0, n0)));
    x = f64x2.mul(x, f64x2.pmax(minus, f64x2.sub(a0, v128.load(kind0, KINDS + 16))));
    hits = i64x2.sub(hits, i64x2.gt_s(s0, half));

    const a1 = v128.load(p, 16);
    const kind1 = (<usize>load<u16>(labels, 2)) << 5;
    const n1 = v128.load(kind1, KINDS);
    const s1 = f64x2.sub(a1, n1);
    w = f64x2.mul(w, f64x2.pmax(s1, half));
    y = f64x2.mul(y, f64x2.pmin(s1, minus));
    z = f64x2.mul(z, f64x2.pmin(half, f64x2.add(a1, n1)));
    x = f64x2.mul(x, f64x2.pmax(minus, f64x2.sub(a1, v128.load(kind1, KINDS + 16))));
    hits = i64x2.sub(hits, i64x2.gt_s(s1, half));
  }
  const safe = f64x2.splat(SAFE);
  if (v128.any_true(v128.or(f64x2.lt(x, safe), f64x2.lt(z, safe)))) return false;
  const hits0 = <i32>i64x2.extract_lane(hits, 0);
  const hits1 = <i32>i64x2.extract_lane(hits, 1);
  settle(mantissas, exponents, counts, 0, 0, v128.shuffle<f64>(w, y, 0, 3), hits0);
  settle(mantissas, exponents, counts, 1, 0, v128.shuffle<f64>(z, x, 0, 3), GROUP - ones - hits0);
  settle(mantissas, exponents, counts, 1, 1, v128.shuffle<f64>(y, w, 0, 3), hits1);
  settle(mantissas, exponents, counts, 0, 1, v128.shuffle<f64>(x, z, 0, 3), ones - hits1);
  return true;
}

/** How many rows of a group are of class 1; −1 where a label is not 0 or 1. */
function namedOne(labels: usize): i32 {
  let total = i64x2.splat(0);
  let wild = i64x2.splat(0);
  for (const end = labels + (GROUP << 1); labels < end; labels += 16) {
    const names = v128.load(labels);
    wild = v128.or(wild, names);
    total = i16x8.add(total, names);
  }
  if (v128.any_true(v128.and(wild, i16x8.splat(-2)))) return -1;
  const sums = i32x4.extadd_pairwise_i16x8_s(total);
  return i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
}

/** Whether every row of a group is surely within the tolerance and has one class above ½ and one below. */
function clean(p: usize, quick: f64): bool {
  const end = p + (GROUP << 4);
  const half = v128.load(HALF);
  let most = i64x2.splat(0);
  let off = f64x2.splat(0);
  let sides = f64x2.splat(-1);
  for (let at = p; at < end; at += 32) {
    const u = v128.load(at);
    const v = v128.load(at, 16);
    most = i32x4.max_u(i32x4.max_u(most, u), v);
    const a = f64x2.sub(v128.shuffle<f64>(u, v, 0, 2), half);
    const b = f64x2.sub(v128.shuffle<f64>(u, v, 1, 3), half);
    off = f64x2.pmax(off, f64x2.abs(f64x2.add(a, b)));
    sides = f64x2.pmax(sides, f64x2.mul(a, b));
  }
  // A product that is not below 0 has both on one side, or one at ½.
  if (v128.any_true(v128.or(f64x2.gt(off, f64x2.splat(quick)), f64x2.ge(sides, f64x2.splat(0))))) return false;
  return withinOne(most, p, end);
}

/** Writes the two products of a side and label back, the powers of two of the rows that are not theirs taken off. */
function settle(mantissas: usize, exponents: usize, counts: usize, side: i32, label: i32, product: v128, rows: i32): void {
  storePair(mantissas, exponents, <usize>pairSlot(side, label, 0), product, GROUP - rows, GROUP - rows);
  const at = counts + ((<usize>((side << 1) | label)) << 2);
  store<i32>(at, load<i32>(at) + rows);
}
