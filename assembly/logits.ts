// Logits become estimates where they lie: some columns, from `p` on, of rows that have `stride` numbers.
import { exp } from "./exp";

/** 1 / (1 + e^-x), without the loss of a small one. */
export function sigmoid(p: usize, rows: i32, stride: i32, columns: i32): void {
  for (let r: i32 = 0; r < rows; r++) {
    const row = p + ((<usize>r * <usize>stride) << 3);
    for (let i: i32 = 0; i < columns; i++) {
      const at = row + ((<usize>i) << 3);
      const x = load<f64>(at);
      if (x >= 0) store<f64>(at, 1 / (1 + exp(-x)));
      else {
        const e = exp(x);
        store<f64>(at, e / (1 + e));
      }
    }
  }
}

/** e^x_i / Σ e^x_j, from the largest down, so that none is too large. */
export function softmax(p: usize, rows: i32, stride: i32, columns: i32): void {
  for (let r: i32 = 0; r < rows; r++) {
    const row = p + ((<usize>r * <usize>stride) << 3);
    const end = row + ((<usize>columns) << 3);
    let largest = -Infinity;
    for (let at = row; at < end; at += 8) if (load<f64>(at) > largest) largest = load<f64>(at);
    let sum = 0.0;
    for (let at = row; at < end; at += 8) {
      const e = exp(load<f64>(at) - largest);
      store<f64>(at, e);
      sum += e;
    }
    for (let at = row; at < end; at += 8) store<f64>(at, load<f64>(at) / sum);
  }
}
