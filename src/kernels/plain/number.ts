/**
 * Decimal text to float64, correctly rounded: the twin of assembly/number.ts. ECMAScript's own conversion is correctly
 * rounded by its specification; what is done here is to see that the text is a number, and to spare the common ones
 * the way through a string.
 */

import { isBlank, isDigit } from '../../base/signs.js';

const TENS = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

let numberDecoder: TextDecoder | undefined;

/** The number that a text of bytes gives, which is known to be one. */
export function exactNumber(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > 40) {
    numberDecoder ??= new TextDecoder('latin1');
    return Number(numberDecoder.decode(bytes.subarray(from, to)));
  }
  let text = '';
  for (let i = from; i < to; i++) text += String.fromCharCode(bytes[i]);
  return Number(text);
}

const SPLIT = 134217729; // 2^27 + 1

/** What x·y loses when it is rounded to z: exact (Dekker 1971; Veltkamp's splitting). */
function lost(x: number, y: number, z: number): number {
  const cx = SPLIT * x;
  const cy = SPLIT * y;
  const xh = cx - (cx - x);
  const yh = cy - (cy - y);
  const xl = x - xh;
  const yl = y - yh;
  return xl * yl - (z - xh * yh - xl * yh - xh * yl);
}

/** How far the correction below can be off, with much to spare: it is rounded twice. */
const DOUBT = 2 ** -48;

/**
 * (head·10^m + rest) / 10^n, correctly rounded, for head < 10^11, rest < 10^m, m ≤ 8 and n ≤ 22; NaN where it lies too
 * close to the middle of two doubles to tell. The dividend is kept as a sum of two doubles. The remainder of a rounded
 * division is a double itself, so the correction of the quotient is as good as exact.
 */
function quotient(head: number, rest: number, m: number, n: number): number {
  const d = TENS[n];
  const product = head * TENS[m];
  const small = lost(head, TENS[m], product) + rest;
  const w = product + small;
  if (w <= 9007199254740991) return w / d;
  const behind = small - (w - product);
  const q = w / d;
  const back = q * d;
  const correction = (w - back - lost(q, d, back) + behind) / d;
  const x = q + correction * (1 - DOUBT);
  return x === q + correction * (1 + DOUBT) ? x : Number.NaN;
}

/** The number in bytes [from, to), blanks around it allowed: infinite where it is too large, NaN where it is none. */
export function readNumber(bytes: Uint8Array, from: number, to: number): number {
  while (from < to && isBlank(bytes[from])) from++;
  while (from < to && isBlank(bytes[to - 1])) to--;
  let at = from;
  const negative = at < to && bytes[at] === 0x2d;
  if (negative || (at < to && bytes[at] === 0x2b)) at++;
  // Up to 19 significant digits, the first eleven in `head`, the m others in `rest`.
  let head = 0;
  let rest = 0;
  let m = 0;
  let digits = 0;
  let point = -1;
  for (; at < to; at++) {
    const digit = bytes[at] - 0x30;
    if (digit >= 0 && digit <= 9) {
      digits++;
      if (head < 1e10) head = head * 10 + digit;
      else {
        rest = rest * 10 + digit;
        m++;
      }
    } else if (digit === -2 && point < 0) point = at;
    else break;
  }
  if (digits === 0) return Number.NaN;
  const fraction = point < 0 ? 0 : at - point - 1;
  if (at === to && m <= 8 && fraction <= 22) {
    const x = quotient(head, rest, m, fraction);
    if (!Number.isNaN(x)) return negative ? -x : x;
  }
  if (at < to && (bytes[at] | 0x20) === 0x65) {
    at++;
    if (at < to && (bytes[at] === 0x2d || bytes[at] === 0x2b)) at++;
    if (at === to) return Number.NaN;
    while (at < to && isDigit(bytes[at])) at++;
  }
  return at === to ? exactNumber(bytes, from, to) : Number.NaN;
}
