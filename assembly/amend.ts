// What may be done to estimates before they are scored; both are asked for, and counted.

/** Holds n estimates to [low, high]; returns how many changed. NaN stays, for inspection to find. */
export function clamp(p: usize, n: i32, low: f64, high: f64): i32 {
  let changed = 0;
  for (let j: i32 = 0; j < n; j++) {
    const x = load<f64>(p + ((<usize>j) << 3));
    if (x < low || x > high) {
      store<f64>(p + ((<usize>j) << 3), x < low ? low : high);
      changed++;
    }
  }
  return changed;
}

/**
 * Divides each row by its sum where that differs from 1 by more than rounding; returns how many rows changed.
 * A row without a positive, finite sum stays as it is, for inspection to find.
 */
export function renormalize(p: usize, rows: i32, k: i32): i32 {
  const rounding = <f64>k * 2.220446049250313e-16;
  let changed = 0;
  for (let r: i32 = 0; r < rows; r++) {
    const row = p + ((<usize>r * <usize>k) << 3);
    let sum = 0.0;
    for (let i: i32 = 0; i < k; i++) sum += load<f64>(row + ((<usize>i) << 3));
    if (abs(sum - 1) <= rounding || !(sum > 0 && sum < Infinity)) continue;
    for (let i: i32 = 0; i < k; i++) store<f64>(row + ((<usize>i) << 3), load<f64>(row + ((<usize>i) << 3)) / sum);
    changed++;
  }
  return changed;
}
