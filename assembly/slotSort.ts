// What sort.ts and rank.ts have in common: keys dealt out to slots that follow one another in size, several slots to a key, are nearly in order. A key is a
// number whose sign has become its lowest bit.

/** More keys than this fill a slot. */
export const FULL: u32 = 16;

/** Turns counts of 16 bits, which sum up to less than 2^16, into where each slot begins; their largest. A multiple of 16 bytes. */
// @ts-ignore: decorator
@inline
export function slotStarts(counts: usize, bytes: usize): u32 {
  const none = i16x8.splat(0);
  let next = none;
  let largest = none;
  for (const end = counts + bytes; counts < end; counts += 16) {
    const own = v128.load(counts);
    largest = i16x8.max_u(largest, own);
    let sums = i16x8.add(own, v128.shuffle<u16>(none, own, 7, 8, 9, 10, 11, 12, 13, 14));
    sums = i16x8.add(sums, v128.shuffle<u16>(none, sums, 6, 7, 8, 9, 10, 11, 12, 13));
    sums = i16x8.add(sums, v128.shuffle<u16>(none, sums, 4, 5, 6, 7, 8, 9, 10, 11));
    v128.store(counts, i16x8.add(next, i16x8.sub(sums, own)));
    next = i16x8.add(next, v128.shuffle<u16>(sums, sums, 7, 7, 7, 7, 7, 7, 7, 7));
  }
  largest = i16x8.max_u(largest, v128.shuffle<u64>(largest, largest, 1, 0));
  largest = i16x8.max_u(largest, v128.shuffle<u32>(largest, largest, 1, 0, 3, 2));
  return max<u32>(i16x8.extract_lane_u(largest, 0), i16x8.extract_lane_u(largest, 1));
}

/**
 * Sorts n keys that have been dealt out to slots, and leaves them as numbers at `out`, which may be where they are. `ends` says where each slot ends. Of
 * many keys in one slot it is enough to be of one size; false where they are not, and nothing is done.
 */
export function sortSlots(keys: usize, n: i32, ends: usize, bytes: usize, fullest: u32, out: usize): bool {
  if (fullest <= FULL) {
    insert(keys, keys + ((<usize>n) << 3), out);
    return true;
  }
  const stop = ends + bytes;
  for (let at = ends, from = keys; at < stop; at += 2) {
    const to = keys + ((<usize>load<u16>(at)) << 3);
    if (to - from > (<usize>FULL) << 3 && !areOfOneSize(from, to)) return false;
    from = to;
  }
  for (let at = ends, from = keys; at < stop; at += 2) {
    const to = keys + ((<usize>load<u16>(at)) << 3);
    if (to - from > (<usize>FULL) << 3) bySide(from, to, out + (from - keys));
    else insert(from, to, out + (from - keys));
    from = to;
  }
  return true;
}

/** Each key goes to `out`, as a number, behind those that are not larger. */
// @ts-ignore: decorator
@inline
function insert(from: usize, to: usize, out: usize): void {
  for (let at = out; from < to; from += 8, at += 8) {
    const key = load<u64>(from);
    let before = at - 8;
    while (before >= out && rotl(load<u64>(before), 1) > key) {
      store<u64>(before, load<u64>(before), 8);
      before -= 8;
    }
    store<u64>(before, rotr(key, 1), 8);
  }
}

export function areOfOneSize(from: usize, to: usize): bool {
  const size = load<u64>(from) >> 1;
  for (; from < to; from += 8) if (load<u64>(from) >> 1 != size) return false;
  return true;
}

/** Keys of one size: the positive come first. */
export function bySide(from: usize, to: usize, out: usize): void {
  const size = load<u64>(from) >> 1;
  const end = out + (to - from);
  let middle = end;
  for (; from < to; from += 8) middle -= (<usize>(load<u64>(from) & 1)) << 3;
  for (; out < middle; out += 8) store<u64>(out, size);
  for (; out < end; out += 8) store<u64>(out, size | (1 << 63));
}
