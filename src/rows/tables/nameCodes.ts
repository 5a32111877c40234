import { isoTime } from '../../base/isoTime.js';
import { shown } from './batch.js';
import { TextCodes } from './textCodes.js';

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

  /** `days` says that dates have no time of the day. */
  constructor(private readonly days = false) {}

  /** The code of text, a number, a boolean or a date. */
  code(given: unknown): number {
    const value = given instanceof Date ? isoTime(given.getTime(), this.days) : given;
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
