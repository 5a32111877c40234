// The twin of assembly/hybrid.ts, entries.ts and joinBytes.ts: what pages of Parquet are made of.

const PACKED_TOGETHER = 8;

/** The numbers of a column, in whatever they take. */
export type Entries = Float64Array | Float32Array | Uint32Array;

export function hybrid(bytes: Uint8Array, to: number, width: number, state: Uint32Array, limit: number, out: Uint32Array, count: number): boolean {
  let [at, left, value, kind] = state;
  for (let done = 0; done < count; ) {
    if (left === 0) {
      let head = 0;
      for (let shift = 0, more = true; more; shift += 7) {
        if (at >= to || shift > 28) return false;
        head += (bytes[at] & 127) * 2 ** shift;
        more = bytes[at++] > 127;
      }
      const length = Math.floor(head / 2);
      if (head % 2 === 1) {
        kind = PACKED_TOGETHER;
        left = Math.min(length * 8, 0x7ffffff8);
        continue;
      }
      kind = 0;
      left = Math.min(length, 0x7fffffff);
      const size = (width + 7) >> 3;
      if (to - at < size) return false;
      value = 0;
      for (let i = 0; i < size; i++) value += bytes[at++] * 2 ** (8 * i);
      if (left > 0 && value >= limit) return false;
      continue;
    }
    const n = Math.min(left, count - done);
    left -= n;
    if (kind === 0) {
      out.fill(value, done, done + n);
      done += n;
      continue;
    }
    const bit = kind - PACKED_TOGETHER;
    if ((to - at) * 8 < bit + n * width) return false;
    const most = unpackBits(bytes, at, bit, width, out, done, n);
    if (most >= limit) return false;
    done += n;
    const end = bit + n * width;
    at += Math.floor(end / 8);
    kind = PACKED_TOGETHER + (end % 8);
  }
  state[0] = at;
  state[1] = left;
  state[2] = value;
  state[3] = kind;
  return true;
}

/** Numbers of so many bits, from a bit of a byte on; the largest of them. */
function unpackBits(bytes: Uint8Array, at: number, bit: number, width: number, out: Uint32Array, from: number, n: number): number {
  let most = 0;
  if (width <= 24) {
    const mask = 2 ** width - 1;
    let held = 0;
    let bits = 0;
    if (bit > 0) {
      held = bytes[at++] >>> bit;
      bits = 8 - bit;
    }
    for (let i = from; i < from + n; i++) {
      for (; bits < width; bits += 8) held |= bytes[at++] << bits;
      const number = held & mask;
      if (number > most) most = number;
      out[i] = number;
      held >>>= width;
      bits -= width;
    }
    return most;
  }
  for (let i = from; i < from + n; i++, bit += width) {
    const byte = at + Math.floor(bit / 8);
    let number = 0;
    for (let j = 4; j >= 0; j--) number = number * 256 + (bytes[byte + j] ?? 0);
    number = Math.floor(number / 2 ** (bit % 8)) % 2 ** width;
    if (number > most) most = number;
    out[i] = number;
  }
  return most;
}

function lookUp<T extends Entries>(places: Uint32Array, count: number, entries: T, out: T): void {
  for (let i = 0; i < count; i++) out[i] = entries[places[i]];
}

function joinBytes(bytes: Uint8Array, from: number, stride: number, count: number, out: Float64Array | Float32Array): void {
  const size = out.BYTES_PER_ELEMENT;
  const joined = new Uint8Array(out.buffer, out.byteOffset, count * size);
  for (let b = 0; b < size; b++) for (let i = 0, at = from + b * stride; i < count; i++, at++) joined[i * size + b] = bytes[at];
}

/** The loops that read columns of files; the entry for pages that hand over arrays leaves them out. */
export const packedNumbers = { hybrid, lookUp, joinBytes };
