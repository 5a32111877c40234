// What the miscalibration of Korb, Hope & Hughes 2001, eq. 3 and the other figures of calibration need beside sorting. src/kernels/plain/calibration.ts is the twin.

import { log2 } from "./log";

const STACKS: usize = 257;
/** Added, it leaves a number of size 0 to 256 as a whole one in the lowest bits. */
const WHOLE: f64 = 4503599627370496;

// @ts-ignore: decorator
@inline
function stack(x: f64): usize {
  return <usize>(reinterpret<u64>(abs(x) * 256 + WHOLE) & 0x1ff);
}

/** Deals numbers of size 0 to 1 out to stacks by size; leaves at `ends` where each stack ends. */
export function deal(x: usize, n: i32, out: usize, ends: usize): void {
  const end = x + ((<usize>n) << 3);
  // Counts of 32 bits, in the lower half of the room, until they are written out as numbers.
  memory.fill(ends, 0, STACKS << 2);
  for (let at = x; at < end; at += 8) {
    const count = ends + (stack(load<f64>(at)) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  let next: u32 = 0;
  for (let s: usize = 0; s < STACKS; s++) {
    const count = load<u32>(ends + (s << 2));
    store<u32>(ends + (s << 2), next);
    next += count;
  }
  for (let at = x; at < end; at += 8) {
    const number = load<f64>(at);
    const place = ends + (stack(number) << 2);
    const to = load<u32>(place);
    store<u32>(place, to + 1);
    store<f64>(out + ((<usize>to) << 3), number);
  }
  for (let s = STACKS; s > 0; s--) {
    const stop = load<u32>(ends + ((s - 1) << 2));
    store<f64>(ends + ((s - 1) << 3), <f64>stop);
  }
}

/**
 * Takes the cells of sorted estimates that are known to end among them, where `rows` are still to come in all, and adds
 * what each comes to: at `sums` the overconfident ones, the underconfident ones, and their number. Returns where the
 * next cell begins.
 */
export function cells(x: usize, n: i32, rows: f64, least: i32, sums: usize): i32 {
  let over = load<f64>(sums);
  let under = load<f64>(sums, 8);
  let count = load<f64>(sums, 16);
  let from: i32 = 0;
  while (from < n) {
    let to = from + least;
    while (to < n && abs(estimate(x, to)) == abs(estimate(x, to - 1))) to++;
    // A remainder of too few joins the last cell.
    const last = rows - <f64>(to - from) < <f64>least;
    if (last) {
      if (<f64>(n - from) < rows) break;
      to = from + <i32>rows;
    } else if (to >= n) break;
    const size = <f64>(to - from);
    let sum = 0.0;
    let hits: i32 = 0;
    for (let j = from; j < to; j++) {
      const y = estimate(x, j);
      sum += abs(y);
      hits += i32(y > 0);
    }
    const f = <f64>hits / size;
    let squares = 0.0;
    for (let j = from; j < to; j++) {
      const off = f - abs(estimate(x, j));
      squares += off * off;
    }
    const part = squares / (size - 1);
    const above = sum / size > f;
    over += select(part, 0.0, above);
    under += select(0.0, part, above);
    count++;
    rows -= size;
    from = to;
  }
  store<f64>(sums, over);
  store<f64>(sums, under, 8);
  store<f64>(sums, count, 16);
  return from;
}

// @ts-ignore: decorator
@inline
function estimate(x: usize, j: i32): f64 {
  return load<f64>(x + ((<usize>j) << 3));
}

/** Products are closed into logs below this, so that none is lost to underflow. */
const SMALL: f64 = 1e-150;

/**
 * Adds what estimates come to one by one, at `sums`: Σ p, hits, squares of y − p, both of Spiegelhalter's sums, Σ log2 of what was said of
 * what happened, and after it the product of what is not in it yet. A minus says that it did not happen; `turned` that none of them did.
 * Two at a time: every other one has sums of its own, which are added at the end; but Σ p is in order, as where rows have weights, since the log of
 * what a mean near 1 leaves over shows every bit of it.
 */
export function calibrationSums(x: usize, n: i32, turned: i32, sums: usize): void {
  const flip = i32x4.splat(-turned);
  const one = f64x2.splat(1);
  const small = f64x2.splat(SMALL);
  let estimates = load<f64>(sums);
  let misses = i64x2.splat(0);
  let quadratic = f64x2.splat(0);
  let surplus = f64x2.splat(0);
  let variance = f64x2.splat(0);
  let product = f64x2(load<f64>(sums, 48), 1);
  let logs = load<f64>(sums, 40);
  for (const end = x + ((<usize>n) << 3); x < end; x += 16) {
    // Of an odd number the last has nobody beside it: an estimate of 0 for what did not happen, which adds nothing.
    const two = x + 8 < end ? v128.load(x) : v128.load64_lane(x, nothing(turned), 0);
    // The sign, all over each.
    const signs = v128.xor(i32x4.shr_s(two, 31), flip);
    const miss = v128.shuffle<i32>(signs, signs, 1, 1, 3, 3);
    const p = f64x2.abs(two);
    const rest = f64x2.sub(one, p);
    const balance = f64x2.sub(one, f64x2.add(p, p));
    estimates += f64x2.extract_lane(p, 0);
    estimates += f64x2.extract_lane(p, 1);
    misses = i64x2.sub(misses, miss);
    const off = v128.bitselect(f64x2.neg(p), rest, miss);
    quadratic = f64x2.add(quadratic, f64x2.mul(off, off));
    surplus = f64x2.add(surplus, f64x2.mul(off, balance));
    variance = f64x2.add(variance, f64x2.mul(f64x2.mul(f64x2.mul(balance, balance), p), rest));
    const said = v128.bitselect(rest, p, miss);
    const tiny = f64x2.lt(said, small);
    if (v128.any_true(tiny)) logs += tails(said);
    product = f64x2.mul(product, v128.bitselect(one, said, tiny));
    if (v128.any_true(f64x2.lt(product, small))) {
      logs += log2(f64x2.extract_lane(product, 0), 0) + log2(f64x2.extract_lane(product, 1), 0);
      product = one;
    }
  }
  store<f64>(sums, estimates);
  store<f64>(sums, load<f64>(sums, 8) + <f64>((n + (n & 1)) - <i32>(i64x2.extract_lane(misses, 0) + i64x2.extract_lane(misses, 1))), 8);
  add(sums + 16, quadratic);
  add(sums + 24, surplus);
  add(sums + 32, variance);
  // Neither is below SMALL, so nothing is lost.
  const left = f64x2.extract_lane(product, 0) * f64x2.extract_lane(product, 1);
  store<f64>(sums, left < SMALL ? logs + log2(left, 0) : logs, 40);
  store<f64>(sums, left < SMALL ? 1 : left, 48);
}

/** A 0 that did not happen, twice. */
// @ts-ignore: decorator
@inline
function nothing(turned: i32): v128 {
  return i64x2.splat((<u64>(1 - turned)) << 63);
}

/** Adds both halves to a sum. */
// @ts-ignore: decorator
@inline
function add(sum: usize, two: v128): void {
  store<f64>(sum, load<f64>(sum) + (f64x2.extract_lane(two, 0) + f64x2.extract_lane(two, 1)));
}

/** The logs of those of two that are too small for a product. */
function tails(said: v128): f64 {
  const first = f64x2.extract_lane(said, 0);
  const second = f64x2.extract_lane(said, 1);
  return (first < SMALL ? log2(first, 0) : 0) + (second < SMALL ? log2(second, 0) : 0);
}
