// The tally of two classes from two columns, row by row [p0, p1]. Lanes stand for classes: p0 and 1 − p1 need not be the
// same number, so each has a product. As in tallyColumn, max(f, ½) is a factor on the right side of ½ and a power of two
// on the wrong one, so that no branch is needed; here the rows of a group are listed by class first, and each product is
// multiplied by the rows of its own class alone.

import { HALF } from "./constants";
import { quickTolerance } from "./inspectSingly";
import { loadPair, multiply, SAFE, storePair } from "./product";
import { countImpossible, countTie, noteOne, pairSlot } from "./slots";
import { withinOne } from "./withinOne";

const GROUP = 256;

// 1 for the class that is not the true one: |p − this| is the factor.
const OTHER_OF_0 = memory.data<f64>([0, 1], 16);
const OTHER_OF_1 = memory.data<f64>([1, 0], 16);

// The rows of a group by their class, a byte each, and room for what is written past the end.
const OF_CLASS_0 = memory.data(GROUP + 8, 16);
const OF_CLASS_1 = memory.data(GROUP + 8, 16);

// For each set of eight rows, as bits: which they are, a byte each, in order.
const PLACES = memory.data(256 << 3, 16);
for (let set: i32 = 0; set < 256; set++) {
  let at: usize = PLACES + ((<usize>set) << 3);
  for (let place: i32 = 0; place < 8; place++) if ((set >> place) & 1) store<u8>(at++, place);
}
// 1 in each byte.
const EACH: i64 = 0x0101010101010101;

/** Adds rows; returns the first row that cannot be taken, or −1. `counts` has an i32 for each side and label, and one more, set to 1 where an estimate is exactly 1. */
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
  if (p0 == 1 || p1 == 1) noteOne(counts);
  return true;
}

/** A group of clean rows; false, and no row added, where one is not. */
function addGroup(p: usize, labels: usize, quick: f64, mantissas: usize, exponents: usize, counts: usize): bool {
  const ones = stage(labels);
  if (ones < 0) return false;
  // Rows of class 0 where it has the larger half, and the smaller; then the same for class 1.
  let hit0 = loadPair(mantissas, exponents, <usize>pairSlot(0, 0, 0));
  let miss0 = loadPair(mantissas, exponents, <usize>pairSlot(1, 0, 0));
  let hit1 = loadPair(mantissas, exponents, <usize>pairSlot(1, 1, 0));
  let miss1 = loadPair(mantissas, exponents, <usize>pairSlot(0, 1, 0));
  const half = v128.load(HALF);
  let most = i64x2.splat(0);
  // How far the two factors of a row are apart, at most, and how near to ½ the first of them is, at least.
  let off = i64x2.splat(0);
  let near = v128.load(HALF);
  let missed = i64x2.splat(0);
  // A row of each class a turn, so that four products are under way at once; then those left over of one of them.
  const zeros = GROUP - ones;
  const both = min(ones, zeros);
  let at: i32 = 0;
  for (; at < both; at++) {
    const a = v128.load(p + (<usize>load<u8>(<usize>at, OF_CLASS_0) << 4));
    const b = v128.load(p + (<usize>load<u8>(<usize>at, OF_CLASS_1) << 4));
    most = i32x4.max_u(i32x4.max_u(most, a), b);
    const f = f64x2.abs(f64x2.sub(a, v128.load(OTHER_OF_0)));
    const g = f64x2.abs(f64x2.sub(b, v128.load(OTHER_OF_1)));
    hit0 = f64x2.mul(hit0, f64x2.pmax(f, half));
    miss0 = f64x2.mul(miss0, f64x2.pmin(f, half));
    hit1 = f64x2.mul(hit1, f64x2.pmax(g, half));
    miss1 = f64x2.mul(miss1, f64x2.pmin(g, half));
    const first = v128.shuffle<f64>(f, g, 0, 2);
    off = f64x2.pmax(off, f64x2.abs(f64x2.sub(first, v128.shuffle<f64>(f, g, 1, 3))));
    near = f64x2.pmin(near, f64x2.abs(f64x2.sub(first, half)));
    missed = i64x2.sub(missed, i64x2.gt_s(half, first));
  }
  let missed0 = <i32>i64x2.extract_lane(missed, 0);
  let missed1 = <i32>i64x2.extract_lane(missed, 1);
  const lopsided = ones > zeros;
  const list: usize = lopsided ? OF_CLASS_1 : OF_CLASS_0;
  const other = v128.load(lopsided ? OTHER_OF_1 : OTHER_OF_0);
  let hit = lopsided ? hit1 : hit0;
  let miss = lopsided ? miss1 : miss0;
  missed = i64x2.splat(0);
  for (const end = max(ones, zeros); at < end; at++) {
    const a = v128.load(p + (<usize>load<u8>(list + <usize>at) << 4));
    most = i32x4.max_u(most, a);
    const f = f64x2.abs(f64x2.sub(a, other));
    hit = f64x2.mul(hit, f64x2.pmax(f, half));
    miss = f64x2.mul(miss, f64x2.pmin(f, half));
    off = f64x2.pmax(off, f64x2.abs(f64x2.sub(f, v128.shuffle<f64>(f, f, 1, 0))));
    near = f64x2.pmin(near, f64x2.abs(f64x2.sub(f, half)));
    missed = i64x2.sub(missed, i64x2.gt_s(half, f));
  }
  const rest = <i32>i64x2.extract_lane(missed, 0);
  if (lopsided) {
    hit1 = hit;
    miss1 = miss;
    missed1 += rest;
  } else {
    hit0 = hit;
    miss0 = miss;
    missed0 += rest;
  }
  // Surely within the tolerance; both factors above ½ or both below, since they are nearer to each other than to ½; and
  // no product near the denormals.
  const safe = f64x2.splat(SAFE);
  off = f64x2.pmax(off, v128.shuffle<f64>(off, off, 1, 0));
  const wrong = v128.or(f64x2.gt(off, f64x2.splat(quick)), f64x2.le(near, off));
  const tiny = v128.or(f64x2.lt(miss0, safe), f64x2.lt(miss1, safe));
  if (v128.any_true(v128.or(wrong, tiny))) return false;
  const within = withinOne(most, p, p + (GROUP << 4));
  if (!within) return false;
  if (within == 2) noteOne(counts);
  settle(mantissas, exponents, counts, 0, 0, hit0, zeros, zeros - missed0);
  settle(mantissas, exponents, counts, 1, 0, miss0, zeros, missed0);
  settle(mantissas, exponents, counts, 1, 1, hit1, ones, ones - missed1);
  settle(mantissas, exponents, counts, 0, 1, miss1, ones, missed1);
  return true;
}

/** Lists the rows of each class; returns how many are of class 1, or −1 where a label is not 0 or 1. */
function stage(labels: usize): i32 {
  let wild = i64x2.splat(0);
  let zeros: usize = OF_CLASS_0;
  let ones: usize = OF_CLASS_1;
  // Eight rows a turn. Each list is written eight long and goes on by as many as are its own: no branch, none could be predicted.
  let first: i64 = 0;
  for (const end = labels + (GROUP << 1); labels < end; labels += 16, first += 8 * EACH) {
    const names = v128.load(labels);
    wild = v128.or(wild, names);
    const bits = i16x8.bitmask(i16x8.shl(names, 15));
    store<i64>(zeros, load<i64>(<usize>(bits ^ 255) << 3, PLACES) + first);
    store<i64>(ones, load<i64>(<usize>bits << 3, PLACES) + first);
    const count = popcnt(bits);
    zeros += <usize>(8 - count);
    ones += <usize>count;
  }
  if (v128.any_true(v128.and(wild, i16x8.splat(-2)))) return -1;
  return <i32>(ones - OF_CLASS_1);
}

/** Writes the two products of a side and label back, the powers of two of the rows that are not theirs taken off. */
function settle(mantissas: usize, exponents: usize, counts: usize, side: i32, label: i32, product: v128, multiplied: i32, rows: i32): void {
  storePair(mantissas, exponents, <usize>pairSlot(side, label, 0), product, multiplied - rows, multiplied - rows);
  const at = counts + ((<usize>((side << 1) | label)) << 2);
  store<i32>(at, load<i32>(at) + rows);
}
