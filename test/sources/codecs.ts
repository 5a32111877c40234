/** Encoders for the tests' files: simple ones, but with what a decoder must be able to do. */

/** Part of some bytes as an LZ4 block. Copies may reach back before `from`, into earlier blocks. */
export function lz4Block(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const out: number[] = [];
  const seen = new Map<number, number>();
  const key = (at: number) => bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
  for (let i = Math.max(0, from - 60000); i < from; i++) seen.set(key(i), i);
  const extension = (length: number) => {
    for (let rest = length - 15; rest >= 0; rest -= 255) out.push(Math.min(255, rest));
  };
  const sequence = (start: number, end: number, distance: number, length: number) => {
    const literals = end - start;
    out.push((Math.min(15, literals) << 4) | (length > 0 ? Math.min(15, length - 4) : 0));
    extension(literals);
    for (let i = start; i < end; i++) out.push(bytes[i]);
    if (length === 0) return;
    out.push(distance & 255, distance >> 8);
    extension(length - 4);
  };
  let start = from;
  // The last bytes are always literals.
  for (let at = from; at + 12 < to; ) {
    const match = seen.get(key(at));
    seen.set(key(at), at);
    if (match === undefined || at - match > 65535 || key(match) !== key(at)) {
      at++;
      continue;
    }
    let length = 4;
    while (at + length < to - 5 && bytes[match + length] === bytes[at + length]) length++;
    sequence(start, at, at - match, length);
    at += length;
    start = at;
  }
  sequence(start, to, 0, 0);
  return Uint8Array.from(out);
}

/** An LZ4 frame of blocks that refer to one another; the second one is stored as it is. */
export function lz4Frame(bytes: Uint8Array): Uint8Array {
  const parts: number[] = [0x04, 0x22, 0x4d, 0x18, 0x40, 0x40, 0];
  const size = 4096;
  for (let at = 0, i = 0; at < bytes.length; at += size, i++) {
    const to = Math.min(at + size, bytes.length);
    const stored = i === 1;
    const block = stored ? bytes.subarray(at, to) : lz4Block(bytes, at, to);
    parts.push(block.length & 255, (block.length >> 8) & 255, block.length >> 16, stored ? 0x80 : 0);
    for (const byte of block) parts.push(byte);
  }
  parts.push(0, 0, 0, 0);
  return Uint8Array.from(parts);
}

/** A Zstandard frame of blocks as they are; runs of one byte are written as such. */
export function zstdFrame(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const parts: number[] = [0x28, 0xb5, 0x2f, 0xfd, 0xa0, length & 255, (length >> 8) & 255, (length >> 16) & 255, length >>> 24];
  const size = 1000;
  for (let at = 0; at === 0 || at < length; at += size) {
    const block = bytes.subarray(at, at + size);
    const run = block.length > 0 && block.every((byte) => byte === block[0]);
    const header = (at + size >= length ? 1 : 0) | (run ? 2 : 0) | (block.length << 3);
    parts.push(header & 255, (header >> 8) & 255, header >> 16);
    if (run) parts.push(block[0]);
    else for (const byte of block) parts.push(byte);
  }
  return Uint8Array.from(parts);
}
