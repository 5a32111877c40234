import { Decompress, decompress } from 'fzstd';

/**
 * The twin of assembly/unpackZstd.ts: the same bytes of whatever a compressor wrote. What is damaged may come out as something here
 * that is −1 there: fzstd looks at less of it.
 */
export function unpackZstd(packed: Uint8Array, out: Uint8Array): number {
  let to = 0;
  try {
    for (let at = 0; at < packed.length; ) {
      const { skipped, size, end } = frameAt(packed, at);
      const frame = skipped ? undefined : withWindow(packed.subarray(at, end), out.length - to);
      at = end;
      if (!frame) continue;
      if (size !== undefined && size > out.length - to) return -1;
      to += size === undefined ? unpackPieces(frame, out.subarray(to)) : unpackWhole(frame, out.subarray(to, to + size));
    }
  } catch {
    return -1;
  }
  return to;
}

/** A frame that says how long it is. */
function unpackWhole(frame: Uint8Array, out: Uint8Array): number {
  const whole = decompress(frame);
  if (whole.length !== out.length) throw DAMAGED;
  out.set(whole);
  return whole.length;
}

/** One that does not, block by block: it may come to more than any memory has room for. Throws where it is more than `out` has. */
function unpackPieces(frame: Uint8Array, out: Uint8Array): number {
  let to = 0;
  const stream = new Decompress((piece) => {
    out.set(piece, to);
    to += piece.length;
  });
  stream.push(frame, true);
  return to;
}

/** A frame may ask for far more memory than its bytes come to, or for less than one of its blocks does: fzstd does as it is told. */
function withWindow(frame: Uint8Array, room: number): Uint8Array {
  const wanted = frame[5] >> 3;
  const least = Math.log2(MAX_BLOCK_BYTES) - 10;
  const needed = Math.ceil(Math.log2(Math.max(room, MAX_BLOCK_BYTES))) - 10;
  if (frame[4] & 32 || (wanted >= least && wanted < needed)) return frame;
  const own = frame.slice();
  own[5] = (wanted < least ? least : needed) << 3;
  return own;
}

/** Thrown and caught here. */
const DAMAGED = new RangeError();
const FRAME = 0xfd2fb528;
/** Of frames that are passed over all but the lowest four bits. */
const SKIPPABLE_FRAME = 0x184d2a5;
/** Bytes of a block at most. */
const MAX_BLOCK_BYTES = 2 ** 17;

/** Where the frame at a place ends, and how many bytes it says it holds. Throws where it is cut short, or not known here. */
function frameAt(packed: Uint8Array, at: number): { end: number; skipped?: boolean; size?: number | undefined } {
  const number = (bytes: number): number => {
    if (packed.length - at < bytes) throw DAMAGED;
    let n = 0;
    for (let i = 0; i < bytes; i++) n += packed[at++] * 2 ** (8 * i);
    return n;
  };
  const magic = number(4);
  if (Math.floor(magic / 16) === SKIPPABLE_FRAME) {
    const length = number(4);
    if (length > packed.length - at) throw DAMAGED;
    return { end: at + length, skipped: true };
  }
  if (magic !== FRAME) throw DAMAGED;
  const descriptor = number(1);
  const single = (descriptor & 32) !== 0;
  if (!single) at++;
  if (number([0, 1, 2, 4][descriptor & 3]) !== 0) throw DAMAGED;
  const sizeBytes = descriptor >= 64 ? 2 ** (descriptor >> 6) : Number(single);
  const size = sizeBytes > 0 ? number(sizeBytes) + (sizeBytes === 2 ? 256 : 0) : undefined;
  for (let last = false; !last; ) {
    const header = number(3);
    last = (header & 1) === 1;
    const length = header >> 3;
    if (length > MAX_BLOCK_BYTES) throw DAMAGED;
    at += (header & 6) === 2 ? 1 : length;
  }
  if (descriptor & 4) at += 4;
  if (at > packed.length) throw DAMAGED;
  return { end: at, size };
}
