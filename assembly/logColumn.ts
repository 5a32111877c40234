import { log2, log2Block, LOG_BLOCK } from "./log";

/** out = log2(x), or log2(1 − x) if `rest`, for n numbers; x and out must not overlap. */
export function logColumn(x: usize, out: usize, n: i32, rest: bool): void {
  const even = n & ~1;
  for (let from: i32 = 0; from < even; from += LOG_BLOCK) {
    const at = (<usize>from) << 3;
    log2Block(x + at, out + at, (<usize>min(LOG_BLOCK, even - from)) << 3, rest);
  }
  if (even == n) return;
  const last = load<f64>(x + ((<usize>even) << 3));
  store<f64>(out + ((<usize>even) << 3), log2(rest ? 1 - last : last, 0));
}
