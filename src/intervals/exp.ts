const LN2_HI = 0.6931471803691238;
const LN2_LO = 1.9082149292705877e-10;
const TERMS = 14;

/** e^x for −700 < x < 700, to about an ulp. Math.exp differs between engines, and reported numbers must not. */
export function exp(x: number): number {
  const k = Math.round(x / Math.LN2);
  const r = x - k * LN2_HI - k * LN2_LO;
  let sum = 1;
  for (let i = TERMS; i >= 1; i--) sum = 1 + (r * sum) / i;
  return sum * powerOfTwo(k);
}

const float = new Float64Array(1);
const words = new Int32Array(float.buffer);
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;

function powerOfTwo(k: number): number {
  words[HIGH] = (k + 1023) << 20;
  return float[0];
}
