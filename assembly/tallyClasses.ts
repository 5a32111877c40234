// The tally of k classes (Lemma 1 for k classes): for each class i the products
//   A = Π p_i over rows of class i · B = Π (1 − p_i) over the others
//   G = Π p_i over rows of class i where it is modal · H = Π (1 − p_i) over rows of another class where it is modal
// Rows must have been looked at by `inspect`. Even and odd rows have products of their own, so two rows are k vectors
// whatever k is, and vector j of every such pair of rows belongs to product vector j.

import { ONE } from "./constants";
import { LOW, multiply, SAFE, storePair } from "./product";

const GROUP = 128;
const SAVED = memory.data(GROUP * 8, 16);
const LOWS = memory.data<f64>([LOW, LOW], 16);

// 1 where the modal class of the even row, of the odd one, is not the true one.
const MISSES = memory.data<f64>([0, 0, 1, 0, 0, 1, 1, 1], 16);

/**
 * Adds rows. Products lie as B, A, G, H, each two parities of k; one more i32 of `zeros` counts impossible rows, each once.
 * `cells`, where it is not 0, has an i32 for each true and modal class.
 */
export function tallyClasses(p: usize, labels: usize, modal: usize, rows: i32, odd: i32, k: i32, mantissas: usize, exponents: usize, zeros: usize, cells: usize): void {
  const width = (<usize>k) << 3;
  let r: i32 = 0;
  if (odd && rows > 0) {
    addRow(p, labels, modal, 0, 1, k, mantissas, exponents, zeros, cells);
    r = 1;
  }
  for (; r + 2 <= rows; ) {
    const size = min(GROUP, (rows - r) & ~1);
    addGroup(p + <usize>r * width, labels + ((<usize>r) << 1), modal + ((<usize>r) << 1), size, k, mantissas, exponents, zeros, cells);
    r += size;
  }
  if (r < rows) addRow(p, labels, modal, r, (r + odd) & 1, k, mantissas, exponents, zeros, cells);
}

// @ts-ignore: decorator
@inline
function countCell(cells: usize, truth: i32, modal: i32, k: i32): void {
  const at = cells + ((<usize>truth * <usize>k + <usize>modal) << 2);
  store<i32>(at, load<i32>(at) + 1);
}

function addRow(p: usize, labels: usize, modal: usize, r: i32, parity: i32, k: i32, mantissas: usize, exponents: usize, zeros: usize, cells: usize): void {
  const row = p + (<usize>r * <usize>k << 3);
  const truth = <i32>load<u16>(labels + ((<usize>r) << 1));
  const bets = parity * k;
  for (let i: i32 = 0; i < k; i++) {
    if (i != truth) multiply(mantissas, exponents, zeros, <usize>(bets + i), 1 - load<f64>(row + ((<usize>i) << 3)));
  }
  const top = <i32>load<u16>(modal + ((<usize>r) << 1));
  addTruth(row, truth, top, parity, k, mantissas, exponents, zeros);
  if (cells) countCell(cells, truth, top, k);
}

/** p of the modal class where it is the true one, else 1 − p. No branch: it could not be predicted. */
// @ts-ignore: decorator
@inline
function modalBet(row: usize, modal: i32, miss: i32): f64 {
  return abs(<f64>miss - load<f64>(row + ((<usize>modal) << 3)));
}

/** The products of the true and of the modal class. */
function addTruth(row: usize, truth: i32, modal: i32, parity: i32, k: i32, mantissas: usize, exponents: usize, zeros: usize): void {
  const own = load<f64>(row + ((<usize>truth) << 3));
  const miss = i32(truth != modal);
  const bet = modalBet(row, modal, miss);
  multiply(mantissas, exponents, zeros, <usize>((2 + parity) * k + truth), own);
  multiply(mantissas, exponents, zeros, <usize>((4 + parity + (miss << 1)) * k + modal), bet);
  // A row earns −∞ once: its truth has 0, or another class has 1, which is then the modal one.
  if (own == 0 || bet == 0) {
    const at = zeros + ((<usize>(8 * k)) << 2);
    store<i32>(at, load<i32>(at) + 1);
  }
}

/**
 * The same for an even row and the odd one after it, whose products are four different ones: all are read before any
 * is written, since a processor cannot tell that the reads need not wait for the writes. The estimates of the two true
 * classes go to `saved`, and 0 takes their places.
 */
// @ts-ignore: decorator
@inline
function addTruths(even: usize, labels: usize, modal: usize, k: i32, mantissas: usize, exponents: usize, zeros: usize, cells: usize, saved: usize): void {
  const width = (<usize>k) << 3;
  const odd = even + width;
  const truth0 = <i32>load<u16>(labels);
  const truth1 = <i32>load<u16>(labels, 2);
  const modal0 = <i32>load<u16>(modal);
  const modal1 = <i32>load<u16>(modal, 2);
  if (cells) {
    countCell(cells, truth0, modal0, k);
    countCell(cells, truth1, modal1, k);
  }
  const miss0 = i32(truth0 != modal0);
  const miss1 = i32(truth1 != modal1);
  const own0 = even + ((<usize>truth0) << 3);
  const own1 = odd + ((<usize>truth1) << 3);
  const a0 = mantissas + 2 * width + ((<usize>truth0) << 3);
  const a1 = mantissas + 3 * width + ((<usize>truth1) << 3);
  const g0 = mantissas + (<usize>(4 + (miss0 << 1)) * <usize>k + <usize>modal0 << 3);
  const g1 = mantissas + (<usize>(5 + (miss1 << 1)) * <usize>k + <usize>modal1 << 3);
  const own = pair(own0, own1);
  const bet = f64x2.abs(f64x2.sub(pair(even + ((<usize>modal0) << 3), odd + ((<usize>modal1) << 3)), v128.load(<usize>((miss1 << 1) | miss0) << 4, MISSES)));
  const y = f64x2.mul(pair(a0, a1), own);
  const z = f64x2.mul(pair(g0, g1), bet);
  if (i64x2.all_true(f64x2.ge(f64x2.pmin(y, z), v128.load(LOWS)))) {
    v128.store64_lane(a0, y, 0);
    v128.store64_lane(a1, y, 1);
    v128.store64_lane(g0, z, 0);
    v128.store64_lane(g1, z, 1);
  } else {
    addTruth(even, truth0, modal0, 0, k, mantissas, exponents, zeros);
    addTruth(odd, truth1, modal1, 1, k, mantissas, exponents, zeros);
  }
  v128.store(saved, own);
  store<f64>(own0, 0);
  store<f64>(own1, 0);
}

/** Two numbers from two places. */
// @ts-ignore: decorator
@inline
function pair(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a), 1);
}

/** An even number of rows, the first of them even. */
function addGroup(p: usize, labels: usize, modal: usize, rows: i32, k: i32, mantissas: usize, exponents: usize, zeros: usize, cells: usize): void {
  const width = (<usize>k) << 3;
  // The true class is no bet against it: 0 stands in its place while B is multiplied, since 1 − 0 changes nothing.
  const step = width << 1;
  const end = p + ((<usize>rows) >> 1) * step;
  let from: usize = 0;
  for (let row = p; row < end; row += step, from += 4) {
    addTruths(row, labels + from, modal + from, k, mantissas, exponents, zeros, cells, SAVED + (from << 2));
  }
  const one = v128.load(ONE);
  let j: i32 = 0;
  for (; j + 5 <= k; j += 5) {
    const to = mantissas + ((<usize>j) << 4);
    let b0 = v128.load(to, 0);
    let b1 = v128.load(to, 16);
    let b2 = v128.load(to, 32);
    let b3 = v128.load(to, 48);
    let b4 = v128.load(to, 64);
    for (let at = p + ((<usize>j) << 4); at < end; at += step) {
      b0 = f64x2.mul(b0, f64x2.sub(one, v128.load(at, 0)));
      b1 = f64x2.mul(b1, f64x2.sub(one, v128.load(at, 16)));
      b2 = f64x2.mul(b2, f64x2.sub(one, v128.load(at, 32)));
      b3 = f64x2.mul(b3, f64x2.sub(one, v128.load(at, 48)));
      b4 = f64x2.mul(b4, f64x2.sub(one, v128.load(at, 64)));
    }
    settle(p, end, step, <usize>j + 0, b0, mantissas, exponents, zeros);
    settle(p, end, step, <usize>j + 1, b1, mantissas, exponents, zeros);
    settle(p, end, step, <usize>j + 2, b2, mantissas, exponents, zeros);
    settle(p, end, step, <usize>j + 3, b3, mantissas, exponents, zeros);
    settle(p, end, step, <usize>j + 4, b4, mantissas, exponents, zeros);
  }
  for (; j + 2 <= k; j += 2) {
    let b0 = v128.load(mantissas + ((<usize>j) << 4));
    let b1 = v128.load(mantissas + ((<usize>j) << 4), 16);
    for (let at = p + ((<usize>j) << 4); at < end; at += step) {
      b0 = f64x2.mul(b0, f64x2.sub(one, v128.load(at)));
      b1 = f64x2.mul(b1, f64x2.sub(one, v128.load(at, 16)));
    }
    settle(p, end, step, <usize>j, b0, mantissas, exponents, zeros);
    settle(p, end, step, <usize>j + 1, b1, mantissas, exponents, zeros);
  }
  if (j < k) {
    let b = v128.load(mantissas + ((<usize>j) << 4));
    for (let at = p + ((<usize>j) << 4); at < end; at += step) b = f64x2.mul(b, f64x2.sub(one, v128.load(at)));
    settle(p, end, step, <usize>j, b, mantissas, exponents, zeros);
  }
  let saved: usize = SAVED;
  for (let row = p; row < end; row += step, labels += 4, saved += 16) {
    store<f64>(row + ((<usize>load<u16>(labels)) << 3), load<f64>(saved));
    store<f64>(row + width + ((<usize>load<u16>(labels, 2)) << 3), load<f64>(saved, 8));
  }
}

/** Stores product vector j, or multiplies it row by row where it came near the denormals. */
// @ts-ignore: decorator
@inline
function settle(p: usize, end: usize, step: usize, j: usize, product: v128, mantissas: usize, exponents: usize, zeros: usize): void {
  if (!v128.any_true(f64x2.lt(product, f64x2.splat(SAFE)))) storePair(mantissas, exponents, j << 1, product, 0, 0);
  else again(p, end, step, j, mantissas, exponents, zeros);
}

function again(p: usize, end: usize, step: usize, j: usize, mantissas: usize, exponents: usize, zeros: usize): void {
  for (let at = p + (j << 4); at < end; at += step) {
    multiply(mantissas, exponents, zeros, j << 1, 1 - load<f64>(at));
    multiply(mantissas, exponents, zeros, (j << 1) + 1, 1 - load<f64>(at, 8));
  }
}
