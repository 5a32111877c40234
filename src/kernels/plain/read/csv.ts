import { isBlank, NEWLINE, RETURN } from '../../../base/signs.js';
import { type CsvErrorCode, type CsvPlan, type CsvResult, checkCounts, roomFor, TEXT, TRUTH } from '../../csvPlan.js';
import { readNumber } from '../number.js';
import { type Names, planNames } from './names.js';

/** The twin of assembly/csv.ts: the same rows, the same errors in the same places. */

function behindLastNewline(bytes: Uint8Array, from: number, to: number): number {
  while (to > from && bytes[to - 1] !== NEWLINE) to--;
  return to;
}

/** What is wrong with a field, or that its line goes on behind the bytes at hand. */
export type Fault = CsvErrorCode | 'more';

/** A walk over the lines of some bytes: where it is, and the text of the last field. */
export class Walk {
  at: number;
  column = 0;
  from = 0;
  to = 0;
  fields = 0;
  quoted = false;
  private doubled = false;
  /** Behind the last newline; behind a newline that is thought of at the end, if no more bytes follow. */
  private readonly limit: number;
  private classNames: Names | undefined;

  constructor(
    readonly bytes: Uint8Array,
    from: number,
    readonly end: number,
    final: boolean,
    private readonly plan: Pick<CsvPlan, 'delimiter' | 'quote' | 'comment' | 'names' | 'aliases'>,
  ) {
    this.at = from;
    this.limit = final ? end + 1 : behindLastNewline(bytes, from, end);
  }

  private get names(): Names {
    this.classNames ??= planNames(this.plan);
    return this.classNames;
  }

  byte(at: number): number {
    return at === this.end ? NEWLINE : this.bytes[at];
  }

  /** Steps over empty lines and comments; whether a row follows. */
  toRow(): boolean {
    const { plan } = this;
    const to = Math.min(this.limit, this.end);
    while (this.at < to) {
      const first = this.bytes[this.at];
      if (first === NEWLINE) this.at++;
      else if (first === RETURN && this.byte(this.at + 1) === NEWLINE) this.at += 2;
      else if (first === plan.comment) {
        while (this.byte(this.at) !== NEWLINE) this.at++;
        this.at++;
      } else return true;
    }
    return false;
  }

  /** Reads the field here, and stops at the delimiter or line end behind it. */
  field(): Fault | undefined {
    const { bytes, end, limit, plan } = this;
    let at = this.at;
    this.quoted = bytes[at] === plan.quote && at < end;
    if (!this.quoted) {
      this.from = at;
      while (at < end && bytes[at] !== plan.delimiter && bytes[at] !== NEWLINE) at++;
      if (this.byte(at) === NEWLINE && at > this.from && bytes[at - 1] === RETURN) at--;
      this.to = at;
      this.at = at;
      return;
    }
    this.doubled = false;
    this.from = ++at;
    for (; at < end; at++) {
      if (bytes[at] !== plan.quote) continue;
      if (at + 1 >= end || bytes[at + 1] !== plan.quote) break;
      this.doubled = true;
      at++;
    }
    this.to = Math.min(at, end);
    if (at >= end && limit > end) return this.misquoted();
    if (at + 1 >= limit) return 'more';
    this.at = at + 1;
    const next = this.byte(this.at);
    if (next === plan.delimiter || next === NEWLINE || (next === RETURN && this.byte(this.at + 1) === NEWLINE)) return;
    return this.misquoted();
  }

  private misquoted(): Fault {
    this.from--;
    return 'quote';
  }

  /** The class that the last field names; −1 where it names none. */
  name(): number {
    return this.nameAt(this.from, this.to);
  }

  /** The same for part of the field. */
  nameAt(from: number, to: number): number {
    const { bytes } = this;
    if (this.quoted) return this.doubled ? this.names.findQuoted(bytes, from, to, this.plan.quote) : this.names.find(bytes, from, to);
    const exact = this.names.find(bytes, from, to);
    return exact >= 0 ? exact : this.trimmedNameAt(from, to);
  }

  trimmedNameAt(from: number, to: number): number {
    const { bytes } = this;
    let a = from;
    let b = to;
    while (a < b && isBlank(bytes[a])) a++;
    while (a < b && isBlank(bytes[b - 1])) b--;
    return this.names.find(bytes, a, b);
  }

  number(): number {
    return readNumber(this.bytes, this.from, this.to);
  }

  atDelimiter(): boolean {
    return this.at < this.end && this.bytes[this.at] === this.plan.delimiter;
  }

  /** Whether a field may end here. */
  atStop(): boolean {
    return this.atDelimiter() || this.byte(this.at) === NEWLINE;
  }

  behindLine(): void {
    this.at += this.byte(this.at) === RETURN ? 2 : 1;
  }

  /** Walks to the end of a line from a field on, and counts the fields. */
  toLineEnd(): Fault | undefined {
    for (this.fields = 1; ; this.fields++) {
      const fault = this.field();
      if (fault) return fault;
      if (!this.atDelimiter()) return;
      this.at++;
    }
  }

  ragged(line: number): Fault {
    this.at = line;
    const fault = this.toLineEnd();
    if (fault) return fault;
    this.from = line;
    this.to = this.at;
    return 'ragged';
  }

  result(rows: number, line: number, fault: Fault | undefined): CsvResult {
    if (!fault) return { rows, next: Math.min(this.at, this.end) };
    if (fault === 'more') return { rows, next: line };
    const { column, from, to, fields } = this;
    return { rows, next: line, error: { code: fault, row: rows, column, from, to, fields: fault === 'ragged' ? fields : 0 } };
  }
}

export function parseRows(
  bytes: Uint8Array,
  from: number,
  to: number,
  final: boolean,
  plan: CsvPlan,
  p: Float64Array,
  labels: Uint16Array,
  maxRows: number,
): CsvResult {
  const walk = new Walk(bytes, from, to, final, plan);
  const most = roomFor(plan, p, labels, maxRows);
  let rows = 0;
  for (; rows < most && walk.toRow(); rows++) {
    const line = walk.at;
    const fault = row(walk, plan, p, labels, rows, line);
    if (fault) return walk.result(rows, line, fault);
  }
  return walk.result(rows, 0, undefined);
}

function row(walk: Walk, plan: CsvPlan, p: Float64Array, labels: Uint16Array, r: number, line: number): Fault | undefined {
  const { columns, width } = plan;
  for (let column = 0; column < columns.length; column++) {
    const kind = columns[column];
    walk.column = column;
    const start = walk.at;
    const fault = walk.field();
    if (fault) return fault;
    if (kind === TRUTH) {
      const name = walk.name();
      if (name < 0) return 'unknown-class';
      labels[r] = name;
    } else if (kind >= 0) {
      const x = walk.number();
      if (!Number.isFinite(x)) return Number.isNaN(x) ? 'not-a-number' : 'not-finite';
      p[r * width + kind] = x;
    } else if (kind <= TEXT) {
      const place = 2 * (r * (plan.texts.length / 2 / (plan.textRows as number)) + TEXT - kind);
      plan.texts[place] = start;
      plan.texts[place + 1] = walk.at;
    }
    if (walk.atDelimiter() !== column < columns.length - 1) return walk.ragged(line);
    if (column < columns.length - 1) walk.at++;
  }
  walk.behindLine();
  return;
}

export function countTruth(bytes: Uint8Array, from: number, to: number, final: boolean, plan: CsvPlan, counts: Float64Array): CsvResult {
  checkCounts(plan, counts);
  const walk = new Walk(bytes, from, to, final, plan);
  let rows = 0;
  for (; walk.toRow(); rows++) {
    const line = walk.at;
    const fault = truthField(walk, plan, counts, line);
    if (fault) return walk.result(rows, line, fault);
  }
  return walk.result(rows, 0, undefined);
}

function truthField(walk: Walk, plan: CsvPlan, counts: Float64Array, line: number): Fault | undefined {
  for (walk.column = 0; walk.column < plan.truth; walk.column++) {
    const fault = walk.field();
    if (fault) return fault;
    if (!walk.atDelimiter()) return walk.ragged(line);
    walk.at++;
  }
  const fault = walk.field();
  if (fault) return fault;
  const name = walk.name();
  if (name < 0) return 'unknown-class';
  if (walk.atDelimiter()) {
    walk.at++;
    const rest = walk.toLineEnd();
    if (rest) return rest;
  }
  walk.behindLine();
  counts[name]++;
  return;
}

/** How many newlines lie in bytes [from, to). */
export function countLines(bytes: Uint8Array, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < to; at++) if (bytes[at] === NEWLINE) lines++;
  return lines;
}
