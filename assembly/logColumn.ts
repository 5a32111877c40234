import { BIAS_PAIR } from "./constants";
import { ln, ln2lanes, log2, log2lanes, NORMAL } from "./log";

/** out = offset + scale · log(x), in nats or bits, for n numbers x ≥ 0. */
export function logColumn(x: usize, out: usize, n: i32, offset: f64, scale: f64, bits: bool): void {
  const bias = v128.load(BIAS_PAIR);
  let j: i32 = 0;
  for (; j + 1 < n; j += 2) {
    const at = (<usize>j) << 3;
    const v = v128.load(x + at);
    let y: v128;
    if (v128.any_true(f64x2.lt(v, f64x2.splat(NORMAL)))) {
      y = f64x2.replace_lane(f64x2.splat(one(f64x2.extract_lane(v, 0), bits)), 1, one(f64x2.extract_lane(v, 1), bits));
    } else y = bits ? log2lanes(v, bias) : ln2lanes(v, bias);
    v128.store(out + at, f64x2.add(f64x2.splat(offset), f64x2.mul(f64x2.splat(scale), y)));
  }
  if (j < n) store<f64>(out + ((<usize>j) << 3), offset + scale * one(load<f64>(x + ((<usize>j) << 3)), bits));
}

function one(x: f64, bits: bool): f64 {
  return bits ? log2(x, 0) : ln(x);
}
