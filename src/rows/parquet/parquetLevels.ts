/** How many bits of a byte are set. */
const BITS_OF_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => {
  let ones = 0;
  for (let bits = byte; bits > 0; bits >>= 1) ones += bits & 1;
  return ones;
});

/**
 * How many rows of a page have a value, by levels of one bit in bytes [from, to): runs (an even number, twice the length; then the
 * level) or packed ones (an odd one, twice the bytes and 1; then the bits).
 */
export function countPresent(bytes: Uint8Array, from: number, to: number, rows: number): number {
  let present = 0;
  let at = from;
  for (let seen = 0; seen < rows; ) {
    let head = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      if (at >= to || shift > 28) throw tooFewValues(seen, rows);
      head += (bytes[at] & 127) * 2 ** shift;
      more = bytes[at++] > 127;
    }
    const length = Math.floor(head / 2);
    if (head % 2 === 0) {
      if (at >= to) throw tooFewValues(seen, rows);
      if (bytes[at] > 1) throw new Error(`a level of ${bytes[at]}`);
      const n = Math.min(length, rows - seen);
      if (bytes[at++] === 1) present += n;
      seen += n;
      continue;
    }
    const packed = Math.min(length, Math.ceil((rows - seen) / 8));
    if (packed > to - at) throw tooFewValues(seen, rows);
    for (let i = 0; i < packed; i++, seen += 8) {
      // The last bits may belong to no row.
      const bits = rows - seen >= 8 ? 255 : 2 ** (rows - seen) - 1;
      present += BITS_OF_BYTE[bytes[at + i] & bits];
    }
    at += length;
  }
  return present;
}

function tooFewValues(seen: number, rows: number): Error {
  return new Error(`levels of ${seen} rows, or a few more, where ${rows} are expected`);
}
