// Codes of texts that were met before, by a table of their hashes: an entry of 16 bytes has the hash of a text, its length, where it lies among the
// texts that are known, and one more than its code, or 0 where the entry is free. src/kernels/plain/read/textCodes.ts is the twin.

/** Of eight bytes, the first `count`: all of them from 8 on, none below 1. */
// @ts-ignore: decorator
@inline
function firstBytes(word: u64, count: i32): u64 {
  return count > 7 ? word : word & (((<u64>1) << (<u64>max(count, 0) << 3)) - 1);
}

// @ts-ignore: decorator
@inline
function mix(hash: u32, word: u32, factor: i32): u32 {
  const product = (hash ^ word) * <u32>factor;
  return product ^ (product >>> 15);
}

/** Whether what is behind the first 16 bytes is the same. */
function isSameBehind(a: usize, b: usize, length: i32): bool {
  for (let at = 16; at < length; at += 8)
    if (firstBytes(load<u64>(a + <usize>at), length - at) != firstBytes(load<u64>(b + <usize>at), length - at)) return false;
  return true;
}

/**
 * Writes the codes of texts, whose beginnings and ends in `bytes` are two numbers each, `step` bytes from one row to the next. Stops at the first text that is
 * not known, and says which row it is of; how many rows there are if there is none. The first 16 bytes are taken at once, however many of them there are:
 * texts differ in length, and a loop over a few bytes would end where it is not expected. So 16 bytes from where a text ends may be read.
 */
export function textCodes(bytes: usize, places: usize, step: i32, rows: i32, factor: i32, table: usize, mask: i32, keys: usize, codes: usize): i32 {
  for (let r: i32 = 0; r < rows; r++, places += <usize>step) {
    const from = load<u32>(places);
    const length = <i32>(load<u32>(places, 4) - from);
    const text = bytes + <usize>from;
    const first = firstBytes(load<u64>(text), length);
    const second = firstBytes(load<u64>(text, 8), length - 8);
    let hash = mix(mix(<u32>length, <u32>first, factor), <u32>(first >> 32), factor);
    hash = mix(mix(hash, <u32>second, factor), <u32>(second >> 32), factor);
    for (let at = 16; at < length; at += 4) hash = mix(hash, <u32>firstBytes(load<u32>(text + <usize>at), length - at), factor);
    let slot = hash & <u32>mask;
    let code: u32 = 0;
    while (true) {
      const entry = table + ((<usize>slot) << 4);
      code = load<u32>(entry, 12);
      if (!code) return r;
      if (load<u32>(entry) == hash && load<u32>(entry, 4) == <u32>length) {
        const key = keys + <usize>load<u32>(entry, 8);
        if (firstBytes(load<u64>(key), length) == first && firstBytes(load<u64>(key, 8), length - 8) == second && (length <= 16 || isSameBehind(text, key, length))) break;
      }
      slot = (slot + 1) & <u32>mask;
    }
    store<u32>(codes + ((<usize>r) << 2), code - 1);
  }
  return rows;
}
