// Our own exponential function: Math.exp differs between engines, so no reported number may come from it. src/math/exp.ts is the twin: same operations, same
// order, same bits.

/** 1/i, from 1/2 on. */
// prettier-ignore
const INVERSE = memory.data<f64>([
  1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 5, 1.0 / 6, 1.0 / 7, 1.0 / 8, 1.0 / 9, 1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14,
]);

/** 2^k, exactly. */
@inline
function powerOfTwo(k: f64): f64 {
  return reinterpret<f64>((<i64>k + 1023) << 52);
}

/** e^x: x = k ln 2 + r, and the Taylor series of r, |r| ≤ ½ ln 2, from the small terms to the large ones. */
export function exp(x: f64): f64 {
  if (!(x > -745.2)) return x != x ? NaN : 0;
  if (x > 709.78) return Infinity;
  const quotient = x / 0.6931471805599453;
  // The nearest whole number, the upper one of two.
  const above = ceil(quotient);
  const k = above - 0.5 > quotient ? above - 1 : above;
  const high = x - k * 0.6931471803691238;
  const low = k * 1.9082149292705877e-10;
  const r = high - low;
  let series = 0.0;
  for (let i: i32 = 14; i >= 2; i--) series = (series + 1) * r * load<f64>(INVERSE + ((<usize>(i - 2)) << 3));
  const value = 1 + (r + series * r + (high - r - low));
  const half = trunc(k / 2);
  return value * powerOfTwo(half) * powerOfTwo(k - half);
}
