import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';

/** Texts of a page come to so many bytes at most, and to so many more for each byte of it: each may repeat what the one before begins with. */
const PAGE_TEXT_BYTES = 2 ** 24;
const TEXT_TO_PAGE_BYTE = 256;

/** Whole numbers that are written as differences. The library reads them, once it is known that it can. */
export function readDeltas(bytes: Uint8Array, count: number, out: Int32Array | BigInt64Array): number {
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 };
  const [block, parts] = heads(bytes);
  if (!(block > 0 && block <= 2 ** 24 && parts > 0 && block % (8 * parts) === 0)) throw new Error(`differences in blocks of ${block}, in ${parts} parts`);
  deltaBinaryUnpack(reader, count, out);
  return reader.offset;
}

/** The first two numbers: of how many differences a block is made, and in how many parts. */
function heads(bytes: Uint8Array): number[] {
  let at = 0;
  return [0, 0].map((value) => {
    for (let shift = 0; ; shift += 7) {
      if (at >= bytes.length || shift > 28) throw new Error('differences that end early');
      value += (bytes[at] & 127) * 2 ** shift;
      if (bytes[at++] < 128) return value;
    }
  });
}

/** Texts behind all of their lengths. */
export function deltaLengthTexts(bytes: Uint8Array, count: number): Uint8Array[] {
  const lengths = new Int32Array(count);
  let at = readDeltas(bytes, count, lengths);
  return Array.from(lengths, (length) => {
    if (!(length >= 0 && length <= bytes.length - at)) throw new Error('a page of text ends early');
    at += length;
    return bytes.subarray(at - length, at);
  });
}

/** Texts of which each begins as the one before does, so far; behind all of these lengths the others, and what follows. */
export function deltaTexts(bytes: Uint8Array, count: number): Uint8Array[] {
  const same = new Int32Array(count);
  const ends = deltaLengthTexts(bytes.subarray(readDeltas(bytes, count, same)), count);
  let last = new Uint8Array();
  let all = 0;
  const most = PAGE_TEXT_BYTES + bytes.length * TEXT_TO_PAGE_BYTE;
  return ends.map((end, i) => {
    all += same[i] + end.length;
    if (!(same[i] >= 0 && same[i] <= last.length && all <= most)) throw new Error('a page of text that makes no sense');
    const text = new Uint8Array(same[i] + end.length);
    text.set(last.subarray(0, same[i]));
    text.set(end, same[i]);
    last = text;
    return text;
  });
}
