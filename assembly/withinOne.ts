import { ONE } from "./constants";

/** The upper half of 1 as a float64. */
const UPPER_OF_ONE: u32 = 0x3ff00000;

/**
 * Whether the numbers from p to end are in [0, 1] and none is −0, given the largest i32 (unsigned) in each place: one
 * instruction for what is below 0, and NaN, and all above 1 but those so near to it that the numbers are looked at again.
 */
// @ts-ignore: decorator
@inline
export function withinOne(most: v128, p: usize, end: usize): bool {
  const upper = max<u32>(i32x4.extract_lane(most, 1), i32x4.extract_lane(most, 3));
  if (upper != UPPER_OF_ONE) return upper < UPPER_OF_ONE;
  const one = v128.load(ONE);
  let over = i64x2.splat(0);
  for (; p < end; p += 16) over = v128.or(over, f64x2.gt(v128.load(p), one));
  return !v128.any_true(over);
}
