// What the miscalibration of 003 eq. 3 and the other figures of calibration need beside sorting. src/kernels/plain/calibration.ts is the twin.

import { log2 } from "./log";

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

/** Products are closed into logs below this, so that none is lost to underflow. */
const SMALL: f64 = 1e-150;

/**
 * Adds what estimates come to one by one, at `sums`: Σ p, hits, squares of y − p, both of Spiegelhalter's sums, Σ log2 of what was said of
 * what happened, and after it the product of what is not in it yet. A minus says that it did not happen; `turned` that none of them did.
 */
export function calibrationSums(x: usize, n: i32, turned: i32, sums: usize): void {
  const flip = (<u64>turned) << 63;
  let estimates = load<f64>(sums);
  let hits = load<f64>(sums, 8);
  let quadratic = load<f64>(sums, 16);
  let surplus = load<f64>(sums, 24);
  let variance = load<f64>(sums, 32);
  let logs = load<f64>(sums, 40);
  let product = load<f64>(sums, 48);
  for (const end = x + ((<usize>n) << 3); x < end; x += 8) {
    const miss = <i32>((load<u64>(x) ^ flip) >> 63);
    const p = abs(load<f64>(x));
    const rest = 1 - p;
    const balance = 1 - 2 * p;
    estimates += p;
    hits += <f64>(1 - miss);
    // Chosen as whole numbers: of others V8 makes a branch, which nobody can predict.
    const off = reinterpret<f64>(select(reinterpret<u64>(-p), reinterpret<u64>(rest), miss));
    quadratic += off * off;
    surplus += off * balance;
    variance += balance * balance * p * rest;
    const said = reinterpret<f64>(select(reinterpret<u64>(rest), reinterpret<u64>(p), miss));
    if (said >= SMALL) product *= said;
    else logs += log2(said, 0);
    if (product < SMALL) {
      logs += log2(product, 0);
      product = 1;
    }
  }
  store<f64>(sums, estimates);
  store<f64>(sums, hits, 8);
  store<f64>(sums, quadratic, 16);
  store<f64>(sums, surplus, 24);
  store<f64>(sums, variance, 32);
  store<f64>(sums, logs, 40);
  store<f64>(sums, product, 48);
}

/**
 * Pools sorted estimates into blocks whose frequencies rise (Ayer et al. 1955): a stack of hits and rows, of which there are `top` before and as
 * many as it returns after. Of neighbours that do not rise one group is made first, since they are sure to end up in one block.
 */
export function pool(x: usize, n: i32, top: i32, stack: usize): i32 {
  const end = x + ((<usize>n) << 3);
  let at = stack + ((<usize>top) << 4);
  while (x < end) {
    let hits = 0.0;
    let rows = 0.0;
    let lastHits = 1.0;
    let lastRows = 1.0;
    while (x < end) {
      const size = abs(load<f64>(x));
      let own = 0.0;
      let next = x;
      do {
        own += <f64>(<i32>(1 - (load<u32>(next, 4) >> 31)));
        next += 8;
      } while (next < end && abs(load<f64>(next)) == size);
      const count = <f64>(<i32>((next - x) >> 3));
      if (own * lastRows > lastHits * count) break;
      hits += own;
      rows += count;
      lastHits = own;
      lastRows = count;
      x = next;
    }
    at = pushed(at, stack, hits, rows);
  }
  return <i32>((at - stack) >> 4);
}

/**
 * The same of sorted estimates that came true, where it is known how many that did not are below each, and how many are no higher, of so many in all.
 */
export function poolPlaces(x: usize, n: i32, below: usize, notAbove: usize, negatives: f64, top: i32, stack: usize): i32 {
  let at = stack + ((<usize>top) << 4);
  let hits = 0.0;
  let rows = 0.0;
  let lastHits = 1.0;
  let lastRows = 1.0;
  let before: u32 = 0;
  for (let i = 0; i < n; ) {
    const size = estimate(x, i);
    const low = load<u32>(below + ((<usize>i) << 2));
    const high = load<u32>(notAbove + ((<usize>i) << 2));
    let end = i + 1;
    while (end < n && estimate(x, end) == size) end++;
    const own = <f64>(end - i);
    const count = own + <f64>(high - low);
    rows += <f64>(low - before);
    if (rows > 0 && (low > before || own * lastRows > lastHits * count)) {
      at = pushed(at, stack, hits, rows);
      hits = 0;
      rows = 0;
    }
    hits += own;
    rows += count;
    lastHits = own;
    lastRows = count;
    before = high;
    i = end;
  }
  rows += negatives - <f64>before;
  if (rows > 0) at = pushed(at, stack, hits, rows);
  return <i32>((at - stack) >> 4);
}

/** Puts a group on a stack of blocks, pooled with those that are not below it. */
// @ts-ignore: decorator
@inline
function pushed(at: usize, stack: usize, hits: f64, rows: f64): usize {
  while (at > stack && load<f64>(at - 16) * rows >= hits * load<f64>(at - 8)) {
    hits += load<f64>(at - 16);
    rows += load<f64>(at - 8);
    at -= 16;
  }
  store<f64>(at, hits);
  store<f64>(at, rows, 8);
  return at + 16;
}
