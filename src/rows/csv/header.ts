import { FairbitsError } from '../../base/errors.js';
import { shellQuoted } from '../../base/shellQuoted.js';
import { NEWLINE, RETURN } from '../../base/signs.js';
import { writtenNumber } from '../understand/peek.js';
import { splitRow } from './text.js';
import { wekaColumns, wekaText } from './weka.js';
import { listIn } from './writtenOddly.js';

/** What the first bytes of a delimited text file say: how it is cut, and what its columns are called. */
interface Header {
  delimiter: string;
  /** Where a line starting with this is to be passed over; only '#', and only if the file begins with such a line. */
  comment: string | undefined;
  columns: string[];
  /** Whether the first line is a row already: columns are numbered from 1. */
  unnamed: boolean;
  /** Where the rows begin, in bytes, and which line that is. */
  rowsAt: number;
  firstLine: number;
}

const TRIED_DELIMITERS = [',', '\t', ';', '|'];

/** Files that are no text, by how they begin, and what makes one of them. */
const KNOWN: readonly [start: string, what: string, unpack: string][] = [
  ['PK\x03\x04', 'a zip archive', 'unzip it'],
  ['\x28\xb5\x2f\xfd', 'compressed with Zstandard', 'unpack it with zstd -d'],
  ['\xfd7zXZ', 'compressed with xz', 'unpack it with xz -d'],
  ['BZh', 'compressed with bzip2', 'unpack it with bzip2 -d'],
];

/** Reads the header from the beginning of a file. `whole` says whether these are all of its bytes. */
export function readHeader(bytes: Uint8Array, file: string, whole: boolean, header?: boolean): Header {
  if (bytes.length === 0)
    throw new FairbitsError('format', `${file} is empty: expected a header line and rows of predictions`, { file, expected: 'a header line and rows' });
  const sheet = /\.(xlsx|xlsm|xlsb|xls|ods|numbers)$/i.exec(file)?.[1].toLowerCase();
  if (sheet && (bytes[0] === 0x50 || bytes[0] === 0xd0)) {
    const csv = file.replace(/\.[^.]+$/, '.csv');
    throw new FairbitsError(
      'format',
      `${file} is a spreadsheet (.${sheet}): expected text such as CSV. Save the sheet as CSV (UTF-8), then: fairbits score ${shellQuoted(csv)}`,
      {
        file,
        line: 1,
        found: `a spreadsheet (.${sheet})`,
        expected: 'text',
      },
    );
  }
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes.length > 3 && (bytes[1] === 0 || bytes[0] === 0))) {
    throw new FairbitsError('format', `${file} is UTF-16 text (or binary): expected UTF-8. Convert it first, e.g. iconv -f UTF-16 -t UTF-8 ${file}`, {
      file,
      line: 1,
      found: 'UTF-16',
      expected: 'UTF-8',
    });
  }
  const known = KNOWN.find(([start]) => [...start].every((char, i) => bytes[i] === char.charCodeAt(0)));
  if (known)
    throw new FairbitsError('format', `${file} is ${known[1]}: expected text, or a file that is gzipped. First ${known[2]}.`, {
      file,
      line: 1,
      found: known[1],
      expected: 'text',
    });
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let line = 1;
  let comment: string | undefined;
  /** The delimiter, if a spreadsheet's first line says it. */
  let said: string | undefined;
  for (;;) {
    const newline = bytes.indexOf(NEWLINE, at);
    if (newline < 0 && bytes.subarray(at, -1).includes(RETURN))
      throw new FairbitsError(
        'format',
        `${file}:${line}: lines end with carriage returns alone: expected newlines. Convert it first, e.g. tr '\\r' '\\n' < ${file}`,
        { file, line, found: 'carriage returns', expected: 'newlines' },
      );
    const text = headerText(bytes.subarray(at, newline < 0 ? bytes.length : newline), file, line);
    wekaText(text, file, line);
    const separator = line === 1 ? /^sep=(.)$/i.exec(text) : null;
    if (separator) said = separator[1];
    else if (text.startsWith('#')) comment = '#';
    else if (text.trim() !== '') {
      const { delimiter, columns, next } = splitHeader(bytes, at, whole, said) ?? headerTooLong(file, line, bytes.length);
      if (!(header ?? !looksLikeRow(columns)))
        return { delimiter, comment, columns: columns.map((_, i) => String(i + 1)), unnamed: true, rowsAt: at, firstLine: line };
      const named = wekaColumns(columns, bytes, next, delimiter, whole) ?? columns;
      return { delimiter, comment, columns: named, unnamed: false, rowsAt: next, firstLine: 1 + line + newlines(bytes.subarray(at, next - 1)) };
    }
    if (newline < 0 && !whole) headerTooLong(file, line, bytes.length);
    if (newline < 0 || newline + 1 >= bytes.length)
      throw new FairbitsError('format', `${file} has no header: expected a line of column names`, { file, expected: 'a header line' });
    at = newline + 1;
    line++;
  }
}

/** Whether a line holds what rows do, and no names: several fields, with a number among them that is not whole, or a list of numbers. */
function looksLikeRow(fields: readonly string[]): boolean {
  return fields.length > 1 && fields.some((field) => Math.abs((writtenNumber(field) ?? 0) % 1) > 0 || listIn(field) !== undefined);
}

function headerTooLong(file: string, line: number, length: number): never {
  throw new FairbitsError('format', `${file}:${line}: the header line is longer than ${length} bytes: expected a line of column names`, {
    file,
    line,
    expected: 'a header line',
  });
}

/** The names of the columns, cut by the delimiter that cuts them into most pieces; undefined where they do not end in these bytes. */
function splitHeader(
  bytes: Uint8Array,
  at: number,
  whole: boolean,
  said: string | undefined,
): { delimiter: string; columns: string[]; next: number } | undefined {
  const split = (said === undefined ? TRIED_DELIMITERS : [said]).flatMap((delimiter) => {
    const found = splitRow(bytes, at, delimiter.charCodeAt(0), whole);
    return found ? [{ delimiter, columns: found.fields, next: found.next }] : [];
  });
  return split.reduce<(typeof split)[number] | undefined>((best, each) => (best && best.columns.length >= each.columns.length ? best : each), undefined);
}

function newlines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === NEWLINE) count++;
  return count;
}

/** A line at the top of a file as text; or an error that says what it is instead, for else its bytes would be taken for names. */
function headerText(bytes: Uint8Array, file: string, line: number): string {
  const wrong = (found: string, what: string): FairbitsError =>
    new FairbitsError('format', `${file}:${line}: ${what}`, { file, line, found, expected: 'a line of column names in UTF-8' });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r$/, '');
  } catch {
    throw wrong('other bytes', `this is not UTF-8: expected a line of column names. If it is text, convert it first, e.g. iconv -f LATIN1 -t UTF-8 ${file}`);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that tell binary files
  if (/[\0-\x08\x0e-\x1f]/.test(text)) throw wrong('control characters', 'this is not text: expected a line of column names');
  return text;
}
