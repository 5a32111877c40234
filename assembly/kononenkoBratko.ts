/**
 * Kononenko and Bratko's information (002 eq. 3, its branch): log2 p − log2 q of the true class from the prior upwards,
 * −log2(1 − p) + log2(1 − q) below it. From the truths' estimates f, their logs and those of what they leave over.
 */
export function kononenkoBratko(f: usize, truths: usize, rest: usize, labels: usize, rows: i32, prior: usize, own: usize, other: usize, out: usize): void {
  const even = (<usize>(rows & ~1)) << 3;
  const all = (<usize>rows) << 3;
  let at: usize = 0;
  for (; at < even; at += 16) {
    const c0 = (<usize>load<u16>(labels + (at >> 2))) << 3;
    const c1 = (<usize>load<u16>(labels + (at >> 2), 2)) << 3;
    const above = f64x2.ge(v128.load(f + at), v128.load64_lane(prior + c1, v128.load64_zero(prior + c0), 1));
    const forIt = f64x2.sub(v128.load(truths + at), v128.load64_lane(own + c1, v128.load64_zero(own + c0), 1));
    const against = f64x2.sub(v128.load64_lane(other + c1, v128.load64_zero(other + c0), 1), v128.load(rest + at));
    v128.store(out + at, v128.bitselect(forIt, against, above));
  }
  if (at == all) return;
  const c = (<usize>load<u16>(labels + (at >> 2))) << 3;
  const above = load<f64>(f + at) >= load<f64>(prior + c);
  store<f64>(out + at, above ? load<f64>(truths + at) - load<f64>(own + c) : load<f64>(other + c) - load<f64>(rest + at));
}
