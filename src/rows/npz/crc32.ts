import type { Reading } from '../bytes/reading.js';

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
const CRC_PIECE = 2 ** 18;

/** The check sum of all bytes of a file, as zip archives have it. */
export function* crc32(file: number, size: number): Reading<number> {
  const piece = new Uint8Array(Math.min(CRC_PIECE, size));
  let crc = 0xffffffff;
  for (let at = 0; at < size; ) {
    const got = yield { file, into: piece.subarray(0, Math.min(piece.length, size - at)), at };
    if (got === 0) break;
    for (let i = 0; i < got; i++) crc = (crc >>> 8) ^ TABLE[(crc ^ piece[i]) & 255];
    at += got;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
