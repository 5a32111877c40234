// Frames of zstd (RFC 8878), one after the other, into one piece of memory, in which matches are looked up as they are.
// src/kernels/plain/unpackZstd.ts is the twin.

import { fourStreams, oneStream, readTree } from "./zstdLiterals";
import { forgetSequences, readTables, writeSequences } from "./zstdSequences";

const FRAME: u32 = 0xfd2fb528;
/** Of frames that are passed over all but the lowest four bits. */
const SKIPPED: u32 = 0x184d2a5;
/** Bytes of a block at most, packed or not. */
const MOST: usize = 1 << 17;

const RAW: u32 = 0;
const REPEATED: u32 = 1;
const PACKED: u32 = 2;

/** Where a frame is read and written: moved by the functions that do. */
let at: usize = 0;
let to: usize = 0;
/** Whether the frame has had a tree of Huffman codes, which the next block may use again. */
let hasTree = false;

/** Unpacks so many bytes into so much room. How many bytes there are then; −1 where they are damaged or do not fit. */
export function unpackZstd(packed: usize, length: usize, out: usize, room: usize): i32 {
  const end = packed + length;
  const outEnd = out + room;
  at = packed;
  to = out;
  while (at != end) {
    if (end - at < 8) return -1;
    const magic = load<u32>(at);
    if (magic == FRAME) {
      at += 4;
      if (!frame(end, outEnd)) return -1;
    } else if (magic >> 4 == SKIPPED) {
      const size = <usize>load<u32>(at, 4);
      at += 8;
      if (end - at < size) return -1;
      at += size;
    } else return -1;
  }
  return <i32>(to - out);
}

function frame(end: usize, outEnd: usize): bool {
  const first = to;
  const descriptor = <u32>load<u8>(at++);
  // A bit that is kept for later; none of it is known here.
  if (descriptor & 8) return false;
  const single = (descriptor & 32) != 0;
  const idBytes: usize = (1 << (descriptor & 3)) >> 1;
  const sizeFlag = descriptor >> 6;
  const sizeBytes: usize = sizeFlag ? 1 << sizeFlag : usize(single);
  if (end - at < usize(!single) + idBytes + sizeBytes) return false;
  // How far back matches may lie is of no use here, where all of the output is at hand.
  if (!single) at++;
  // Nothing is known of any dictionary.
  if (bytesAt(at, idBytes) != 0) return false;
  at += idBytes;
  const size = bytesAt(at, sizeBytes) + (sizeBytes == 2 ? 256 : 0);
  at += sizeBytes;
  if (sizeBytes && size > <u64>(outEnd - to)) return false;
  hasTree = false;
  forgetSequences();
  let header: u32;
  do {
    if (end - at < 3) return false;
    header = <u32>load<u16>(at) | (<u32>load<u8>(at, 2) << 16);
    at += 3;
    const n = <usize>(header >> 3);
    const kind = (header >> 1) & 3;
    if (n > MOST) return false;
    if (kind == REPEATED) {
      if (at == end || outEnd - to < n) return false;
      memory.fill(to, load<u8>(at++), n);
      to += n;
      continue;
    }
    if (end - at < n) return false;
    if (kind == RAW) {
      if (outEnd - to < n) return false;
      memory.copy(to, at, n);
      to += n;
    } else if (kind != PACKED || !block(at + n, outEnd, first)) return false;
    at += n;
  } while (!(header & 1));
  if (sizeBytes && <u64>(to - first) != size) return false;
  // To check the checksum took a tenth of the time again.
  if (descriptor & 4) {
    if (end - at < 4) return false;
    at += 4;
  }
  return true;
}

/** A number of so many bytes, the lowest first. */
function bytesAt(at: usize, n: usize): u64 {
  let number: u64 = 0;
  for (let i: usize = 0; i < n; i++) number |= <u64>load<u8>(at + i) << (<u64>i << 3);
  return number;
}

/** A block from `at` to `end`. */
function block(end: usize, outEnd: usize, first: usize): bool {
  const from = at;
  if (end == from) return false;
  const head = <u32>load<u8>(from);
  const kind = head & 3;
  const format = (head >> 2) & 3;
  // Literals: how many there are, and how many bytes they take up.
  let header: usize;
  let literals: usize;
  let size: usize;
  if (kind <= REPEATED) {
    header = format == 1 ? 2 : format == 3 ? 3 : 1;
    if (<usize>(end - from) < header) return false;
    literals = <usize>(bytesAt(from, header) >> (header == 1 ? 3 : 4));
    size = kind == RAW ? literals : 1;
  } else {
    header = format < 2 ? 3 : format + 2;
    if (<usize>(end - from) < header) return false;
    const both = bytesAt(from, header) >> 4;
    const bits: u64 = format < 2 ? 10 : format == 2 ? 14 : 18;
    literals = <usize>(both & ((<u64>1 << bits) - 1));
    size = <usize>(both >> bits);
  }
  const codes = from + header;
  if (literals > MOST || literals > outEnd - to || <usize>(end - codes) <= size) return false;
  // Sequences: how many there are. The literals are already in place where there are none.
  let rest = codes + size;
  let count = <u32>load<u8>(rest++);
  if (count > 127) {
    const bytes: usize = count == 255 ? 2 : 1;
    if (end - rest < bytes) return false;
    count = count == 255 ? <u32>load<u16>(rest) + 0x7f00 : ((count - 128) << 8) | <u32>load<u8>(rest);
    rest += bytes;
  }
  const place = count ? outEnd - literals : to;
  if (kind == RAW) memory.copy(place, codes, literals);
  else if (kind == REPEATED) memory.fill(place, load<u8>(codes), literals);
  else {
    let streams = codes;
    const streamsEnd = codes + size;
    if (kind == PACKED) {
      hasTree = false;
      streams = readTree(codes, streamsEnd);
      if (!streams) return false;
      hasTree = true;
    }
    if (!hasTree) return false;
    if (!(format ? fourStreams(streams, streamsEnd, place, literals) : oneStream(streams, streamsEnd, place, literals))) return false;
  }
  if (!count) {
    to += literals;
    return rest == end;
  }
  const bits = readTables(rest, end);
  if (!bits) return false;
  const written = writeSequences(bits, end, count, to, place, outEnd, first);
  if (!written || written - to > MOST) return false;
  to = written;
  return true;
}
