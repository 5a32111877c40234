// No Math.exp: engines may differ in their last bits, and reported numbers must not.

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const INVERSE = Float64Array.from({ length: 15 }, (_, i) => 1 / i);
const expBits = new DataView(new ArrayBuffer(8));

/** 2^k, exactly. */
function powerOfTwo(k: number): number {
  expBits.setInt32(0, (k + 1023) << 20);
  return expBits.getFloat64(0);
}

/** e^x: x = k ln 2 + r, and the Taylor series of r, |r| ≤ ½ ln 2, from the small terms to the large ones. */
export function exp(x: number): number {
  if (!(x > -745.2)) return Number.isNaN(x) ? NaN : 0;
  if (x > 709.78) return Infinity;
  const k = Math.round(x / Math.LN2);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  let series = 0;
  for (let i = 14; i >= 2; i--) series = (series + 1) * r * INVERSE[i];
  const value = 1 + (r + series * r + (high - r - low));
  return value * powerOfTwo(Math.trunc(k / 2)) * powerOfTwo(k - Math.trunc(k / 2));
}
