// Sorting numbers by size without sign. A sort that compares spends its time on branches that nobody can predict, and
// one that moves digit by digit goes through all of the memory for each. So the numbers are first dealt out to buckets
// that follow one another in size and fit a near cache, and each is sorted there. In short steps, so that V8 gets to
// optimize them; src/kernels/wasm.ts calls them.

import { bySide, slotStarts, sortSlots } from "./slotSort";

const MOST_SLOTS_LOG: i32 = 16;
const DIGIT = 9;
const DIGITS = 1 << DIGIT;

/** Turns numbers into keys. The sign is the lowest bit: of one size the positive comes first. */
export function sortKeys(x: usize, n: i32): void {
  for (const end = x + ((<usize>n) << 3); x < end; x += 8) {
    const bits = load<u64>(x);
    store<u64>(x, (bits << 1) | (bits >> 63));
  }
}

/** Widens bounds, the least and the largest key, to hold these keys too. */
export function sortBounds(x: usize, n: i32, bounds: usize): void {
  let least = load<u64>(bounds);
  let most = load<u64>(bounds, 8);
  for (const end = x + ((<usize>n) << 3); x < end; x += 8) {
    const key = load<u64>(x);
    least = min(least, key);
    most = max(most, key);
  }
  store<u64>(bounds, least);
  store<u64>(bounds, most, 8);
}

/** How far keys are shifted, so that those within the bounds fall into 2^log buckets. */
// @ts-ignore: decorator
@inline
function shiftOf(bounds: usize, log: i32): u64 {
  return <u64>max<i32>(64 - <i32>clz(load<u64>(bounds, 8) - load<u64>(bounds)) - log, 0);
}

/** Counts the keys of each bucket. */
export function sortCount(x: usize, n: i32, bounds: usize, log: i32, counts: usize): void {
  const least = load<u64>(bounds);
  const shift = shiftOf(bounds, log);
  for (const end = x + ((<usize>n) << 3); x < end; x += 8) {
    const at = counts + ((<usize>((load<u64>(x) - least) >> shift)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

/** Deals keys out to their buckets; `places` says where the next key of each goes, in bytes. */
export function sortDeal(x: usize, n: i32, bounds: usize, log: i32, places: usize, to: usize): void {
  const least = load<u64>(bounds);
  const shift = shiftOf(bounds, log);
  for (const end = x + ((<usize>n) << 3); x < end; x += 8) {
    const key = load<u64>(x);
    const at = places + ((<usize>((key - least) >> shift)) << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 8);
    store<u64>(to + <usize>place, key);
  }
}

/**
 * Sorts a few keys with room for as many more and for the counts of slots or digits; leaves them as numbers at `out`, which may
 * be either place. They are dealt out again, to several slots for each key, unless too many of them would be in one: else they are sorted digit by digit.
 */
export function sortBucket(keys: usize, n: i32, room: usize, tables: usize, out: usize): void {
  const size = (<usize>n) << 3;
  let least = load<u64>(keys);
  let most = least;
  for (let at: usize = 8; at < size; at += 8) {
    const key = load<u64>(keys + at);
    least = min(least, key);
    most = max(most, key);
  }
  if (least >> 1 == most >> 1) {
    bySide(keys, keys + size, out);
    return;
  }
  const bits = 64 - <i32>clz(most - least);
  const log = max(3, min(MOST_SLOTS_LOG, 33 - clz(n)));
  if (bySlots(keys, n, least, <u64>max(bits - log, 0), 1 << log, room, tables, out)) return;
  const sorted = byDigits(keys, n, least, (bits + DIGIT - 1) / DIGIT, room, tables);
  for (let at: usize = 0; at < size; at += 8) {
    const key = load<u64>(sorted + at);
    store<u64>(out + at, (key >> 1) | (key << 63));
  }
}

// @ts-ignore: decorator
@inline
function bySlots(keys: usize, n: i32, least: u64, shift: u64, slots: i32, room: usize, counts: usize, out: usize): bool {
  const end = keys + ((<usize>n) << 3);
  const bytes = (<usize>slots) << 1;
  memory.fill(counts, 0, bytes);
  for (let at = keys; at < end; at += 8) {
    const count = counts + ((<usize>((load<u64>(at) - least) >> shift)) << 1);
    store<u16>(count, load<u16>(count) + 1);
  }
  const fullest = slotStarts(counts, bytes);
  for (let at = keys; at < end; at += 8) {
    const key = load<u64>(at);
    const place = counts + ((<usize>((key - least) >> shift)) << 1);
    const to = <usize>load<u16>(place);
    store<u16>(place, <u16>to + 1);
    store<u64>(room + (to << 3), key);
  }
  return sortSlots(room, n, counts, bytes, fullest, out);
}

/** Sorts keys digit by digit; where they are then. */
function byDigits(keys: usize, n: i32, least: u64, passes: i32, room: usize, tables: usize): usize {
  const size = (<usize>n) << 3;
  memory.fill(tables, 0, (<usize>passes * DIGITS) << 2);
  for (let at: usize = 0; at < size; at += 8) {
    let rest = load<u64>(keys + at) - least;
    for (let pass = 0; pass < passes; pass++) {
      const count = slot(tables, pass, rest);
      store<u32>(count, load<u32>(count) + 1);
      rest >>= DIGIT;
    }
  }
  for (let pass = 0; pass < passes; pass++) {
    const shift = <u64>(pass * DIGIT);
    // Where all share a digit, nothing need be moved.
    if (load<u32>(slot(tables, pass, (load<u64>(keys) - least) >> shift)) == <u32>n) continue;
    let next: u32 = 0;
    for (let at = table(tables, pass), end = table(tables, pass + 1); at < end; at += 4) {
      const count = load<u32>(at);
      store<u32>(at, next);
      next += count << 3;
    }
    for (let at: usize = 0; at < size; at += 8) {
      const key = load<u64>(keys + at);
      const place = slot(tables, pass, (key - least) >> shift);
      const offset = load<u32>(place);
      store<u32>(place, offset + 8);
      store<u64>(room + <usize>offset, key);
    }
    const other = keys;
    keys = room;
    room = other;
  }
  return keys;
}

// @ts-ignore: decorator
@inline
function table(tables: usize, pass: i32): usize {
  return tables + ((<usize>pass * DIGITS) << 2);
}

// @ts-ignore: decorator
@inline
function slot(tables: usize, pass: i32, rest: u64): usize {
  return table(tables, pass) + ((<usize>(rest & (DIGITS - 1))) << 2);
}
