// Rows out of lines of JSON objects that all have the same keys in the same order, as one program writes them. What is written
// in another way, or is no JSON, stops it: it is left to others, who say what is wrong. src/kernels/plain/objects.ts is the twin.

import { behindLastNewline } from "./csvFields";
import { maskOf, powersOf, slotsOf, TRUTH } from "./csvPlan";
import { fractions, setTenths, written } from "./fractions";
import { classOf } from "./names";
import { number } from "./number";

const NEWLINE: u32 = 0x0a;
const RETURN: u32 = 0x0d;
const TAB: u32 = 0x09;
const BLANK: u32 = 0x20;
const QUOTE: u32 = 0x22;
const COMMA: u32 = 0x2c;
const MINUS: u32 = 0x2d;
const POINT: u32 = 0x2e;
const ZERO: u32 = 0x30;
const COLON: u32 = 0x3a;
const OPEN: u32 = 0x7b;
const CLOSE: u32 = 0x7d;
/** The words true, null and fals, as they lie in memory. */
const TRUE: u32 = 0x65757274;
const NULL: u32 = 0x6c6c756e;
const FALS: u32 = 0x736c6166;
/** What a key's value is, if neither a number of the row (its place) nor the truth. */
const WEIGHT: i32 = -3;
/** Whole numbers of so many digits are text as they are written. */
const MOST_DIGITS: usize = 15;
/** What is returned in place of an address where something is not as it should be. */
const OTHER: usize = 0;

// @ts-ignore: decorator
@inline
function skip(at: usize): usize {
  let byte = <u32>load<u8>(at);
  while (byte == BLANK || byte == TAB || byte == RETURN) byte = <u32>load<u8>(++at);
  return at;
}

/** Whether the bytes at two addresses are the same. */
// @ts-ignore: decorator
@inline
function same(at: usize, token: usize, length: i32): bool {
  for (; length > 16; length -= 16, at += 16, token += 16) if (v128.any_true(v128.xor(v128.load(at), v128.load(token)))) return false;
  return ((i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(token))) | (-1 << length)) & 0xffff) == 0xffff;
}

// @ts-ignore: decorator
@inline
function digitsEnd(at: usize): usize {
  while (<u32>load<u8>(at) - ZERO < 10) at++;
  return at;
}

/** Where a number ends that begins at an address. */
function numberEnd(at: usize): usize {
  if (load<u8>(at) == MINUS) at++;
  let end = load<u8>(at) == ZERO ? at + 1 : digitsEnd(at);
  if (end == at) return OTHER;
  if (load<u8>(end) == POINT) {
    at = end + 1;
    end = digitsEnd(at);
    if (end == at) return OTHER;
  }
  if ((load<u8>(end) | 0x20) == 0x65) {
    at = end + 1;
    if (load<u8>(at) == MINUS || load<u8>(at) == 0x2b) at++;
    end = digitsEnd(at);
    if (end == at) return OTHER;
  }
  return end;
}

/** Where the closing quote of a text is that begins at an address and in which nothing is escaped. */
// @ts-ignore: decorator
@inline
function textEnd(at: usize): usize {
  const quotes = i8x16.splat(<i8>QUOTE);
  const escapes = i8x16.splat(0x5c);
  const blanks = i8x16.splat(<i8>BLANK);
  while (true) {
    const v = v128.load(at);
    const bits = i8x16.bitmask(v128.or(v128.or(i8x16.eq(v, quotes), i8x16.eq(v, escapes)), i8x16.lt_u(v, blanks)));
    if (bits) {
      at += <usize>ctz(bits);
      return load<u8>(at) == QUOTE ? at : OTHER;
    }
    at += 16;
  }
}

/** Where true, false or null ends. */
// @ts-ignore: decorator
@inline
function wordEnd(at: usize, nulls: bool): usize {
  const word = load<u32>(at);
  if (word == TRUE || (nulls && word == NULL)) return at + 4;
  return word == FALS && load<u8>(at, 4) == 0x65 ? at + 5 : OTHER;
}

/** Where a value ends that is neither list nor object. */
function valueEnd(at: usize): usize {
  const byte = <u32>load<u8>(at);
  if (byte == QUOTE) {
    const end = textEnd(at + 1);
    return end == OTHER ? OTHER : end + 1;
  }
  return byte == MINUS || byte - ZERO < 10 ? numberEnd(at) : wordEnd(at, true);
}

/** The same of one that names a class, whose number goes to `label`. */
function truthEnd(at: usize, plan: usize, label: usize): usize {
  const byte = <u32>load<u8>(at);
  let from = at;
  let end: usize;
  let behind: usize = 0;
  if (byte == QUOTE) {
    from++;
    end = textEnd(from);
    behind = 1;
  } else if (byte == MINUS || byte - ZERO < 10) {
    end = numberEnd(at);
    const first = at + usize(byte == MINUS);
    // 1.0 is 1, and −0 is 0.
    if (end == OTHER || end != digitsEnd(first) || end - first > MOST_DIGITS || (byte == MINUS && load<u8>(first) == ZERO)) return OTHER;
  } else end = wordEnd(at, false);
  if (end == OTHER) return OTHER;
  const name = classOf(plan, slotsOf(plan), maskOf(plan), from, <i32>(end - from));
  if (name < 0) return OTHER;
  store<u16>(label, <u16>name);
  return end + behind;
}

/** A number to a place; where it ends. `stop` is what should follow it. */
// @ts-ignore: decorator
@inline
function numberTo(at: usize, place: usize, stop: u32, powers: usize): usize {
  const end = fractions(at, place, place, stop, powers);
  if (written > place) return end;
  at = skip(at);
  const to = numberEnd(at);
  if (to == OTHER) return OTHER;
  const x = number(at, to, powers);
  store<f64>(place, x);
  return abs(x) < Infinity ? to : OTHER;
}

/** Reads the object that begins at an address; the place behind its line. */
function objectAt(at: usize, plan: usize, keys: usize, p: usize, weight: usize, label: usize): usize {
  if (load<u8>(at) != OPEN) return OTHER;
  const powers = powersOf(plan);
  at = skip(at + 1);
  const last = keys + ((<usize>load<i32>(keys)) << 4);
  for (let key = keys + 16; key <= last; key += 16) {
    const kind = load<i32>(key);
    const length = load<i32>(key, 4);
    const stop = key == last ? CLOSE : COMMA;
    if (!same(at, keys + load<u32>(key, 8), length)) return OTHER;
    at = skip(at + length);
    if (load<u8>(at) != COLON) return OTHER;
    at++;
    if (kind >= 0) at = numberTo(at, p + ((<usize>kind) << 3), stop, powers);
    else if (kind == TRUTH) at = truthEnd(skip(at), plan, label);
    else if (kind == WEIGHT) at = numberTo(at, weight, stop, powers);
    else at = valueEnd(skip(at));
    if (at == OTHER) return OTHER;
    at = skip(at);
    if (load<u8>(at) != stop) return OTHER;
    at = skip(at + 1);
  }
  return load<u8>(at) == NEWLINE ? at + 1 : OTHER;
}

/**
 * Parses the whole lines from `from` on, `maxRows` rows at most; empty ones are passed over. At `out` are then left the rows, and where
 * the next line starts, which is left to others if there is one and more rows were wanted. The bytes are followed by 128 more that may
 * be read, of which the first may be written. `keys` has the number of keys, and from its byte 16 on for each of them what it is, how
 * many bytes it has with its quotes, and where they lie; sixteen more may be read behind them.
 */
export function parseObjects(from: usize, end: usize, final: bool, plan: usize, keys: usize, p: usize, width: i32, weights: usize, labels: usize, maxRows: i32, out: usize): void {
  const kept = load<u8>(end);
  if (final) store<u8>(end, <u8>NEWLINE);
  const limit = min(end, final ? end : behindLastNewline(from, end));
  setTenths(powersOf(plan));
  let at = from;
  let rows: i32 = 0;
  while (rows < maxRows && at < limit) {
    const start = skip(at);
    if (load<u8>(start) == NEWLINE) {
      at = start + 1;
      continue;
    }
    const next = objectAt(start, plan, keys, p, weights, labels);
    if (next == OTHER) break;
    at = next;
    rows++;
    p += (<usize>width) << 3;
    weights += 8;
    labels += 2;
  }
  if (final) store<u8>(end, kept);
  store<i32>(out, rows);
  store<usize>(out, min(at, end), 4);
}
