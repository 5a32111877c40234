/** The twin of assembly/unpackLz4.ts: the same bytes, and −1 for the same ones. */

/** Four bits of a token that say: more bytes of the length follow. */
const MORE = 15;
const LEAST_MATCH = 4;

export function unpackLz4(packed: Uint8Array, out: Uint8Array, from = 0): number {
  let at = 0;
  let to = from;
  /** The rest of a length; more than there is room for where it has no end. */
  const more = (): number => {
    for (let n = MORE; at < packed.length && n <= out.length; ) {
      const byte = packed[at++];
      n += byte;
      if (byte !== 255) return n;
    }
    return Infinity;
  };
  while (at < packed.length) {
    const token = packed[at++];
    let n = token >> 4;
    if (n === MORE) n = more();
    if (n > packed.length - at || n > out.length - to) return -1;
    copyInto(out, to, packed, at, n);
    at += n;
    to += n;
    // The last literals have no match behind them.
    if (at === packed.length) return to;
    if (packed.length - at < 2) return -1;
    const offset = packed[at] | (packed[at + 1] << 8);
    at += 2;
    n = token & 15;
    if (n === MORE) n = more();
    n += LEAST_MATCH;
    if (offset === 0 || offset > to || n > out.length - to) return -1;
    repeat(out, to, offset, n);
    to += n;
  }
  return -1;
}

/** From here on the machine's own copy is faster. */
const LONG = 64;

export function copyInto(out: Uint8Array, to: number, from: Uint8Array, at: number, n: number): void {
  if (n >= LONG) out.set(from.subarray(at, at + n), to);
  else for (let i = 0; i < n; i++) out[to + i] = from[at + i];
}

/** Copies the n bytes that lie `offset` bytes back, which may run into what is written here. */
export function repeat(out: Uint8Array, to: number, offset: number, n: number): void {
  if (n >= LONG && offset >= n) out.copyWithin(to, to - offset, to - offset + n);
  else for (const end = to + n; to < end; to++) out[to] = out[to - offset];
}
