// Numbers whose bytes lie apart, as Parquet's BYTE_STREAM_SPLIT writes them: first the lowest byte of every number, `stride` of them,
// then the next of every one. src/kernels/plain/packedNumbers.ts is the twin.

/** Puts together numbers of 8 bytes, sixteen at a time. */
export function joinEight(bytes: usize, stride: usize, count: i32, out: usize): void {
  let i: i32 = 0;
  for (; i + 16 <= count; i += 16, bytes += 16, out += 128) {
    const a = v128.load(bytes);
    const b = v128.load(bytes + stride);
    const c = v128.load(bytes + 2 * stride);
    const d = v128.load(bytes + 3 * stride);
    const e = v128.load(bytes + 4 * stride);
    const f = v128.load(bytes + 5 * stride);
    const g = v128.load(bytes + 6 * stride);
    const h = v128.load(bytes + 7 * stride);
    // Pairs of bytes of 8 numbers, then fours of 4, then all eight of 2.
    half(low8(a, b), low8(c, d), low8(e, f), low8(g, h), out);
    half(high8(a, b), high8(c, d), high8(e, f), high8(g, h), out + 64);
  }
  for (; i < count; i++, bytes++, out += 8) {
    for (let b: usize = 0; b < 8; b++) store<u8>(out + b, load<u8>(bytes + b * stride));
  }
}

/** The same of 4 bytes. */
export function joinFour(bytes: usize, stride: usize, count: i32, out: usize): void {
  let i: i32 = 0;
  for (; i + 16 <= count; i += 16, bytes += 16, out += 64) {
    const a = v128.load(bytes);
    const b = v128.load(bytes + stride);
    const c = v128.load(bytes + 2 * stride);
    const d = v128.load(bytes + 3 * stride);
    quarter(low8(a, b), low8(c, d), out);
    quarter(high8(a, b), high8(c, d), out + 32);
  }
  for (; i < count; i++, bytes++, out += 4) {
    for (let b: usize = 0; b < 4; b++) store<u8>(out + b, load<u8>(bytes + b * stride));
  }
}

// @ts-ignore: decorator
@inline
function half(ab: v128, cd: v128, ef: v128, gh: v128, out: usize): void {
  const first = low16(ab, cd);
  const second = high16(ab, cd);
  const third = low16(ef, gh);
  const fourth = high16(ef, gh);
  v128.store(out, low32(first, third));
  v128.store(out, high32(first, third), 16);
  v128.store(out, low32(second, fourth), 32);
  v128.store(out, high32(second, fourth), 48);
}

// @ts-ignore: decorator
@inline
function quarter(ab: v128, cd: v128, out: usize): void {
  v128.store(out, low16(ab, cd));
  v128.store(out, high16(ab, cd), 16);
}

// @ts-ignore: decorator
@inline
function low8(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
// @ts-ignore: decorator
@inline
function high8(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
// @ts-ignore: decorator
@inline
function low16(a: v128, b: v128): v128 {
  return v128.shuffle<u16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
// @ts-ignore: decorator
@inline
function high16(a: v128, b: v128): v128 {
  return v128.shuffle<u16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
// @ts-ignore: decorator
@inline
function low32(a: v128, b: v128): v128 {
  return v128.shuffle<u32>(a, b, 0, 4, 1, 5);
}
// @ts-ignore: decorator
@inline
function high32(a: v128, b: v128): v128 {
  return v128.shuffle<u32>(a, b, 2, 6, 3, 7);
}
