import { copyInto, repeat } from './unpackLz4.js';

/** The twin of assembly/unpackSnappy.ts: the same bytes, and −1 for the same ones. */
export function unpackSnappy(packed: Uint8Array, out: Uint8Array): number {
  const end = packed.length;
  let at = 0;
  // Seven bits to a byte, the lowest first; the fifth has four at most.
  let whole = 0;
  for (let i = 0; ; i++) {
    if (at === end) return -1;
    const byte = packed[at++];
    if (i === 4 && byte > 15) return -1;
    whole += (byte & 127) * 2 ** (7 * i);
    if (byte < 128) break;
  }
  if (whole > out.length) return -1;
  let to = 0;
  while (at < end) {
    const tag = packed[at++];
    const kind = tag & 3;
    let n = (tag >> 2) + 1;
    if (kind === 0) {
      if (n > 60) {
        const bytes = n - 60;
        if (bytes > end - at) return -1;
        n = numberAt(packed, at, bytes) + 1;
        at += bytes;
      }
      if (n > end - at || n > whole - to) return -1;
      copyInto(out, to, packed, at, n);
      at += n;
    } else {
      const bytes = kind === 3 ? 4 : kind;
      if (bytes > end - at) return -1;
      let offset = numberAt(packed, at, bytes);
      at += bytes;
      if (kind === 1) {
        offset += (tag >> 5) << 8;
        n = ((tag >> 2) & 7) + 4;
      }
      if (offset === 0 || offset > to || n > whole - to) return -1;
      repeat(out, to, offset, n);
    }
    to += n;
  }
  return to === whole ? whole : -1;
}

/** A number of one to four bytes, the lowest first. */
function numberAt(bytes: Uint8Array, at: number, count: number): number {
  let n = bytes[at];
  if (count > 1) n |= bytes[at + 1] << 8;
  if (count > 2) n |= bytes[at + 2] << 16;
  return count > 3 ? n + bytes[at + 3] * 2 ** 24 : n;
}
