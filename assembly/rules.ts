// The complexities of set-valued predictions (Cleary, Legg & Witten 1996, Table 1), in row order and without a log or, but for the weights, a
// division. src/kernels/plain/rules.ts is the twin.
//
// With n classes, N rows so far, c + 1 for the true class and S the sum of c + 1 over the predicted set, p_i = (c + 1)/T and
// r = S/T where T = N + n. T cancels: what If(D|T,Q) gives the true class is w(c + 1)/(αS + β(T − S)), where w is α if the
// class was predicted and β if not; Ic(D|T,Q) is the same with 1 for c + 1, m for S and n for T. So the two run side by
// side in the lanes of a vector, and every complexity is the log of a quotient of products (see product.ts):
//   constant       Π (αm + β(n − m)) / Π w
//   frequency      Π (αS + β(T − S)) / (Π w · Π (c + 1))
//   frequencyNull  Π T / Π (c + 1)
// For laplace it is enough to know how many sets of each size held the truth, and how many did not.

import { FRACTION, ONE } from "./constants";

/**
 * For a set of m ≤ 4 members in four lanes: which lanes hold one; what the others are given, no two of them the same and
 * none of them a class; and m as a number of 64 bits, before a 0.
 */
const LANES = memory.data<i32>([
  0, 0, 0, 0,  0x10000, 0x10001, 0x10002, 0x10003,  0, 0, 0, 0,  0, 0, 0, 0,
  -1, 0, 0, 0,  0, 0x10001, 0x10002, 0x10003,  0, 0x3ff00000, 0, 0,  0, 0, 0, 0,
  -1, -1, 0, 0,  0, 0, 0x10002, 0x10003,  0, 0x40000000, 0, 0,  0, 0, 0, 0,
  -1, -1, -1, 0,  0, 0, 0, 0x10003,  0, 0x40080000, 0, 0,  0, 0, 0, 0,
  -1, -1, -1, -1,  0, 0, 0, 0,  0, 0x40100000, 0, 0,  0, 0, 0, 0,
], 16);

/** For a set, or the rest of one, of up to 8 members in eight lanes of 16 bits: ones in the lanes that hold none. No class is so large. */
const EMPTY_LANES = memory.data<i64>([
  -1, -1,
  -0x10000, -1,
  -0x100000000, -1,
  -0x1000000000000, -1,
  0, -1,
  0, -0x10000,
  0, -0x100000000,
  0, -0x1000000000000,
  0, 0,
], 16);

/** For hit or not: the bits to take of it. */
const ALL_OR_NONE = memory.data<i64>([0, 0, -1, -1], 16);

/** Neither to the denormals nor beyond the largest number comes what so many rows multiply: a factor lies in [2^-17, 2^62]. */
const ROWS_UNCHECKED = 16;

/**
 * Adds rows: `sizes` says how many of the next `members`, all of them below k, are in the set of each; labels are below
 * k, too. Returns the first row with a class twice in its set, or −1. Sixteen bytes behind the members may be read.
 * `numbers` and `counts` are as src/rules/state.ts lays them out.
 */
export function rules(members: usize, sizes: usize, labels: usize, rows: i32, k: i32, numbers: usize, counts: usize): i32 {
  const table = counts + ((<usize>k) << 2);
  const seen = table + ((<usize>(k + 1)) << 3);
  memory.fill(seen, 0, (<usize>k) << 2);
  // Lanes that hold no member read a 0: the first that there is in LANES.
  const zero = i32x4.splat(<i32>LANES);
  const base = i32x4.splat(<i32>counts - <i32>LANES);
  const N = load<f64>(numbers, 128);
  const second = f64x2.replace_lane(f64x2.splat(0), 1, 1);
  // n for the constant weights, T for those by frequency.
  let all = f64x2.replace_lane(f64x2.splat(<f64>k), 1, N + <f64>k);
  let alpha = v128.load(numbers);
  let beta = v128.load(numbers, 16);
  let W = v128.load(numbers, 32);
  let D = v128.load(numbers, 48);
  let F = v128.load(numbers, 64);
  for (let r: i32 = 0; r < rows; ) {
    const end = min(r + ROWS_UNCHECKED, rows);
    while (r < end) {
      const m = <i32>load<u16>(sizes);
      const c = <i32>load<u16>(labels);
      r++;
      let S: i32 = 0;
      let hit: i32 = 0;
      let twice: i32 = 0;
      let size: v128;
      if (m <= 4) {
        const lanes = LANES + ((<usize>m) << 6);
        const held = v128.load(lanes);
        const set = v128.load16x4_u(members);
        const filled = v128.or(v128.and(set, held), v128.load(lanes, 16));
        const next = i32x4.eq(filled, i32x4.shuffle(filled, filled, 1, 2, 3, 0));
        const after = i32x4.eq(filled, i32x4.shuffle(filled, filled, 2, 3, 0, 1));
        twice = i32x4.bitmask(v128.or(next, after));
        // One lane at most: else the class is there twice.
        hit = popcnt(i32x4.bitmask(i32x4.eq(filled, i32x4.splat(c))));
        size = v128.load(lanes, 32);
        const places = i32x4.add(zero, v128.and(held, i32x4.add(base, i32x4.shl(set, 2))));
        const low = <u64>i64x2.extract_lane(places, 0);
        const high = <u64>i64x2.extract_lane(places, 1);
        S = load<i32>(<usize>low) + load<i32>(<usize>(low >> 32)) + (load<i32>(<usize>high) + load<i32>(<usize>(high >> 32)));
      } else {
        size = f64x2.splat(<f64>m);
        const wanted = i16x8.splat(<i16>c);
        let found = i16x8.splat(0);
        // Whether a member is not smaller than the next.
        let unordered = i16x8.splat(0);
        // Eight at a time; at the end from one to eight are left.
        const last = members + (<usize>((m - 1) >> 3) << 4);
        for (let at = members; at < last; at += 16) {
          const set = v128.load(at);
          found = v128.or(found, i16x8.eq(set, wanted));
          unordered = v128.or(unordered, i16x8.ge_u(set, v128.load(at, 2)));
          S += countAt(counts, at) + countAt(counts, at + 2) + (countAt(counts, at + 4) + countAt(counts, at + 6)) +
            (countAt(counts, at + 8) + countAt(counts, at + 10) + (countAt(counts, at + 12) + countAt(counts, at + 14)));
        }
        const lanes = EMPTY_LANES + ((members + ((<usize>m) << 1) - last) << 3);
        const empty = v128.load(lanes);
        const filled = v128.or(v128.load(last), empty);
        hit = i32(v128.any_true(v128.or(found, i16x8.eq(filled, wanted))));
        // Lanes without a member count the first class.
        S += sumOfFour(load<u64>(last, 8) & ~load<u64>(lanes, 8), counts) - (7 - ((m - 1) & 7)) * load<i32>(counts);
        if (m <= 8) {
          S += countAt(counts, last) + countAt(counts, last + 2) + (countAt(counts, last + 4) + countAt(counts, last + 6));
          twice = i32(v128.any_true(v128.andnot(equalWithin(filled), empty)));
        } else {
          S += sumOfFour(load<u64>(last) & ~load<u64>(lanes), counts);
          if (m <= 16) {
            const first = v128.load(members);
            twice = i32(v128.any_true(v128.or(v128.or(equalWithin(first), v128.andnot(equalWithin(filled), empty)), equalAcross(first, filled))));
          } else {
            const next = i8x16.shuffle(filled, i16x8.splat(-1), 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
            // In ascending order there are none twice.
            if (v128.any_true(v128.or(unordered, v128.andnot(i16x8.ge_u(filled, next), empty)))) twice = marked(members, m, seen, r);
          }
        }
      }
      if (twice) return r - 1;
      members += (<usize>m) << 1;
      sizes += 2;
      labels += 2;
      const own = counts + ((<usize>c) << 2);
      const count = load<i32>(own);
      store<i32>(own, count + 1);
      const cell = table + ((<usize>m) << 3) + ((<usize>hit) << 2);
      store<i32>(cell, load<i32>(cell) + 1);
      const inside = f64x2.replace_lane(size, 1, <f64>S);
      const outside = f64x2.sub(all, inside);
      const counted = f64x2.replace_lane(f64x2.splat(1), 1, <f64>count);
      const hits = v128.load(ALL_OR_NONE + ((<usize>hit) << 4));
      const added = f64x2.div(counted, v128.bitselect(inside, outside, hits));
      W = f64x2.mul(W, v128.bitselect(alpha, beta, hits));
      D = f64x2.mul(D, f64x2.add(f64x2.mul(alpha, inside), f64x2.mul(beta, outside)));
      F = f64x2.mul(F, i64x2.shuffle(all, counted, 1, 3));
      alpha = f64x2.add(alpha, v128.and(added, hits));
      beta = f64x2.add(beta, v128.andnot(added, hits));
      all = f64x2.add(all, second);
    }
    W = shorten(W, numbers + 80);
    D = shorten(D, numbers + 96);
    F = shorten(F, numbers + 112);
  }
  v128.store(numbers, alpha);
  v128.store(numbers, beta, 16);
  v128.store(numbers, W, 32);
  v128.store(numbers, D, 48);
  v128.store(numbers, F, 64);
  store<f64>(numbers, N + <f64>rows, 128);
  return -1;
}

/** What is counted for the class at a place. */
// @ts-ignore: decorator
@inline
function countAt(counts: usize, member: usize): i32 {
  return load<i32>(counts + ((<usize>load<u16>(member)) << 2));
}

/** The sum of what is counted for four classes of 16 bits each. */
// @ts-ignore: decorator
@inline
function sumOfFour(classes: u64, counts: usize): i32 {
  return (
    load<i32>(counts + ((<usize>classes << 2) & 0x3fffc)) + load<i32>(counts + (<usize>(classes >> 14) & 0x3fffc)) +
    (load<i32>(counts + (<usize>(classes >> 30) & 0x3fffc)) + load<i32>(counts + (<usize>(classes >> 46) & 0x3fffc)))
  );
}

/** Which of eight numbers are equal to another of them. */
// @ts-ignore: decorator
@inline
function equalWithin(set: v128): v128 {
  return v128.or(
    v128.or(
      i16x8.eq(set, i8x16.shuffle(set, set, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1)),
      i16x8.eq(set, i8x16.shuffle(set, set, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3)),
    ),
    v128.or(
      i16x8.eq(set, i8x16.shuffle(set, set, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5)),
      i16x8.eq(set, i8x16.shuffle(set, set, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)),
    ),
  );
}

/** Which of eight numbers are equal to one of another eight. */
// @ts-ignore: decorator
@inline
function equalAcross(one: v128, other: v128): v128 {
  const turned = i8x16.shuffle(other, other, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1);
  return v128.or(equalToPairs(one, other), equalToPairs(one, turned));
}

/** Which of eight numbers are equal to what stands in the same lane of another eight, or two, four or six lanes on. */
// @ts-ignore: decorator
@inline
function equalToPairs(one: v128, other: v128): v128 {
  return v128.or(
    v128.or(i16x8.eq(one, other), i16x8.eq(one, i32x4.shuffle(other, other, 1, 2, 3, 0))),
    v128.or(i16x8.eq(one, i32x4.shuffle(other, other, 2, 3, 0, 1)), i16x8.eq(one, i32x4.shuffle(other, other, 3, 0, 1, 2))),
  );
}

/** Whether a class is twice in a set. Each is marked with the row, counted from 1. */
// @ts-ignore: decorator
@inline
function marked(members: usize, m: i32, seen: usize, r: i32): i32 {
  let twice: i32 = 0;
  const end = members + ((<usize>m) << 1);
  for (const whole = members + (<usize>(m >> 2) << 3); members < whole; members += 8) {
    twice |= mark(members, seen, r) | mark(members + 2, seen, r) | mark(members + 4, seen, r) | mark(members + 6, seen, r);
  }
  for (; members < end; members += 2) twice |= mark(members, seen, r);
  return twice;
}

// @ts-ignore: decorator
@inline
function mark(member: usize, seen: usize, r: i32): i32 {
  const place = seen + ((<usize>load<u16>(member)) << 2);
  const before = load<i32>(place);
  store<i32>(place, r);
  return i32(before == r);
}

/** Two products, brought back into [1, 2); their powers of two are added to the exponents. */
// @ts-ignore: decorator
@inline
function shorten(pair: v128, exponents: usize): v128 {
  const e = i64x2.sub(i64x2.shr_u(pair, 52), i64x2.splat(1023));
  v128.store(exponents, f64x2.add(v128.load(exponents), f64x2.convert_low_i32x4_s(i32x4.shuffle(e, e, 0, 2, 0, 2))));
  return v128.or(v128.and(pair, v128.load(FRACTION)), v128.load(ONE));
}

/** The largest of some numbers of 16 bits. */
export function largest(x: usize, length: i32): i32 {
  const end = x + ((<usize>length) << 1);
  let most = i16x8.splat(0);
  for (; x + 16 <= end; x += 16) most = i16x8.max_u(most, v128.load(x));
  most = i16x8.max_u(most, i16x8.shuffle(most, most, 4, 5, 6, 7, 0, 1, 2, 3));
  most = i16x8.max_u(most, i16x8.shuffle(most, most, 2, 3, 0, 1, 4, 5, 6, 7));
  let found = max(<i32>i16x8.extract_lane_u(most, 0), <i32>i16x8.extract_lane_u(most, 1));
  for (; x < end; x += 2) found = max(found, <i32>load<u16>(x));
  return found;
}

/** The sum of some numbers of 16 bits. */
export function total(x: usize, length: i32): i32 {
  const end = x + ((<usize>length) << 1);
  let sums = i32x4.splat(0);
  for (; x + 16 <= end; x += 16) sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(v128.load(x)));
  let found = i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
  for (; x < end; x += 2) found += <i32>load<u16>(x);
  return found;
}
