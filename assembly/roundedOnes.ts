// An estimate of exactly 1 beside others that are not all 0 is a rounded one: what it leaves over is the sum of the others.

import { ONE } from "./constants";

/**
 * Lists such estimates among n of rows of k, from number `from` on: their places, and the sums of the others of their rows.
 * Returns how many; where that is `room`, there may be more.
 */
export function roundedOnes(p: usize, n: i32, k: i32, from: i32, places: usize, rests: usize, room: i32): i32 {
  const one = v128.load(ONE);
  let found = 0;
  for (let j = from; j < n; ) {
    const end = min(j + 8, n);
    if (j + 8 <= n) {
      const at = p + ((<usize>j) << 3);
      const low = v128.or(f64x2.eq(v128.load(at), one), f64x2.eq(v128.load(at, 16), one));
      const high = v128.or(f64x2.eq(v128.load(at, 32), one), f64x2.eq(v128.load(at, 48), one));
      if (!v128.any_true(v128.or(low, high))) {
        j = end;
        continue;
      }
    }
    for (; j < end; j++) {
      if (load<f64>(p + ((<usize>j) << 3)) != 1) continue;
      const rest = sumOfOthers(p, j, k);
      if (rest == 0) continue;
      store<u32>(places + ((<usize>found) << 2), j);
      store<f64>(rests + ((<usize>found) << 3), rest);
      if (++found == room) return found;
    }
  }
  return found;
}

/** The sum of the row of estimate j without it, in the order of the classes. */
function sumOfOthers(p: usize, j: i32, k: i32): f64 {
  const row = j - (j % k);
  let sum = 0.0;
  for (let i = row; i < row + k; i++) if (i != j) sum += load<f64>(p + ((<usize>i) << 3));
  return sum;
}
