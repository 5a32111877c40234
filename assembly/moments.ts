// The moments of one block of rewards, in two passes while it is in cache: the sum, then the squares about the mean.

/**
 * Writes to `out`: the sum of the finite values, the sum of their squared distances from their mean, and how many
 * values are infinite. Eight lanes by row.
 */
export function moments(x: usize, n: i32, out: usize): void {
  const all = sum(x, n);
  if (abs(all) < Infinity) write(out, all, squares(x, n, all / <f64>n), 0);
  else finite(x, n, out);
}

function squares(x: usize, n: i32, mean: f64): f64 {
  const centre = f64x2.splat(mean);
  let a = f64x2.splat(0);
  let b = f64x2.splat(0);
  let c = f64x2.splat(0);
  let d = f64x2.splat(0);
  const whole = n & ~7;
  for (let r: i32 = 0; r < whole; r += 8) {
    const at = x + ((<usize>r) << 3);
    a = f64x2.add(a, squared(f64x2.sub(v128.load(at), centre)));
    b = f64x2.add(b, squared(f64x2.sub(v128.load(at, 16), centre)));
    c = f64x2.add(c, squared(f64x2.sub(v128.load(at, 32), centre)));
    d = f64x2.add(d, squared(f64x2.sub(v128.load(at, 48), centre)));
  }
  let s = total(f64x2.add(a, c), f64x2.add(b, d));
  for (let r: i32 = whole; r < n; r++) {
    const off = load<f64>(x + ((<usize>r) << 3)) - mean;
    s += off * off;
  }
  return s;
}

// @ts-ignore: decorator
@inline
function squared(d: v128): v128 {
  return f64x2.mul(d, d);
}

/** The same, value by value, with the infinite ones left out and counted. */
function finite(x: usize, n: i32, out: usize): void {
  let sum = 0.0;
  let infinite = 0;
  for (let r: i32 = 0; r < n; r++) {
    const y = load<f64>(x + ((<usize>r) << 3));
    if (abs(y) < Infinity) sum += y;
    else infinite++;
  }
  const mean = sum / <f64>(n - infinite);
  let squares = 0.0;
  for (let r: i32 = 0; r < n; r++) {
    const y = load<f64>(x + ((<usize>r) << 3));
    if (abs(y) < Infinity) squares += (y - mean) * (y - mean);
  }
  write(out, sum, squares, infinite);
}

// @ts-ignore: decorator
@inline
function total(a: v128, b: v128): f64 {
  const v = f64x2.add(a, b);
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
}

function write(out: usize, sum: f64, squares: f64, infinite: i32): void {
  store<f64>(out, sum);
  store<f64>(out + 8, squares);
  store<f64>(out + 16, <f64>infinite);
}

/** The sum of a column, as fast as it can be read: also the floor of every benchmark. */
export function sum(x: usize, n: i32): f64 {
  let a = f64x2.splat(0);
  let b = f64x2.splat(0);
  let c = f64x2.splat(0);
  let d = f64x2.splat(0);
  const whole = n & ~7;
  for (let r: i32 = 0; r < whole; r += 8) {
    const at = x + ((<usize>r) << 3);
    a = f64x2.add(a, v128.load(at));
    b = f64x2.add(b, v128.load(at, 16));
    c = f64x2.add(c, v128.load(at, 32));
    d = f64x2.add(d, v128.load(at, 48));
  }
  let s = total(f64x2.add(a, c), f64x2.add(b, d));
  for (let r: i32 = whole; r < n; r++) s += load<f64>(x + ((<usize>r) << 3));
  return s;
}
