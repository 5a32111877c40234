// Where a field of a CSV ends. A scan for a delimiter or line end needs no bound: the caller sees to it that a newline
// follows. Only quotes can hide that newline, so what is quoted is looked for up to a bound.

import { NEWLINES } from "./constants";

const NEWLINE: u32 = 0x0a;
const RETURN: u32 = 0x0d;

/** The first delimiter or newline from an address on. */
// @ts-ignore: decorator
@inline
export function stopAt(at: usize, delimiters: v128, newlines: v128): usize {
  while (true) {
    const v = v128.load(at);
    const bits = i8x16.bitmask(v128.or(i8x16.eq(v, delimiters), i8x16.eq(v, newlines)));
    if (bits) return at + <usize>ctz(bits);
    at += 16;
  }
}

/** Where a field ends that starts and stops at two addresses: the return of a line's \r\n is not part of it. */
// @ts-ignore: decorator
@inline
export function fieldEnd(from: usize, stop: usize): usize {
  // A branch that is foreseen, rather than a difference that the next field would have to wait for.
  if (load<u8>(stop) == NEWLINE && stop > from && load<u8>(stop - 1) == RETURN) return stop - 1;
  return stop;
}

/** The first newline from an address on. */
export function newlineAt(at: usize): usize {
  const newlines = v128.load(NEWLINES);
  while (true) {
    const bits = i8x16.bitmask(i8x16.eq(v128.load(at), newlines));
    if (bits) return at + <usize>ctz(bits);
    at += 16;
  }
}

/** The place behind the last newline between two addresses; the first address where there is none. */
export function behindLastNewline(from: usize, to: usize): usize {
  while (to > from && load<u8>(to - 1) != NEWLINE) to--;
  return to;
}

/** Whether a quote was doubled in the field that was looked at last. */
export let doubled = false;

/** The place of the quote that closes the one before an address; `end` where there is none. */
function closingQuote(at: usize, end: usize, quote: u32): usize {
  const quotes = i8x16.splat(<i8>quote);
  doubled = false;
  while (at < end) {
    const bits = i8x16.bitmask(i8x16.eq(v128.load(at), quotes));
    if (!bits) {
      at += 16;
      continue;
    }
    at += <usize>ctz(bits);
    if (at >= end) return end;
    if (at + 1 >= end || load<u8>(at + 1) != quote) return at;
    doubled = true;
    at += 2;
  }
  return end;
}

/** Whether a field may end at an address. */
// @ts-ignore: decorator
@inline
function isStop(at: usize, delimiter: u32): bool {
  const byte = <u32>load<u8>(at);
  return byte == delimiter || byte == NEWLINE || (byte == RETURN && load<u8>(at + 1) == NEWLINE);
}

/** What readField() returns in place of an address. */
export const INCOMPLETE: usize = 0;
export const MISQUOTED: usize = 1;

/** The text of the field that was read last, without quotes around it. */
export let textFrom: usize = 0;
export let textTo: usize = 0;

/**
 * Any field, quoted or not: the address of the delimiter or line end behind it. `end` is where the bytes at hand end,
 * `limit` lies behind the last newline among them.
 */
export function readField(at: usize, end: usize, limit: usize, delimiter: u32, quote: u32): usize {
  if (load<u8>(at) != quote) {
    const to = fieldEnd(at, stopAt(at, i8x16.splat(<i8>delimiter), v128.load(NEWLINES)));
    textFrom = at;
    textTo = to;
    return to;
  }
  const close = closingQuote(at + 1, end, quote);
  textFrom = at + 1;
  textTo = close;
  // With all of the input at hand the limit lies behind the end, where the caller has put a newline.
  if (close == end && limit > end) return MISQUOTED;
  if (close + 1 >= limit) return INCOMPLETE;
  return isStop(close + 1, delimiter) ? close + 1 : MISQUOTED;
}
