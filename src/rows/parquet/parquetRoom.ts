import { FairbitsError } from '../../base/errors.js';
import type { Kernels } from '../../kernels/kernels.js';
import { packedNumbers } from '../../kernels/plain/read/packedNumbers.js';
import { unpack } from '../../kernels/plain/read/unpack.js';
import type { Held } from '../tables/limits.js';

/** Of the kernels' memory, pages may take so much in all; what is larger lies outside, and is read by the twin. */
const MAX_PAGES_BYTES = 6 * 2 ** 20;
/** And the numbers of rows so much, and those of dictionaries as much again. */
const MOST_NUMBERS = 2 * 2 ** 20;
/** What a page may take on its way, before and after it is unpacked. */
const MOST_PASSING = 2 ** 21;
/** A page that takes more is unpacked in a memory of its own, up to this, packed and unpacked together; beyond that by the twin. */
const MOST_APART = 2 ** 26;
/** Bytes of a page outside that are brought in at a time; and what lies between packed numbers, at most, if they are many. */
const SLICE = 2 ** 16;
const BETWEEN = 256;
/** Room grows by so much more than is asked for: pages differ a little. */
const PAGE_SPARE = 1.25;
/** What two arrays take beside their bytes, and the kernels while they unpack. */
const APART = 2 ** 19;

/** The loops that read pages. */
type Loops = Pick<Kernels, 'lookUp' | 'joinBytes'>;
export type Unpacker = 'unpackZstd' | 'unpackSnappy' | 'unpackLz4';

/** Arrays in the kernels' memory, or outside where they do not fit. */
export class Room {
  /** What the bytes of a page may take, and the numbers of some rows, or of a dictionary. */
  private readonly share: number;
  private readonly numbers: number;
  private readonly held = new Set<ArrayBufferView>();
  private packedBytes: Uint8Array | undefined;
  private unpackedBytes: Uint8Array | undefined;
  private dictionaryBytes: Uint8Array | undefined;
  private slice: Uint8Array | undefined;
  /** For large pages: kernels with a memory of their own, and what they may take of it. */
  private apart: { kernels: Kernels; bytes: number } | undefined;

  constructor(
    readonly kernels: Kernels,
    columns: number,
    /** What pages, and the values that are made of them, take together. */
    readonly hold: Held,
  ) {
    this.share = Math.floor(MAX_PAGES_BYTES / Math.max(1, columns));
    this.numbers = Math.floor(MOST_NUMBERS / Math.max(1, columns));
  }

  float64(length: number): Float64Array {
    return this.take(length * 8, this.numbers, () => this.kernels.float64(length)) ?? new Float64Array(length);
  }
  float32(length: number): Float32Array {
    return this.take(length * 4, this.numbers, () => this.kernels.float32(length)) ?? new Float32Array(length);
  }
  /** What columns use in turn may be longer. */
  uint32(length: number, most = this.numbers): Uint32Array {
    return this.take(length * 4, most, () => this.kernels.uint32(length)) ?? new Uint32Array(length);
  }

  /** At least so many bytes for the page of a column: those there are, if they are enough. */
  page(old: Uint8Array | undefined, length: number): Uint8Array {
    return this.bytes(old, length, this.share);
  }

  /** At least so many bytes for a dictionary, whichever column it is of. */
  dictionary(length: number): Uint8Array {
    this.dictionaryBytes = this.bytes(this.dictionaryBytes, length, MOST_PASSING);
    return this.dictionaryBytes;
  }

  /** So many bytes for a page before it is unpacked, whichever column it is of. */
  packed(length: number): Uint8Array {
    this.packedBytes = this.bytes(this.packedBytes, length, MOST_PASSING);
    return this.packedBytes.subarray(0, length);
  }

  /** Unpacks a page; how many bytes there are, or −1. In the kernels' memory, if there is room for it, even where it is to lie elsewhere. */
  unpack(how: Unpacker, packed: Uint8Array, out: Uint8Array): number {
    const { kernels } = this;
    if (kernels.owns(packed) && kernels.owns(out)) return kernels[how](packed, out);
    if (!kernels.owns(packed) || out.length > MOST_PASSING) return this.unpackApart(how, packed, out);
    this.unpackedBytes = this.bytes(this.unpackedBytes, out.length, MOST_PASSING);
    if (!kernels.owns(this.unpackedBytes)) return unpack[how](packed, out);
    const passing = this.unpackedBytes.subarray(0, out.length);
    const written = kernels[how](packed, passing);
    out.set(passing);
    return written;
  }

  /** Unpacks a large page in a memory that is kept for the next one, where there is enough. */
  private unpackApart(how: Unpacker, packed: Uint8Array, out: Uint8Array): number {
    const bytes = packed.length + out.length + APART;
    if (bytes > MOST_APART) return unpack[how](packed, out);
    if (!this.apart || this.apart.bytes < bytes) {
      const enough = Math.min(Math.ceil(bytes * PAGE_SPARE), MOST_APART);
      this.apart = undefined;
      const kernels = this.kernels.another(enough);
      if (!kernels) return unpack[how](packed, out);
      this.apart = { kernels, bytes: enough };
    }
    const { kernels } = this.apart;
    const views = [kernels.uint8(packed.length), kernels.uint8(out.length)];
    views[0].set(packed);
    const written = kernels[how](views[0], views[1]);
    out.set(views[1]);
    for (const view of views) kernels.free(view);
    return written;
  }

  /** The next so many numbers of a page; see hybrid() of the kernels. Where it lies outside, what should be enough of it is brought in. */
  hybrid(bytes: Uint8Array, to: number, width: number, state: Uint32Array, limit: number, out: Uint32Array, count: number): boolean {
    const { kernels } = this;
    if (kernels.owns(state) && kernels.owns(out)) {
      if (kernels.owns(bytes)) return kernels.hybrid(bytes, to, width, state, limit, out, count);
      const [at] = state;
      const length = Math.min(to - at, Math.ceil((count * width) / 8) + BETWEEN);
      if (length <= SLICE) {
        this.slice ??= this.bytes(undefined, SLICE, SLICE);
        this.slice.set(bytes.subarray(at, at + length));
        state[0] = 0;
        const sound = kernels.owns(this.slice) && kernels.hybrid(this.slice, length, width, state, limit, out, count);
        state[0] += at;
        if (sound) return true;
      }
    }
    return packedNumbers.hybrid(bytes, to, width, state, limit, out, count);
  }

  private bytes(old: Uint8Array | undefined, length: number, most: number): Uint8Array {
    if (old && old.length >= length) return old;
    if (old) this.free(old);
    const spare = Math.ceil(length * PAGE_SPARE);
    return this.take(length, most, () => this.kernels.uint8(Math.min(spare, most))) ?? new Uint8Array(spare);
  }

  /** The kernels, where some arrays are all theirs; else their twin. */
  loops(...views: ArrayBufferView[]): Loops {
    return views.every((view) => this.kernels.owns(view)) ? this.kernels : packedNumbers;
  }

  /** An array that `make` takes from the kernels' memory, unless it is too long, or that is full. */
  private take<View extends ArrayBufferView>(bytes: number, most: number, make: () => View): View | undefined {
    if (bytes > most) return undefined;
    try {
      const view = make();
      this.held.add(view);
      return view;
    } catch (error) {
      if (error instanceof FairbitsError && error.code === 'arena-full') return undefined;
      throw error;
    }
  }

  free(view: ArrayBufferView): void {
    if (this.held.delete(view)) this.kernels.free(view);
  }

  freeAll(): void {
    for (const view of this.held) this.kernels.free(view);
    this.held.clear();
    this.apart = undefined;
  }
}
