import { ONE } from "./constants";

/** The upper half of 1 as a float64. */
const UPPER_OF_ONE: u32 = 0x3ff00000;

/**
 * Whether the numbers from p to end are in [0, 1] and none is −0 (2 where some are 1), given the largest i32 (unsigned) in each place: one
 * instruction for what is below 0, and NaN, and all above 1 but those so near to it that the numbers are looked at again.
 */
// @ts-ignore: decorator
@inline
export function withinOne(most: v128, p: usize, end: usize): i32 {
  const upper = max<u32>(i32x4.extract_lane(most, 1), i32x4.extract_lane(most, 3));
  if (upper != UPPER_OF_ONE) return i32(upper < UPPER_OF_ONE);
  const one = v128.load(ONE);
  let over = i64x2.splat(0);
  let equal = i64x2.splat(0);
  for (; p < end; p += 16) {
    const x = v128.load(p);
    over = v128.or(over, f64x2.gt(x, one));
    equal = v128.or(equal, f64x2.eq(x, one));
  }
  return v128.any_true(over) ? 0 : v128.any_true(equal) ? 2 : 1;
}
