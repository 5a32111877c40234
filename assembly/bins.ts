// Estimates by bin, for more rows than are kept to be sorted: src/ranking/histogram.ts says what the bins are. They are numbers from 0 to 1 whose
// sign says whether the row is of the class, unless said otherwise. src/kernels/plain/bins.ts is the twin.

/** The exponent's place in the upper half of the smallest number that is not in the first bin towards 0, 2^-33. */
const SMALLEST: i32 = (1023 - 33) << 20;

/** Estimates of one class of k out of rows, negative where that is not the true one. + 0 makes −0 a 0. */
export function signedColumn(p: usize, labels: usize, rows: i32, k: i32, i: i32, out: usize): void {
  p += (<usize>i) << 3;
  for (const end = labels + ((<usize>rows) << 1); labels < end; labels += 2, p += (<usize>k) << 3, out += 8) {
    const other = <u64>(<i32>load<u16>(labels) != i);
    store<u64>(out, reinterpret<u64>(load<f64>(p) + 0) ^ (other << 63));
  }
}

/** How far a number is up the division that gets finer towards 0, by its upper half. */
// @ts-ignore: decorator
@inline
function cutOf(x: f64, shift: i32, last: i32): i32 {
  return min(last, max(0, <i32>(reinterpret<u64>(x) >> 32) - SMALLEST) >> shift);
}

/** The bins of numbers by their size: `even` of equal widths, laid over powers of two that are each cut into 2^(20 − shift). */
export function binPlaces(x: usize, n: i32, even: i32, shift: i32, places: usize): void {
  const last = 32 << (20 - shift);
  for (const end = x + ((<usize>n) << 3); x < end; x += 8, places += 4) {
    const p = abs(load<f64>(x));
    const upper = p > 0.5;
    // Exact where it is asked for: 1 − p from ½ on.
    const cut = cutOf(select(1 - p, p, upper), shift, last);
    store<i32>(places, <i32>(p * <f64>even) + select(2 * last + 1 - cut, cut, upper));
  }
}

/** Counts rows by bin, those of each true class apart: `stride` bins to a class. */
export function binByClass(places: usize, labels: usize, n: i32, stride: i32, counts: usize): void {
  for (const end = places + ((<usize>n) << 2); places < end; places += 4, labels += 2) {
    const at = counts + ((<usize>(<i32>load<u16>(labels) * stride) + <usize>load<u32>(places)) << 3);
    store<f64>(at, load<f64>(at) + 1);
  }
}

/** The same by side: those of the class, then the others. */
export function binBySide(x: usize, places: usize, n: i32, stride: i32, counts: usize): void {
  for (const end = places + ((<usize>n) << 2); places < end; places += 4, x += 8) {
    const other = <i32>(load<u32>(x, 4) >> 31);
    const at = counts + ((<usize>(other * stride) + <usize>load<u32>(places)) << 3);
    store<f64>(at, load<f64>(at) + 1);
  }
}

/**
 * Adds estimates to records of 64 bytes, of which 2^shift bins share one: rows, those of the class, Σ p, the lowest and the highest p. Leaves at
 * `marked` the rows whose bin is marked by a byte, and returns how many there are.
 */
export function binRecords(x: usize, places: usize, n: i32, shift: i32, records: usize, marks: usize, marked: usize): i32 {
  let found: i32 = 0;
  for (let r: i32 = 0; r < n; r++) {
    const bits = load<u64>(x + ((<usize>r) << 3));
    const bin = <usize>(load<u32>(places + ((<usize>r) << 2)) >> shift);
    const p = reinterpret<f64>(bits & 0x7fffffffffffffff);
    const at = records + (bin << 6);
    store<f64>(at, load<f64>(at) + 1);
    store<f64>(at, load<f64>(at, 8) + <f64>(1 - <i32>(bits >> 63)), 8);
    store<f64>(at, load<f64>(at, 16) + p, 16);
    store<f64>(at, min(load<f64>(at, 24), p), 24);
    store<f64>(at, max(load<f64>(at, 32), p), 32);
    store<i32>(marked + ((<usize>found) << 2), r);
    found += <i32>load<u8>(marks + bin);
  }
  return found;
}

/** Adds estimates to bins of four numbers: rows, those that came true, Σ p, Σ p². */
export function binCells(x: usize, places: usize, n: i32, bins: usize): void {
  for (const end = places + ((<usize>n) << 2); places < end; places += 4, x += 8) {
    const y = load<f64>(x);
    const p = abs(y);
    const at = bins + ((<usize>load<u32>(places)) << 5);
    store<f64>(at, load<f64>(at) + 1);
    store<f64>(at, load<f64>(at, 8) + <f64>i32(y > 0), 8);
    store<f64>(at, load<f64>(at, 16) + p, 16);
    store<f64>(at, load<f64>(at, 24) + p * p, 24);
  }
}
