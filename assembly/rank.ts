// Ranking estimates: numbers from 0 to 1 whose sign says whether the row is of the class. They are dealt out to buckets
// by their value, which spreads estimates better than their bits do, and each bucket is sorted as in sort.ts. Then two
// passes over groups of equal estimates. In short steps, with the state between them in memory; src/kernels/wasm.ts
// calls them.

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

/**
 * The estimates of one class of k, those of each true class after one another; `places` says which is the next of each, and is moved on.
 * + 0 makes −0 a 0.
 */
export function columnByClass(p: usize, labels: usize, rows: i32, k: i32, i: i32, places: usize, out: usize): void {
  p += (<usize>i) << 3;
  for (const end = labels + ((<usize>rows) << 1); labels < end; labels += 2, p += (<usize>k) << 3) {
    const at = places + ((<usize>load<u16>(labels)) << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    store<f64>(out + ((<usize>place) << 3), load<f64>(p) + 0);
  }
}

/** Counts the numbers of each bucket. The first that is not from `least` to 1, or −1; none after it is counted. */
export function rankCount(x: usize, n: i32, least: f64, shift: i32, counts: usize): i32 {
  for (let r: i32 = 0; r < n; r++) {
    const number = load<f64>(x + ((<usize>r) << 3));
    if (!(number >= least && number <= 1)) return r;
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

/** The same of numbers without sign, which get that of their class; the largest label. */
export function rankDealBytes(x: usize, labels: usize, positive: i32, n: i32, shift: i32, places: usize, to: usize): i32 {
  return dealLabelled<u8>(x, labels, positive, n, shift, places, to);
}

export function rankDealLabels(x: usize, labels: usize, positive: i32, n: i32, shift: i32, places: usize, to: usize): i32 {
  return dealLabelled<u16>(x, labels, positive, n, shift, places, to);
}

// @ts-ignore: decorator
@inline
function dealLabelled<T>(x: usize, labels: usize, positive: i32, n: i32, shift: i32, places: usize, to: usize): i32 {
  let most = 0;
  for (const end = x + ((<usize>n) << 3); x < end; x += 8, labels += sizeof<T>()) {
    const label = <i32>load<T>(labels);
    most = max(most, label);
    const at = places + bucket(load<f64>(x), <u64>shift);
    const place = load<u32>(at);
    store<u32>(at, place + 8);
    store<u64>(to + <usize>place, (load<u64>(x) << 1) | <u64>(label != positive));
  }
  return most;
}

/** A slot is full with 16 keys of 8 bytes. */
const FULL: u32 = 128;

/**
 * Sorts a bucket's keys in place, and leaves them as numbers: dealt out once more by their value, to at least as many slots as
 * there are keys, each key then finds its place within a few steps. Keys of one size only need counting. False where a slot
 * would be full, and nothing is done: then sort.ts must do it.
 */
export function rankBucket(keys: usize, n: i32, room: usize, counts: usize, shift: i32, first: i32, slots: i32): bool {
  const end = keys + ((<usize>n) << 3);
  memory.fill(counts, 0, (<usize>slots) << 2);
  const one = load<u64>(keys);
  const base = counts - ((<usize>first) << 2);
  let others: u64 = 0;
  let negatives: u32 = 0;
  for (let at = keys; at < end; at += 8) {
    const key = load<u64>(at);
    others |= key ^ one;
    negatives += <u32>key & 1;
    const count = base + bucket(reinterpret<f64>(key >> 1), <u64>shift);
    store<u32>(count, load<u32>(count) + 8);
  }
  if (others >> 1 == 0) {
    const middle = end - ((<usize>negatives) << 3);
    for (let at = keys; at < middle; at += 8) store<u64>(at, one >> 1);
    for (let at = middle; at < end; at += 8) store<u64>(at, (one >> 1) | (1 << 63));
    return true;
  }
  let next: u32 = 0;
  let fullest: u32 = 0;
  for (let at = counts, stop = counts + ((<usize>slots) << 2); at < stop; at += 4) {
    const count = load<u32>(at);
    fullest = max(fullest, count);
    store<u32>(at, next);
    next += count;
  }
  if (fullest > FULL) return false;
  for (let at = keys; at < end; at += 8) {
    const key = load<u64>(at);
    const place = base + bucket(reinterpret<f64>(key >> 1), <u64>shift);
    const offset = load<u32>(place);
    store<u32>(place, offset + 8);
    store<u64>(room + <usize>offset, key);
  }
  // Nearly in order now: each goes behind those that are not larger.
  for (let at = keys; at < end; at += 8, room += 8) {
    const key = load<u64>(room);
    let before = at - 8;
    while (before >= keys && rotl(load<u64>(before), 1) > key) {
      store<u64>(before, load<u64>(before), 8);
      before -= 8;
    }
    store<u64>(before, rotr(key, 1), 8);
  }
  return true;
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

/**
 * Twice how often, of all pairs, one of `a` is above one of `b`, ties counting one half; both are sorted. Adds to `below` and `notAbove`, for each of `a`,
 * how many of `b` are below it and no higher, unless these are 0. Without a branch where numbers differ: nobody can predict which is next.
 */
export function pairWins(a: usize, aLength: i32, b: usize, bLength: i32, below: usize, notAbove: usize): f64 {
  let wins: u64 = 0;
  let i: u32 = 0;
  let j: u32 = 0;
  const m = <u32>aLength;
  const n = <u32>bLength;
  const counted = below != 0;
  while (i < m && j < n) {
    const x = load<f64>(a + ((<usize>i) << 3));
    const y = load<f64>(b + ((<usize>j) << 3));
    if (x == y) {
      let end = j + 1;
      while (end < n && load<f64>(b + ((<usize>end) << 3)) == x) end++;
      for (; i < m && load<f64>(a + ((<usize>i) << 3)) == x; i++) {
        wins += <u64>(j + end);
        if (counted) {
          count(below, i, j);
          count(notAbove, i, end);
        }
      }
      j = end;
      continue;
    }
    const less = u32(y < x);
    const placed = j & (less - 1);
    wins += <u64>placed << 1;
    if (counted) {
      count(below, i, placed);
      count(notAbove, i, placed);
    }
    j += less;
    i += 1 - less;
  }
  for (; i < m; i++) {
    wins += <u64>n << 1;
    if (counted) {
      count(below, i, n);
      count(notAbove, i, n);
    }
  }
  return <f64>wins;
}

// @ts-ignore: decorator
@inline
function count(counts: usize, i: u32, more: u32): void {
  const at = counts + ((<usize>i) << 2);
  store<u32>(at, load<u32>(at) + more);
}
