// True classes and sets of classes out of the bytes of a CSV. src/kernels/plain/csvSets.ts is the twin.

import { anyField, DONE, finish, MORE, ragged, UNKNOWN_CLASS, wrong } from "./csv";
import { behindLastNewline, doubled, newlineAt, textFrom, textTo } from "./csvFields";
import { columnsOf, commentOf, delimiterOf, maskOf, quoteOf, slotsOf, truthOf } from "./csvPlan";
import { classOf, classOfQuoted, classOfTrimmed } from "./names";

const NEWLINE: u32 = 0x0a;
const RETURN: u32 = 0x0d;
/** Between the classes of a set. */
const BAR: u32 = 0x7c;

/**
 * As parseRows(), but reads the true class and the set in column `predicted`, and nothing else. It ends early where the
 * members of another row, one more than k at most, might not have room. Behind what parseRows() leaves at `out` follows
 * how many members there are.
 */
export function parseSets(
  from: usize, end: usize, final: bool, plan: usize, predicted: i32, k: i32,
  labels: usize, members: usize, sizes: usize, maxRows: i32, maxMembers: i32, out: usize,
): i32 {
  const kept = load<u8>(end);
  if (final) store<u8>(end, <u8>NEWLINE);
  const limit = final ? end + 1 : behindLastNewline(from, end);
  const status = setsOf(from, min(limit, end), end, limit, plan, predicted, k, labels, members, sizes, maxRows, maxMembers, out);
  if (final) store<u8>(end, kept);
  return status;
}

function setsOf(
  at: usize, to: usize, end: usize, limit: usize, plan: usize, predicted: i32, k: i32,
  labels: usize, members: usize, sizes: usize, maxRows: i32, maxMembers: i32, out: usize,
): i32 {
  const delimiter = delimiterOf(plan);
  const quote = quoteOf(plan);
  const comment = commentOf(plan);
  const truth = truthOf(plan);
  const last = columnsOf(plan) - 1;
  let rows: i32 = 0;
  let filled: i32 = 0;
  let column: i32 = 0;
  let status = DONE;
  while (rows < maxRows && filled + k < maxMembers && at < to) {
    const line = at;
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
    let size: i32 = 0;
    for (column = 0; ; column++) {
      const quoted = <u32>load<u8>(at) == quote;
      const stop = anyField(at, end, limit, plan);
      if (stop <= <usize>MORE) {
        status = <i32>stop;
        break;
      }
      if (column == truth) {
        const name = named(plan, textFrom, textTo, quoted);
        if (name < 0) {
          status = wrong(UNKNOWN_CLASS, textFrom, textTo);
          break;
        }
        store<u16>(labels + ((<usize>rows) << 1), <u16>name);
      } else if (column == predicted) {
        size = setOf(plan, quoted, k, members + ((<usize>filled) << 1));
        if (size < 0) {
          status = UNKNOWN_CLASS;
          break;
        }
      }
      const byte = <u32>load<u8>(stop);
      if (column < last ? byte != delimiter : byte == delimiter) {
        status = ragged(line, end, limit, plan);
        break;
      }
      at = stop + 1;
      if (column == last) {
        at += usize(byte == RETURN);
        break;
      }
    }
    if (status) {
      at = line;
      break;
    }
    store<u16>(sizes + ((<usize>rows) << 1), <u16>size);
    filled += size;
    rows++;
  }
  store<i32>(out, filled, 24);
  return finish(status, rows, min(at, end), column, out);
}

function named(plan: usize, from: usize, to: usize, quoted: bool): i32 {
  if (quoted && doubled) return classOfQuoted(plan, from, to, quoteOf(plan));
  const name = classOf(plan, slotsOf(plan), maskOf(plan), from, <i32>(to - from));
  return name < 0 && !quoted ? classOfTrimmed(plan, from, to) : name;
}

/** The classes of the field that was read last; −1 where one of them is none. A set of more than k has a repeat, and is cut. */
function setOf(plan: usize, quoted: bool, k: i32, members: usize): i32 {
  let from = textFrom;
  const to = textTo;
  let blank = from;
  while (blank < to && (load<u8>(blank) == 0x20 || load<u8>(blank) == 0x09)) blank++;
  if (blank == to) return 0;
  let size: i32 = 0;
  while (size <= k) {
    let bar = from;
    while (bar < to && <u32>load<u8>(bar) != BAR) bar++;
    let name = named(plan, from, bar, quoted);
    if (name < 0 && quoted) name = classOfTrimmed(plan, from, bar);
    if (name < 0) {
      wrong(UNKNOWN_CLASS, from, bar);
      return -1;
    }
    store<u16>(members + ((<usize>size) << 1), <u16>name);
    size++;
    if (bar == to) break;
    from = bar + 1;
  }
  return size;
}
