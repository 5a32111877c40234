// Modal estimates in bins, slice by slice: to a bin three numbers, which are weight, hits, and the sum of the estimates.

/**
 * Adds rows to the bins of their slices, `wide` numbers to a slice. `modal` are the estimates of the modal classes, negative where these are not the true ones;
 * `places` say where in its slice the bin of each row lies. Without weights (0) each row counts once.
 */
export function sliceBins(codes: usize, places: usize, modal: usize, weights: usize, rows: i32, wide: i32, sums: usize): void {
  for (let r: i32 = 0; r < rows; r++) {
    const weight = weights ? load<f64>(weights + ((<usize>r) << 3)) : 1;
    const said = load<f64>(modal + ((<usize>r) << 3));
    const to = sums + ((<usize>(load<u32>(codes + ((<usize>r) << 2)) * <u32>wide + <u32>load<u8>(places + <usize>r))) << 3);
    store<f64>(to, load<f64>(to) + weight);
    store<f64>(to, load<f64>(to, 8) + weight * f64(said > 0), 8);
    store<f64>(to, load<f64>(to, 16) + weight * abs(said), 16);
  }
}
