// Sums and squares of single numbers by group, about the group's first number, so that numbers which are nearly the same
// keep their digits: n, Σ d and Σ d² with d = x − the first. src/statistics/exactSpread.ts adds blocks of them up exactly.
// A weight says how often a row counts; without weights (0) each counts once.

/** Of a group, in this order: what its numbers weigh, the first, Σ d, Σ d². */
const FIRST: usize = 8;
const SUMS: usize = 16;

// @ts-ignore: decorator
@inline
function add(groups: usize, group: u32, x: f64, weight: f64): void {
  const at = groups + ((<usize>group) << 5);
  const n = load<f64>(at);
  if (n == 0) store<f64>(at, x, FIRST);
  const d = x - load<f64>(at, FIRST);
  const e = weight * d;
  store<f64>(at, n + weight);
  v128.store(at, f64x2.add(v128.load(at, SUMS), f64x2.replace_lane(f64x2.splat(e), 1, e * d)), SUMS);
}

/** Adds numbers to the groups of their classes. Infinite ones are left out; returns how many there were. */
export function spreadByClass(values: usize, labels: usize, weights: usize, rows: i32, groups: usize): i32 {
  let infinite = 0;
  for (let r: i32 = 0; r < rows; r++) {
    const x = load<f64>(values + ((<usize>r) << 3));
    const weight = weights ? load<f64>(weights + ((<usize>r) << 3)) : 1;
    if (weight == 0) continue;
    if (abs(x) == Infinity) infinite++;
    else add(groups, load<u16>(labels + ((<usize>r) << 1)), x, weight);
  }
  return infinite;
}

/**
 * Kononenko & Bratko's information (Hope & Korb 2004, eq. 3) turns at the prior q of the true class: log2 p counts from
 * there upwards, log2(1 − p) below. While q is not known, estimates in a band where it is expected are kept themselves, and the
 * others are summed on their side of the band and of one prior that may be asked for: group 0 is below both and needs
 * log2(1 − p) alone, group 2 is not below either and needs log2 p alone, group 1 is between them with log2 p, and group 3 the
 * same with log2(1 − p). `cuts` are four numbers for each class: that prior, where the band begins, where it ends, and one that
 * is not used. `truth` and `rest` are the places of the two logs. Says whether the estimate is to be kept.
 */
// @ts-ignore: decorator
@inline
function addSide(p: f64, truth: usize, rest: usize, c: u32, weight: f64, cuts: usize, groups: usize): bool {
  const cut = cuts + ((<usize>c) << 5);
  const inside = u32(p >= load<f64>(cut, 8));
  if (inside != u32(p >= load<f64>(cut, 16))) return true;
  const side = inside + u32(p >= load<f64>(cut));
  // The address is chosen, not the number: V8 would branch, and could not predict where to.
  add(groups, (c << 2) | side, load<f64>(truth + ((rest - truth) & -usize(side == 0))), weight);
  if (side == 1) add(groups, (c << 2) | 3, load<f64>(rest), weight);
  return false;
}

/** Adds rows by their side of the prior; `f` are the estimates of the true class. Returns how many are kept. */
export function spreadSides(
  f: usize, truths: usize, rest: usize, labels: usize, weights: usize, rows: i32, cuts: usize, groups: usize, kept: usize, classes: usize, keptWeights: usize,
): i32 {
  let keeping: usize = 0;
  for (let r: i32 = 0; r < rows; r++) {
    const at = (<usize>r) << 3;
    const weight = weights ? load<f64>(weights + at) : 1;
    if (weight == 0) continue;
    const c = <u32>load<u16>(labels + (at >> 2));
    const p = load<f64>(f + at);
    if (!addSide(p, truths + at, rest + at, c, weight, cuts, groups)) continue;
    keep(p, c, weight, kept, classes, weights ? keptWeights : 0, keeping++);
  }
  return <i32>keeping;
}

// @ts-ignore: decorator
@inline
function keep(p: f64, c: u32, weight: f64, kept: usize, classes: usize, weights: usize, at: usize): void {
  store<f64>(kept + (at << 3), p);
  store<u16>(classes + (at << 1), <u16>c);
  if (weights) store<f64>(weights + (at << 3), weight);
}

/**
 * Adds rows by their side of the prior as spreadSides does, the logs of their bets on the modal class to two groups for each class
 * (for hits and for misses), and their quadratic losses to the groups of their classes: in one loop, since each sum has to
 * wait for the row before. `cells`, where it is not 0, counts rows by true and modal class of k. Returns how many estimates are
 * kept, and writes to `lost` how many bets are infinite, which are left out.
 */
export function spreadSingles(
  f: usize, truths: usize, rest: usize, bets: usize, losses: usize, labels: usize, modal: usize, weights: usize, rows: i32, k: i32, cuts: usize,
  sideGroups: usize, betGroups: usize, lossGroups: usize, cells: usize, kept: usize, classes: usize, keptWeights: usize, lost: usize,
): i32 {
  let keeping: usize = 0;
  let infinite = 0;
  for (let r: i32 = 0; r < rows; r++) {
    const at = (<usize>r) << 3;
    const weight = weights ? load<f64>(weights + at) : 1;
    if (weight == 0) continue;
    const c = <u32>load<u16>(labels + (at >> 2));
    const m = <u32>load<u16>(modal + (at >> 2));
    if (cells) {
      const cell = cells + ((<usize>(c * <u32>k + m)) << 2);
      store<u32>(cell, load<u32>(cell) + 1);
    }
    add(lossGroups, c, load<f64>(losses + at), weight);
    const bet = load<f64>(bets + at);
    if (bet == -Infinity) infinite++;
    else add(betGroups, (m << 1) | u32(m != c), bet, weight);
    const p = load<f64>(f + at);
    if (addSide(p, truths + at, rest + at, c, weight, cuts, sideGroups)) keep(p, c, weight, kept, classes, weights ? keptWeights : 0, keeping++);
  }
  store<i32>(lost, infinite);
  return <i32>keeping;
}
