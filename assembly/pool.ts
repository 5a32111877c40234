// Pools sorted estimates into blocks whose frequencies rise (Ayer et al. 1955): the lowest convex line under the hits among so many rows, and a block
// is what lies between two of its corners. A line through some of the places is never below it, so only places under that one are looked at: few,
// which can be predicted. src/kernels/plain/calibration.ts is the twin, which looks at every place; there is only one such line.
// A stack of hits and rows holds the blocks.

/** Rows, and rows that came true, from one place of the first line to the next, if equal estimates allow. */
const ROWS: usize = 64;
const HITS: i32 = 32;

/**
 * Pools n sorted estimates, which are negative where they did not come true. There are `top` blocks on the stack before, and as many as it returns after;
 * `line` is room for as many.
 */
export function pool(x: usize, n: i32, top: i32, stack: usize, line: usize): i32 {
  const lineEnd = lineOf(x, x + ((<usize>n) << 3), line);
  let at = stack + ((<usize>top) << 4);
  for (let piece = line; piece < lineEnd; piece += 16) {
    const hits = <i64>load<f64>(piece);
    const rows = <i64>load<f64>(piece, 8);
    // How far a place is above the line, times rows.
    let above: i64 = 0;
    let own: i64 = 0;
    let from = x;
    for (const end = x + ((<usize>rows) << 3); x < end; ) {
      const hit = 1 - <i64>(load<u64>(x) >> 63);
      own += hit;
      above += (rows & -hit) - hits;
      x += 8;
      if (above >= 0 || x == end || load<i64>(x) < 0 || abs(load<f64>(x)) == abs(load<f64>(x - 8))) continue;
      at = pushed(at, stack, <f64>own, <f64>((x - from) >> 3));
      own = 0;
      from = x;
    }
    at = pushed(at, stack, <f64>own, <f64>((x - from) >> 3));
  }
  return <i32>((at - stack) >> 4);
}

function lineOf(x: usize, end: usize, line: usize): usize {
  let at = line;
  while (x < end) {
    const from = x;
    let misses: u32 = 0;
    for (const stop = min(x + (ROWS << 3), end); x < stop; x += 8) misses += load<u32>(x, 4) >> 31;
    for (; x < end && abs(load<f64>(x)) == abs(load<f64>(x - 8)); x += 8) misses += load<u32>(x, 4) >> 31;
    const rows = <u32>((x - from) >> 3);
    at = pushed(at, line, <f64>(rows - misses), <f64>rows);
  }
  return at;
}

/** The same of n sorted estimates that came true, where it is known how many that did not are below each, of so many in all. */
export function poolPlaces(x: usize, n: i32, below: usize, negatives: u32, top: i32, stack: usize, line: usize): i32 {
  const lineEnd = lineOfPlaces(x, n, below, negatives, line);
  let at = stack + ((<usize>top) << 4);
  // The corner that the block at hand begins at.
  let cornerHits: i32 = 0;
  let cornerRows: i64 = 0;
  let first: i32 = 0;
  let firstRows: i64 = 0;
  for (let piece = line; piece < lineEnd; piece += 16) {
    const hits = <i64>load<f64>(piece);
    const rows = <i64>load<f64>(piece, 8);
    const end = first + <i32>hits;
    for (let i = first; i < end; i++) {
      const before = rowsBefore(below, i);
      if (<i64>(i - first) * rows >= (before - firstRows) * hits || numberAt(x, i) == numberAt(x, i - 1)) continue;
      at = pushed(at, stack, <f64>(i - cornerHits), <f64>(before - cornerRows));
      cornerHits = i;
      cornerRows = before;
    }
    first = end;
    firstRows += rows;
    at = pushed(at, stack, <f64>(first - cornerHits), <f64>(firstRows - cornerRows));
    cornerHits = first;
    cornerRows = firstRows;
  }
  return <i32>((at - stack) >> 4);
}

function lineOfPlaces(x: usize, n: i32, below: usize, negatives: u32, line: usize): usize {
  let at = line;
  let hits: i32 = 0;
  let rows: i64 = 0;
  for (let i: i32 = 0; i <= n; ) {
    const before = i < n ? rowsBefore(below, i) : <i64>n + <i64>negatives;
    if (before > rows) at = pushed(at, line, <f64>(i - hits), <f64>(before - rows));
    hits = i;
    rows = before;
    if (i == n) break;
    i = min(i + HITS, n);
    while (i < n && numberAt(x, i) == numberAt(x, i - 1)) i++;
  }
  return at;
}

// @ts-ignore: decorator
@inline
function rowsBefore(below: usize, i: i32): i64 {
  return <i64>i + <i64>load<u32>(below + ((<usize>i) << 2));
}

// @ts-ignore: decorator
@inline
function numberAt(x: usize, i: i32): f64 {
  return load<f64>(x + ((<usize>i) << 3));
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
