import { fill, type Reading } from '../bytes/reading.js';

/** A stretch of a file that is read from front to back, a piece at a time. */
export class FilePiece {
  private buffer = new Uint8Array();
  /** Where the piece lies in the file. */
  private from = 0;
  private to = 0;
  /** Where the stretch ends. */
  private end = 0;

  constructor(
    private readonly file: number,
    private readonly usual: number,
  ) {}

  /** Begins with another stretch. */
  start(end: number): void {
    this.from = this.to = 0;
    this.end = end;
    // What one stretch took, the next need not.
    if (this.buffer.length > this.usual) this.buffer = new Uint8Array();
  }

  /** Bytes from a place on, at least so many unless the stretch ends. They are others after the next call. */
  *peek(at: number, least: number): Reading<Uint8Array<ArrayBuffer>> {
    const wanted = Math.min(least, this.end - at);
    if (at < this.from || at + wanted > this.to) {
      const length = Math.min(Math.max(this.usual, least), this.end - at);
      if (this.buffer.length < length) this.buffer = new Uint8Array(length);
      const got = yield* fill(this.file, this.buffer.subarray(0, length), at);
      if (got < wanted) throw new Error(`${got} bytes from byte ${at} on, where ${wanted} are expected`);
      this.from = at;
      this.to = at + got;
    }
    return this.buffer.subarray(at - this.from, this.to - this.from);
  }

  /** Copies bytes from a place on; those that are not in the piece go straight to where they belong. */
  *copy(at: number, into: Uint8Array): Reading<void> {
    let done = 0;
    if (at >= this.from && at < this.to) {
      const known = this.buffer.subarray(at - this.from, Math.min(at - this.from + into.length, this.to - this.from));
      into.set(known);
      done = known.length;
    }
    if (done === into.length) return;
    done += yield* fill(this.file, into.subarray(done), at + done);
    if (done < into.length) throw new Error(`${done} bytes from byte ${at} on, where ${into.length} are expected`);
  }
}
