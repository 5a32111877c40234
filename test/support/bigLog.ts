/** ln in high precision, two ways that check each other: in integers, and in pairs of doubles (fast). */

const BITS = 200n;

/** 2·artanh(a/b) as a multiple of 2^-200: 2 Σ s^(2j+1)/(2j+1), s = a/b. */
function twoArtanh(a: bigint, b: bigint): bigint {
  if (a < 0n) return -twoArtanh(-a, b);
  const s = (a << BITS) / b;
  const square = (s * s) >> BITS;
  let power = s;
  let sum = 0n;
  for (let j = 1n; power !== 0n; j += 2n) {
    sum += power / j;
    power = (power * square) >> BITS;
  }
  return 2n * sum;
}

/** ln 2 as a multiple of 2^-200: 2·artanh(1/3). */
const LN2 = twoArtanh(1n, 3n);

/** x = m·2^e, m an integer of 53 bits at most. */
function parts(x: number): { m: bigint; e: number } {
  let e = 0;
  let m = x;
  if (m < 2 ** -1000) {
    m *= 2 ** 100;
    e -= 100;
  }
  const size = Math.floor(Math.log2(m));
  const shift = 52 - size;
  // In two steps: 2^shift itself may be too large.
  m = m * 2 ** Math.trunc(shift / 2) * 2 ** (shift - Math.trunc(shift / 2));
  return { m: BigInt(m), e: e - shift };
}

/** ln x as a multiple of 2^-200. */
export function bigLn(x: number): bigint {
  const { m, e } = parts(x);
  // m = f·2^j with ¾ < f < 3/2: ln f = 2·artanh((m − 2^j)/(m + 2^j)).
  const length = BigInt(m.toString(2).length);
  const j = m << 2n > 3n << length ? length : length - 1n;
  return twoArtanh(m - (1n << j), m + (1n << j)) + (BigInt(e) + j) * LN2;
}

/** An unevaluated sum of two doubles. */
export interface Pair {
  hi: number;
  lo: number;
}

export function pairOf(fixed: bigint): Pair {
  const hi = near(fixed);
  return { hi, lo: near(fixed - exact(hi)) };
}
const near = (fixed: bigint): number => {
  const size = fixed < 0n ? -fixed : fixed;
  const drop = Math.max(0, size.toString(2).length - 60);
  return (fixed < 0n ? -1 : 1) * Number(size >> BigInt(drop)) * 2 ** (drop - Number(BITS));
};
/** A double as a multiple of 2^-200, where it is one. */
const exact = (x: number): bigint => BigInt(x * 2 ** 100) * (1n << 100n) + BigInt((x * 2 ** 100 - Math.trunc(x * 2 ** 100)) * 2 ** 100);

const SPLIT = 134217729;
function twoSum(a: number, b: number): Pair {
  const hi = a + b;
  const t = hi - a;
  return { hi, lo: a - (hi - t) + (b - t) };
}
function twoProduct(a: number, b: number): Pair {
  const hi = a * b;
  const ta = SPLIT * a;
  const ah = ta - (ta - a);
  const tb = SPLIT * b;
  const bh = tb - (tb - b);
  return { hi, lo: ah * bh - hi + ah * (b - bh) + (a - ah) * bh + (a - ah) * (b - bh) };
}
function add(a: Pair, b: Pair): Pair {
  const s = twoSum(a.hi, b.hi);
  const t = twoSum(a.lo, b.lo);
  const u = twoSum(s.hi, s.lo + t.hi);
  return twoSum(u.hi, u.lo + t.lo);
}
function multiply(a: Pair, b: Pair): Pair {
  const p = twoProduct(a.hi, b.hi);
  return twoSum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
function divide(a: Pair, b: Pair): Pair {
  const q = a.hi / b.hi;
  const r = add(a, multiply(b, { hi: -q, lo: 0 }));
  const q2 = r.hi / b.hi;
  const r2 = add(r, multiply(b, { hi: -q2, lo: 0 }));
  return add(twoSum(q, q2), { hi: r2.hi / b.hi, lo: 0 });
}

const STEPS = 64;
/** The logs of the centres c = i/64, from ½ to 2. */
const centres = Array.from({ length: 2 * STEPS + 1 }, (_, i) => (i < STEPS / 2 ? { hi: 0, lo: 0 } : pairOf(bigLn(i / STEPS))));
const LN2_PAIR = pairOf(LN2);
const ODD = Array.from({ length: 9 }, (_, j) => divide({ hi: 2, lo: 0 }, { hi: 2 * j + 1, lo: 0 }));

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);

/** ln x for a positive number, right to about 2^-100 of it. */
export function pairLn(x: number): Pair {
  let e = 0;
  float[0] = x;
  if (x < 2.2250738585072014e-308) {
    float[0] = x * 2 ** 54;
    e -= 54;
  }
  e += (words[1] >>> 20) - 1023;
  words[1] = (words[1] & 0xfffff) | 0x3ff00000;
  let m = float[0];
  if (m > 1.4) {
    m /= 2;
    e++;
  }
  // The nearest centre; 1 itself near 1, so that nothing cancels.
  const i = Math.round(m * STEPS);
  const c = i / STEPS;
  const s = divide({ hi: m - c, lo: 0 }, twoSum(m, c));
  const z = multiply(s, s);
  let series = ODD[8];
  for (let j = 7; j >= 0; j--) series = add(multiply(series, z), ODD[j]);
  const near = add(multiply(series, s), centres[i]);
  return add(multiply(LN2_PAIR, { hi: e, lo: 0 }), near);
}

/** log2 x, likewise. */
export function pairLog2(x: number): Pair {
  return divide(pairLn(x), LN2_PAIR);
}

/** The distance between a number and its neighbour away from 0. */
export function ulp(x: number): number {
  float[0] = Math.abs(x);
  const exponent = (words[1] >>> 20) - 1023;
  return 2 ** Math.max(exponent - 52, -1074);
}

/** How many ulps of the true value a result is off. */
export function ulpsOff(result: number, truth: Pair): number {
  return Math.abs(result - truth.hi - truth.lo) / ulp(truth.hi);
}
