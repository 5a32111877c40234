// Rows of k estimates: are they probabilities, and which class is modal?

/**
 * Checks rows of k estimates and their labels; writes each row's modal class (the first of the largest) unless
 * `modal` is 0.
 * Returns the first row that cannot be taken, or −1; adds the number of tied rows to the i32 at `ties`.
 */
export function inspect(p: usize, labels: usize, rows: i32, k: i32, tolerance: f64, modal: usize, ties: usize): i32 {
  const pairs = k >> 1;
  const width = (<usize>k) << 3;
  let tied = 0;
  for (let r: i32 = 0; r < rows; r++, p += width) {
    let sums = f64x2.splat(0);
    let most = f64x2.splat(-1);
    let signs = i64x2.splat(0);
    for (let j: i32 = 0; j < pairs; j++) {
      const v = v128.load(p + ((<usize>j) << 4));
      sums = f64x2.add(sums, v);
      most = f64x2.pmax(most, v);
      signs = v128.or(signs, v);
    }
    let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
    let top = max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
    let sign = i64x2.bitmask(signs);
    if (k & 1) {
      const last = load<f64>(p + width - 8);
      sum += last;
      top = max(top, last);
      sign |= i32(!(last >= 0));
    }
    // The sum is rounded otherwise than in fits(), so the quick look is a little stricter; fits() has the last word.
    if (!(abs(sum - 1) <= tolerance * 0.999 && top <= 1 && sign == 0) && !fits(p, k, tolerance)) return r;
    if (<i32>load<u16>(labels + ((<usize>r) << 1)) >= k) return r;

    if (modal == 0) continue;
    const best = f64x2.splat(top);
    let first = -1;
    let several = false;
    for (let from: i32 = 0; from < k; from += 64) {
      let bits: u64 = 0;
      const to = min(from + 64, k);
      let i = from;
      for (; i + 1 < to; i += 2) {
        bits |= (<u64>i64x2.bitmask(f64x2.eq(v128.load(p + ((<usize>i) << 3)), best))) << <u64>(i - from);
      }
      if (i < to) bits |= (<u64>(load<f64>(p + ((<usize>i) << 3)) == top)) << <u64>(i - from);
      if (bits) {
        several = several || first >= 0 || (bits & (bits - 1)) != 0;
        if (first < 0) first = from + <i32>ctz(bits);
      }
    }
    tied += i32(several);
    store<u16>(modal + ((<usize>r) << 1), <u16>first);
  }
  store<i32>(ties, load<i32>(ties) + tied);
  return -1;
}

/** Every estimate in [0, 1], and their sum, taken in order, within the tolerance of 1. */
function fits(p: usize, k: i32, tolerance: f64): bool {
  let sum = 0.0;
  for (let i: i32 = 0; i < k; i++) {
    const x = load<f64>(p + ((<usize>i) << 3));
    if (!(x >= 0 && x <= 1)) return false;
    sum += x;
  }
  return abs(sum - 1) <= tolerance;
}

/** The same for one column of P(positive): the modal class, and a tie at exactly ½, which class 0 wins. */
export function inspectColumn(p: usize, labels: usize, rows: i32, positive: i32, modal: usize, ties: usize): i32 {
  let tied = 0;
  for (let r: i32 = 0; r < rows; r++) {
    const x = load<f64>(p + ((<usize>r) << 3));
    if (!(x >= 0 && x <= 1) || load<u16>(labels + ((<usize>r) << 1)) > 1) return r;
    tied += i32(x == 0.5);
    store<u16>(modal + ((<usize>r) << 1), <u16>(x == 0.5 ? 0 : x > 0.5 ? positive : 1 - positive));
  }
  store<i32>(ties, load<i32>(ties) + tied);
  return -1;
}
