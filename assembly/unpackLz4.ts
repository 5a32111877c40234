// Blocks of LZ4, without a frame (the LZ4 block format). A block is a row of sequences: literals, then a match, which is
// a place further back among the bytes that were written already. src/kernels/plain/unpackLz4.ts is the twin.

import { copyOver, repeatExactly, repeatOver, SPARE } from "./copies";

/** Four bits of a token that say: more bytes of the length follow. */
const MORE: usize = 15;
const LEAST_MATCH: usize = 4;
const BAD: usize = -1;

/** Where the bytes of a length end that was read last. */
let behind: usize = 0;

/** The rest of a length, `most` at most, that begins at an address; BAD where it has no end, or is more. */
function lengthAt(at: usize, end: usize, most: usize): usize {
  let n = MORE;
  while (true) {
    if (at == end || n > most) return BAD;
    const byte = <usize>load<u8>(at++);
    n += byte;
    if (byte != 255) break;
  }
  behind = at;
  return n;
}

/** Unpacks so many bytes behind the first `from` of so much room. How many bytes there are then; −1 where they are damaged or do not fit. */
export function unpackLz4(packed: usize, length: usize, out: usize, room: usize, from: usize): i32 {
  const end = packed + length;
  const outEnd = out + room;
  let at = packed;
  let to = out + from;
  while (at != end) {
    const token = <usize>load<u8>(at++);
    let n = token >> 4;
    if (n < MORE && end - at >= n + SPARE && outEnd - to >= n + SPARE) v128.store(to, v128.load(at));
    else {
      if (n == MORE) {
        n = lengthAt(at, end, outEnd - to);
        if (n == BAD) return -1;
        at = behind;
      }
      if (end - at < n || outEnd - to < n) return -1;
      if (end - at >= n + SPARE && outEnd - to >= n + SPARE) copyOver(to, at, n);
      else memory.copy(to, at, n);
    }
    at += n;
    to += n;
    // The last literals have no match behind them.
    if (at == end) return <i32>(to - out);
    if (end - at < 2) return -1;
    const offset = <usize>load<u16>(at);
    at += 2;
    if (offset == 0 || offset > to - out) return -1;
    n = token & 15;
    if (n == MORE) {
      n = lengthAt(at, end, outEnd - to);
      if (n == BAD) return -1;
      at = behind;
    }
    n += LEAST_MATCH;
    if (outEnd - to < n) return -1;
    if (outEnd - to >= n + SPARE) repeatOver(to, offset, n);
    else repeatExactly(to, offset, n);
    to += n;
  }
  return -1;
}
