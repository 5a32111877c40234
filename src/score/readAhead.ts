import type { ByteAccess } from '../sources/byteAccess.js';

/** A page waits some for every piece, however small, so pieces are large. */
const PIECE = 2 ** 22;

/** Reads files mostly from front to back, each in pieces: the next is on its way while the last is worked on. */
export class ReadAhead {
  private file = -1;
  /** The piece before (ranges overlap a little), this one and the next. */
  private pieces = new Map<number, Promise<Uint8Array>>();
  /** One slice at a time: a packed file cannot be read in two places. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly accesses: readonly ByteAccess[]) {}

  /** Bytes from a place on: as many as there is room for, or fewer; 0 at the end. */
  async read(file: number, into: Uint8Array, at: number): Promise<number> {
    if (at >= this.accesses[file].size || into.length === 0) return 0;
    if (file !== this.file) this.pieces.clear();
    this.file = file;
    const index = Math.floor(at / PIECE);
    for (const old of this.pieces.keys()) if (old < index - 1 || old > index + 1) this.pieces.delete(old);
    const bytes = await this.piece(index);
    // If this fails, who asks for it hears of it.
    this.piece(index + 1).catch(() => {});
    const from = at - index * PIECE;
    const part = bytes.subarray(from, from + into.length);
    into.set(part);
    return part.length;
  }

  private piece(index: number): Promise<Uint8Array> {
    const found = this.pieces.get(index);
    if (found) return found;
    const access = this.accesses[this.file];
    const [from, to] = [index, index + 1].map((each) => Math.min(each * PIECE, access.size));
    const piece = this.last.then(async () => (from < to ? new Uint8Array(await access.slice(from, to)) : new Uint8Array()));
    this.last = piece.catch(() => {});
    this.pieces.set(index, piece);
    return piece;
  }
}
