// Sums and products of rows of logs by class, about the class's first row, so that rows which are nearly the same keep
// their digits: n, Σ d and Σ d·d with d = x − the first. src/statistics/exactSpread.ts adds blocks of them up exactly.
// A weight says how often a row counts; without weights (0) each counts once.

/** Numbers to a row of logs: k of them, their sum, and a 0 where k is even. */
// @ts-ignore: decorator
@inline
function wideOf(k: i32): usize {
  return (<usize>((k + 2) & ~1)) << 3;
}

/** Bytes to a class: what its rows weigh, a place that is not used, the first row, Σ d, the products. */
function strideOf(d: usize): usize {
  let products: usize = 0;
  for (let i: usize = 0; i < d; i += 16) products += 2 * (d - i);
  return 16 + 2 * d + products;
}

/** Where the rows of each class begin among those in order. */
const STARTS = memory.data(17 * 4, 16);

/**
 * Adds rows of k logs to their classes: each log and their sum, and of the logs and the sum all products d_i·d_j, j from i
 * on; or, where i is odd, from the one before it, so that numbers go in pairs. k is 16 at most. Rows with a log that is
 * infinite are left out; returns how many there were.
 * The rows are taken class by class, so that the sums stay in registers over all rows of a class. `order` is room for the
 * numbers of the rows; `room` for their distances, and for as many more where there are weights. Where `order` is 0, rows are taken
 * as they come, with the same bits, and there may be any number of classes with k logs each: those of many slices.
 */
export function spreadRows(logs: usize, labels: usize, weights: usize, rows: i32, k: i32, order: usize, room: usize, state: usize): i32 {
  const d = wideOf(k);
  const stride = strideOf(d);
  if (d == 32) return spreadFew(logs, labels, weights, rows, k, state, stride);
  if (order == 0) return spreadEach(logs, labels, weights, rows, k, room, state, d, stride);
  sortByClass(labels, rows, k, order);
  let infinite = 0;
  for (let c: i32 = 0; c < k; c++) {
    const from = order + ((<usize>load<u32>(STARTS + ((<usize>c) << 2))) << 2);
    const to = order + ((<usize>load<u32>(STARTS + ((<usize>c) << 2), 4)) << 2);
    if (from == to) continue;
    const group = state + <usize>c * stride;
    const times = weights ? room + <usize>rows * d : room;
    const end = distances(logs, weights, k, from, to, group, room, times, d);
    infinite += <i32>((to - from) >> 2) - taken;
    addUp(room, end, times, d, group + 16 + d);
  }
  return infinite;
}

/** Of two or three classes a row fits two registers, and rows are taken as they come. */
function spreadFew(logs: usize, labels: usize, weights: usize, rows: i32, k: i32, state: usize, stride: usize): i32 {
  const width = (<usize>k) << 3;
  let infinite = 0;
  for (let r: i32 = 0; r < rows; r++, logs += width) {
    const weight = weights ? load<f64>(weights + ((<usize>r) << 3)) : 1;
    if (weight == 0) continue;
    const x = v128.load(logs);
    let all = f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1);
    let y = i64x2.splat(0);
    if (k == 3) {
      y = v128.load64_splat(logs, 16);
      all += f64x2.extract_lane(y, 0);
      y = f64x2.replace_lane(y, 1, all);
    } else y = f64x2.replace_lane(y, 0, all);
    if (all == -Infinity) {
      infinite++;
      continue;
    }
    const group = state + <usize>load<u16>(labels + ((<usize>r) << 1)) * stride;
    const n = load<f64>(group);
    if (n == 0) {
      v128.store(group, x, 16);
      v128.store(group, y, 32);
    }
    store<f64>(group, n + weight);
    const u = f64x2.sub(x, v128.load(group, 16));
    const v = f64x2.sub(y, v128.load(group, 32));
    const often = f64x2.splat(weight);
    const e = f64x2.mul(often, u);
    const f = f64x2.mul(often, v);
    const e0 = v128.shuffle<f64>(e, e, 0, 0);
    const e1 = v128.shuffle<f64>(e, e, 1, 1);
    const f0 = v128.shuffle<f64>(f, f, 0, 0);
    const f1 = v128.shuffle<f64>(f, f, 1, 1);
    v128.store(group, f64x2.add(v128.load(group, 48), e), 48);
    v128.store(group, f64x2.add(v128.load(group, 64), f), 64);
    v128.store(group, f64x2.add(v128.load(group, 80), f64x2.mul(e0, u)), 80);
    v128.store(group, f64x2.add(v128.load(group, 96), f64x2.mul(e0, v)), 96);
    v128.store(group, f64x2.add(v128.load(group, 112), f64x2.mul(e1, u)), 112);
    v128.store(group, f64x2.add(v128.load(group, 128), f64x2.mul(e1, v)), 128);
    v128.store(group, f64x2.add(v128.load(group, 144), f64x2.mul(f0, v)), 144);
    v128.store(group, f64x2.add(v128.load(group, 160), f64x2.mul(f1, v)), 160);
  }
  return infinite;
}

/** Any number of logs to a row, and rows as they come. */
function spreadEach(logs: usize, labels: usize, weights: usize, rows: i32, k: i32, room: usize, state: usize, d: usize, stride: usize): i32 {
  const width = (<usize>k) << 3;
  const times = room + d;
  let infinite = 0;
  for (let r: i32 = 0; r < rows; r++, logs += width) {
    const weight = weights ? load<f64>(weights + ((<usize>r) << 3)) : 1;
    if (weight == 0) continue;
    let all = load<f64>(logs);
    for (let at: usize = 8; at < width; at += 8) all += load<f64>(logs + at);
    if (all == -Infinity) {
      infinite++;
      continue;
    }
    const group = state + <usize>load<u16>(labels + ((<usize>r) << 1)) * stride;
    const first = group + 16;
    const n = load<f64>(group);
    if (n == 0) {
      memory.copy(first, logs, width);
      store<f64>(first + width, all);
    }
    store<f64>(group, n + weight);
    for (let at: usize = 0; at < width; at += 8) store<f64>(room + at, load<f64>(logs + at) - load<f64>(first + at));
    store<f64>(room + width, all - load<f64>(first + width));
    if (width + 8 < d) store<f64>(room + width, 0, 8);
    const often = f64x2.splat(weight);
    let to = first + d;
    for (let at: usize = 0; at < d; at += 16, to += 16) {
      const e = f64x2.mul(often, v128.load(room + at));
      v128.store(times + at, e);
      v128.store(to, f64x2.add(v128.load(to), e));
    }
    for (let i: usize = 0; i < d; i += 8) {
      const e = v128.load64_splat(times + i);
      for (let j = i & ~15; j < d; j += 16, to += 16) v128.store(to, f64x2.add(v128.load(to), f64x2.mul(e, v128.load(room + j))));
    }
  }
  return infinite;
}

function sortByClass(labels: usize, rows: i32, k: i32, order: usize): void {
  memory.fill(STARTS, 0, (<usize>(k + 1)) << 2);
  for (let r: i32 = 0; r < rows; r++) {
    const at = STARTS + ((<usize>load<u16>(labels + ((<usize>r) << 1))) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  // Where each class ends, for now.
  let sum: u32 = 0;
  for (let c: i32 = 0; c <= k; c++) {
    const at = STARTS + ((<usize>c) << 2);
    sum += load<u32>(at);
    store<u32>(at, sum);
  }
  for (let r = rows - 1; r >= 0; r--) {
    const at = STARTS + ((<usize>load<u16>(labels + ((<usize>r) << 1))) << 2);
    const place = load<u32>(at) - 1;
    store<u32>(at, place);
    store<u32>(order + ((<usize>place) << 2), r);
  }
}

/** How many of the rows were not infinite, or do not count. */
let taken: i32 = 0;

/** Writes the distances of some rows from the first of their class, and their weights times these; returns where they end. */
function distances(logs: usize, weights: usize, k: i32, from: usize, to: usize, group: usize, room: usize, times: usize, d: usize): usize {
  const width = (<usize>k) << 3;
  const first = group + 16;
  const whole = first + width;
  const apart = times - room;
  let n = load<f64>(group);
  taken = 0;
  for (; from < to; from += 4) {
    const r = <usize>load<u32>(from);
    const row = logs + r * width;
    const weight = weights ? load<f64>(weights + (r << 3)) : 1;
    let all = load<f64>(row);
    for (let at: usize = 8; at < width; at += 8) all += load<f64>(row + at);
    taken += i32(all != -Infinity || weight == 0);
    if (all == -Infinity || weight == 0) continue;
    if (n == 0) {
      memory.copy(first, row, width);
      store<f64>(whole, all);
    }
    n += weight;
    let at: usize = 0;
    for (; at + 16 <= width; at += 16) v128.store(room + at, f64x2.sub(v128.load(row + at), v128.load(first + at)));
    const last = all - load<f64>(whole);
    // Two numbers that are written apart could not be read together at once.
    const behind = at < width ? f64x2.replace_lane(f64x2.splat(load<f64>(row + at) - load<f64>(first + at)), 1, last) : f64x2.replace_lane(f64x2.splat(last), 1, 0);
    v128.store(room + at, behind);
    if (apart) {
      const often = f64x2.splat(weight);
      for (at = 0; at < d; at += 16) v128.store(room + apart + at, f64x2.mul(often, v128.load(room + at)));
    }
    room += d;
  }
  store<f64>(group, n);
  return room;
}

/**
 * Adds distances to their sums, and to the sums of their products: several at a time, since each has to wait for the
 * row before.
 */
function addUp(room: usize, end: usize, times: usize, d: usize, sums: usize): void {
  const apart = times - room;
  let j: usize = 0;
  for (; j + 64 <= d; j += 64, sums += 64) sumsOfFour(room + apart + j, end + apart, d, sums);
  for (; j < d; j += 16, sums += 16) sumsOfOne(room + apart + j, end + apart, d, sums);
  for (let i: usize = 0; i < d; i += 16) {
    const width = d - i;
    for (j = i; j + 64 <= d; j += 64, sums += 64) productsOfFour(room, end, d, apart + i, j, sums, width);
    for (; j + 32 <= d; j += 32, sums += 32) productsOfTwo(room, end, d, apart + i, j, sums, width);
    for (; j < d; j += 16, sums += 16) productsOfOne(room, end, d, apart + i, j, sums, width);
    sums += width;
  }
}

// @ts-ignore: decorator
@inline
function sumsOfFour(row: usize, end: usize, d: usize, to: usize): void {
  let a = v128.load(to);
  let b = v128.load(to, 16);
  let c = v128.load(to, 32);
  let e = v128.load(to, 48);
  for (; row < end; row += d) {
    a = f64x2.add(a, v128.load(row));
    b = f64x2.add(b, v128.load(row, 16));
    c = f64x2.add(c, v128.load(row, 32));
    e = f64x2.add(e, v128.load(row, 48));
  }
  v128.store(to, a);
  v128.store(to, b, 16);
  v128.store(to, c, 32);
  v128.store(to, e, 48);
}

// @ts-ignore: decorator
@inline
function sumsOfOne(row: usize, end: usize, d: usize, to: usize): void {
  let a = v128.load(to);
  for (; row < end; row += d) a = f64x2.add(a, v128.load(row));
  v128.store(to, a);
}

/** The products of two distances, `i` on from each row, with eight, four or two others from `j` on. */
// @ts-ignore: decorator
@inline
function productsOfFour(row: usize, end: usize, d: usize, i: usize, j: usize, to: usize, width: usize): void {
  const next = to + width;
  let a0 = v128.load(to);
  let a1 = v128.load(to, 16);
  let a2 = v128.load(to, 32);
  let a3 = v128.load(to, 48);
  let b0 = v128.load(next);
  let b1 = v128.load(next, 16);
  let b2 = v128.load(next, 32);
  let b3 = v128.load(next, 48);
  for (; row < end; row += d) {
    const e = v128.load64_splat(row + i);
    const f = v128.load64_splat(row + i, 8);
    const u = v128.load(row + j);
    const v = v128.load(row + j, 16);
    a0 = f64x2.add(a0, f64x2.mul(e, u));
    a1 = f64x2.add(a1, f64x2.mul(e, v));
    b0 = f64x2.add(b0, f64x2.mul(f, u));
    b1 = f64x2.add(b1, f64x2.mul(f, v));
    const x = v128.load(row + j, 32);
    const y = v128.load(row + j, 48);
    a2 = f64x2.add(a2, f64x2.mul(e, x));
    a3 = f64x2.add(a3, f64x2.mul(e, y));
    b2 = f64x2.add(b2, f64x2.mul(f, x));
    b3 = f64x2.add(b3, f64x2.mul(f, y));
  }
  v128.store(to, a0);
  v128.store(to, a1, 16);
  v128.store(to, a2, 32);
  v128.store(to, a3, 48);
  v128.store(next, b0);
  v128.store(next, b1, 16);
  v128.store(next, b2, 32);
  v128.store(next, b3, 48);
}

// @ts-ignore: decorator
@inline
function productsOfTwo(row: usize, end: usize, d: usize, i: usize, j: usize, to: usize, width: usize): void {
  const next = to + width;
  let a0 = v128.load(to);
  let a1 = v128.load(to, 16);
  let b0 = v128.load(next);
  let b1 = v128.load(next, 16);
  for (; row < end; row += d) {
    const e = v128.load64_splat(row + i);
    const f = v128.load64_splat(row + i, 8);
    const u = v128.load(row + j);
    const v = v128.load(row + j, 16);
    a0 = f64x2.add(a0, f64x2.mul(e, u));
    a1 = f64x2.add(a1, f64x2.mul(e, v));
    b0 = f64x2.add(b0, f64x2.mul(f, u));
    b1 = f64x2.add(b1, f64x2.mul(f, v));
  }
  v128.store(to, a0);
  v128.store(to, a1, 16);
  v128.store(next, b0);
  v128.store(next, b1, 16);
}

// @ts-ignore: decorator
@inline
function productsOfOne(row: usize, end: usize, d: usize, i: usize, j: usize, to: usize, width: usize): void {
  let a = v128.load(to);
  let b = v128.load(to + width);
  for (; row < end; row += d) {
    const u = v128.load(row + j);
    a = f64x2.add(a, f64x2.mul(v128.load64_splat(row + i), u));
    b = f64x2.add(b, f64x2.mul(v128.load64_splat(row + i, 8), u));
  }
  v128.store(to, a);
  v128.store(to + width, b);
}
