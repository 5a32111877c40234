import { FairbitsError } from './errors.js';
import { MINUS } from './signs.js';

/**
 * Reads JSON that anyone may have written: every field is looked at before it is used, and one that is not what it should be
 * is named. Fields are an object's own; what its prototype has is no field.
 */
export class CheckedJson {
  constructor(
    private readonly value: unknown,
    /** Where it is, as one would write it: open.rows, sums[3]. */
    private readonly where = '',
  ) {}

  /** Says that it is not what was expected. */
  refuse(expected: string): never {
    const found = kindOfJson(this.value);
    const place = this.where === '' ? 'it' : `the field ${this.where}`;
    throw new FairbitsError('tally', `these statistics cannot be read: ${place} is ${found}, expected ${expected}. Were they cut short or edited?`, {
      found,
      expected,
    });
  }

  /** A field of an object; `undefined` where it has none. */
  field(name: string): CheckedJson {
    const { value, where } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.refuse('an object');
    const own = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    return new CheckedJson(own, where === '' ? name : `${where}.${name}`);
  }

  get missing(): boolean {
    return this.value === undefined;
  }

  get isZero(): boolean {
    return this.value === 0;
  }

  /** A list as it is, of so many. */
  private items(length?: number): unknown[] {
    const { value } = this;
    if (Array.isArray(value) && (length === undefined || value.length === length)) return value;
    return this.refuse(length === undefined ? 'a list' : `a list of ${length}`);
  }

  private item(i: number): CheckedJson {
    return new CheckedJson((this.value as unknown[])[i], `${this.where}[${i}]`);
  }

  list(length?: number): CheckedJson[] {
    return this.items(length).map((_, i) => this.item(i));
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.refuse('text');
  }

  flag(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.refuse('true or false');
  }

  number(from = -Number.MAX_VALUE, to = Number.MAX_VALUE): number {
    const { value } = this;
    if (typeof value === 'number' && value >= from && value <= to) return value;
    return this.refuse(from === -Number.MAX_VALUE && to === Number.MAX_VALUE ? 'a finite number' : `a number from ${from} to ${to}`);
  }

  whole(from: number, to: number): number {
    const { value } = this;
    return typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to ? value : this.refuse(`a whole number from ${from} to ${to}`);
  }

  /** A count: whole, and not negative. */
  count(to = Number.MAX_SAFE_INTEGER): number {
    return this.whole(0, to);
  }

  // Of these there may be many: each is looked at as it is, and made something to ask only if it is wrong.

  numbers(length?: number, from = -Number.MAX_VALUE, to = Number.MAX_VALUE): Float64Array {
    const items = this.items(length);
    const found = new Float64Array(items.length);
    for (let i = 0; i < found.length; i++) {
      const value = items[i];
      found[i] = typeof value === 'number' && value >= from && value <= to ? value : this.item(i).number(from, to);
    }
    return found;
  }

  counts(length?: number, to = Number.MAX_SAFE_INTEGER): Float64Array {
    const found = this.numbers(length, 0, to);
    for (let i = 0; i < found.length; i++) if (!Number.isInteger(found[i])) this.item(i).count(to);
    return found;
  }

  /** Lists of three counts: two below a number, and one that need be whole only if it is said to be. */
  cells(k: number, most: number, whole: boolean, take: (first: number, second: number, third: number) => void): void {
    const isCount = (x: unknown, to: number): boolean => typeof x === 'number' && x >= 0 && x <= to && Number.isInteger(x);
    const seen = new Set<number>();
    for (const [i, item] of this.items().entries()) {
      const good = Array.isArray(item) && item.length === 3 && isCount(item[0], k - 1) && isCount(item[1], k - 1) && (!whole || isCount(item[2], most));
      const [first, second, third] = good && typeof item[2] === 'number' && item[2] >= 0 ? item : this.item(i).cell(k, most, whole);
      if (seen.has(first * k + second)) this.item(i).refuse('each two classes once');
      seen.add(first * k + second);
      take(first, second, third);
    }
  }

  private cell(k: number, most: number, whole: boolean): [number, number, number] {
    const [first, second, third] = this.list(3);
    return [first.count(k - 1), second.count(k - 1), whole ? third.count(most) : third.number(0)];
  }

  /** Lists of three multiples of 2^-256, or 0 in the place of one. */
  triples(length: number, take: (i: number, first: bigint, second: bigint, third: bigint) => boolean, expected: string): void {
    const items = this.items(length);
    for (let i = 0; i < items.length; i++) {
      if (items[i] === 0) continue;
      const three = this.item(i);
      const [first, second, third] = three.items(3).map((text, j) => (typeof text === 'string' ? parseFixed(text) : undefined) ?? three.item(j).fixed());
      if (!take(i, first, second, third)) three.refuse(expected);
    }
  }

  /** A whole number of any size, in decimal digits. */
  integer(): bigint {
    const text = this.text();
    return /^-?\d{1,2000}$/.test(text) ? BigInt(text) : this.refuse('a whole number in digits');
  }

  /** A multiple of 2^-256 as `fixedText` writes it. */
  fixed(): bigint {
    return parseFixed(this.text()) ?? this.refuse('hexadecimal digits');
  }
}

function parseFixed(text: string): bigint | undefined {
  const below = text.charCodeAt(0) === MINUS;
  const mark = text.indexOf('~');
  const zeros = mark < 0 ? 0 : Number(text.slice(mark + 1));
  if (!(zeros >= 0 && zeros <= MAX_NUMBER_DIGITS && text.length <= MAX_NUMBER_DIGITS)) return undefined;
  try {
    // It takes digits alone, and is faster than an expression that says so.
    const digits = BigInt(`0x${text.slice(below ? 1 : 0, mark < 0 ? undefined : mark)}`);
    const size = zeros > 0 ? digits << BigInt(4 * zeros) : digits;
    return below ? -size : size;
  } catch {
    return undefined;
  }
}

const MAX_NUMBER_DIGITS = 600;

/** A multiple of 2^-256 in hexadecimal digits; ~ and how many zeros follow, where some do. */
export function fixedText(x: bigint): string {
  const digits = x.toString(16);
  const bare = digits.replace(/0+$/, '');
  return bare.length < digits.length - 1 && bare.length > 0 && bare !== '-' ? `${bare}~${digits.length - bare.length}` : digits;
}

function kindOfJson(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const text = typeof value === 'object' ? 'an object' : JSON.stringify(value);
  return value === null ? 'null' : text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/**
 * A sum over the first signs of a text that tells whether they were changed: its length, and FNV-1a of 32 bits over every fourth sign, four times, for these
 * need not wait for one another. It keeps nobody out.
 */
export function checksum(text: string, length: number): string {
  let a = 0x811c9dc5;
  let b = a;
  let c = a;
  let d = a;
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    a = Math.imul(a ^ text.charCodeAt(i), PRIME);
    b = Math.imul(b ^ text.charCodeAt(i + 1), PRIME);
    c = Math.imul(c ^ text.charCodeAt(i + 2), PRIME);
    d = Math.imul(d ^ text.charCodeAt(i + 3), PRIME);
  }
  for (; i < length; i++) a = Math.imul(a ^ text.charCodeAt(i), PRIME);
  const sum = [b, c, d].reduce((all, each) => Math.imul(all ^ each, PRIME), a);
  return `${length}-${(sum >>> 0).toString(16).padStart(8, '0')}`;
}

const PRIME = 0x01000193;
