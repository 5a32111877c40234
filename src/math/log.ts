/**
 * Our own logarithms: the twin of assembly/log.ts, operation by operation, so that every engine gives the same bits.
 * See there for the method. Also used wherever the library itself needs a log.
 */

const P0 = 0.6666666666666735;
const P1 = 0.3999999999941289;
const P2 = 0.2857142874282485;
const P3 = 0.22222198524607428;
const P4 = 0.18183567032346798;
const P5 = 0.15313976899659582;
const P6 = 0.14796728877930992;
const LN2_HI = 0.6931471803691238;
const LN2_LO = 1.9082149292705877e-10;
const { LOG2E } = Math;
const LOG2E_HI = 1.4426946640014648;
const LOG2E_LO = 3.768874985636099e-7;
const SQRT_TWO = Math.SQRT2;
const NORMAL = 2.2250738585072014e-308;
const TWO_54 = 18014398509481984;

export const LN2 = Math.LN2;

const float = new Float64Array(1);
const words = new Int32Array(float.buffer);
const [LOW, HIGH] = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? [0, 1] : [1, 0];

// The parts of the last number taken apart: x = m·2^e with √½ ≤ m < √2, f = m − 1.
let e = 0;
let f = 0;

function splitNumber(x: number): void {
  float[0] = x;
  const high = words[HIGH];
  e = (high >>> 20) - 1023;
  words[HIGH] = (high & 0xfffff) | 0x3ff00000;
  let m = float[0];
  if (m >= SQRT_TWO) {
    m *= 0.5;
    e += 1;
  }
  f = m - 1;
}

function tail(half: number): number {
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const odd = w * (P1 + w * (P3 + w * P5));
  const even = z * (P0 + w * (P2 + w * (P4 + w * P6)));
  return s * (half + (odd + even));
}

/** ln(x·2^scale) for x ≥ 0. */
export function ln(x: number, scale = 0): number {
  if (x === 0) return -Infinity;
  if (x < NORMAL) {
    splitNumber(x * TWO_54);
    e -= 54;
  } else splitNumber(x);
  e += scale;
  const half = 0.5 * (f * f);
  const low = tail(half) + e * LN2_LO;
  return e * LN2_HI - (half - low - f);
}

/** log2(x·2^scale) for x ≥ 0; exact for powers of two. */
export function log2(x: number, scale = 0): number {
  if (x === 0) return -Infinity;
  if (x < NORMAL) {
    splitNumber(x * TWO_54);
    e -= 54;
  } else splitNumber(x);
  e += scale;
  const half = 0.5 * (f * f);
  const r = tail(half);
  float[0] = f - half;
  words[LOW] = 0;
  const hi = float[0];
  const lo = f - hi - half + r;
  return e + (hi * LOG2E_HI + (lo * LOG2E + hi * LOG2E_LO));
}

/** log2(x), or log2(1 − x) if `rest`, of each number. */
export function logColumn(x: Float64Array, out: Float64Array, length: number, rest: boolean): void {
  for (let j = 0; j < length; j++) out[j] = log2(rest ? 1 - x[j] : x[j]);
}
