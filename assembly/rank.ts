// Ranking estimates: numbers from 0 to 1 whose sign says whether the row is of the class. They are dealt out to buckets
// by their value, which spreads estimates better than their bits do, and each bucket is sorted as in sort.ts. Then two
// passes over groups of equal estimates. In short steps, with the state between them in memory; src/kernels/wasm.ts
// calls them.

import { areOfOneSize, bySide, slotStarts, sortSlots } from "./slotSort";

const ONE: u64 = 0x3ff0000000000000;

/**
 * The size times 2^log without fraction, log = 51 − shift, as the offset of a count: the leading bits of 1 + size/2, where they
 * stand one after the other. Rounded, it never falls where the size rises, and with more bits it refines what it is with
 * fewer. 1 has a bucket of its own.
 */
// @ts-ignore: decorator
@inline
function bucket(x: f64, shift: u64): usize {
  return (<usize>((reinterpret<u64>(abs(x) * 0.5 + 1) - ONE) >> shift)) << 2;
}

/** Counts the numbers of each bucket. The first that is not of size 0 to 1, or −1; none after it is counted. */
export function rankCount(x: usize, n: i32, shift: i32, counts: usize): i32 {
  for (let r: i32 = 0; r < n; r++) {
    const number = load<f64>(x + ((<usize>r) << 3));
    if (!(abs(number) <= 1)) return r;
    const at = counts + bucket(number, <u64>shift);
    store<u32>(at, load<u32>(at) + 1);
  }
  return -1;
}

/** Deals numbers out to their buckets as the keys of sort.ts; `places` says where the next of each goes, in bytes. */
export function rankDeal(x: usize, n: i32, shift: i32, places: usize, to: usize): void {
  for (const end = x + ((<usize>n) << 3); x < end; x += 8) {
    const bits = load<u64>(x);
    const at = places + bucket(load<f64>(x), <u64>shift);
    const place = load<u32>(at);
    store<u32>(at, place + 8);
    store<u64>(to + <usize>place, (bits << 1) | (bits >> 63));
  }
}

/**
 * The same of the numbers at `p`, one in every `width`, of rows with labels below k. Those of each true class have `stride` buckets of their own, unless
 * that is 0. The first row whose number is not from 0 to 1, or whose label is none.
 */
export function rankCountRows(p: usize, labels: usize, rows: i32, width: i32, k: i32, stride: i32, shift: i32, counts: usize): i32 {
  const wide = (<usize>width) << 3;
  const apart = (<usize>stride) << 2;
  for (let r: i32 = 0; r < rows; r++, p += wide) {
    const label = <i32>load<u16>(labels + ((<usize>r) << 1));
    const number = load<f64>(p);
    if (!(number >= 0 && number <= 1) || label >= k) return r;
    const at = counts + <usize>label * apart + bucket(number, <u64>shift);
    store<u32>(at, load<u32>(at) + 1);
  }
  return -1;
}

/** Deals them out: where classes are together, with the sign of their side, and their labels beside them unless `beside` is 0. */
export function rankDealRows(
  p: usize, labels: usize, rows: i32, width: i32, positive: i32, stride: i32, shift: i32, places: usize, to: usize, beside: usize,
): void {
  const wide = (<usize>width) << 3;
  const apart = (<usize>stride) << 2;
  const signed = <u64>i32(stride == 0);
  for (const end = labels + ((<usize>rows) << 1); labels < end; labels += 2, p += wide) {
    const label = <i32>load<u16>(labels);
    const at = places + <usize>label * apart + bucket(load<f64>(p), <u64>shift);
    const place = load<u32>(at);
    store<u32>(at, place + 8);
    store<u64>(to + <usize>place, (load<u64>(p) << 1) | (<u64>i32(label != positive) & signed));
    if (beside) store<u16>(beside + ((<usize>place) >> 2), <u16>label);
  }
}

/**
 * Deals whole rows out at once, by the numbers at `p`: 2^log + 1 buckets for each true class. Leaves at `ends` where each of them ends. The first row that cannot
 * be ranked, or −1.
 */
export function dealRows(p: usize, labels: usize, rows: i32, k: i32, log: i32, keys: usize, ends: usize): i32 {
  const stride = (1 << log) + 1;
  const shift = 51 - log;
  const last = ends + ((<usize>(k * stride)) << 2);
  memory.fill(ends, 0, last - ends);
  const bad = rankCountRows(p, labels, rows, k, k, stride, shift, ends);
  if (bad >= 0) return bad;
  let next: u32 = 0;
  for (let at = ends; at < last; at += 4) {
    const count = load<u32>(at);
    store<u32>(at, next);
    next += count << 3;
  }
  rankDealRows(p, labels, rows, k, 0, stride, shift, ends, keys, 0);
  for (let at = ends; at < last; at += 4) store<u32>(at, load<u32>(at) >> 3);
  return -1;
}

/**
 * Sorts a bucket's keys in place, and leaves them as numbers: dealt out once more by their value, to `slots` from number `first` on, a multiple of eight
 * and several to a key. There are fewer than 2^16 keys. False where that does not sort them, and nothing is done: then sort.ts must do it.
 */
export function rankBucket(keys: usize, n: i32, room: usize, counts: usize, shift: i32, first: i32, slots: i32): bool {
  const end = keys + ((<usize>n) << 3);
  const bytes = (<usize>slots) << 1;
  memory.fill(counts, 0, bytes);
  const base = counts - ((<usize>first) << 1);
  for (let at = keys; at < end; at += 8) {
    const count = base + slot(load<u64>(at), <u64>shift);
    store<u16>(count, load<u16>(count) + 1);
  }
  const fullest = slotStarts(counts, bytes);
  for (let at = keys; at < end; at += 8) {
    const key = load<u64>(at);
    const place = base + slot(key, <u64>shift);
    const to = <usize>load<u16>(place);
    store<u16>(place, <u16>to + 1);
    store<u64>(room + (to << 3), key);
  }
  return sortSlots(room, n, counts, bytes, fullest, keys);
}

/** As the offset of a count of 16 bits. */
// @ts-ignore: decorator
@inline
function slot(key: u64, shift: u64): usize {
  return bucket(reinterpret<f64>(key >> 1), shift) >> 1;
}

/** The same of any number of keys, if they are of one size. */
export function rankAlike(keys: usize, n: i32): bool {
  const end = keys + ((<usize>n) << 3);
  if (!areOfOneSize(keys, end)) return false;
  bySide(keys, end, keys);
  return true;
}

/**
 * Goes over sorted keys and turns them into numbers. Adds to the sum of each label how many positives are below each key, and how many are no higher; the
 * positives come first of equal ones. The state is the last key's size, then how many positives there were before the first of that size, and so far.
 */
export function rankPlaces(keys: usize, labels: usize, n: i32, sums: usize, state: usize): void {
  let open = load<u64>(state);
  let below = load<u64>(state, 8);
  let notAbove = load<u64>(state, 16);
  for (const end = keys + ((<usize>n) << 3); keys < end; keys += 8, labels += 2) {
    const key = load<u64>(keys);
    store<u64>(keys, rotr(key, 1));
    below = select(below, notAbove, key >> 1 == open);
    open = key >> 1;
    notAbove += 1 - (key & 1);
    const sum = sums + ((<usize>load<u16>(labels)) << 3);
    store<u64>(sum, load<u64>(sum) + below + notAbove);
  }
  store<u64>(state, open);
  store<u64>(state, below, 8);
  store<u64>(state, notAbove, 16);
}

// The state: the open group's size, positives and negatives, then the positives and negatives below it, then sums.
const SIZE: usize = 0;
const POSITIVES: usize = 8;
const NEGATIVES: usize = 16;
const POSITIVES_BELOW: usize = 24;
const NEGATIVES_BELOW: usize = 32;
const SUM: usize = 40;

/**
 * Goes over sorted numbers and sums up, twice, how many negatives each positive is above, equals counting one half.
 * All are whole numbers, so nothing is rounded below 2^53. The last group is left open.
 */
export function rankWins(x: usize, n: i32, state: usize): void {
  let open = load<f64>(state, SIZE);
  let positives = load<f64>(state, POSITIVES);
  let negatives = load<f64>(state, NEGATIVES);
  let above = load<f64>(state, POSITIVES_BELOW);
  let below = load<f64>(state, NEGATIVES_BELOW);
  let wins = load<f64>(state, SUM);
  for (const end = x + ((<usize>n) << 3); x < end; x += 8) {
    const size = abs(load<f64>(x));
    const negative = <f64>(<i32>(load<u32>(x, 4) >> 31));
    if (size != open) {
      wins += positives * (2 * below + negatives);
      above += positives;
      below += negatives;
      positives = 0;
      negatives = 0;
      open = size;
    }
    positives += 1 - negative;
    negatives += negative;
  }
  store<f64>(state, open, SIZE);
  store<f64>(state, positives, POSITIVES);
  store<f64>(state, negatives, NEGATIVES);
  store<f64>(state, above, POSITIVES_BELOW);
  store<f64>(state, below, NEGATIVES_BELOW);
  store<f64>(state, wins, SUM);
}

/**
 * The second pass, when there are known to be so many positives and negatives and what the area is: the squares of
 * placements about it (DeLong, DeLong & Clarke-Pearson 1988), of positives and of negatives, and the precision at each
 * positive. The last group is left open.
 */
export function rankSpread(x: usize, n: i32, allPositives: f64, allNegatives: f64, area: f64, state: usize): void {
  let open = load<f64>(state, SIZE);
  let positives = load<f64>(state, POSITIVES);
  let negatives = load<f64>(state, NEGATIVES);
  let positivesBelow = load<f64>(state, POSITIVES_BELOW);
  let negativesBelow = load<f64>(state, NEGATIVES_BELOW);
  let ofPositives = load<f64>(state, SUM);
  let ofNegatives = load<f64>(state, SUM + 8);
  let precision = load<f64>(state, SUM + 16);
  const perNegative = 0.5 / allNegatives;
  const perPositive = 0.5 / allPositives;
  for (const end = x + ((<usize>n) << 3); x < end; x += 8) {
    const size = abs(load<f64>(x));
    const negative = <f64>(<i32>(load<u32>(x, 4) >> 31));
    if (size != open) {
      const placement = (2 * negativesBelow + negatives) * perNegative - area;
      const positivesUp = allPositives - positivesBelow;
      const other = (2 * positivesUp - positives) * perPositive - area;
      ofPositives += positives * (placement * placement);
      ofNegatives += negatives * (other * other);
      precision += positives * (positivesUp / (positivesUp + (allNegatives - negativesBelow)));
      positivesBelow += positives;
      negativesBelow += negatives;
      positives = 0;
      negatives = 0;
      open = size;
    }
    positives += 1 - negative;
    negatives += negative;
  }
  store<f64>(state, open, SIZE);
  store<f64>(state, positives, POSITIVES);
  store<f64>(state, negatives, NEGATIVES);
  store<f64>(state, positivesBelow, POSITIVES_BELOW);
  store<f64>(state, negativesBelow, NEGATIVES_BELOW);
  store<f64>(state, ofPositives, SUM);
  store<f64>(state, ofNegatives, SUM + 8);
  store<f64>(state, precision, SUM + 16);
}
