// Which class a text names. The hash looks at eight bytes each of the start, the end and the middle, so that its cost
// depends neither on the number of classes nor, much, on the length; src/kernels/csvPlan.ts fills the slots by the
// same one.

import { longestOf, maskOf, roomOf, slotsOf } from "./csvPlan";

/** The first eight bytes, with what lies behind a shorter text shifted out. */
// @ts-ignore: decorator
@inline
function keyOf(at: usize, length: i32): u64 {
  if (length == 0) return 0;
  return load<u64>(at) << <u64>((8 - min(length, 8)) << 3);
}

// @ts-ignore: decorator
@inline
function hashOf(at: usize, length: i32, key: u64): u32 {
  let h = key;
  if (length > 8) {
    h = (h ^ (h >> 29)) * 0x9e3779b97f4a7c15 + load<u64>(at + length - 8);
    if (length > 16) h = (h ^ (h >> 29)) * 0x9e3779b97f4a7c15 + load<u64>(at + (length >> 1) - 4);
  }
  h = (h + <u64>length) * 0x9e3779b97f4a7c15;
  // The last letter is all in the uppermost bits: of names of one letter nothing else differs.
  return <u32>(h >> 32) ^ <u32>(h >> 52) ^ <u32>(h >> 58);
}

/** Whether two texts longer than eight bytes are the same behind their eighth. */
function sameRest(a: usize, b: usize, length: i32): bool {
  for (let i: i32 = 8; i < length - 8; i += 8) if (load<u64>(a + i) != load<u64>(b + i)) return false;
  return load<u64>(a + length - 8) == load<u64>(b + length - 8);
}

/** The class that is named by the text at an address; −1 where none is. */
// @ts-ignore: decorator
@inline
export function classOf(plan: usize, slots: usize, mask: i32, at: usize, length: i32): i32 {
  const key = keyOf(at, length);
  let slot = <i32>hashOf(at, length, key) & mask;
  while (true) {
    const place = slots + ((<usize>slot) << 5);
    const size = load<i32>(place, 8);
    if (size == length && load<u64>(place) == key && (length <= 8 || sameRest(plan + load<u32>(place, 16), at, length))) return load<i32>(place, 12);
    if (size < 0) return -1;
    slot = (slot + 1) & mask;
  }
}

/** The same for a text in which each quote is doubled. */
export function classOfQuoted(plan: usize, from: usize, to: usize, quote: u32): i32 {
  const room = roomOf(plan);
  const most = longestOf(plan);
  let length: i32 = 0;
  for (; from < to; from++) {
    const byte = load<u8>(from);
    if (length == most) return -1;
    store<u8>(room + length++, byte);
    if (byte == quote) from++;
  }
  return classOf(plan, slotsOf(plan), maskOf(plan), room, length);
}

/** The same without the blanks around it. */
export function classOfTrimmed(plan: usize, from: usize, to: usize): i32 {
  while (from < to && (load<u8>(from) == 0x20 || load<u8>(from) == 0x09)) from++;
  while (from < to && (load<u8>(to - 1) == 0x20 || load<u8>(to - 1) == 0x09)) to--;
  return classOf(plan, slotsOf(plan), maskOf(plan), from, <i32>(to - from));
}
