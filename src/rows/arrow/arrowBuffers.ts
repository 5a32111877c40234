import type { Kernels } from '../../kernels/kernels.js';
import { isFull, roomUpTo } from '../../kernels/roomUpTo.js';
import { takeAll } from '../../kernels/takeAll.js';
import { bytesAt, fill, type Reading } from '../bytes/reading.js';
import { checkPage, Held } from '../tables/limits.js';
import type { FoundMessage } from './arrowFind.js';
import type { Region } from './arrowMetadata.js';
import { checkLength, OUTSIDE, PackedInFile, PackedInside, type Unpackers, unpackInto } from './arrowUnpack.js';

/** A buffer of a column: in memory, or still in the file from a place on. */
export interface Stored {
  length: number;
  held?: Uint8Array;
  at?: number;
}

/** Messages that are not longer are read as a whole, and with them those that follow. */
const WINDOW = 2 ** 18;
/** What is read of a column at a time; and where there is little room. */
const ARROW_PIECE_BYTES = 2 ** 18;
const MIN_ARROW_ROOM = 2 ** 12;
/** Unpacked bytes that are kept in the core's memory at once, at most. */
const MAX_UNPACKED_INSIDE = 2 ** 22;

/** The bytes of messages: read, and unpacked if they are packed, into the core's memory. */
export class ArrowBuffers {
  private readonly window: Uint8Array;
  private windowAt = 0;
  private windowTo = 0;
  /** Where columns pass through: one, and beside it the texts that it refers to. */
  readonly piece: Uint8Array;
  readonly texts: Uint8Array;
  private inside: Uint8Array[] = [];
  private insideBytes = 0;
  /** What has been unpacked, and is not given back yet. */
  private readonly hold: Held;
  private unpackedBytes = 0;

  constructor(
    private readonly file: number,
    private readonly kernels: Kernels,
    size: number,
    /** Where there is a text that is so long it has to be there as a whole. */
    longestText = 0,
  ) {
    this.hold = new Held(size, 'its buffers');
    const text = Math.max(MIN_ARROW_ROOM, longestText);
    [this.texts, this.piece, this.window] = takeAll(kernels, (keep) => [
      keep(roomUpTo(kernels, Math.max(ARROW_PIECE_BYTES, text), text)),
      keep(roomUpTo(kernels, ARROW_PIECE_BYTES, MIN_ARROW_ROOM)),
      keep(roomUpTo(kernels, WINDOW, MIN_ARROW_ROOM)),
    ]);
  }

  /** The metadata of a message, which is read with its body if it is short, and with what follows up to a place. */
  *metadata({ from, metadata, bodyAt, to }: FoundMessage, end: number): Reading<DataView> {
    if (to - from > this.window.length) {
      const bytes = yield* bytesAt(this.file, metadata, bodyAt);
      return new DataView(bytes.buffer);
    }
    if (from < this.windowAt || to > this.windowTo) {
      this.windowTo = 0;
      const got = yield* fill(this.file, this.window.subarray(0, Math.min(this.window.length, end - from)), from);
      if (got < to - from) throw new Error('it has ended inside a message');
      this.windowAt = from;
      this.windowTo = from + got;
    }
    return new DataView(this.window.buffer, this.window.byteOffset + metadata - this.windowAt, bodyAt - metadata);
  }

  /** A buffer of a message's body. Where it is known how many bytes are needed, there is no room for many more. */
  *stored(message: FoundMessage, { offset, length }: Region, codec: number | undefined, needed = Infinity): Reading<Stored> {
    const at = message.bodyAt + offset;
    const held = at >= this.windowAt && at + length <= this.windowTo ? this.window.subarray(at - this.windowAt, at - this.windowAt + length) : undefined;
    if (length === 0) return { length, held: this.window.subarray(0, 0) };
    const stored = held ? { length, held } : { length, at };
    if (codec === undefined) return stored;
    try {
      return yield* this.unpacked(stored, codec, needed, this.kernels, message.rows);
    } catch (error) {
      if (!isFull(error)) throw error;
      return yield* this.unpacked(stored, codec, needed, OUTSIDE, message.rows);
    }
  }

  /** Unpacks a buffer. It begins with how many bytes there are; −1 where they are as they are. */
  private *unpacked({ length, held, at = 0 }: Stored, codec: number, needed: number, unpackers: Unpackers, rows: number): Reading<Stored> {
    const packed = held ? new PackedInside(held) : new PackedInFile(this.file, at, length, unpackers, this.piece);
    try {
      const prefix = yield* packed.next(8);
      const unpacked = Number(new DataView(prefix.buffer, prefix.byteOffset, 8).getBigInt64(0, true));
      if (unpacked === -1) return held ? { length: length - 8, held: held.subarray(8) } : { length: length - 8, at: at + 8 };
      checkLength(unpacked, length, codec, needed);
      checkPage(length, unpacked, rows, 'a buffer');
      // Where it is tried again it has been counted.
      if (unpackers !== OUTSIDE) this.unpackedBytes += unpacked;
      this.hold.set(this, this.unpackedBytes);
      const out = unpackers === OUTSIDE ? new Uint8Array(unpacked) : this.room(unpacked);
      yield* unpackInto(unpackers, packed, codec, out);
      return { length: unpacked, held: out };
    } finally {
      if (packed instanceof PackedInFile) packed.free();
    }
  }

  private room(length: number): Uint8Array {
    if (this.insideBytes + length > MAX_UNPACKED_INSIDE) return new Uint8Array(length);
    const room = this.kernels.uint8(length);
    this.inside.push(room);
    this.insideBytes += length;
    return room;
  }

  /** Bytes of a buffer in the core's memory, if need be by way of an array there; they hold until it is used again. */
  *bytes({ length, held, at }: Stored, from: number, to: number, through: Uint8Array): Reading<Uint8Array> {
    if (!(from <= to && to <= length)) throw new Error('a column ends early');
    if (held && this.kernels.owns(held)) return held.subarray(from, to);
    const part = through.subarray(0, to - from);
    if (held) part.set(held.subarray(from, to));
    else if ((yield* fill(this.file, part, (at as number) + from)) < part.length) throw new Error('it has ended inside a column');
    return part;
  }

  /** All of a buffer, outside of the core's memory. */
  *whole(stored: Stored): Reading<Uint8Array> {
    const { length, held, at } = stored;
    return held ? held.slice() : yield* bytesAt(this.file, at as number, (at as number) + length);
  }

  /** Gives back what was unpacked. */
  release(): void {
    for (const room of this.inside) this.kernels.free(room);
    this.inside = [];
    this.insideBytes = 0;
    this.unpackedBytes = 0;
  }

  free(): void {
    this.release();
    for (const room of [this.window, this.piece, this.texts]) this.kernels.free(room);
  }
}
