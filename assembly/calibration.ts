// What the miscalibration of 003 eq. 3 needs beside sorting. src/kernels/plain/calibration.ts is the twin.

const STACKS: usize = 257;
/** Added, it leaves a number of size 0 to 256 as a whole one in the lowest bits. */
const WHOLE: f64 = 4503599627370496;

// @ts-ignore: decorator
@inline
function stack(x: f64): usize {
  return <usize>(reinterpret<u64>(abs(x) * 256 + WHOLE) & 0x1ff);
}

/** Deals numbers of size 0 to 1 out to stacks by size; leaves at `ends` where each stack ends. */
export function deal(x: usize, n: i32, out: usize, ends: usize): void {
  const end = x + ((<usize>n) << 3);
  // Counts of 32 bits, in the lower half of the room, until they are written out as numbers.
  memory.fill(ends, 0, STACKS << 2);
  for (let at = x; at < end; at += 8) {
    const count = ends + (stack(load<f64>(at)) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  let next: u32 = 0;
  for (let s: usize = 0; s < STACKS; s++) {
    const count = load<u32>(ends + (s << 2));
    store<u32>(ends + (s << 2), next);
    next += count;
  }
  for (let at = x; at < end; at += 8) {
    const number = load<f64>(at);
    const place = ends + (stack(number) << 2);
    const to = load<u32>(place);
    store<u32>(place, to + 1);
    store<f64>(out + ((<usize>to) << 3), number);
  }
  for (let s = STACKS; s > 0; s--) {
    const stop = load<u32>(ends + ((s - 1) << 2));
    store<f64>(ends + ((s - 1) << 3), <f64>stop);
  }
}

/**
 * Takes the cells of sorted estimates that are known to end among them, where `rows` are still to come in all, and adds
 * what each comes to: at `sums` the overconfident ones, the underconfident ones, and their number. Returns where the
 * next cell begins.
 */
export function cells(x: usize, n: i32, rows: f64, least: i32, sums: usize): i32 {
  let over = load<f64>(sums);
  let under = load<f64>(sums, 8);
  let count = load<f64>(sums, 16);
  let from: i32 = 0;
  while (from < n) {
    let to = from + least;
    while (to < n && abs(estimate(x, to)) == abs(estimate(x, to - 1))) to++;
    // A remainder of too few joins the last cell.
    const last = rows - <f64>(to - from) < <f64>least;
    if (last) {
      if (<f64>(n - from) < rows) break;
      to = from + <i32>rows;
    } else if (to >= n) break;
    const size = <f64>(to - from);
    let sum = 0.0;
    let hits: i32 = 0;
    for (let j = from; j < to; j++) {
      const y = estimate(x, j);
      sum += abs(y);
      hits += i32(y > 0);
    }
    const f = <f64>hits / size;
    let squares = 0.0;
    for (let j = from; j < to; j++) {
      const off = f - abs(estimate(x, j));
      squares += off * off;
    }
    const part = squares / (size - 1);
    const above = sum / size > f;
    over += select(part, 0.0, above);
    under += select(0.0, part, above);
    count++;
    rows -= size;
    from = to;
  }
  store<f64>(sums, over);
  store<f64>(sums, under, 8);
  store<f64>(sums, count, 16);
  return from;
}

// @ts-ignore: decorator
@inline
function estimate(x: usize, j: i32): f64 {
  return load<f64>(x + ((<usize>j) << 3));
}
