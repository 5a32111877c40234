/**
 * Decimal text to float64, correctly rounded: the twin of assembly/number.ts. ECMAScript's own conversion is correctly
 * rounded by its specification; what is done here is to see that the text is a number, and to spare the common ones
 * the way through a string.
 */

const TENS = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09;

let decoder: TextDecoder | undefined;

/** The number that a text of bytes gives, which is known to be one. */
export function exactNumber(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > 40) {
    decoder ??= new TextDecoder('latin1');
    return Number(decoder.decode(bytes.subarray(from, to)));
  }
  let text = '';
  for (let i = from; i < to; i++) text += String.fromCharCode(bytes[i]);
  return Number(text);
}

/** The number in bytes [from, to), blanks around it allowed: infinite where it is too large, NaN where it is none. */
export function readNumber(bytes: Uint8Array, from: number, to: number): number {
  while (from < to && isBlank(bytes[from])) from++;
  while (from < to && isBlank(bytes[to - 1])) to--;
  let at = from;
  let w = 0;
  let digits = 0;
  const negative = bytes[at] === 0x2d;
  if (at < to && (negative || bytes[at] === 0x2b)) at++;
  const start = at;
  while (at < to && isDigit(bytes[at])) w = w * 10 + bytes[at++] - 0x30;
  digits = at - start;
  let fraction = 0;
  if (at < to && bytes[at] === 0x2e) {
    const point = ++at;
    while (at < to && isDigit(bytes[at])) w = w * 10 + bytes[at++] - 0x30;
    fraction = at - point;
    digits += fraction;
  }
  if (digits === 0) return Number.NaN;
  // Clinger: an integer and a power of ten that are both exact give a quotient rounded once. A sum that stays within
  // 2^53 was exact all the way.
  if (at === to && w <= 9007199254740991 && fraction <= 22) {
    const x = w / TENS[fraction];
    return negative ? -x : x;
  }
  if (at < to && (bytes[at] | 0x20) === 0x65) {
    at++;
    if (at < to && (bytes[at] === 0x2d || bytes[at] === 0x2b)) at++;
    if (at === to) return Number.NaN;
    while (at < to && isDigit(bytes[at])) at++;
  }
  return at === to ? exactNumber(bytes, from, to) : Number.NaN;
}
