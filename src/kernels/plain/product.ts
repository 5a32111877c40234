import type { Products } from '../kernels.js';

/** 2^-500; see assembly/product.ts, of which this is the twin. */
const MIN_MANTISSA = 3.054936363499605e-151;

const mantissaFloat = new Float64Array(1);
const mantissaWords = new Int32Array(mantissaFloat.buffer);
const HIGH_WORD = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;

let exponent = 0;

/** The mantissa, in [1, 2), of a positive normal number; its power of two is added to `exponent`. */
function mantissa(x: number): number {
  mantissaFloat[0] = x;
  const high = mantissaWords[HIGH_WORD];
  exponent += (high >>> 20) - 1023;
  mantissaWords[HIGH_WORD] = (high & 0xfffff) | 0x3ff00000;
  return mantissaFloat[0];
}

/** Multiplies product number `at` by x ≥ 0; a zero is counted and left out. */
export function multiply({ mantissas, exponents, zeros }: Products, at: number, x: number): void {
  const y = mantissas[at] * x;
  if (y >= MIN_MANTISSA) {
    mantissas[at] = y;
    return;
  }
  if (x === 0) {
    zeros[at]++;
    return;
  }
  exponent = exponents[at];
  let factor = x;
  if (factor < 2.2250738585072014e-308) {
    factor *= 18014398509481984; // 2^54
    exponent -= 54;
  }
  mantissas[at] = mantissa(mantissa(mantissas[at]) * mantissa(factor));
  exponents[at] = exponent;
}

/** The same products with every mantissa in [1, 2): how they are written does not tell how the rows arrived. */
export function normalized({ mantissas, exponents }: Products): { mantissas: number[]; exponents: number[] } {
  const result = { mantissas: [] as number[], exponents: [] as number[] };
  for (let at = 0; at < mantissas.length; at++) {
    exponent = exponents[at];
    result.mantissas.push(mantissa(mantissas[at]));
    result.exponents.push(exponent);
  }
  return result;
}
