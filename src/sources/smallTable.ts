import { FairbitsError } from '../errors.js';
import { readHeader, splitLine } from './header.js';

/** A table of scores, small enough to be held as text: a few numbers for each fold, data set or subject. */
export interface SmallTable {
  file: string;
  /** The line of the header, counted from 1. */
  headerLine: number;
  columns: string[];
  rows: SmallRow[];
}

export interface SmallRow {
  /** Where the row begins, counted from 1. */
  line: number;
  cells: string[];
}

/** Reads delimited text with a header: the same dialects as files of predictions (quotes, CRLF, byte-order mark, comments). */
export function readSmallTable(bytes: Uint8Array, file: string): SmallTable {
  const { delimiter, comment, columns, rowsAt, firstLine } = readHeader(bytes, file, true);
  const rows: SmallRow[] = [];
  let line = firstLine;
  for (const text of quotedLines(new TextDecoder().decode(bytes.subarray(rowsAt)))) {
    const quotes = text.split('"').length - 1;
    if (quotes % 2 === 1)
      throw new FairbitsError('format', `${file}:${line}: a quoted field does not end: expected a closing quote before the file ends`, {
        file,
        line,
        expected: 'a closing quote',
      });
    if (text.trim() !== '' && !(comment && text.startsWith(comment))) {
      const cells = splitLine(text.replace(/\r$/, ''), delimiter);
      if (cells.length !== columns.length)
        throw new FairbitsError(
          'fields',
          `${file}:${line}: ${cells.length} fields, but the header has ${columns.length}. Is a delimiter missing, or a quote?`,
          {
            file,
            line,
            found: cells.length,
            expected: `${columns.length} fields`,
          },
        );
      rows.push({ line, cells });
    }
    line += text.split('\n').length;
  }
  if (rows.length === 0)
    throw new FairbitsError('format', `${file}: there is a header but no row: expected rows of scores`, { file, expected: 'rows of scores' });
  return { file, headerLine: firstLine - 1, columns, rows };
}

/** Lines, newlines inside quotes not ending them. */
function quotedLines(text: string): string[] {
  const lines: string[] = [];
  let open = '';
  for (const piece of text.split('\n')) {
    open = open === '' ? piece : `${open}\n${piece}`;
    // An odd number of quotes: inside.
    if ((open.split('"').length - 1) % 2 === 0) {
      lines.push(open);
      open = '';
    }
  }
  if (open !== '') lines.push(open);
  return lines;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const INFINITE = /^([+-]?)inf(inity)?$/i;

/** A column as numbers; infinite ones only where a test can hold them. */
export function numberColumn({ file, columns, rows }: SmallTable, column: number, infinite: boolean): Float64Array {
  return Float64Array.from(rows, ({ line, cells }) => {
    const text = cells[column];
    const endless = INFINITE.exec(text);
    const value = endless ? (endless[1] === '-' ? -Infinity : Infinity) : NUMBER.test(text) ? Number(text) : NaN;
    if (Number.isNaN(value) || (!infinite && !Number.isFinite(value))) {
      const expected = Number.isNaN(value) ? 'a number' : 'a finite number';
      throw new FairbitsError('value', `${file}:${line}: column "${columns[column]}" holds ${JSON.stringify(text)}: expected ${expected}`, {
        file,
        line,
        column: columns[column],
        found: text,
        expected,
      });
    }
    return value;
  });
}
