// Rows out of the bytes of a CSV, in one pass. src/kernels/plain/csv.ts is the twin.

import { NEWLINES } from "./constants";
import { classOf, classOfQuoted, classOfTrimmed } from "./names";
import {
  columnsOf, commentOf, delimiterOf, kindsOf, maskOf, powersOf, quoteOf, SKIPPED, slotsOf, TEXT, textCountOf, textsOf, TRUTH, truthOf, widthOf,
} from "./csvPlan";
import { behindLastNewline, doubled, fieldEnd, INCOMPLETE, MISQUOTED, newlineAt, readField, stopAt, textFrom, textTo } from "./csvFields";
import { fractions, setTenths, written } from "./fractions";
import { number } from "./number";

const NEWLINE: u32 = 0x0a;
const RETURN: u32 = 0x0d;

/** How a call ended; the order is that of CSV_ERRORS in src/kernels/csvPlan.ts. */
export const DONE: i32 = 0;
const NOT_A_NUMBER: i32 = 1;
const NOT_FINITE: i32 = 2;
export const UNKNOWN_CLASS: i32 = 3;
const RAGGED: i32 = 4;
const QUOTE: i32 = 5;
/** The line goes on behind the bytes at hand. */
export const MORE: i32 = 6;

/** The field of an error, and how many fields its line has, if that is the error. */
let wrongFrom: usize = 0;
let wrongTo: usize = 0;
let fields: i32 = 0;

/**
 * Parses the whole lines from `from` on, `maxRows` rows at most. At `out` are then left: the rows, where the next line
 * starts, and for an error the column, the start and end of the field, and the fields of the line.
 * The bytes are followed by 128 more that may be read, of which the first may be written.
 */
export function parseRows(from: usize, end: usize, final: bool, plan: usize, p: usize, labels: usize, maxRows: i32, out: usize): i32 {
  const kept = load<u8>(end);
  if (final) store<u8>(end, <u8>NEWLINE);
  const limit = final ? end + 1 : behindLastNewline(from, end);
  setTenths(powersOf(plan));
  const status = rowsOf(from, min(limit, end), end, limit, plan, p, labels, maxRows, out);
  if (final) store<u8>(end, kept);
  return status;
}

/** Counts the classes of the truth column of whole lines; leaves at `out` what parseRows() leaves. */
export function countTruth(from: usize, end: usize, final: bool, plan: usize, counts: usize, out: usize): i32 {
  const kept = load<u8>(end);
  if (final) store<u8>(end, <u8>NEWLINE);
  const limit = final ? end + 1 : behindLastNewline(from, end);
  const status = truthsOf(from, min(limit, end), end, limit, plan, counts, out);
  if (final) store<u8>(end, kept);
  return status;
}

/** How many newlines lie between two addresses. */
export function countLines(from: usize, to: usize): i32 {
  const newlines = v128.load(NEWLINES);
  let lines: i32 = 0;
  // Counted in bytes, each of which has room for 255; then all of them are added up.
  while (from + 64 <= to) {
    const end = min(to, from + 255 * 64);
    let a = i64x2.splat(0);
    let b = a;
    let c = a;
    let d = a;
    for (; from + 64 <= end; from += 64) {
      a = i8x16.sub(a, i8x16.eq(v128.load(from), newlines));
      b = i8x16.sub(b, i8x16.eq(v128.load(from, 16), newlines));
      c = i8x16.sub(c, i8x16.eq(v128.load(from, 32), newlines));
      d = i8x16.sub(d, i8x16.eq(v128.load(from, 48), newlines));
    }
    const ab = i16x8.add(i16x8.extadd_pairwise_i8x16_u(a), i16x8.extadd_pairwise_i8x16_u(b));
    const cd = i16x8.add(i16x8.extadd_pairwise_i8x16_u(c), i16x8.extadd_pairwise_i8x16_u(d));
    const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.add(ab, cd));
    lines += i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
  }
  for (; from < to; from++) lines += i32(load<u8>(from) == NEWLINE);
  return lines;
}

/** One decimal text to a number, always by the general way. */
export function parseNumber(from: usize, to: usize, plan: usize): f64 {
  return number(from, to, powersOf(plan));
}

function rowsOf(at: usize, to: usize, end: usize, limit: usize, plan: usize, p: usize, labels: usize, maxRows: i32, out: usize): i32 {
  const delimiter = delimiterOf(plan);
  const quote = quoteOf(plan);
  const comment = commentOf(plan);
  const last = columnsOf(plan) - 1;
  const width = <usize>widthOf(plan) << 3;
  const kinds = kindsOf(plan);
  const powers = powersOf(plan);
  const slots = slotsOf(plan);
  const mask = maskOf(plan);
  const textBytes = <usize>textCountOf(plan) << 3;
  let texts = textsOf(plan);
  const delimiters = i8x16.splat(<i8>delimiter);
  const newlines = v128.load(NEWLINES);
  let rows: i32 = 0;
  let line = at;
  let column: i32 = 0;
  let status = DONE;
  while (rows < maxRows && at < to) {
    line = at;
    const first = <u32>load<u8>(at);
    if (first == NEWLINE) {
      at++;
      continue;
    }
    if (first == RETURN && load<u8>(at + 1) == NEWLINE) {
      at += 2;
      continue;
    }
    if (first == comment) {
      at = newlineAt(at) + 1;
      continue;
    }
    column = 0;
    while (true) {
      const kind = load<i32>(kinds + (<usize>column << 2));
      if (kind >= 0) {
        const place = p + (<usize>(kind & 0xffff) << 3);
        const lastPlace = place + (<usize>(kind >> 16) << 3);
        at = fractions(at, place, lastPlace, delimiter, powers);
        // On the column of the first field that was not read; on the last of the run if all were.
        column += <i32>((written - place) >> 3);
        if (written > lastPlace) column--;
        else {
          const stop = estimate(at, end, limit, plan, written);
          if (stop <= <usize>MORE) {
            status = <i32>stop;
            break;
          }
          at = stop;
        }
      } else if (load<u8>(at) != quote) {
        const stop = fieldEnd(at, stopAt(at, delimiters, newlines));
        if (kind == TRUTH) {
          let name = classOf(plan, slots, mask, at, <i32>(stop - at));
          if (name < 0) name = classOfTrimmed(plan, at, stop);
          if (name < 0) {
            status = wrong(UNKNOWN_CLASS, at, stop);
            break;
          }
          store<u16>(labels, <u16>name);
        } else if (kind <= TEXT) storeText(texts, kind, at, stop);
        at = stop;
      } else {
        const stop = quotedField(at, end, limit, plan, kind, labels);
        if (stop <= <usize>MORE) {
          status = <i32>stop;
          break;
        }
        if (kind <= TEXT) storeText(texts, kind, at, stop);
        at = stop;
      }
      const byte = <u32>load<u8>(at);
      if (column < last) {
        if (byte == delimiter) {
          column++;
          at++;
          continue;
        }
      } else if (byte == NEWLINE) {
        at++;
        break;
      } else if (byte == RETURN) {
        at += 2;
        break;
      }
      status = ragged(line, end, limit, plan);
      break;
    }
    if (status) {
      at = line;
      break;
    }
    rows++;
    p += width;
    labels += 2;
    texts += textBytes;
  }
  return finish(status, rows, min(at, end), column, out);
}

/** Where the text of a field lies, its quotes included. */
// @ts-ignore: decorator
@inline
function storeText(texts: usize, kind: i32, from: usize, to: usize): void {
  const place = texts + (<usize>(TEXT - kind) << 3);
  store<u32>(place, <u32>from);
  store<u32>(place, <u32>to, 4);
}

function truthsOf(at: usize, to: usize, end: usize, limit: usize, plan: usize, counts: usize, out: usize): i32 {
  const delimiter = delimiterOf(plan);
  const quote = quoteOf(plan);
  const comment = commentOf(plan);
  const truth = truthOf(plan);
  const slots = slotsOf(plan);
  const mask = maskOf(plan);
  const delimiters = i8x16.splat(<i8>delimiter);
  const newlines = v128.load(NEWLINES);
  const quotes = i8x16.splat(<i8>quote);
  let rows: i32 = 0;
  let line = at;
  let column: i32 = 0;
  let status = DONE;
  while (at < to) {
    line = at;
    const first = <u32>load<u8>(at);
    if (first == NEWLINE) {
      at++;
      continue;
    }
    if (first == RETURN && load<u8>(at + 1) == NEWLINE) {
      at += 2;
      continue;
    }
    if (first == comment) {
      at = newlineAt(at) + 1;
      continue;
    }
    // Where the line ends is found without waiting for where its fields do.
    let stop = newlineOrQuote(at, newlines, quotes);
    column = 0;
    while (column < truth) {
      if (load<u8>(at) != quote) at = stopAt(at, delimiters, newlines);
      else {
        const stop = quotedField(at, end, limit, plan, SKIPPED, 0);
        if (stop <= <usize>MORE) {
          status = <i32>stop;
          break;
        }
        at = stop;
      }
      if (load<u8>(at) != delimiter) {
        status = ragged(line, end, limit, plan);
        break;
      }
      column++;
      at++;
    }
    let name: i32 = -1;
    if (!status) {
      if (load<u8>(at) != quote) {
        const stop = fieldEnd(at, stopAt(at, delimiters, newlines));
        name = classOf(plan, slots, mask, at, <i32>(stop - at));
        if (name < 0) name = classOfTrimmed(plan, at, stop);
        if (name < 0) status = wrong(UNKNOWN_CLASS, at, stop);
        at = stop;
      } else {
        const stop = quotedField(at, end, limit, plan, TRUTH, out);
        if (stop <= <usize>MORE) status = <i32>stop;
        else {
          name = <i32>load<u16>(out);
          at = stop;
        }
      }
    }
    if (!status) {
      // Quotes up to here have been looked at.
      if (load<u8>(stop) != NEWLINE) stop = newlineOrQuote(at, newlines, quotes);
      if (load<u8>(stop) == NEWLINE) at = stop + 1;
      else {
        stop = quotedRest(line, end, limit, plan);
        if (stop <= <usize>MORE) status = <i32>stop;
        else at = stop;
      }
    }
    if (status) {
      at = line;
      break;
    }
    const count = counts + (<usize>name << 3);
    store<f64>(count, load<f64>(count) + 1);
    rows++;
  }
  return finish(status, rows, min(at, end), column, out);
}

/**
 * The first newline or quote from an address on. 128 bytes at once and no branch within, since how many times a shorter
 * step is taken is another guess that goes wrong.
 */
// @ts-ignore: decorator
@inline
function newlineOrQuote(at: usize, newlines: v128, quotes: v128): usize {
  while (true) {
    const low = ends64(at, newlines, quotes);
    const high = ends64(at + 64, newlines, quotes);
    if (low | high) return at + <usize>(ctz(low) + (ctz(high) & (0 - u64(low == 0))));
    at += 128;
  }
}

/** Which of 64 bytes are newlines or quotes. */
// @ts-ignore: decorator
@inline
function ends64(at: usize, newlines: v128, quotes: v128): u64 {
  return <u64>ends(at, newlines, quotes) | (<u64>ends(at + 16, newlines, quotes) << 16) |
    (<u64>ends(at + 32, newlines, quotes) << 32) | (<u64>ends(at + 48, newlines, quotes) << 48);
}

// @ts-ignore: decorator
@inline
function ends(at: usize, newlines: v128, quotes: v128): i32 {
  const v = v128.load(at);
  return i8x16.bitmask(v128.or(i8x16.eq(v, newlines), i8x16.eq(v, quotes)));
}

/** What is returned in place of an address: an error, or MORE. */
// @ts-ignore: decorator
@inline
export function wrong(status: i32, from: usize, to: usize): i32 {
  wrongFrom = from;
  wrongTo = to;
  return status;
}

export function finish(status: i32, rows: i32, at: usize, column: i32, out: usize): i32 {
  store<i32>(out, rows);
  store<usize>(out, at, 4);
  store<i32>(out, column, 8);
  store<usize>(out, wrongFrom, 12);
  store<usize>(out, wrongTo, 16);
  store<i32>(out, fields, 20);
  return status == MORE ? DONE : status;
}

/** An estimate that is not written as most are; the address behind it. */
function estimate(at: usize, end: usize, limit: usize, plan: usize, place: usize): usize {
  const stop = anyField(at, end, limit, plan);
  if (stop <= <usize>MORE) return stop;
  const x = number(textFrom, textTo, powersOf(plan));
  if (!(abs(x) < Infinity)) return wrong(x == x ? NOT_FINITE : NOT_A_NUMBER, textFrom, textTo);
  store<f64>(place, x);
  return stop;
}

/** A quoted field that is no estimate. */
function quotedField(at: usize, end: usize, limit: usize, plan: usize, kind: i32, label: usize): usize {
  const stop = anyField(at, end, limit, plan);
  if (stop <= <usize>MORE || kind != TRUTH) return stop;
  const name = doubled
    ? classOfQuoted(plan, textFrom, textTo, quoteOf(plan))
    : classOf(plan, slotsOf(plan), maskOf(plan), textFrom, <i32>(textTo - textFrom));
  if (name < 0) return wrong(UNKNOWN_CLASS, textFrom, textTo);
  store<u16>(label, <u16>name);
  return stop;
}

export function anyField(at: usize, end: usize, limit: usize, plan: usize): usize {
  const stop = readField(at, end, limit, delimiterOf(plan), quoteOf(plan));
  if (stop == INCOMPLETE) return MORE;
  if (stop == MISQUOTED) return wrong(QUOTE, textFrom - 1, textTo);
  return stop;
}

/** A line with quotes, field by field: the address behind its end. */
function quotedRest(at: usize, end: usize, limit: usize, plan: usize): usize {
  const delimiter = delimiterOf(plan);
  fields = 0;
  while (true) {
    at = anyField(at, end, limit, plan);
    if (at <= <usize>MORE) return at;
    fields++;
    if (load<u8>(at) != delimiter) return at + 1 + usize(load<u8>(at) == RETURN);
    at++;
  }
}

/** A line with too few or too many fields: how many are there? */
export function ragged(line: usize, end: usize, limit: usize, plan: usize): i32 {
  const next = quotedRest(line, end, limit, plan);
  if (next <= <usize>MORE) return <i32>next;
  return wrong(RAGGED, line, next - 1 - usize(load<u8>(next - 2) == RETURN));
}
