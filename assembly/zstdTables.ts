// Tables of zstd's state machines (RFC 8878, section 4.1). A table of 2^log states says of each what it stands for, and
// which states may follow. An entry has 64 bits:
//   0 to 7    bits that are read and added to the value
//   8 to 15   bits that are read and added to the next state
//   16 to 31  the next state, but for them
//   32 to 63  the value, but for what is added

/** What the values of a table are. */
export const WEIGHTS: u32 = 0;
export const LITERALS: u32 = 1;
export const MATCHES: u32 = 2;
export const OFFSETS: u32 = 3;

/** The largest symbol and log of each kind. Weights above 11 are found out later. */
const MOST_SYMBOLS = memory.data<u8>([15, 35, 52, 31]);
const MOST_LOGS = memory.data<u8>([6, 9, 9, 8]);
/** Logs of the tables that are used where none is given. */
const USUAL_LOGS = memory.data<u8>([0, 6, 6, 5]);

// prettier-ignore
const LITERAL_BITS = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
]);
// prettier-ignore
const MATCH_BITS = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
]);

// prettier-ignore
const USUAL_LITERALS = memory.data<i16>([
  4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1,
]);
// prettier-ignore
const USUAL_MATCHES = memory.data<i16>([
  1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
]);
// prettier-ignore
const USUAL_OFFSETS = memory.data<i16>([
  1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1,
]);

/** Shares of symbols, 16 bits each; −1 is less than one state. Then of each symbol the value of an entry, and its next state. */
const SHARES = memory.data(64 * 2, 16);
const VALUES = memory.data(64 * 8, 16);
const NEXT = memory.data(64 * 2, 16);
/** Of each state its symbol. */
const CELLS = memory.data(512, 16);

/** The log of the table that was made last. */
export let tableLog: u32 = 0;

/** Up to four bytes at an address; what lies behind the end is 0. */
function fourAt(at: usize, end: usize): u32 {
  const left = end - at;
  if (<isize>left <= 0) return 0;
  if (left >= 4) return load<u32>(at);
  let bytes: u32 = load<u8>(at);
  if (left > 1) bytes |= <u32>load<u8>(at + 1) << 8;
  if (left > 2) bytes |= <u32>load<u8>(at + 2) << 16;
  return bytes;
}

/** Makes a table as it is described from an address on. The address behind the description; 0 where that is damaged. */
export function describedTable(table: usize, kind: u32, at: usize, end: usize): usize {
  const most = <u32>load<u8>(MOST_SYMBOLS + kind);
  if (at == end) return 0;
  const log = (<u32>load<u8>(at) & 15) + 5;
  if (log > <u32>load<u8>(MOST_LOGS + kind)) return 0;
  let left: u32 = 1 << log;
  let bit: u32 = 4;
  let symbol: u32 = 0;
  while (left) {
    if (symbol > most) return 0;
    // A number up to left + 1, and the smaller ones of those take a bit less.
    const bits = 32 - clz(left + 1);
    const short: u32 = (1 << bits) - 2 - left;
    const four = fourAt(at + (bit >> 3), end) >> (bit & 7);
    let number = four & ((1 << (bits - 1)) - 1);
    if (number < short) bit += bits - 1;
    else {
      number = four & ((1 << bits) - 1);
      if (number >> (bits - 1)) number -= short;
      bit += bits;
    }
    const share = <i32>number - 1;
    store<i16>(SHARES + (symbol << 1), <i16>share);
    symbol++;
    left -= share < 0 ? 1 : share;
    if (share) continue;
    // How many more have none: three, and more to come, or fewer.
    while (true) {
      const none = (fourAt(at + (bit >> 3), end) >> (bit & 7)) & 3;
      bit += 2;
      if (symbol + none > most + 1) return 0;
      for (let i: u32 = 0; i < none; i++) store<i16>(SHARES + ((symbol + i) << 1), 0);
      symbol += none;
      if (none < 3) break;
    }
  }
  const bytes = (bit + 7) >> 3;
  if (end - at < bytes) return 0;
  makeTable(table, kind, log, SHARES, symbol);
  return at + bytes;
}

/** The table of a kind where none is given. */
export function usualTable(table: usize, kind: u32): void {
  const log = <u32>load<u8>(USUAL_LOGS + kind);
  if (kind == LITERALS) makeTable(table, kind, log, USUAL_LITERALS, 36);
  else if (kind == MATCHES) makeTable(table, kind, log, USUAL_MATCHES, 53);
  else makeTable(table, kind, log, USUAL_OFFSETS, 29);
}

/** A table of one state, for always the same symbol; false where there is no such. */
export function singleTable(table: usize, kind: u32, symbol: u32): bool {
  if (symbol > <u32>load<u8>(MOST_SYMBOLS + kind)) return false;
  setValues(kind, symbol + 1);
  store<u64>(table, load<u64>(VALUES + (symbol << 3)));
  tableLog = 0;
  return true;
}

/** Of each symbol the value, and the bits that are added to it. */
function setValues(kind: u32, symbols: u32): void {
  let value: u32 = kind == MATCHES ? 3 : 0;
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    let bits: u32 = 0;
    if (kind == LITERALS) bits = load<u8>(LITERAL_BITS + symbol);
    else if (kind == MATCHES) bits = load<u8>(MATCH_BITS + symbol);
    else if (kind == OFFSETS) bits = symbol;
    store<u64>(VALUES + (symbol << 3), (<u64>(kind == OFFSETS ? <u32>1 << symbol : value) << 32) | bits);
    value += <u32>1 << bits;
  }
}

function makeTable(table: usize, kind: u32, log: u32, shares: usize, symbols: u32): void {
  setValues(kind, symbols);
  const size: u32 = 1 << log;
  const mask = size - 1;
  let high = mask;
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const share = <i32>load<i16>(shares + (symbol << 1));
    if (share < 0) store<u8>(CELLS + high--, <u8>symbol);
    store<u16>(NEXT + (symbol << 1), <u16>(share < 0 ? 1 : share));
  }
  const step = (size >> 1) + (size >> 3) + 3;
  let place: u32 = 0;
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    for (let share = <i32>load<i16>(shares + (symbol << 1)); share > 0; share--) {
      store<u8>(CELLS + place, <u8>symbol);
      do {
        place = (place + step) & mask;
      } while (<i32>place > <i32>high);
    }
  }
  for (let state: u32 = 0; state < size; state++) {
    const symbol = <u32>load<u8>(CELLS + state);
    const next = <u32>load<u16>(NEXT + (symbol << 1));
    store<u16>(NEXT + (symbol << 1), <u16>(next + 1));
    const bits = log - (31 - clz(next));
    store<u64>(table + (state << 3), load<u64>(VALUES + (symbol << 3)) | (bits << 8) | (((next << bits) - size) << 16));
  }
  tableLog = log;
}
