/** Which of k numbers is the first to equal `top` (in both lanes); one of them must. The sign bit says that others do too. */
// @ts-ignore: decorator
@inline
export function firstOf(p: usize, k: i32, top: v128): i32 {
  // No branch on where they are: that is what could not be predicted.
  if (k <= 8) return firstBit(equalBits(p, top) & (-1 >>> (32 - (k << 1))));
  if (k <= 16) return firstBit(equalBits(p, top) | ((equalBits(p + 64, top) & (-1 >>> (48 - (k << 1)))) << 16));
  let first: i32 = 0;
  let found: i32 = 0;
  const whole = (k - 1) & ~7;
  let i: i32 = 0;
  for (; i < whole; i += 8, p += 64) {
    const bits = equalBits(p, top);
    first = found ? first : i + (ctz(bits) >> 1);
    found += popcnt(bits);
  }
  const bits = equalBits(p, top) & (-1 >>> (32 - ((k - i) << 1)));
  first = found ? first : i + (ctz(bits) >> 1);
  found += popcnt(bits);
  return first | (i32(found > 2) << 31);
}

// @ts-ignore: decorator
@inline
function firstBit(bits: i32): i32 {
  return (ctz(bits) >> 1) | (i32(popcnt(bits) > 2) << 31);
}

/** How many numbers firstOf may read from its row on: it takes eight at a time. */
// @ts-ignore: decorator
@inline
export function readByFirstOf(k: i32): i32 {
  return (k + 7) & ~7;
}

/** Two bits for each of eight numbers: whether it equals `top`. The masks are packed into bytes. */
// @ts-ignore: decorator
@inline
function equalBits(p: usize, top: v128): i32 {
  const low = i16x8.narrow_i32x4_s(f64x2.eq(v128.load(p), top), f64x2.eq(v128.load(p, 16), top));
  const high = i16x8.narrow_i32x4_s(f64x2.eq(v128.load(p, 32), top), f64x2.eq(v128.load(p, 48), top));
  return i8x16.bitmask(i8x16.narrow_i16x8_s(low, high));
}
