// The tally of k classes (Lemma 1 for k classes): for each class i the products
//   A = Π p_i over rows of class i · B = Π (1 − p_i) over the others
//   G = Π p_i over rows of class i where it is modal · H = Π (1 − p_i) over rows of another class where it is modal
// Rows must have been looked at by `inspect`. Even and odd rows have products of their own, so two rows are k vectors
// whatever k is, and vector j of every such pair of rows belongs to product vector j.

import { ONE } from "./constants";
import { LOW, multiply, SAFE, storePair } from "./product";

const GROUP = 128;
const SAVED = memory.data(GROUP * 8, 16);

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
 * is written, since a processor cannot tell that the reads need not wait for the writes.
 */
// @ts-ignore: decorator
@inline
function addTruths(even: usize, labels: usize, modal: usize, k: i32, mantissas: usize, exponents: usize, zeros: usize, cells: usize): void {
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
  const a0 = mantissas + 2 * width + ((<usize>truth0) << 3);
  const a1 = mantissas + 3 * width + ((<usize>truth1) << 3);
  const g0 = mantissas + (<usize>(4 + (miss0 << 1)) * <usize>k + <usize>modal0 << 3);
  const g1 = mantissas + (<usize>(5 + (miss1 << 1)) * <usize>k + <usize>modal1 << 3);
  const y0 = load<f64>(a0) * load<f64>(even + ((<usize>truth0) << 3));
  const y1 = load<f64>(a1) * load<f64>(odd + ((<usize>truth1) << 3));
  const z0 = load<f64>(g0) * modalBet(even, modal0, miss0);
  const z1 = load<f64>(g1) * modalBet(odd, modal1, miss1);
  if (y0 >= LOW && y1 >= LOW && z0 >= LOW && z1 >= LOW) {
    store<f64>(a0, y0);
    store<f64>(a1, y1);
    store<f64>(g0, z0);
    store<f64>(g1, z1);
  } else {
    addTruth(even, truth0, modal0, 0, k, mantissas, exponents, zeros);
    addTruth(odd, truth1, modal1, 1, k, mantissas, exponents, zeros);
  }
}

/** An even number of rows, the first of them even. */
function addGroup(p: usize, labels: usize, modal: usize, rows: i32, k: i32, mantissas: usize, exponents: usize, zeros: usize, cells: usize): void {
  const width = (<usize>k) << 3;
  // The true class is no bet against it: 0 stands in its place while B is multiplied, since 1 − 0 changes nothing.
  for (let r: i32 = 0; r < rows; r += 2) {
    const row = p + <usize>r * width;
    const names = labels + ((<usize>r) << 1);
    addTruths(row, names, modal + ((<usize>r) << 1), k, mantissas, exponents, zeros, cells);
    setAside(row + ((<usize>load<u16>(names)) << 3), SAVED + ((<usize>r) << 3));
    setAside(row + width + ((<usize>load<u16>(names, 2)) << 3), SAVED + ((<usize>r) << 3) + 8);
  }
  const step = width << 1;
  const end = p + ((<usize>rows) >> 1) * step;
  const one = v128.load(ONE);
  let j: i32 = 0;
  for (; j + 4 <= k; j += 4) {
    const to = mantissas + ((<usize>j) << 4);
    let b0 = v128.load(to);
    let b1 = v128.load(to, 16);
    let b2 = v128.load(to, 32);
    let b3 = v128.load(to, 48);
    for (let at = p + ((<usize>j) << 4); at < end; at += step) {
      b0 = f64x2.mul(b0, f64x2.sub(one, v128.load(at)));
      b1 = f64x2.mul(b1, f64x2.sub(one, v128.load(at, 16)));
      b2 = f64x2.mul(b2, f64x2.sub(one, v128.load(at, 32)));
      b3 = f64x2.mul(b3, f64x2.sub(one, v128.load(at, 48)));
    }
    settle(p, end, step, <usize>j, b0, mantissas, exponents, zeros);
    settle(p, end, step, <usize>j + 1, b1, mantissas, exponents, zeros);
    settle(p, end, step, <usize>j + 2, b2, mantissas, exponents, zeros);
    settle(p, end, step, <usize>j + 3, b3, mantissas, exponents, zeros);
  }
  if (j + 2 <= k) {
    let b0 = v128.load(mantissas + ((<usize>j) << 4));
    let b1 = v128.load(mantissas + ((<usize>j) << 4), 16);
    for (let at = p + ((<usize>j) << 4); at < end; at += step) {
      b0 = f64x2.mul(b0, f64x2.sub(one, v128.load(at)));
      b1 = f64x2.mul(b1, f64x2.sub(one, v128.load(at, 16)));
    }
    settle(p, end, step, <usize>j, b0, mantissas, exponents, zeros);
    settle(p, end, step, <usize>j + 1, b1, mantissas, exponents, zeros);
    j += 2;
  }
  if (j < k) {
    let b = v128.load(mantissas + ((<usize>j) << 4));
    for (let at = p + ((<usize>j) << 4); at < end; at += step) b = f64x2.mul(b, f64x2.sub(one, v128.load(at)));
    settle(p, end, step, <usize>j, b, mantissas, exponents, zeros);
  }
  for (let r: i32 = 0; r < rows; r++) {
    const truth = <usize>load<u16>(labels + ((<usize>r) << 1));
    store<f64>(p + <usize>r * width + (truth << 3), load<f64>(SAVED + ((<usize>r) << 3)));
  }
}

// @ts-ignore: decorator
@inline
function setAside(from: usize, to: usize): void {
  store<f64>(to, load<f64>(from));
  store<f64>(from, 0);
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
