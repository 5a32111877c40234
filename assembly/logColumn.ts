import { BIAS_PAIR, NORMAL_PAIR } from "./constants";
import { ln, ln2rest, log2, log2rest, LOG_BLOCK, quotient, QUOTIENTS, SERIES, seriesOfBlock } from "./log";

/** out = offset + scale · log(x), in nats or bits, for n numbers x ≥ 0; x and out may be the same place. */
export function logColumn(x: usize, out: usize, n: i32, offset: f64, scale: f64, bits: bool): void {
  const even = n & ~1;
  for (let from: i32 = 0; from < even; from += LOG_BLOCK) {
    const at = (<usize>from) << 3;
    logBlock(x + at, out + at, (<usize>min(LOG_BLOCK, even - from)) << 3, offset, scale, bits);
  }
  if (even < n) store<f64>(out + ((<usize>even) << 3), offset + scale * one(load<f64>(x + ((<usize>even) << 3)), bits));
}

function logBlock(x: usize, out: usize, bytes: usize, offset: f64, scale: f64, bits: bool): void {
  const bias = v128.load(BIAS_PAIR);
  const normal = v128.load(NORMAL_PAIR);
  for (let at: usize = 0; at < bytes; at += 16) v128.store(QUOTIENTS + at, quotient(v128.load(x + at)));
  seriesOfBlock(bytes);
  for (let at: usize = 0; at < bytes; at += 16) {
    const v = v128.load(x + at);
    let y: v128;
    if (v128.any_true(f64x2.lt(v, normal))) {
      y = f64x2.replace_lane(f64x2.splat(one(f64x2.extract_lane(v, 0), bits)), 1, one(f64x2.extract_lane(v, 1), bits));
    } else {
      const s = v128.load(QUOTIENTS + at);
      const R = v128.load(SERIES + at);
      y = bits ? log2rest(v, s, R, bias) : ln2rest(v, s, R, bias);
    }
    v128.store(out + at, f64x2.add(f64x2.splat(offset), f64x2.mul(f64x2.splat(scale), y)));
  }
}

function one(x: f64, bits: bool): f64 {
  return bits ? log2(x, 0) : ln(x);
}
