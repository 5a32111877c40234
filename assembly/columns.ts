// Columns of one number a row that several measures start from.

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
    store<f64>(out + ((<usize>r) << 3), <i32>load<u16>(labels + ((<usize>r) << 1)) == positive ? x : 1 - x);
  }
}

/** p of the modal class m where it is the true one, 1 − p where it is not: what 000 Def. 1 and 2 take the log of. */
export function modalBet(p: usize, labels: usize, modal: usize, rows: i32, k: i32, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const m = load<u16>(modal + ((<usize>r) << 1));
    const x = load<f64>(p + ((<usize>r * <usize>k + <usize>m) << 3));
    store<f64>(out + ((<usize>r) << 3), m == load<u16>(labels + ((<usize>r) << 1)) ? x : 1 - x);
  }
}

/** 1 where the modal class is the true one, else 0. */
export function hits(labels: usize, modal: usize, rows: i32, out: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const at = (<usize>r) << 1;
    store<f64>(out + ((<usize>r) << 3), load<u16>(labels + at) == load<u16>(modal + at) ? 1 : 0);
  }
}
