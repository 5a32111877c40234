// Sorting keys with a label beside each: the keys of sort.ts, dealt out to slots by their leading bits. Where no slot is full each then finds its place
// within a few steps, and what is in a full one is dealt out again. src/kernels/wasm.ts calls it bucket by bucket.

import { FULL, slotStarts } from "./slotSort";

const MOST_SLOTS_LOG: i32 = 14;

/**
 * Sorts n keys with their labels, in place, with room for as many more of both; `tables` is room for the slots of five levels, of which each takes as many
 * bits off the keys as a slot's number has.
 */
export function sortPairs(keys: usize, labels: usize, n: i32, room: usize, roomLabels: usize, tables: usize): void {
  if (n < 0x10000) dealPairs<u16>(keys, labels, n, room, roomLabels, tables);
  else dealPairs<u32>(keys, labels, n, room, roomLabels, tables);
}

/** T is what places are counted in. */
// @ts-ignore: decorator
@inline
function dealPairs<T>(keys: usize, labels: usize, n: i32, room: usize, roomLabels: usize, tables: usize): void {
  const end = keys + ((<usize>n) << 3);
  let least = load<u64>(keys);
  let most = least;
  for (let at = keys; at < end; at += 8) {
    const key = load<u64>(at);
    least = min(least, key);
    most = max(most, key);
  }
  if (least == most) return;
  const log = max(3, min(MOST_SLOTS_LOG, 33 - clz(n)));
  const shift = <u64>max(64 - <i32>clz(most - least) - log, 0);
  const bytes = sizeof<T>() << log;
  memory.fill(tables, 0, bytes);
  for (let at = keys; at < end; at += 8) {
    const count = tables + <usize>((load<u64>(at) - least) >> shift) * sizeof<T>();
    store<T>(count, <T>(load<T>(count) + 1));
  }
  const fullest = sizeof<T>() == 2 ? slotStarts(tables, bytes) : startsOf32(tables, bytes);
  for (let at = keys, label = labels; at < end; at += 8, label += 2) {
    const key = load<u64>(at);
    const place = tables + <usize>((key - least) >> shift) * sizeof<T>();
    const to = <usize>load<T>(place);
    store<T>(place, <T>(to + 1));
    store<u64>(room + (to << 3), key);
    store<u16>(roomLabels + (to << 1), load<u16>(label));
  }
  if (fullest <= FULL) {
    insert(keys, labels, n, room, roomLabels);
    return;
  }
  memory.copy(keys, room, (<usize>n) << 3);
  memory.copy(labels, roomLabels, (<usize>n) << 1);
  // Each place has moved on to where its slot ends.
  for (let at = tables, from: usize = 0; at < tables + bytes; at += sizeof<T>()) {
    const to = <usize>load<T>(at);
    if (to - from > 1) sortPairs(keys + (from << 3), labels + (from << 1), <i32>(to - from), room, roomLabels, tables + bytes);
    from = to;
  }
}

/** As slotStarts, of counts of 32 bits. */
function startsOf32(counts: usize, bytes: usize): u32 {
  let next: u32 = 0;
  let largest: u32 = 0;
  for (const end = counts + bytes; counts < end; counts += 4) {
    const own = load<u32>(counts);
    largest = max(largest, own);
    store<u32>(counts, next);
    next += own;
  }
  return largest;
}

/** Puts keys from the room, where they are nearly in order, behind those that are not larger. */
// @ts-ignore: decorator
@inline
function insert(keys: usize, labels: usize, n: i32, room: usize, roomLabels: usize): void {
  for (let r: isize = 0; r < <isize>n; r++) {
    const key = load<u64>(room + (r << 3));
    const label = load<u16>(roomLabels + (r << 1));
    let before = r - 1;
    while (before >= 0 && load<u64>(keys + (before << 3)) > key) {
      store<u64>(keys + (before << 3), load<u64>(keys + (before << 3)), 8);
      store<u16>(labels + (before << 1), load<u16>(labels + (before << 1)), 2);
      before--;
    }
    store<u64>(keys + (before << 3), key, 8);
    store<u16>(labels + (before << 1), label, 2);
  }
}
