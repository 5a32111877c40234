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

/** The bins of numbers by their size: `even` of equal widths, laid over powers of two that are each cut into 2^(20 − shift). */
export function binPlaces(x: usize, n: i32, even: i32, shift: i32, places: usize): void {
  const last = 32 << (20 - shift);
  const half = f64x2.splat(0.5);
  const one = f64x2.splat(1);
  const wide = f64x2.splat(<f64>even);
  for (; n > 0; n -= 4, x += 32, places += 16) {
    // Of the last ones there may be fewer than four.
    const p = f64x2.abs(n > 1 ? v128.load(x) : v128.load64_zero(x));
    const q = f64x2.abs(n > 3 ? v128.load(x, 16) : n > 2 ? v128.load64_zero(x, 16) : p);
    const above = f64x2.gt(p, half);
    const over = f64x2.gt(q, half);
    const upper = v128.shuffle<i32>(above, over, 0, 2, 4, 6);
    // How far a number is up the division that gets finer towards 0, by its upper half; exact where it is asked for: 1 − p from ½ on.
    const halves = v128.shuffle<i32>(v128.bitselect(f64x2.sub(one, p), p, above), v128.bitselect(f64x2.sub(one, q), q, over), 1, 3, 5, 7);
    const cut = i32x4.min_s(i32x4.splat(last), i32x4.shr_s(i32x4.max_s(i32x4.splat(0), i32x4.sub(halves, i32x4.splat(SMALLEST))), shift));
    const evenly = v128.shuffle<i64>(i32x4.trunc_sat_f64x2_s_zero(f64x2.mul(p, wide)), i32x4.trunc_sat_f64x2_s_zero(f64x2.mul(q, wide)), 0, 2);
    const bins = i32x4.add(evenly, v128.bitselect(i32x4.sub(i32x4.splat(2 * last + 1), cut), cut, upper));
    if (n > 3) v128.store(places, bins);
    else {
      store<i32>(places, i32x4.extract_lane(bins, 0));
      if (n > 1) store<i32>(places, i32x4.extract_lane(bins, 1), 4);
      if (n > 2) store<i32>(places, i32x4.extract_lane(bins, 2), 8);
    }
  }
}

/** Counts rows by bin, those of each true class apart: `stride` bins to a class. */
export function binByClass(places: usize, labels: usize, n: i32, stride: i32, counts: usize): void {
  for (const end = places + ((<usize>n) << 2); places < end; places += 4, labels += 2) {
    const at = counts + ((<usize>(<i32>load<u16>(labels) * stride) + <usize>load<u32>(places)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

/** The same by side: those of the class, then the others. */
export function binBySide(x: usize, places: usize, n: i32, stride: i32, counts: usize): void {
  for (const end = places + ((<usize>n) << 2); places < end; places += 4, x += 8) {
    const other = <i32>(load<u32>(x, 4) >> 31);
    const at = counts + ((<usize>(other * stride) + <usize>load<u32>(places)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

/**
 * Adds estimates to records of 32 bytes, of which 2^shift bins share one: rows and those of the class, both in 32 bits, Σ p, the lowest p and minus the highest.
 * Leaves at `marked` the rows whose bin is marked by a byte, and returns how many there are.
 */
export function binRecords(x: usize, places: usize, n: i32, shift: i32, records: usize, marks: usize, marked: usize): i32 {
  let found: i32 = 0;
  for (let r: i32 = 0; r < n; r++) {
    const bits = load<u64>(x + ((<usize>r) << 3));
    const bin = <usize>(load<u32>(places + ((<usize>r) << 2)) >> shift);
    const p = reinterpret<f64>(bits & 0x7fffffffffffffff);
    const at = records + (bin << 5);
    store<u64>(at, load<u64>(at) + (1 | ((~bits >> 63) << 32)));
    store<f64>(at, load<f64>(at, 8) + p, 8);
    v128.store(at, f64x2.pmin(v128.load(at, 16), f64x2.replace_lane(f64x2.splat(p), 1, -p)), 16);
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
