import type { Kernels } from '../../kernels/kernels.js';
import { unpack } from '../../kernels/plain/read/unpack.js';
import { fill, type Reading } from '../bytes/reading.js';

/** Packed bytes that lie one after another in a file, to be had some at a time in the core's memory. */
interface PackedBytes {
  /** How many are left. */
  readonly left: number;
  next(count: number): Reading<Uint8Array>;
}

/** What unpacks, and the memory it does so in. */
export type Unpackers = Pick<Kernels, 'uint8' | 'free' | 'owns' | 'unpackZstd' | 'unpackLz4'>;

/** The core's twin, for which any memory will do. */
export const OUTSIDE: Unpackers = { ...unpack, uint8: (length) => new Uint8Array(length), free: () => {}, owns: () => true };

const LZ4_MAGIC = 0x184d2204;
const STORED = 0x80000000;
/** How far back a block may refer. */
const HISTORY = 2 ** 16;
/** Unpacked bytes of Zstandard in the core's memory at once, with the packed ones, at most: a frame has to be there whole. */
const MOST_ZSTD = 2 ** 23;

/** Bytes that a buffer may have beyond twice those that are needed: writers fill them up to a round number. */
const PADDING = 4096;

/** That packed bytes could come to so many: neither way of packing does better than this, and nobody writes much more than is needed. */
export function checkLength(length: number, packed: number, codec: number, needed: number): void {
  const most = Math.min(codec === 1 ? packed * 2 ** 16 : packed * 256, 2 * needed + PADDING);
  if (!(Number.isSafeInteger(length) && length >= 0 && length <= most)) throw new Error(`a buffer of ${packed} bytes should unpack to ${length}`);
}

/** Unpacks frames into an array, wherever it lies, which they must fill. */
export function* unpackInto(kernels: Unpackers, packed: PackedBytes, codec: number, out: Uint8Array): Reading<void> {
  if (codec !== 0 && codec !== 1) throw new Error(`it is packed in a way (${codec}) that is not known`);
  const written = codec === 1 ? yield* unpackZstdBuffer(kernels, packed, out) : yield* unpackLz4Frame(kernels, packed, out);
  if (written !== out.length)
    throw new Error(written < 0 ? 'what is packed is damaged' : `a buffer unpacks to ${written} bytes, and ${out.length} were packed`);
}

function* unpackZstdBuffer(kernels: Unpackers, packed: PackedBytes, out: Uint8Array): Reading<number> {
  const { left } = packed;
  if (kernels.owns(out)) return kernels.unpackZstd(yield* packed.next(left), out);
  if (left + out.length > MOST_ZSTD) return yield* zstdOutside(packed, out);
  const inside = kernels.uint8(out.length);
  try {
    const written = kernels.unpackZstd(yield* packed.next(left), inside);
    out.set(inside);
    return written;
  } finally {
    kernels.free(inside);
  }
}

/** The same by the core's twin, where the core has no room for all of it. */
function* zstdOutside(packed: PackedBytes, out: Uint8Array): Reading<number> {
  const bytes = new Uint8Array(packed.left);
  for (let at = 0; at < bytes.length; ) {
    const part = yield* packed.next(Math.min(packed.left, 2 ** 20));
    bytes.set(part, at);
    at += part.length;
  }
  return unpack.unpackZstd(bytes, out);
}

/** Unpacks a frame of LZ4: blocks that may refer to what earlier blocks unpacked to. Checksums are passed over. */
function* unpackLz4Frame(kernels: Unpackers, packed: PackedBytes, out: Uint8Array): Reading<number> {
  const start = yield* packed.next(7);
  const magic = (start[0] | (start[1] << 8) | (start[2] << 16) | (start[3] << 24)) >>> 0;
  if (magic !== LZ4_MAGIC) throw new Error('what should be an LZ4 frame is none');
  const flags = start[4];
  const largest = 2 ** (8 + 2 * ((start[5] >> 4) & 7));
  if (flags >> 6 !== 1) throw new Error(`LZ4 version ${flags >> 6} is not known`);
  const more = (flags & 8 ? 8 : 0) + (flags & 1 ? 4 : 0);
  if (more > 0) yield* packed.next(more);
  const through = kernels.owns(out) ? undefined : kernels.uint8(Math.min(out.length, HISTORY + largest));
  /** What blocks are written to, how far it is filled, and what of it lies before it in `out`. */
  const room = through ?? out;
  let filled = 0;
  let before = 0;
  try {
    for (;;) {
      const [a, b, c, d] = yield* packed.next(4);
      const word = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
      if (word === 0) return before + filled;
      const length = word % STORED;
      if (length > largest) return -1;
      if (through && filled > HISTORY) {
        // The next block has room again, behind what it may refer to.
        before += filled - HISTORY;
        through.copyWithin(0, filled - HISTORY, filled);
        filled = HISTORY;
      }
      const block = yield* packed.next(length);
      const from = filled;
      if (word >= STORED) {
        if (length > room.length - filled) return -1;
        room.set(block, filled);
        filled += length;
      } else {
        filled = kernels.unpackLz4(block, room, filled);
        if (filled < 0) return -1;
      }
      if (through) {
        if (before + filled > out.length) return -1;
        out.set(through.subarray(from, filled), before + from);
      }
      if (flags & 16) yield* packed.next(4);
    }
  } finally {
    if (through) kernels.free(through);
  }
}

/** Bytes of a file by way of an array in the core's memory. */
export class PackedInFile implements PackedBytes {
  private from = 0;
  private to = 0;
  /** Whether the array is not the one it was given. */
  private owned = false;

  constructor(
    private readonly file: number,
    private at: number,
    public left: number,
    private readonly kernels: Unpackers,
    private room: Uint8Array,
  ) {}

  *next(count: number): Reading<Uint8Array> {
    if (count > this.left) throw new Error('what is packed ends early');
    if (this.to - this.from < count) {
      this.makeRoom(count);
      const wanted = Math.min(this.room.length - this.to, this.left - this.to);
      const got = yield* fill(this.file, this.room.subarray(this.to, this.to + wanted), this.at);
      if (got < wanted) throw new Error('what is packed ends early');
      this.at += got;
      this.to += got;
    }
    this.from += count;
    this.left -= count;
    return this.room.subarray(this.from - count, this.from);
  }

  /** Moves what is left to the beginning, of a larger array if it takes one. */
  private makeRoom(count: number): void {
    const old = this.room;
    if (count <= old.length) old.copyWithin(0, this.from, this.to);
    else {
      this.room = this.kernels.uint8(count);
      this.room.set(old.subarray(this.from, this.to));
      if (this.owned) this.kernels.free(old);
      this.owned = true;
    }
    this.to -= this.from;
    this.from = 0;
  }

  free(): void {
    if (this.owned) this.kernels.free(this.room);
  }
}

/** Bytes that lie in the core's memory. */
export class PackedInside implements PackedBytes {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get left(): number {
    return this.bytes.length - this.at;
  }

  // biome-ignore lint/correctness/useYield: nothing has to be waited for
  *next(count: number): Reading<Uint8Array> {
    if (count > this.left) throw new Error('what is packed ends early');
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
}
