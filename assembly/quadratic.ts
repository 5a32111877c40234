import { BOTH, FIRST } from "./constants";

/** Quadratic loss (004 §5.6): Σ (p_j − a_j)², a_c = 1 for the true class c and 0 for the others. */
export function quadratic(p: usize, labels: usize, rows: i32, k: i32, out: usize): void {
  const width = (<usize>k) << 3;
  const pairs = k & ~1;
  for (let r: i32 = 0; r < rows; r++) {
    const row = p + <usize>r * width;
    const label = <i32>load<u16>(labels + ((<usize>r) << 1));
    let sums = f64x2.splat(0);
    // How far the truth is ahead of each lane: no branch on where it is, which could not be predicted.
    let ahead = i64x2.sub(i64x2.splat(label), v128.load(FIRST));
    for (let i: i32 = 0; i < pairs; i += 2) {
      const x = v128.andnot(v128.load(row + ((<usize>i) << 3)), i64x2.eq(ahead, i64x2.splat(0)));
      ahead = i64x2.sub(ahead, v128.load(BOTH));
      sums = f64x2.add(sums, f64x2.mul(x, x));
    }
    let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
    if (pairs < k && label != pairs) {
      const x = load<f64>(row + ((<usize>pairs) << 3));
      sum += x * x;
    }
    const miss = 1 - load<f64>(row + ((<usize>label) << 3));
    store<f64>(out + ((<usize>r) << 3), sum + miss * miss);
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
