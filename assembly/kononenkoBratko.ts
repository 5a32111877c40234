/**
 * Kononenko and Bratko's information (Hope & Korb 2004, eq. 3, its branch): log2 p − log2 q of the true class from the prior upwards,
 * −log2(1 − p) + log2(1 − q) below it. From the truths' estimates f, their logs and
 * those of what they leave over; of the prior q itself, and its logs as bets.ts has them.
 */
export function kononenkoBratko(f: usize, truths: usize, rest: usize, labels: usize, rows: i32, q: usize, prior: usize, out: usize): void {
  const even = (<usize>(rows & ~1)) << 3;
  const all = (<usize>rows) << 3;
  let at: usize = 0;
  for (; at < even; at += 16) {
    const c0 = <usize>load<u16>(labels + (at >> 2));
    const c1 = <usize>load<u16>(labels + (at >> 2), 2);
    const above = f64x2.ge(v128.load(f + at), v128.load64_lane(q + (c1 << 3), v128.load64_zero(q + (c0 << 3)), 1));
    const own = v128.load64_lane(prior + (c1 << 5), v128.load64_zero(prior + (c0 << 5)), 1);
    const other = v128.load64_lane(prior + (c1 << 5), v128.load64_zero(prior + (c0 << 5), 16), 1, 16);
    v128.store(out + at, v128.bitselect(f64x2.sub(v128.load(truths + at), own), f64x2.sub(other, v128.load(rest + at)), above));
  }
  if (at == all) return;
  const c = <usize>load<u16>(labels + (at >> 2));
  const above = load<f64>(f + at) >= load<f64>(q + (c << 3));
  store<f64>(out + at, above ? load<f64>(truths + at) - load<f64>(prior + (c << 5)) : load<f64>(prior + (c << 5), 16) - load<f64>(rest + at));
}
