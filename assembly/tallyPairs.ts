// The tally of two classes from two columns, row by row [p0, p1]. The products are those of tallyColumn, but for each
// class apart, since p0 and 1 − p1 need not be the same number. A row is a vector, and lanes stand for classes.

import { HALF, ONE } from "./constants";
import { multiply, SAFE, storePair } from "./product";
import { countImpossible, countTie, pairSlot } from "./slots";

const GROUP = 128;

// For labels 0 and 1: what p is taken from (0 gives p, 1 gives 1 − p), so that the lanes are the two factors; then
// whether the row is of class 0, and of class 1.
const ROWS = memory.data<i64>([0, 0x3ff0000000000000, -1, -1, 0, 0, 0, 0, 0x3ff0000000000000, 0, 0, 0, -1, -1, 0, 0], 16);

/** Adds rows; returns the first row that cannot be taken, or −1. `counts` has an i32 for each side and label. */
export function tallyPairs(p: usize, labels: usize, rows: i32, tolerance: f64, mantissas: usize, exponents: usize, zeros: usize, counts: usize): i32 {
  let r: i32 = 0;
  while (r < rows) {
    if (r + GROUP <= rows && addGroup(p + ((<usize>r) << 4), labels + ((<usize>r) << 1), tolerance, mantissas, exponents, counts)) {
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

/** A group of clean rows; false, and nothing changed, where one is not. Lanes are the classes. */
function addGroup(p: usize, labels: usize, tolerance: f64, mantissas: usize, exponents: usize, counts: usize): bool {
  // Rows of class 0 where it has the larger half, and the smaller; then the same for class 1.
  let hit0 = v128.load(mantissas + (<usize>pairSlot(0, 0, 0) << 3));
  let miss0 = v128.load(mantissas + (<usize>pairSlot(1, 0, 0) << 3));
  let hit1 = v128.load(mantissas + (<usize>pairSlot(1, 1, 0) << 3));
  let miss1 = v128.load(mantissas + (<usize>pairSlot(0, 1, 0) << 3));
  const half = v128.load(HALF);
  let bad = i64x2.splat(0);
  let most = i64x2.splat(0);
  let off = i64x2.splat(0);
  let wild = 0;
  let hits0 = 0;
  let hits1 = 0;
  let ones = 0;
  for (const end = p + (GROUP << 4); p < end; ) {
    let sides: u64 = 0;
    let names: u64 = 0;
    // One row a turn: unrolled, V8 runs out of registers and keeps the products on the stack.
    for (const part = p + 512; p < part; p += 16, labels += 2) {
      const v = v128.load(p);
      const label = <i32>load<u16>(labels);
      wild |= label;
      names = (names << 2) | label;
      const row = ROWS + ((<usize>(label & 1)) << 6);
      const f = f64x2.abs(f64x2.sub(v128.load(row), v));
      const own = v128.load(row, 16);
      const other = v128.load(row, 32);
      hit0 = f64x2.mul(hit0, f64x2.pmax(v128.and(f, own), half));
      miss0 = f64x2.mul(miss0, f64x2.pmin(half, v128.or(f, other)));
      hit1 = f64x2.mul(hit1, f64x2.pmax(v128.and(f, other), half));
      miss1 = f64x2.mul(miss1, f64x2.pmin(half, v128.or(f, own)));
      bad = v128.or(bad, v);
      most = f64x2.pmax(most, v);
      // p_c − (1 − p_o), and its negative: how far the sum is from 1. NaN goes through max into a product of hits.
      off = f64x2.pmax(off, f64x2.sub(f, v128.shuffle<f64>(f, f, 1, 0)));
      sides = (sides << 2) | i64x2.bitmask(f64x2.ge(v, half));
    }
    // Of a clean row one class has ½ or more. Then both factors are on one side of ½; ties are left to addRow.
    const high0 = sides & 0x5555555555555555;
    const high1 = (sides >> 1) & 0x5555555555555555;
    if ((high0 ^ high1) != 0x5555555555555555) return false;
    ones += <i32>popcnt(names);
    hits1 += <i32>popcnt(high1 & names);
    hits0 += <i32>popcnt(high0 & ~names);
  }
  const safe = f64x2.splat(SAFE);
  const tiny = v128.or(f64x2.lt(miss0, safe), f64x2.lt(miss1, safe));
  const none = v128.or(f64x2.ne(hit0, hit0), f64x2.ne(hit1, hit1));
  // The sum is rounded otherwise than in addRow, which has the last word.
  const over = v128.or(f64x2.gt(off, f64x2.splat(tolerance * 0.999)), f64x2.gt(most, v128.load(ONE)));
  if (wild > 1 || i64x2.bitmask(bad) | <i32>v128.any_true(v128.or(over, v128.or(tiny, none)))) return false;
  settle(mantissas, exponents, counts, 0, 0, hit0, hits0);
  settle(mantissas, exponents, counts, 1, 0, miss0, GROUP - ones - hits0);
  settle(mantissas, exponents, counts, 1, 1, hit1, hits1);
  settle(mantissas, exponents, counts, 0, 1, miss1, ones - hits1);
  return true;
}

/** Writes the two products of a side and label back, the powers of two of the rows that are not theirs taken off. */
function settle(mantissas: usize, exponents: usize, counts: usize, side: i32, label: i32, product: v128, rows: i32): void {
  storePair(mantissas, exponents, <usize>pairSlot(side, label, 0), product, GROUP - rows, GROUP - rows);
  const at = counts + ((<usize>((side << 1) | label)) << 2);
  store<i32>(at, load<i32>(at) + rows);
}
