// Columns of one number a row that several measures start from. Nothing here branches on the outcome of a row, which
// cannot be predicted.

// x·1 − 0 is x, and x·(−1) − (−1) is 1 − x, both to the bit.
const KEEP = memory.data<f64>([1, 0, -1, -1], 16);

/** x, or 1 − x where `other` is 1. */
// @ts-ignore: decorator
@inline
function outcome(x: f64, other: i32): f64 {
  const at = (<usize>other) << 4;
  return x * load<f64>(at, KEEP) - load<f64>(at, KEEP + 8);
}

/** The estimate of the true class. */
export function truth(p: usize, labels: usize, rows: i32, k: i32, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const label = <usize>load<u16>(labels + ((<usize>r) << 1));
    store<f64>(out + ((<usize>r) << 3), load<f64>(p + ((<usize>r * <usize>k + label) << 3)));
  }
}

/** The same from one column of P(positive). */
export function truthOfColumn(p: usize, labels: usize, rows: i32, positive: i32, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const x = load<f64>(p + ((<usize>r) << 3));
    store<f64>(out + ((<usize>r) << 3), outcome(x, i32(<i32>load<u16>(labels + ((<usize>r) << 1)) != positive)));
  }
}

/** p of the modal class m where it is the true one, 1 − p where it is not: what 000 Def. 1 and 2 take the log of. */
export function modalBet(p: usize, labels: usize, modal: usize, rows: i32, k: i32, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const m = load<u16>(modal + ((<usize>r) << 1));
    const x = load<f64>(p + ((<usize>r * <usize>k + <usize>m) << 3));
    store<f64>(out + ((<usize>r) << 3), outcome(x, i32(m != load<u16>(labels + ((<usize>r) << 1)))));
  }
}

/** 1 where the modal class is the true one, else 0. */
export function hits(labels: usize, modal: usize, rows: i32, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const at = (<usize>r) << 1;
    store<f64>(out + ((<usize>r) << 3), <f64>i32(load<u16>(labels + at) == load<u16>(modal + at)));
  }
}

// As factors: an estimate is negative where its class is not the true one.
const SIGNS = memory.data<f64>([1, -1], 16);

// @ts-ignore: decorator
@inline
function signed(x: f64, wrong: i32): f64 {
  return x * load<f64>((<usize>wrong) << 3, SIGNS);
}

/** The estimate of the modal class, negative where that is not the true one. */
export function modalEstimate(p: usize, labels: usize, modal: usize, rows: i32, k: i32, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const m = load<u16>(modal + ((<usize>r) << 1));
    const x = load<f64>(p + ((<usize>r * <usize>k + <usize>m) << 3));
    store<f64>(out + ((<usize>r) << 3), signed(x, i32(m != load<u16>(labels + ((<usize>r) << 1)))));
  }
}

/** The same from one column of P(positive). */
export function modalEstimateOfColumn(p: usize, labels: usize, modal: usize, rows: i32, positive: i32, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const m = load<u16>(modal + ((<usize>r) << 1));
    const x = outcome(load<f64>(p + ((<usize>r) << 3)), i32(<i32>m != positive));
    store<f64>(out + ((<usize>r) << 3), signed(x, i32(m != load<u16>(labels + ((<usize>r) << 1)))));
  }
}
