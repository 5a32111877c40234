/** The twin of assembly/objects.ts: the same rows, and it stops at the same lines. */

import { isDigit, MINUS, NEWLINE, QUOTE } from '../../../base/signs.js';
import { TRUTH } from '../../csvPlan.js';
import { type ObjectPlan, WEIGHT_KEY } from '../../objectPlan.js';
import { readNumber } from '../number.js';
import { type Names, planNames } from './names.js';

const COMMA = 0x2c;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const ESCAPE = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const BLANK = 0x20;
const MAX_EXACT_DIGITS = 15;
/** What is returned in place of a byte's place where something is not as it should be. */
const OTHER = -1;

const JSON_WORDS = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word));

/** A walk over some lines. */
class ObjectWalk {
  private readonly names: Names;

  constructor(
    private readonly bytes: Uint8Array,
    /** Where they end; a newline is thought of there. */
    private readonly end: number,
    private readonly plan: ObjectPlan,
  ) {
    this.names = planNames(plan.names);
  }

  byte(at: number): number {
    return at === this.end ? NEWLINE : this.bytes[at];
  }

  skip(at: number): number {
    for (let byte = this.byte(at); byte === BLANK || byte === 0x09 || byte === 0x0d; byte = this.byte(++at));
    return at;
  }

  private same(at: number, token: Uint8Array): boolean {
    for (let i = 0; i < token.length; i++) if (this.byte(at + i) !== token[i]) return false;
    return true;
  }

  private digitsEnd(at: number): number {
    while (isDigit(this.byte(at))) at++;
    return at;
  }

  private numberEnd(from: number): number {
    let at = this.byte(from) === MINUS ? from + 1 : from;
    let end = this.byte(at) === ZERO ? at + 1 : this.digitsEnd(at);
    if (end === at) return OTHER;
    if (this.byte(end) === POINT) {
      at = end + 1;
      end = this.digitsEnd(at);
      if (end === at) return OTHER;
    }
    if ((this.byte(end) | 0x20) === 0x65) {
      at = end + 1;
      if (this.byte(at) === MINUS || this.byte(at) === PLUS) at++;
      end = this.digitsEnd(at);
      if (end === at) return OTHER;
    }
    return end;
  }

  private textEnd(at: number): number {
    for (;;) {
      const byte = this.byte(at);
      if (byte === QUOTE) return at;
      if (byte === ESCAPE || byte < BLANK) return OTHER;
      at++;
    }
  }

  private wordEnd(at: number, words: number): number {
    const word = JSON_WORDS.slice(0, words).find((each) => this.same(at, each));
    return word ? at + word.length : OTHER;
  }

  private valueEnd(at: number): number {
    const byte = this.byte(at);
    if (byte === QUOTE) {
      const end = this.textEnd(at + 1);
      return end === OTHER ? OTHER : end + 1;
    }
    return byte === MINUS || isDigit(byte) ? this.numberEnd(at) : this.wordEnd(at, 3);
  }

  private truthEnd(at: number, labels: Uint16Array, row: number): number {
    const byte = this.byte(at);
    const quoted = byte === QUOTE;
    const from = quoted ? at + 1 : at;
    let end: number;
    if (quoted) end = this.textEnd(from);
    else if (byte === MINUS || isDigit(byte)) {
      end = this.numberEnd(at);
      const first = byte === MINUS ? at + 1 : at;
      // 1.0 is 1, and −0 is 0.
      if (end === OTHER || end !== this.digitsEnd(first) || end - first > MAX_EXACT_DIGITS || (byte === MINUS && this.byte(first) === ZERO)) return OTHER;
    } else end = this.wordEnd(at, 2);
    if (end === OTHER) return OTHER;
    const name = this.names.find(this.bytes, from, end);
    if (name < 0) return OTHER;
    labels[row] = name;
    return quoted ? end + 1 : end;
  }

  private numberTo(from: number, numbers: Float64Array, place: number): number {
    const at = this.skip(from);
    const end = this.numberEnd(at);
    if (end === OTHER) return OTHER;
    const x = readNumber(this.bytes, at, end);
    numbers[place] = x;
    return Number.isFinite(x) ? end : OTHER;
  }

  /** Reads the object that begins at a byte into a row; the place behind its line. */
  object(at: number, p: Float64Array, weights: Float64Array | undefined, labels: Uint16Array, row: number): number {
    const { keys, width } = this.plan;
    if (this.byte(at) !== OPEN) return OTHER;
    at = this.skip(at + 1);
    for (let i = 0; i < keys.length; i++) {
      const { token, kind } = keys[i];
      const stop = i + 1 === keys.length ? CLOSE : COMMA;
      if (!this.same(at, token)) return OTHER;
      at = this.skip(at + token.length);
      if (this.byte(at) !== COLON) return OTHER;
      at++;
      if (kind >= 0) at = this.numberTo(at, p, row * width + kind);
      else if (kind === TRUTH) at = this.truthEnd(this.skip(at), labels, row);
      else if (kind === WEIGHT_KEY) at = this.numberTo(at, weights as Float64Array, row);
      else at = this.valueEnd(this.skip(at));
      if (at === OTHER) return OTHER;
      at = this.skip(at);
      if (this.byte(at) !== stop) return OTHER;
      at = this.skip(at + 1);
    }
    return this.byte(at) === NEWLINE ? at + 1 : OTHER;
  }
}

export function parseObjects(
  bytes: Uint8Array,
  from: number,
  to: number,
  final: boolean,
  plan: ObjectPlan,
  p: Float64Array,
  weights: Float64Array | undefined,
  labels: Uint16Array,
  maxRows: number,
): { rows: number; next: number } {
  const limit = final ? to : bytes.subarray(from, to).lastIndexOf(NEWLINE) + 1 + from;
  const walk = new ObjectWalk(bytes, final ? to : limit, plan);
  let at = from;
  let rows = 0;
  while (rows < maxRows && at < limit) {
    const start = walk.skip(at);
    if (walk.byte(start) === NEWLINE) {
      at = start + 1;
      continue;
    }
    const next = walk.object(start, p, weights, labels, rows);
    if (next === OTHER) break;
    at = next;
    rows++;
  }
  return { rows, next: Math.min(at, to) };
}
