import { decodeText } from '../../base/utf8.js';
import { shown } from './batch.js';

/** Odd, and not known to who writes a file: texts could be made to meet otherwise. What comes out does not depend on it. */
const FACTOR = Math.floor(Math.random() * 2 ** 31) * 2 + 1;

/** Whole numbers from −128 on that have a place of their own. */
const SMALLEST_NUMBER = -128;
const SMALL_NUMBERS = 2 ** 12;

/** Gives names codes: the code of a value is the place of its name. A name that is met in two forms may have two. */
export class NameCodes {
  readonly names: string[] = [];
  private readonly codes = new Map<unknown, number>();
  /** One more than the codes of small whole numbers; 0 where there is none yet. */
  private small: Int32Array | undefined;
  private readonly texts = new TextCodes(this.names);

  /** The code of text, a number or a boolean. */
  code(value: unknown): number {
    const known = this.codes.get(value);
    if (known !== undefined) return known;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'boolean')
      throw new Error(`${shown(value)} where the name of a class is expected`);
    const code = this.names.push(String(value)) - 1;
    this.codes.set(value, code);
    return code;
  }

  /** The code of a whole number. */
  whole(value: number): number {
    const place = value - SMALLEST_NUMBER;
    if (!(place >= 0 && place < SMALL_NUMBERS)) return this.code(value);
    this.small ??= new Int32Array(SMALL_NUMBERS);
    if (this.small[place] === 0) this.small[place] = this.code(value) + 1;
    return this.small[place] - 1;
  }

  /** The codes of texts, each behind its length in four bytes, from a byte on; where the next one begins. */
  codesOfTexts(bytes: Uint8Array, at: number, to: number, codes: Uint32Array, row: number, count: number): number {
    return this.texts.codes(bytes, at, to, codes, row, count);
  }
}

/** Gives texts of bytes codes. A text is turned into a string when it is first met, and not again. */
class TextCodes {
  /** Places in a table by hash: one more than a code, or 0. */
  private table = new Int32Array(256);
  private held = 0;
  /** The bytes of the texts, where each begins and ends, its hash, and its code. */
  private bytes = new Uint8Array(1024);
  private readonly ends: number[] = [0];
  private readonly hashes: number[] = [];
  private readonly codeOf: number[] = [];

  constructor(private readonly names: string[]) {}

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

  private code(bytes: Uint8Array, from: number, to: number): number {
    let hash = to - from;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], FACTOR);
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
    const code = this.names.push(decodeText(text)) - 1;
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
