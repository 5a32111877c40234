import { log2, log2Block, LOG_BLOCK } from "./log";

/** out = log2(x) for n numbers x ≥ 0; x and out must not overlap. */
export function logColumn(x: usize, out: usize, n: i32): void {
  const even = n & ~1;
  for (let from: i32 = 0; from < even; from += LOG_BLOCK) {
    const at = (<usize>from) << 3;
    log2Block(x + at, out + at, (<usize>min(LOG_BLOCK, even - from)) << 3);
  }
  if (even < n) store<f64>(out + ((<usize>even) << 3), log2(load<f64>(x + ((<usize>even) << 3)), 0));
}
