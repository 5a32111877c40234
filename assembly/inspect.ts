// Rows of k estimates: are they probabilities, and which class is modal?

import { HALF, ONE } from "./constants";
import { firstOf, readByFirstOf } from "./firstOf";
import { inspectSingly, noteOnes, quickTolerance } from "./inspectSingly";
import { inspectThree } from "./inspectThree";

/**
 * Checks rows of k estimates and their labels; writes each row's modal class (the first of the largest) unless
 * `modal` is 0.
 * Returns the first row that cannot be taken, or −1; adds the number of tied rows to the i32 at `ties`, and writes 1 to the
 * one after it where an estimate is exactly 1.
 */
export function inspect(p: usize, labels: usize, rows: i32, k: i32, tolerance: f64, modal: usize, ties: usize): i32 {
  const named = namedRows(labels, rows, k);
  const taken = k == 3 ? inspectThree(p, named, tolerance, quickTolerance(tolerance, k), modal, ties) : inspectPairs(p, named, k, tolerance, quickTolerance(tolerance, k), modal, ties);
  return taken < rows ? taken : -1;
}

/** How many rows come before the first whose label is no class. */
function namedRows(labels: usize, rows: i32, k: i32): i32 {
  const last = i16x8.splat(<i16>(k - 1));
  let r: i32 = 0;
  while (r + 8 <= rows && !v128.any_true(i16x8.sub_sat_u(v128.load(labels + ((<usize>r) << 1)), last))) r += 8;
  while (r < rows && <i32>load<u16>(labels + ((<usize>r) << 1)) < k) r++;
  return r;
}

/** Two rows at a time, so that they share the steps across lanes; returns how many rows could be taken. */
function inspectPairs(p: usize, rows: i32, k: i32, tolerance: f64, quick: f64, modal: usize, ties: usize): i32 {
  const width = (<usize>k) << 3;
  const pairs = width & ~15;
  const one = v128.load(ONE);
  // Not past the estimates, which may end where memory does.
  const end = rows - 1 - (readByFirstOf(k) - 1) / k;
  let tied = 0;
  let tops = i64x2.splat(0);
  let r: i32 = 0;
  for (; r < end; r += 2, p += width << 1) {
    const q = p + width;
    let sums0 = v128.load(p);
    let sums1 = v128.load(q);
    let most0 = sums0;
    let most1 = sums1;
    let signs = v128.or(sums0, sums1);
    for (let at: usize = 16; at < pairs; at += 16) {
      const v = v128.load(p + at);
      const u = v128.load(q + at);
      sums0 = f64x2.add(sums0, v);
      sums1 = f64x2.add(sums1, u);
      most0 = f64x2.pmax(most0, v);
      most1 = f64x2.pmax(most1, u);
      signs = v128.or(signs, v128.or(v, u));
    }
    let sum = f64x2.add(v128.shuffle<f64>(sums0, sums1, 0, 2), v128.shuffle<f64>(sums0, sums1, 1, 3));
    let top = f64x2.pmax(v128.shuffle<f64>(most0, most1, 0, 2), v128.shuffle<f64>(most0, most1, 1, 3));
    if (k & 1) {
      const last = v128.load64_lane(q + pairs, v128.load64_zero(p + pairs), 1);
      sum = f64x2.add(sum, last);
      top = f64x2.pmax(top, last);
      signs = v128.or(signs, last);
    }
    tops = f64x2.pmax(tops, top);
    // NaN makes the sum NaN, which is not within anything.
    const sound = v128.and(f64x2.le(f64x2.abs(f64x2.sub(sum, one)), f64x2.splat(quick)), f64x2.le(top, one));
    if (i64x2.bitmask(v128.andnot(sound, signs)) != 3) {
      const taken = inspectSingly(p, 2, k, tolerance, modal ? modal + ((<usize>r) << 1) : 0, ties);
      if (taken < 2) {
        store<i32>(ties, load<i32>(ties) + tied);
        return r + taken;
      }
    } else if (modal) {
      const first0 = firstOf(p, k, v128.shuffle<f64>(top, top, 0, 0));
      const first1 = firstOf(q, k, v128.shuffle<f64>(top, top, 1, 1));
      store<u16>(modal + ((<usize>r) << 1), <u16>first0);
      store<u16>(modal + ((<usize>r) << 1), <u16>first1, 2);
      tied += (first0 >>> 31) + (first1 >>> 31);
    }
  }
  store<i32>(ties, load<i32>(ties) + tied);
  noteOnes(tops, ties);
  return r + inspectSingly(p, rows - r, k, tolerance, modal ? modal + ((<usize>r) << 1) : 0, ties);
}

/** The same for one column of P(positive): the modal class, and a tie at exactly ½, which class 0 wins. */
export function inspectColumn(p: usize, labels: usize, rows: i32, positive: i32, modal: usize, ties: usize): i32 {
  const named = namedRows(labels, rows, 2);
  const one = v128.load(ONE);
  const half = v128.load(HALF);
  let tied = i64x2.splat(0);
  let r: i32 = 0;
  for (; r + 1 < named; r += 2) {
    const x = v128.load(p + ((<usize>r) << 3));
    const sound = i64x2.bitmask(v128.and(f64x2.ge(x, i64x2.splat(0)), f64x2.le(x, one)));
    if (sound != 3) return r + (sound & 1);
    const tie = f64x2.eq(x, half);
    const first = v128.andnot(v128.xor(i64x2.splat(positive), i64x2.shr_u(f64x2.le(x, half), 63)), tie);
    v128.store16_lane(modal + ((<usize>r) << 1), first, 0);
    v128.store16_lane(modal + ((<usize>r) << 1), first, 4, 2);
    tied = i64x2.sub(tied, tie);
  }
  let count = <i32>i64x2.extract_lane(tied, 0) + <i32>i64x2.extract_lane(tied, 1);
  if (r < named) {
    const x = load<f64>(p + ((<usize>r) << 3));
    if (!(x >= 0 && x <= 1)) return r;
    count += i32(x == 0.5);
    store<u16>(modal + ((<usize>r) << 1), <u16>(i32(x != 0.5) & (positive ^ i32(x <= 0.5))));
  }
  store<i32>(ties, load<i32>(ties) + count);
  return named < rows ? named : -1;
}
