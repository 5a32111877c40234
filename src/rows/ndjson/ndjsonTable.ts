import { FairbitsError } from '../../base/errors.js';
import { NEWLINE } from '../../base/signs.js';
import { decodeText } from '../../base/utf8.js';
import type { Kernels } from '../../kernels/kernels.js';
import { fill, HEAD, head, type Reading, type Stretch } from '../bytes/reading.js';
import { indexOf, LONGEST_LINE, rowsBetween } from '../csv/lines.js';
import type { Part, Table, TableReader, Wanted } from '../table.js';
import { damaged } from '../tables/batch.js';
import { columnsOf, keyTokens, own, parseRow } from './jsonRow.js';
import { type NdjsonFile, NdjsonReader } from './ndjsonReader.js';

const NDJSON = 'NDJSON';
/** Bytes that are read at first, for the columns. */
const FIRST_READ_BYTES = 2 ** 16;

/** What need not be found out again. */
type Known = Pick<NdjsonFile, 'columns' | 'rowsAt' | 'tokens' | 'paths'>;

/** One JSON object per line. The first object's keys are the columns. */
export function* openNdjson(file: number, name: string, size: number, known?: unknown): Reading<Table> {
  return new NdjsonTable(file, name, size, (known as Known | undefined) ?? (yield* firstKeys(file, name)));
}

class NdjsonTable implements Table {
  readonly place: string;
  readonly columns: readonly string[];
  readonly address;

  constructor(
    private readonly file: number,
    readonly name: string,
    readonly size: number,
    private readonly known: Known,
  ) {
    this.place = name;
    this.columns = known.columns;
    this.address = { format: 'ndjson', file, known };
  }

  get text(): { rowsAt: number; linesBefore: number } {
    return { rowsAt: this.known.rowsAt, linesBefore: 0 };
  }

  cut(bytes: number): Pick<Part, 'from' | 'to'>[] {
    const { size } = this;
    const { rowsAt } = this.known;
    // A stream is cut as it comes.
    if (size === Infinity) return [{ from: rowsAt, to: size }];
    const parts: Pick<Part, 'from' | 'to'>[] = [];
    for (let from = rowsAt; from < size; from += bytes) parts.push({ from, to: Math.min(from + bytes, size) });
    return parts;
  }

  stretches({ from, to }: Pick<Part, 'from' | 'to'>): Stretch[] {
    return [rowsBetween(this.file, from, to)];
  }

  bytesTo({ to }: Pick<Part, 'to'>): number {
    return to;
  }

  *peek(columns: readonly number[], rows: number): Reading<unknown[][]> {
    const { rowsAt } = this.known;
    const values = columns.map((): unknown[] => []);
    for (const most of [FIRST_READ_BYTES, HEAD]) {
      const bytes = yield* head(this.file, Math.min(most, this.size));
      const whole = bytes.length === this.size || bytes.length < most;
      for (let at = rowsAt; at < bytes.length && (values[0]?.length ?? rows) < rows; ) {
        const newline = indexOf(bytes, NEWLINE, at, bytes.length);
        if (newline < 0 && !whole) break;
        const end = newline < 0 ? bytes.length : newline;
        const row = parseRow(decodeText(bytes.subarray(at, end)));
        if ('value' in row) columns.forEach((column, i) => void values[i].push(own(row.value, this.columns[column], this.known.paths) ?? null));
        at = end + 1;
      }
      if (whole || (values[0]?.length ?? 1) > 0) break;
    }
    return values;
  }

  check(): { float32: boolean } {
    return { float32: false };
  }

  reader(wanted: Wanted, kernels: Kernels): TableReader {
    const { file, name, size, known } = this;
    return new NdjsonReader({ file, name, size, ...known }, wanted, kernels);
  }
}

/** The keys of the first line that holds something. */
function* firstKeys(file: number, name: string): Reading<Known> {
  let buffer = new Uint8Array(FIRST_READ_BYTES);
  let filled = yield* fill(file, buffer.subarray(0, 3), 0);
  const rowsAt = filled === 3 && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0;
  if (rowsAt > 0) filled = 0;
  /** Where the next bytes are in the file, and how many lines are behind. */
  let at = 3;
  let lines = 0;
  for (;;) {
    const got = yield { file, into: buffer.subarray(filled), at };
    at += got;
    filled += got;
    let from = 0;
    for (;;) {
      const newline = indexOf(buffer, NEWLINE, from, filled);
      if (newline < 0 && got > 0) break;
      const end = newline < 0 ? filled : newline;
      const text = decodeText(buffer.subarray(from, end));
      lines++;
      if (text.trim() !== '') return { ...keysOf(text, name, lines), rowsAt };
      if (newline < 0) throw emptyFile(name);
      from = newline + 1;
    }
    buffer.copyWithin(0, from, filled);
    filled -= from;
    if (filled < buffer.length) continue;
    if (filled >= LONGEST_LINE) throw damaged(name, NDJSON, `a line is longer than ${LONGEST_LINE} bytes`);
    const larger = new Uint8Array(filled * 2);
    larger.set(buffer);
    buffer = larger;
  }
}

function keysOf(text: string, name: string, line: number): Pick<Known, 'columns' | 'tokens' | 'paths'> {
  const row = parseRow(text);
  if ('found' in row) throw damaged(name, NDJSON, `line ${line} is ${row.found}, not ${row.expected}`);
  const { columns, paths } = columnsOf(row.value);
  // What has something under its keys is not for the core.
  return { columns, paths, tokens: Object.keys(paths).length > 0 ? undefined : keyTokens(text) };
}

function emptyFile(name: string): FairbitsError {
  return new FairbitsError('format', `${name} is empty: expected one JSON object per line`, { file: name, expected: 'one JSON object per line' });
}
