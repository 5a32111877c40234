import { BOTH, ONE } from "./constants";

/** Quadratic loss (Witten & Frank, §5.6): Σ (p_j − a_j)², a_c = 1 for the true class c and 0 for the others; two rows at a time. */
export function quadratic(p: usize, labels: usize, rows: i32, k: i32, out: usize): void {
  const width = (<usize>k) << 3;
  const pairs = width & ~15;
  const one = v128.load(ONE);
  const none = i64x2.splat(0);
  const next = i64x2.splat(1);
  const both = v128.load(BOTH);
  for (let r: i32 = 0; r < rows; r += 2, p += width << 1) {
    // An odd row goes with itself.
    const paired = r + 1 < rows;
    const other = paired ? p + width : p;
    const names = labels + ((<usize>r) << 1);
    // How far the truth is ahead: no branch on where it is, which could not be predicted.
    let ahead = i64x2.replace_lane(i64x2.splat(load<u16>(names)), 1, load<u16>(paired ? names + 2 : names));
    let sums = f64x2.splat(0);
    for (let i: usize = 0; i < pairs; i += 16) {
      const u = v128.load(p + i);
      const v = v128.load(other + i);
      const d0 = f64x2.sub(v128.shuffle<f64>(u, v, 0, 2), v128.and(one, i64x2.eq(ahead, none)));
      const d1 = f64x2.sub(v128.shuffle<f64>(u, v, 1, 3), v128.and(one, i64x2.eq(ahead, next)));
      sums = f64x2.add(f64x2.add(sums, f64x2.mul(d0, d0)), f64x2.mul(d1, d1));
      ahead = i64x2.sub(ahead, both);
    }
    if (pairs < width) {
      const x = v128.load64_lane(other + pairs, v128.load64_zero(p + pairs), 1);
      const d = f64x2.sub(x, v128.and(one, i64x2.eq(ahead, none)));
      sums = f64x2.add(sums, f64x2.mul(d, d));
    }
    if (paired) v128.store(out + ((<usize>r) << 3), sums);
    else store<f64>(out + ((<usize>r) << 3), f64x2.extract_lane(sums, 0));
  }
}

/** From one column of P(positive): both classes are off by the same. */
export function quadraticOfColumn(p: usize, labels: usize, rows: i32, positive: i32, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const x = load<f64>(p + ((<usize>r) << 3));
    // x − 1 has the square of 1 − x, and needs no branch.
    const miss = x - <f64>i32(<i32>load<u16>(labels + ((<usize>r) << 1)) == positive);
    store<f64>(out + ((<usize>r) << 3), 2 * (miss * miss));
  }
}
