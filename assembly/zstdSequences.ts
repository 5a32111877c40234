// Sequences of zstd (RFC 8878, sections 3.1.1.3.2 and 3.1.1.4): some literals, then a match further back, over and over.
// They are read from the end of their bits to the start. The literals lie at the end of the output: as many bytes as the
// matches still to come fill are free before them, so that what is written never reaches what is not read yet.

import { copyOver, repeatExactly, repeatOver, SPARE } from "./copies";
import { describedTable, LITERALS, MATCHES, OFFSETS, singleTable, tableLog, usualTable } from "./zstdTables";

/** Tables of the last sequences, and their logs; −1 where a frame has had none yet. */
const LITERAL_TABLE = memory.data(512 * 8, 16);
const MATCH_TABLE = memory.data(512 * 8, 16);
const OFFSET_TABLE = memory.data(256 * 8, 16);
let literalLog: i32 = -1;
let matchLog: i32 = -1;
let offsetLog: i32 = -1;

/** The last offsets, the latest first. */
let offset1: u32 = 1;
let offset2: u32 = 4;
let offset3: u32 = 8;

/** At the start of a frame. */
export function forgetSequences(): void {
  literalLog = matchLog = offsetLog = -1;
  offset1 = 1;
  offset2 = 4;
  offset3 = 8;
}

const DAMAGED: i32 = -2;

/** The address behind a table's description, 0 where that is damaged. */
let behind: usize = 0;

/** The table of a kind as a block has it: the usual one, one symbol, described, or that of the block before. The log. */
function readTable(table: usize, kind: u32, mode: u32, last: i32, end: usize): i32 {
  if (mode == 3) return last < 0 ? DAMAGED : last;
  if (mode == 0) usualTable(table, kind);
  else if (mode == 1) {
    if (behind == end || !singleTable(table, kind, load<u8>(behind++))) return DAMAGED;
  } else {
    behind = describedTable(table, kind, behind, end);
    if (!behind) return DAMAGED;
  }
  return <i32>tableLog;
}

/** Reads the tables of a block that has sequences. The address of their bits; 0 where something is damaged. */
export function readTables(at: usize, end: usize): usize {
  if (at == end) return 0;
  const modes = <u32>load<u8>(at++);
  if (modes & 3) return 0;
  behind = at;
  literalLog = readTable(LITERAL_TABLE, LITERALS, modes >> 6, literalLog, end);
  if (literalLog < 0) return 0;
  offsetLog = readTable(OFFSET_TABLE, OFFSETS, (modes >> 4) & 3, offsetLog, end);
  if (offsetLog < 0) return 0;
  matchLog = readTable(MATCH_TABLE, MATCHES, (modes >> 2) & 3, matchLog, end);
  if (matchLog < 0) return 0;
  return behind;
}

/** Sixty-four bits of which the upper ones, 57 at least, are those before place `bit`. They may begin before the start. */
// @ts-ignore: decorator
@inline
function wordAt(start: usize, bit: i32): u64 {
  return load<u64>(start + ((bit + 7) >> 3) - 8) << <u64>(-bit & 7);
}

/** The n upper bits. */
// @ts-ignore: decorator
@inline
function upper(word: u64, n: u32): u32 {
  return <u32>((word >> 1) >> <u64>(n ^ 63));
}

/**
 * Writes `count` sequences to `to` with the literals from `from` on, where the output ends with them, and the literals
 * that are left. `first` is the first byte of the frame. The bits lie between two addresses, at least eight bytes behind
 * the first one that may be read. The address behind the last byte; 0 where they are damaged.
 */
export function writeSequences(start: usize, end: usize, count: u32, to: usize, from: usize, outEnd: usize, first: usize): usize {
  if (start == end) return 0;
  const last = <u32>load<u8>(end - 1);
  if (!last) return 0;
  let bit = (<i32>(end - start) << 3) - 8 + (31 - clz(last));
  let word = wordAt(start, bit);
  let literalState = upper(word, literalLog);
  word <<= <u64>literalLog;
  let offsetState = upper(word, offsetLog);
  word <<= <u64>offsetLog;
  let matchState = upper(word, matchLog);
  bit -= literalLog + offsetLog + matchLog;
  while (true) {
    if (bit < 0) return 0;
    word = wordAt(start, bit);
    const literal = LITERAL_TABLE + (literalState << 3);
    const match = MATCH_TABLE + (matchState << 3);
    const offsets = OFFSET_TABLE + (offsetState << 3);
    let n = <usize>load<u32>(literal, 4);
    let length = <usize>load<u32>(match, 4);
    let offset = load<u32>(offsets, 4);
    const offsetBits = <u32>load<u8>(offsets);
    const literalBits = <u32>load<u8>(literal);
    const matchBits = <u32>load<u8>(match);
    const added = literalBits + matchBits + offsetBits;
    offset += upper(word, offsetBits);
    word <<= <u64>offsetBits;
    // Seldom more bits than a word is sure to have, with those of the states.
    if (added > 31) {
      if (bit < <i32>added) return 0;
      word = wordAt(start, bit - offsetBits);
    }
    if (matchBits) {
      length += <usize>upper(word, matchBits);
      word <<= <u64>matchBits;
    }
    n += <usize>upper(word, literalBits);
    word <<= <u64>literalBits;
    bit -= added;
    if (--count) {
      if (added > 31) word = wordAt(start, bit);
      const a = <u32>load<u8>(literal, 1);
      literalState = <u32>load<u16>(literal, 2) + upper(word, a);
      word <<= <u64>a;
      const b = <u32>load<u8>(match, 1);
      matchState = <u32>load<u16>(match, 2) + upper(word, b);
      word <<= <u64>b;
      const c = <u32>load<u8>(offsets, 1);
      offsetState = <u32>load<u16>(offsets, 2) + upper(word, c);
      bit -= a + b + c;
    } else if (bit) return 0;

    if (offset > 3) {
      offset -= 3;
      offset3 = offset2;
      offset2 = offset1;
      offset1 = offset;
    } else {
      // One of the last offsets; without literals the next one of those, and then one less than the latest.
      const place = offset - u32(n != 0);
      if (place == 0) offset = offset1;
      else {
        offset = place == 1 ? offset2 : place == 2 ? offset3 : offset1 - 1;
        if (place != 1) offset3 = offset2;
        offset2 = offset1;
        offset1 = offset;
      }
    }

    // Most literals are 32 at most, so many are copied at once, and it need not be guessed how many there are.
    if (outEnd - from >= n + 2 * SPARE && from - to >= length + 2 * SPARE) {
      v128.store(to, v128.load(from));
      v128.store(to, v128.load(from, 16), 16);
      if (n > 32) copyOver(to + 32, from + 32, n - 32);
      to += n;
      from += n;
      if (offset - 1 >= <u32>(to - first)) return 0;
      repeatOver(to, <usize>offset, length);
    } else {
      if (outEnd - from < n || from - to < length) return 0;
      memory.copy(to, from, n);
      to += n;
      from += n;
      if (offset - 1 >= <u32>(to - first)) return 0;
      repeatExactly(to, <usize>offset, length);
    }
    to += length;
    if (!count) break;
  }
  memory.copy(to, from, outEnd - from);
  return to + (outEnd - from);
}
