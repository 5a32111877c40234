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
const QUOTE = 34;

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
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let line = 1;
  let comment: string | undefined;
  for (;;) {
    const end = lineEnd(bytes, at);
    if (end < 0 && !whole)
      throw new FairbitsError('format', `${file}:${line}: the header line is longer than ${bytes.length} bytes: expected a line of column names`, {
        file,
        line,
        expected: 'a header line',
      });
    const stop = end < 0 ? bytes.length : end;
    const text = new TextDecoder().decode(bytes.subarray(at, stop)).replace(/\r$/, '');
    const next = end < 0 ? bytes.length : end + 1;
    if (text.startsWith('#')) comment = '#';
    else if (text.trim() !== '') {
      const delimiter = findDelimiter(text);
      return { delimiter, comment, columns: splitLine(text, delimiter), rowsAt: next, firstLine: line + 1 };
    }
    if (next >= bytes.length) throw new FairbitsError('format', `${file} has no header: expected a line of column names`, { file, expected: 'a header line' });
    at = next;
    line++;
  }
}

/** The end of the line that starts at `at`; newlines inside quotes do not end it. −1 where it does not end. */
function lineEnd(bytes: Uint8Array, at: number): number {
  let quoted = false;
  for (let i = at; i < bytes.length; i++) {
    if (bytes[i] === QUOTE) quoted = !quoted;
    else if (bytes[i] === NEWLINE && !quoted) return i;
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
