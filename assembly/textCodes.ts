// Codes of texts that were met before, by a table of their hashes: an entry of 16 bytes has the hash of a text, its length, where it lies among the
// texts that are known, and one more than its code, or 0 where the entry is free. src/kernels/plain/read/textCodes.ts is the twin.

/** So many bytes of four count. */
// @ts-ignore: decorator
@inline
function firstBytes(word: u32, count: usize): u32 {
  return word & ((1 << (<u32>count << 3)) - 1);
}

/** Whether two texts of a length are the same. A few bytes behind them may be read. */
// @ts-ignore: decorator
@inline
function isSame(a: usize, b: usize, length: usize): bool {
  const end = a + (length & ~3);
  while (a < end) {
    if (load<u32>(a) != load<u32>(b)) return false;
    a += 4;
    b += 4;
  }
  const rest = length & 3;
  return !rest || firstBytes(load<u32>(a), rest) == firstBytes(load<u32>(b), rest);
}

/**
 * Writes the codes of texts, whose beginnings and ends in `bytes` are two numbers each, `step` bytes from one row to the next. Stops at the first text that is
 * not known, and says which row it is of; how many rows there are if there is none.
 */
export function textCodes(bytes: usize, places: usize, step: i32, rows: i32, factor: i32, table: usize, mask: i32, keys: usize, codes: usize): i32 {
  for (let r: i32 = 0; r < rows; r++, places += <usize>step) {
    const from = load<u32>(places);
    const length = load<u32>(places, 4) - from;
    const text = bytes + <usize>from;
    let hash = length;
    let at = text;
    for (const end = text + (<usize>length & ~3); at < end; at += 4) {
      hash = (hash ^ load<u32>(at)) * <u32>factor;
      hash ^= hash >>> 15;
    }
    if (length & 3) {
      hash = (hash ^ firstBytes(load<u32>(at), <usize>length & 3)) * <u32>factor;
      hash ^= hash >>> 15;
    }
    let slot = hash & <u32>mask;
    let code: u32 = 0;
    while (true) {
      const entry = table + ((<usize>slot) << 4);
      code = load<u32>(entry, 12);
      if (!code) return r;
      if (load<u32>(entry) == hash && load<u32>(entry, 4) == length && isSame(text, keys + <usize>load<u32>(entry, 8), <usize>length)) break;
      slot = (slot + 1) & <u32>mask;
    }
    store<u32>(codes + ((<usize>r) << 2), code - 1);
  }
  return rows;
}
