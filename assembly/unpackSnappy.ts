// Blocks of Snappy (its format description, 2011): the length of what is packed, then literals and copies of what was
// written already, in any order. src/kernels/plain/unpackSnappy.ts is the twin.

import { copyOver, repeatExactly, repeatOver, SPARE } from "./copies";

/** Unpacks so many bytes into so much room. How many bytes there are then; −1 where they are damaged or do not fit. */
export function unpackSnappy(packed: usize, length: usize, out: usize, room: usize): i32 {
  const end = packed + length;
  let at = packed;
  // Seven bits to a byte, the lowest first; the fifth has four at most.
  let whole: usize = 0;
  for (let shift: u32 = 0; ; shift += 7) {
    if (at == end || shift > 28) return -1;
    const byte = <usize>load<u8>(at++);
    if (shift == 28 && byte > 15) return -1;
    whole |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  if (whole > room) return -1;
  const outEnd = out + whole;
  let to = out;
  while (at != end) {
    const tag = <usize>load<u8>(at++);
    let n = (tag >> 2) + 1;
    if ((tag & 3) == 0) {
      if (n > 60) {
        const bytes = n - 60;
        if (end - at < bytes) return -1;
        // One to four bytes, the lowest first.
        n = <usize>load<u8>(at);
        for (let i: usize = 1; i < bytes; i++) n |= <usize>load<u8>(at + i) << (i << 3);
        at += bytes;
        if (++n == 0) return -1;
      }
      const left = outEnd - to;
      if (end - at < n || left < n) return -1;
      if (end - at - n >= SPARE && left - n >= SPARE) copyOver(to, at, n);
      else memory.copy(to, at, n);
      at += n;
      to += n;
      continue;
    }
    let offset: usize;
    if ((tag & 3) == 1) {
      if (at == end) return -1;
      n = ((tag >> 2) & 7) + 4;
      offset = ((tag >> 5) << 8) | <usize>load<u8>(at++);
    } else if ((tag & 3) == 2) {
      if (end - at < 2) return -1;
      offset = <usize>load<u16>(at);
      at += 2;
    } else {
      if (end - at < 4) return -1;
      offset = <usize>load<u32>(at);
      at += 4;
    }
    const left = outEnd - to;
    if (offset == 0 || offset > to - out || left < n) return -1;
    if (left - n >= SPARE) repeatOver(to, offset, n);
    else repeatExactly(to, offset, n);
    to += n;
  }
  return to == outEnd ? <i32>whole : -1;
}
