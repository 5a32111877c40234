// Literals of zstd (RFC 8878, sections 3.1.1.3.1 and 4.2): bytes in Huffman codes of eleven bits at most, in one stream
// or in four. A stream is read from its end to its start. Its bits are held in a word, the next one on top; a one below
// them tells, by the zeros it gets behind it, how many were taken.

import { describedTable, tableLog, WEIGHTS } from "./zstdTables";

const MOST_BITS: u32 = 11;
/** Codes of which a word is sure to have all. */
const CODES: usize = 5;

/** Of each eleven bits the code that they begin with: its bits, and above them its byte. */
const CODES_OF = memory.data(2 << MOST_BITS, 16);
const WEIGHTS_OF = memory.data(256, 16);
/** Of each weight, where its next code goes. */
const RANKS = memory.data(16 * 4, 16);
const WEIGHT_TABLE = memory.data(64 * 8, 16);

/** Reads the weights of a Huffman tree, and makes the table of its codes. The address behind them; 0 where they are damaged. */
export function readTree(at: usize, end: usize): usize {
  if (at == end) return 0;
  const header = <u32>load<u8>(at++);
  let n: u32;
  if (header >= 128) {
    n = header - 127;
    const bytes = (n + 1) >> 1;
    if (end - at < bytes) return 0;
    for (let i: u32 = 0; i < bytes; i++) {
      const two = <u32>load<u8>(at + i);
      store<u8>(WEIGHTS_OF + (i << 1), <u8>(two >> 4));
      store<u8>(WEIGHTS_OF + (i << 1), <u8>(two & 15), 1);
    }
    at += bytes;
  } else {
    if (end - at < header) return 0;
    const from = describedTable(WEIGHT_TABLE, WEIGHTS, at, at + header);
    if (!from) return 0;
    at += header;
    n = packedWeights(from, at);
    if (!n) return 0;
  }
  return makeCodes(n) ? at : 0;
}

/** The bits [bit, bit + n) of a stream, eight at most. */
// @ts-ignore: decorator
@inline
function bitsAt(start: usize, end: usize, bit: u32, n: u32): u32 {
  const at = start + (bit >> 3);
  let two = <u32>load<u8>(at);
  if (at + 1 != end) two |= <u32>load<u8>(at + 1) << 8;
  return (two >> (bit & 7)) & ((1 << n) - 1);
}

/** Weights of two states that take turns; how many there are, 0 where they are damaged. */
function packedWeights(start: usize, end: usize): u32 {
  if (start == end) return 0;
  const last = <u32>load<u8>(end - 1);
  if (!last) return 0;
  const log = tableLog;
  let bit = (<i32>(end - start) << 3) - 8 + (31 - clz(last)) - 2 * <i32>log;
  if (bit < 0) return 0;
  let one = bitsAt(start, end, bit + log, log);
  let other = bitsAt(start, end, bit, log);
  let n: u32 = 0;
  // When the bits are used up, what both states stand for is still to come.
  while (true) {
    if (n > 253) return 0;
    const entry = <u32>load<u64>(WEIGHT_TABLE + (one << 3));
    store<u8>(WEIGHTS_OF + n++, load<u8>(WEIGHT_TABLE + (one << 3), 4));
    const bits = (entry >> 8) & 255;
    bit -= bits;
    if (bit < 0) {
      store<u8>(WEIGHTS_OF + n++, load<u8>(WEIGHT_TABLE + (other << 3), 4));
      return n;
    }
    one = other;
    other = (entry >> 16) + bitsAt(start, end, bit, bits);
  }
}

/** The table of the codes of so many symbols, and of one more whose weight is what is left. */
function makeCodes(n: u32): bool {
  let sum: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const weight = <u32>load<u8>(WEIGHTS_OF + i);
    if (weight > MOST_BITS) return false;
    sum += (<u32>1 << weight) >> 1;
  }
  if (!sum) return false;
  const depth: u32 = 32 - clz(sum);
  const left = (<u32>1 << depth) - sum;
  if (depth > MOST_BITS || (left & (left - 1))) return false;
  store<u8>(WEIGHTS_OF + n, <u8>(32 - clz(left)));
  // Codes of the least weight come first, and of one weight those of lower symbols.
  memory.fill(RANKS, 0, 16 * 4);
  for (let i: u32 = 0; i <= n; i++) {
    const rank = RANKS + (<usize>load<u8>(WEIGHTS_OF + i) << 2);
    store<u32>(rank, load<u32>(rank) + 1);
  }
  if (!load<u32>(RANKS, 4)) return false;
  let at: usize = CODES_OF;
  for (let weight: u32 = 1; weight <= depth; weight++) {
    const rank = RANKS + (weight << 2);
    const symbols = load<u32>(rank);
    store<usize>(rank, at);
    at += symbols << (weight + (MOST_BITS - depth));
  }
  for (let i: u32 = 0; i <= n; i++) {
    const weight = <u32>load<u8>(WEIGHTS_OF + i);
    if (!weight) continue;
    const size: usize = 1 << (weight + (MOST_BITS - depth));
    const rank = RANKS + (weight << 2);
    const from = load<usize>(rank);
    store<usize>(rank, from + size);
    fillCodes(from, size, (i << 8) | (depth + 1 - weight));
  }
  return true;
}

/** The same code for so many bytes of the table, two at least. */
// @ts-ignore: decorator
@inline
function fillCodes(at: usize, size: usize, code: u32): void {
  if (size == 2) store<u16>(at, <u16>code);
  else if (size == 4) store<u32>(at, code * 0x10001);
  else {
    const four = <u64>code * 0x0001000100010001;
    for (const end = at + size; at < end; at += 8) store<u64>(at, four);
  }
}

/** The code that a word begins with. */
// @ts-ignore: decorator
@inline
function codeOf(word: u64): u32 {
  return load<u16>(<usize>(word >> (63 - MOST_BITS)) & ((2 << MOST_BITS) - 2), CODES_OF);
}

/** Reads one stream into so many bytes; false where it is damaged. */
export function oneStream(start: usize, end: usize, to: usize, n: usize): bool {
  if (start == end) return false;
  const last = <u32>load<u8>(end - 1);
  if (!last) return false;
  return restOfStream(start, end, end - 8, clz(last) - 23, to, n);
}

/** The rest of a stream, of which a word from an address on is at hand, so many of its upper bits taken. */
function restOfStream(start: usize, end: usize, at: usize, taken: u32, to: usize, n: usize): bool {
  let word: u64;
  let whole: u32 = 64;
  if (end - start < 8) {
    whole = <u32>(end - start) << 3;
    word = 0;
    for (let byte = start; byte != end; byte++) word = (word >> 8) | (<u64>load<u8>(byte) << 56);
    at = start;
  } else word = load<u64>(at);
  word <<= taken;
  for (; n; n--) {
    // Where few bits are left, whole bytes that were taken make room for others.
    if (taken > 64 - MOST_BITS && at != start) {
      const bytes = min<usize>(taken >> 3, at - start);
      at -= bytes;
      taken -= <u32>bytes << 3;
      word = load<u64>(at) << taken;
    }
    const code = codeOf(word);
    word <<= code;
    taken += code & 255;
    if (taken > whole) return false;
    store<u8>(to++, <u8>(code >> 8));
  }
  return at == start && taken == whole;
}

/** Reads four streams, each of which has a quarter of the bytes, or a few less; false where they are damaged. */
export function fourStreams(at: usize, end: usize, to: usize, n: usize): bool {
  if (end - at < 10 || n < 6) return false;
  const start0 = at + 6;
  const start1 = start0 + <usize>load<u16>(at);
  const start2 = start1 + <usize>load<u16>(at, 2);
  const start3 = start2 + <usize>load<u16>(at, 4);
  // Each has a byte at least.
  if (end - start0 < start3 - start0 || start3 == end || start1 == start0 || start2 == start1 || start3 == start2) return false;
  const last0 = <u32>load<u8>(start1 - 1);
  const last1 = <u32>load<u8>(start2 - 1);
  const last2 = <u32>load<u8>(start3 - 1);
  const last3 = <u32>load<u8>(end - 1);
  if (!last0 || !last1 || !last2 || !last3) return false;
  const quarter = (n + 3) >> 2;
  let at0 = start1 - 8;
  let at1 = start2 - 8;
  let at2 = start3 - 8;
  let at3 = end - 8;
  let taken0: u32 = clz(last0) - 23;
  let taken1: u32 = clz(last1) - 23;
  let taken2: u32 = clz(last2) - 23;
  let taken3: u32 = clz(last3) - 23;
  let done: usize = 0;
  const rest = n - 3 * quarter;
  if (start1 - start0 >= 8 && start2 - start1 >= 8 && start3 - start2 >= 8 && end - start3 >= 8) {
    let word0 = (load<u64>(at0) | 1) << taken0;
    let word1 = (load<u64>(at1) | 1) << taken1;
    let word2 = (load<u64>(at2) | 1) << taken2;
    let word3 = (load<u64>(at3) | 1) << taken3;
    let to0 = to;
    while (true) {
      // Five codes take seven bytes at most.
      let least = min(min(at0 - start0, at1 - start1), min(at2 - start2, at3 - start3));
      let turns = min(least / 7, (to + rest - to0) / CODES);
      if (!turns) break;
      do {
        let to1 = to0 + quarter;
        let to2 = to1 + quarter;
        let to3 = to2 + quarter;
        let code0 = codeOf(word0);
        let code1 = codeOf(word1);
        let code2 = codeOf(word2);
        let code3 = codeOf(word3);
        word0 <<= code0;
        word1 <<= code1;
        word2 <<= code2;
        word3 <<= code3;
        store<u8>(to0, <u8>(code0 >> 8));
        store<u8>(to1, <u8>(code1 >> 8));
        store<u8>(to2, <u8>(code2 >> 8));
        store<u8>(to3, <u8>(code3 >> 8));
        code0 = codeOf(word0);
        code1 = codeOf(word1);
        code2 = codeOf(word2);
        code3 = codeOf(word3);
        word0 <<= code0;
        word1 <<= code1;
        word2 <<= code2;
        word3 <<= code3;
        store<u8>(to0, <u8>(code0 >> 8), 1);
        store<u8>(to1, <u8>(code1 >> 8), 1);
        store<u8>(to2, <u8>(code2 >> 8), 1);
        store<u8>(to3, <u8>(code3 >> 8), 1);
        code0 = codeOf(word0);
        code1 = codeOf(word1);
        code2 = codeOf(word2);
        code3 = codeOf(word3);
        word0 <<= code0;
        word1 <<= code1;
        word2 <<= code2;
        word3 <<= code3;
        store<u8>(to0, <u8>(code0 >> 8), 2);
        store<u8>(to1, <u8>(code1 >> 8), 2);
        store<u8>(to2, <u8>(code2 >> 8), 2);
        store<u8>(to3, <u8>(code3 >> 8), 2);
        code0 = codeOf(word0);
        code1 = codeOf(word1);
        code2 = codeOf(word2);
        code3 = codeOf(word3);
        word0 <<= code0;
        word1 <<= code1;
        word2 <<= code2;
        word3 <<= code3;
        store<u8>(to0, <u8>(code0 >> 8), 3);
        store<u8>(to1, <u8>(code1 >> 8), 3);
        store<u8>(to2, <u8>(code2 >> 8), 3);
        store<u8>(to3, <u8>(code3 >> 8), 3);
        code0 = codeOf(word0);
        code1 = codeOf(word1);
        code2 = codeOf(word2);
        code3 = codeOf(word3);
        word0 <<= code0;
        word1 <<= code1;
        word2 <<= code2;
        word3 <<= code3;
        store<u8>(to0, <u8>(code0 >> 8), 4);
        store<u8>(to1, <u8>(code1 >> 8), 4);
        store<u8>(to2, <u8>(code2 >> 8), 4);
        store<u8>(to3, <u8>(code3 >> 8), 4);
        to0 += CODES;
        const taken0 = ctz(word0);
        const taken1 = ctz(word1);
        const taken2 = ctz(word2);
        const taken3 = ctz(word3);
        at0 -= <usize>(taken0 >> 3);
        at1 -= <usize>(taken1 >> 3);
        at2 -= <usize>(taken2 >> 3);
        at3 -= <usize>(taken3 >> 3);
        word0 = (load<u64>(at0) | 1) << (taken0 & 7);
        word1 = (load<u64>(at1) | 1) << (taken1 & 7);
        word2 = (load<u64>(at2) | 1) << (taken2 & 7);
        word3 = (load<u64>(at3) | 1) << (taken3 & 7);
      } while (--turns);
    }
    taken0 = <u32>ctz(word0);
    taken1 = <u32>ctz(word1);
    taken2 = <u32>ctz(word2);
    taken3 = <u32>ctz(word3);
    done = to0 - to;
  }
  return (
    restOfStream(start0, start1, at0, taken0, to + done, quarter - done) &&
    restOfStream(start1, start2, at1, taken1, to + quarter + done, quarter - done) &&
    restOfStream(start2, start3, at2, taken2, to + 2 * quarter + done, quarter - done) &&
    restOfStream(start3, end, at3, taken3, to + 3 * quarter + done, rest - done)
  );
}
