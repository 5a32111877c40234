import { decodeText } from '../../base/utf8.js';

/** Odd, and not known to who writes a file: texts could be made to meet otherwise. What comes out does not depend on it. */
export const HASH_FACTOR = Math.floor(Math.random() * 2 ** 31) * 2 + 1;

/** Gives texts of bytes codes. A text is turned into a string when it is first met, and not again. */
export class TextCodes {
  /** Places in a table by hash: one more than a code, or 0. */
  private table = new Int32Array(256);
  private held = 0;
  /** The bytes of the texts, where each begins and ends, its hash, and its code. */
  private bytes = new Uint8Array(1024);
  private readonly ends: number[] = [0];
  private readonly hashes: number[] = [];
  private readonly codeOf: number[] = [];

  constructor(
    readonly names: string[],
    private readonly decode: (bytes: Uint8Array) => string = decodeText,
  ) {}

  codes(bytes: Uint8Array, at: number, to: number, codes: Uint32Array, row: number, count: number): number {
    for (let r = row; r < row + count; r++) {
      const start = at + 4;
      const length = start <= to ? (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0 : Infinity;
      at = start + length;
      if (at > to) throw new Error('a page of text ends early');
      codes[r] = this.code(bytes, start, at);
    }
    return at;
  }

  code(bytes: Uint8Array, from: number, to: number): number {
    let hash = to - from;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], HASH_FACTOR);
    // The upper bits depend on all of the bytes.
    hash ^= hash >>> 15;
    const mask = this.table.length - 1;
    let place = hash & mask;
    for (; this.table[place] > 0; place = (place + 1) & mask) {
      const text = this.table[place] - 1;
      if (this.hashes[text] === hash && this.same(text, bytes, from, to)) return this.codeOf[text];
    }
    return this.add(hash, bytes.subarray(from, to));
  }

  private same(text: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.ends[text];
    if (this.ends[text + 1] - start !== to - from) return false;
    for (let i = from, j = start; i < to; i++, j++) if (bytes[i] !== this.bytes[j]) return false;
    return true;
  }

  private add(hash: number, text: Uint8Array): number {
    const start = this.ends[this.held];
    if (start + text.length > this.bytes.length) {
      const grown = new Uint8Array(2 * (start + text.length));
      grown.set(this.bytes.subarray(0, start));
      this.bytes = grown;
    }
    this.bytes.set(text, start);
    this.ends.push(start + text.length);
    this.hashes.push(hash);
    const code = this.names.push(this.decode(text)) - 1;
    this.codeOf.push(code);
    this.held++;
    if (this.held * 2 > this.table.length) {
      this.table = new Int32Array(this.table.length * 4);
      for (let each = 0; each < this.held; each++) this.insert(each);
    } else this.insert(this.held - 1);
    return code;
  }

  private insert(text: number): void {
    const mask = this.table.length - 1;
    let place = this.hashes[text] & mask;
    while (this.table[place] > 0) place = (place + 1) & mask;
    this.table[place] = text + 1;
  }
}
