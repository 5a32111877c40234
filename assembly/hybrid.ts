// Whole numbers as Parquet packs them (its encoding RLE, "run length and bit packing hybrid"): places in a dictionary, and
// levels that say which rows hold a value. src/kernels/plain/packedNumbers.ts is the twin.

/** In front of the bits of a byte in a state: numbers are packed, not a run. */
const PACKED: u32 = 8;

/**
 * The next so many numbers, each of `width` bits and below `limit`, out of bytes up to `to`. They come as runs (an even number, twice
 * the length; then the number, in whole bytes) or packed (an odd one, twice the groups of 8 and 1; then their bits). Where the last
 * call ended is kept in four numbers: the byte, how many of its run are left, what the run repeats, and where in the byte the
 * next packed one starts. Up to 8 bytes behind `to` are read. False where numbers are too large, or too few.
 */
export function hybrid(bytes: usize, to: u32, width: u32, state: usize, limit: u32, out: usize, count: i32): bool {
  let at = load<u32>(state);
  let left = load<u32>(state, 4);
  let value = load<u32>(state, 8);
  let kind = load<u32>(state, 12);
  const end = out + ((<usize>count) << 2);
  const mask: u64 = (<u64>1 << width) - 1;
  while (out < end) {
    if (left == 0) {
      let head: u64 = 0;
      for (let shift: u32 = 0; ; shift += 7) {
        if (at >= to || shift > 28) return false;
        const byte = load<u8>(bytes + at++);
        head |= <u64>(byte & 127) << shift;
        if (byte < 128) break;
      }
      if ((head & 1) != 0) {
        kind = PACKED;
        // More than there are rows, and then how many more says nothing.
        left = <u32>min<u64>((head >> 1) << 3, 0x7ffffff8);
      } else {
        kind = 0;
        left = <u32>min<u64>(head >> 1, 0x7fffffff);
        const size = (width + 7) >> 3;
        if (to - at < size) return false;
        value = 0;
        for (let i: u32 = 0; i < size; i++) value |= <u32>load<u8>(bytes + at++) << (i << 3);
        if (left > 0 && value >= limit) return false;
      }
      continue;
    }
    const n = min<u32>(left, <u32>((end - out) >> 2));
    left -= n;
    const stop = out + ((<usize>n) << 2);
    if (kind == 0) {
      const four = i32x4.splat(value);
      for (; out + 16 <= stop; out += 16) v128.store(out, four);
      for (; out < stop; out += 4) store<u32>(out, value);
      continue;
    }
    let bit = <u64>(kind - PACKED);
    if (((<u64>(to - at)) << 3) < bit + <u64>n * width) return false;
    const first = out;
    if (width <= 14) {
      // With the bits before them, four fit into what is loaded.
      for (; out + 16 <= stop; out += 16, bit += width << 2) {
        const four = load<u64>(bytes + at + <usize>(bit >> 3)) >> (bit & 7);
        store<u32>(out, <u32>(four & mask));
        store<u32>(out, <u32>((four >> width) & mask), 4);
        store<u32>(out, <u32>((four >> (width << 1)) & mask), 8);
        store<u32>(out, <u32>((four >> (width * 3)) & mask), 12);
      }
    }
    for (; out < stop; out += 4, bit += width) {
      store<u32>(out, <u32>((load<u64>(bytes + at + <usize>(bit >> 3)) >> (bit & 7)) & mask));
    }
    if (largest(first, stop) >= limit) return false;
    at += <u32>(bit >> 3);
    kind = PACKED + <u32>(bit & 7);
  }
  store<u32>(state, at);
  store<u32>(state, left, 4);
  store<u32>(state, value, 8);
  store<u32>(state, kind, 12);
  return true;
}

function largest(at: usize, end: usize): u32 {
  let four = i32x4.splat(0);
  for (; at + 16 <= end; at += 16) four = i32x4.max_u(four, v128.load(at));
  let most = max(
    max(<u32>i32x4.extract_lane(four, 0), <u32>i32x4.extract_lane(four, 1)),
    max(<u32>i32x4.extract_lane(four, 2), <u32>i32x4.extract_lane(four, 3)),
  );
  for (; at < end; at += 4) most = max(most, load<u32>(at));
  return most;
}
