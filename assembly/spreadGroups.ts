// Sums and squares of single numbers by group, about the group's first number, so that numbers which are nearly the same
// keep their digits: n, Σ d and Σ d² with d = x − the first. src/statistics/exactSpread.ts adds blocks of them up exactly.
// A weight says how often a row counts; without weights (0) each counts once.

/** Of a group, in this order: what its numbers weigh, the first, Σ d, Σ d². */
const FIRST: usize = 8;
const SUM: usize = 16;
const SQUARES: usize = 24;

// @ts-ignore: decorator
@inline
function add(groups: usize, group: u32, x: f64, weight: f64): void {
  const at = groups + ((<usize>group) << 5);
  const n = load<f64>(at);
  if (n == 0) store<f64>(at, x, FIRST);
  const d = x - load<f64>(at, FIRST);
  const e = weight * d;
  store<f64>(at, n + weight);
  store<f64>(at, load<f64>(at, SUM) + e, SUM);
  store<f64>(at, load<f64>(at, SQUARES) + e * d, SQUARES);
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

/** The same of logs of bets on the modal class: two groups to a class, for hits and for misses. */
export function spreadBets(values: usize, labels: usize, modal: usize, weights: usize, rows: i32, groups: usize): i32 {
  let infinite = 0;
  for (let r: i32 = 0; r < rows; r++) {
    const x = load<f64>(values + ((<usize>r) << 3));
    const weight = weights ? load<f64>(weights + ((<usize>r) << 3)) : 1;
    if (weight == 0) continue;
    const m = <u32>load<u16>(modal + ((<usize>r) << 1));
    if (abs(x) == Infinity) infinite++;
    else add(groups, (m << 1) | u32(m != load<u16>(labels + ((<usize>r) << 1))), x, weight);
  }
  return infinite;
}

/**
 * Kononenko & Bratko's information (Hope & Korb 2004, eq. 3) turns at the prior q of the true class: log2 p counts from
 * there upwards, log2(1 − p) below. While q is not known rows are kept apart by four cuts for each class, in order:
 *   below the first: group 0, which needs log2(1 − p) alone · from the fourth on: group 2, log2 p alone
 *   from the second to the third: group 1 with log2 p, and group 3 with log2(1 − p)
 *   from the first to the second, or the third to the fourth: q may be among these estimates, and they are kept themselves
 * `f` are the estimates of the true class; groups are four to a class. Returns how many estimates were kept.
 */
export function spreadSides(
  f: usize, truths: usize, rest: usize, labels: usize, weights: usize, rows: i32, cuts: usize, groups: usize, kept: usize, classes: usize, keptWeights: usize,
): i32 {
  const from = kept;
  for (let r: i32 = 0; r < rows; r++) {
    const at = (<usize>r) << 3;
    const c = <u32>load<u16>(labels + (at >> 2));
    const p = load<f64>(f + at);
    const cut = cuts + ((<usize>c) << 5);
    const part = u32(p >= load<f64>(cut)) + u32(p >= load<f64>(cut, 8)) + u32(p >= load<f64>(cut, 16)) + u32(p >= load<f64>(cut, 24));
    const weight = weights ? load<f64>(weights + at) : 1;
    if (weight == 0) continue;
    if (part & 1) {
      store<f64>(kept, p);
      store<u16>(classes, <u16>c);
      if (weights) store<f64>(keptWeights, weight);
      kept += 8;
      classes += 2;
      keptWeights += 8;
      continue;
    }
    const group = (c << 2) | (part >> 1);
    // The address is chosen, not the number: V8 would branch, and could not predict where to.
    add(groups, group, load<f64>(truths + at + ((rest - truths) & -usize(part == 0))), weight);
    if (part == 2) add(groups, group + 2, load<f64>(rest + at), weight);
  }
  return <i32>((kept - from) >> 3);
}
