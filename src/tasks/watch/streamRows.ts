import { list } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import { decodeText } from '../../base/utf8.js';
import { readHeader } from '../../rows/csv/header.js';
import { splitRow } from '../../rows/csv/text.js';
import { columnsOf, own, type Paths, parseRow } from '../../rows/ndjson/jsonRow.js';

const NEWLINE = 10;
/** A line that is longer is no row of predictions. */
const MAX_ROW_BYTES = 2 ** 24;

/** A row of a stream: its cells by column, or what is wrong with it; and its line. */
export interface StreamRow {
  line: number;
  cells?: readonly unknown[];
  problem?: string;
}

/** How many bytes a stream is known again by, and what was made of them. */
export interface FirstBytes {
  bytes: number;
  print: number;
}

const HEAD_BYTES = 1024;

/** The head of a stream with the bytes that follow; more than it needs are passed over. */
export function withMore({ bytes, print }: FirstBytes, more: Uint8Array): FirstBytes {
  const taken = Math.min(HEAD_BYTES - bytes, more.length);
  let made = print;
  for (let i = 0; i < taken; i++) made = (Math.imul(made ^ more[i], 0x01000193) + 1) >>> 0;
  return { bytes: bytes + taken, print: made };
}

/** Takes bytes as they come, and gives rows as soon as they are whole: CSV with a header, or JSON objects on lines. */
export class StreamRows {
  columns: readonly string[] | undefined;
  /** Bytes that were taken as rows, or the header. */
  position = 0;
  private line = 0;
  private rest = new Uint8Array();
  private csv: { delimiter: number; comment: number } | undefined;
  private paths: Paths = {};

  constructor(private readonly name: string) {}

  /** The first bytes, by which a file is known again. */
  head: FirstBytes = { bytes: 0, print: 0 };
  /** Where a file begins anew, and its header has to come again. */
  private begun = true;

  /** What must be kept to go on behind these bytes. */
  saved(): object {
    const { position, line, columns, csv, paths, head } = this;
    return { position, line, columns, ...(csv ? { csv } : {}), paths, head };
  }

  /** The file begins anew, with the same columns. */
  again(): void {
    Object.assign(this, { position: 0, line: 0, rest: new Uint8Array(), head: { bytes: 0, print: 0 }, begun: false });
  }

  restore(saved: ReturnType<StreamRows['saved']>): void {
    Object.assign(this, saved);
  }

  /** The rows that more bytes complete; at the end also the last one, if it has no newline. */
  *take(bytes: Uint8Array, final = false): Generator<StreamRow> {
    this.head = withMore(this.head, bytes);
    const all = this.rest.length === 0 ? bytes : joined(this.rest, bytes);
    let at = 0;
    if (!this.columns || !this.begun) {
      const before = this.columns;
      const from = this.open(all, final);
      if (from !== undefined && before && JSON.stringify(before) !== JSON.stringify(this.columns) && this.csv)
        throw new FairbitsError('columns', `${this.name} began anew with the columns ${list(this.columns as readonly string[])}: expected ${list(before)}`, {
          file: this.name,
          line: 1,
          expected: list(before),
        });
      this.begun ||= from !== undefined;
      if (from === undefined) {
        this.rest = all.slice();
        return;
      }
      at = from;
    }
    while (at < all.length) {
      const next = this.csv ? this.csvRow(all, at, final) : this.jsonLine(all, at, final);
      if (!next) break;
      this.line++;
      this.position += next.to - at;
      at = next.to;
      if (next.row) yield { line: this.line, ...next.row };
    }
    this.rest = all.slice(at);
    if (this.rest.length > MAX_ROW_BYTES)
      throw new FairbitsError(
        'format',
        `${this.name}:${this.line + 1}: a row of more than ${MAX_ROW_BYTES} bytes: expected rows of predictions. Is a quote not closed?`,
        {
          file: this.name,
          line: this.line + 1,
        },
      );
  }

  /** Reads the header, or the first object; where the rows begin, or undefined as long as it is not whole. */
  private open(all: Uint8Array, final: boolean): number | undefined {
    const end = all.indexOf(NEWLINE);
    if (end < 0 && !final) return undefined;
    const first = decodeText(all.subarray(0, end < 0 ? all.length : end)).trim();
    if (first === '' && !final) return undefined;
    if (first.startsWith('{')) {
      const row = parseRow(first);
      if (!('value' in row))
        throw new FairbitsError('format', `${this.name}:1: this is ${row.found}: expected a JSON object`, {
          file: this.name,
          line: 1,
          expected: 'a JSON object',
        });
      const { columns, paths } = columnsOf(row.value);
      this.columns = columns;
      this.paths = paths;
      return 0;
    }
    const { columns, rowsAt, delimiter, comment, firstLine } = readHeader(all, this.name, final);
    this.csv = { delimiter: delimiter.charCodeAt(0), comment: comment ? comment.charCodeAt(0) : -1 };
    this.columns = columns;
    this.line = firstLine - 1;
    this.position = rowsAt;
    return rowsAt;
  }

  private csvRow(all: Uint8Array, at: number, final: boolean): { to: number; row?: Omit<StreamRow, 'line'> } | undefined {
    const { delimiter, comment } = this.csv as NonNullable<StreamRows['csv']>;
    const newline = all.indexOf(NEWLINE, at);
    if (newline < 0 && !final) return undefined;
    const behind = newline < 0 ? all.length : newline + 1;
    if (all[at] === comment || blank(all, at, behind)) return { to: behind };
    const found = splitRow(all, at, delimiter, final);
    if (!found) return undefined;
    const { columns = [] } = this;
    if (found.fields.length !== columns.length)
      return { to: found.next, row: { problem: `${found.fields.length} fields: expected ${columns.length}, as in the header` } };
    return { to: found.next, row: { cells: found.fields } };
  }

  private jsonLine(all: Uint8Array, at: number, final: boolean): { to: number; row?: Omit<StreamRow, 'line'> } | undefined {
    const newline = all.indexOf(NEWLINE, at);
    if (newline < 0 && !final) return undefined;
    const to = newline < 0 ? all.length : newline + 1;
    const text = decodeText(all.subarray(at, to));
    if (text.trim() === '') return { to };
    const row = parseRow(text);
    if (!('value' in row)) return { to, row: { problem: `this is ${row.found}: expected ${row.expected}` } };
    return { to, row: { cells: (this.columns ?? []).map((column) => own(row.value, column, this.paths)) } };
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function blank(all: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (all[i] > 32) return false;
  return true;
}
