import { FairbitsError } from '../errors.js';

/** What the first bytes of a delimited text file say: how it is cut, and what its columns are called. */
export interface Header {
  delimiter: string;
  /** Where a line starting with this is to be passed over; only '#', and only if the file begins with such a line. */
  comment: string | undefined;
  columns: string[];
  /** Where the rows begin, in bytes, and which line that is. */
  rowsAt: number;
  firstLine: number;
}

const DELIMITERS = [',', '\t', ';', '|'];
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;

/** Files that are no text, by how they begin, and what makes one of them. */
const KNOWN: readonly [start: string, what: string, unpack: string][] = [
  ['PK\x03\x04', 'a zip archive', 'unzip it'],
  ['\x28\xb5\x2f\xfd', 'compressed with Zstandard', 'unpack it with zstd -d'],
  ['\xfd7zXZ', 'compressed with xz', 'unpack it with xz -d'],
  ['BZh', 'compressed with bzip2', 'unpack it with bzip2 -d'],
];

/** Reads the header from the beginning of a file. `whole` says whether these are all of its bytes. */
export function readHeader(bytes: Uint8Array, file: string, whole: boolean): Header {
  if (bytes.length === 0)
    throw new FairbitsError('format', `${file} is empty: expected a header line and rows of predictions`, { file, expected: 'a header line and rows' });
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
  for (;;) {
    const end = lineEnd(bytes, at);
    if (end < 0 && bytes.subarray(at, -1).includes(RETURN))
      throw new FairbitsError(
        'format',
        `${file}:${line}: lines end with carriage returns alone: expected newlines. Convert it first, e.g. tr '\\r' '\\n' < ${file}`,
        { file, line, found: 'carriage returns', expected: 'newlines' },
      );
    if (end < 0 && !whole)
      throw new FairbitsError('format', `${file}:${line}: the header line is longer than ${bytes.length} bytes: expected a line of column names`, {
        file,
        line,
        expected: 'a header line',
      });
    const stop = end < 0 ? bytes.length : end;
    const text = headerText(bytes.subarray(at, stop), file, line);
    const next = end < 0 ? bytes.length : end + 1;
    if (text.startsWith('#')) comment = '#';
    else if (text.trim() !== '') {
      const delimiter = findDelimiter(text);
      return { delimiter, comment, columns: splitLine(text, delimiter), rowsAt: next, firstLine: 2 + newlines(bytes.subarray(0, stop)) };
    }
    if (next >= bytes.length) throw new FairbitsError('format', `${file} has no header: expected a line of column names`, { file, expected: 'a header line' });
    at = next;
    line++;
  }
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

/** The end of the line that starts at `at`; newlines inside quotes do not end it. −1 where it does not end. */
function lineEnd(bytes: Uint8Array, at: number): number {
  let quoted = false;
  // As in a row, quotes in the middle of a field are only characters.
  let first = true;
  for (let i = at; i < bytes.length; i++) {
    const byte = bytes[i];
    if (quoted) {
      if (byte !== QUOTE) continue;
      if (bytes[i + 1] === QUOTE) i++;
      else quoted = false;
    } else if (byte === NEWLINE) return i;
    else if (byte === QUOTE && first) [quoted, first] = [true, false];
    else first = DELIMITERS.includes(String.fromCharCode(byte)) || (first && byte === SPACE);
  }
  return -1;
}

/** The delimiter that cuts a header into most pieces. */
function findDelimiter(text: string): string {
  const counts = DELIMITERS.map((delimiter) => splitLine(text, delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))];
}

/** The fields of one line, quotes taken off. */
export function splitLine(text: string, delimiter: string): string[] {
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char !== '"') field += char;
      else if (text[i + 1] === '"') {
        field += '"';
        i++;
      } else quoted = false;
    } else if (char === '"' && field.trim() === '') {
      quoted = true;
      field = '';
    } else if (char === delimiter) {
      fields.push(field.trim());
      field = '';
    } else field += char;
  }
  fields.push(field.trim());
  return fields;
}
