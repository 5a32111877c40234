import { ONE } from "./constants";
import { inspectSingly, noteOnes } from "./inspectSingly";

/** inspect() for three classes: two rows are three vectors, which become a vector for each class. */
export function inspectThree(p: usize, rows: i32, tolerance: f64, quick: f64, modal: usize, ties: usize): i32 {
  const one = v128.load(ONE);
  const two = i64x2.splat(2);
  let tied = i64x2.splat(0);
  let tops = i64x2.splat(0);
  let taken: i32 = 2;
  let r: i32 = 0;
  for (; r + 1 < rows; r += 2, p += 48) {
    const a = v128.load(p);
    const b = v128.load(p, 16);
    const c = v128.load(p, 32);
    const x = v128.shuffle<f64>(a, b, 0, 3);
    const y = v128.shuffle<f64>(a, c, 1, 2);
    const z = v128.shuffle<f64>(b, c, 0, 3);
    const sum = f64x2.add(f64x2.add(x, y), z);
    const top = f64x2.pmax(f64x2.pmax(x, y), z);
    tops = f64x2.pmax(tops, top);
    // NaN makes the sum NaN, which is not within anything.
    const sound = v128.and(f64x2.le(f64x2.abs(f64x2.sub(sum, one)), f64x2.splat(quick)), f64x2.le(top, one));
    if (i64x2.bitmask(v128.andnot(sound, v128.or(v128.or(a, b), c))) != 3) {
      taken = inspectSingly(p, 2, 3, tolerance, modal ? modal + ((<usize>r) << 1) : 0, ties);
      if (taken < 2) break;
    } else if (modal) {
      const isX = f64x2.eq(x, top);
      const isY = f64x2.eq(y, top);
      const isZ = f64x2.eq(z, top);
      // 0 for x, else 2 − 1 for y, else 2: masks are 0 or −1.
      const first = v128.andnot(i64x2.add(two, isY), isX);
      v128.store16_lane(modal + ((<usize>r) << 1), first, 0);
      v128.store16_lane(modal + ((<usize>r) << 1), first, 4, 2);
      tied = i64x2.sub(tied, v128.or(v128.and(isX, isY), v128.and(isZ, v128.or(isX, isY))));
    }
  }
  store<i32>(ties, load<i32>(ties) + <i32>i64x2.extract_lane(tied, 0) + <i32>i64x2.extract_lane(tied, 1));
  if (taken < 2) return r + taken;
  noteOnes(tops, ties);
  return r + inspectSingly(p, rows - r, 3, tolerance, modal ? modal + ((<usize>r) << 1) : 0, ties);
}
