import { QUOTE } from '../../base/signs.js';
import { decodeText } from '../../base/utf8.js';
import { Walk } from '../../kernels/plain/read/csv.js';

const SPACE = 32;

/** The text of a field that lies in some bytes: quotes taken off where it has some, blanks where it has none. */
export function fieldText(bytes: Uint8Array, from: number, to: number): string {
  return unquoted(decodeText(bytes.subarray(from, to)));
}

/** The same of a field that is text already. */
export function unquoted(field: string): string {
  return field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : withoutCsvBlanks(field);
}

/** Text without the blanks around it: what the core takes for blanks, and no sign of another script or byte-order mark. */
function withoutCsvBlanks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && BLANKS.includes(text[from])) from++;
  while (to > from && BLANKS.includes(text[to - 1])) to--;
  return text.slice(from, to);
}

const BLANKS = ' \t\r';

/** The fields of the line that starts at a place, and where the next one does; undefined where it does not end in these bytes. */
export function splitRow(bytes: Uint8Array, at: number, delimiter: number, final: boolean): { fields: string[]; next: number } | undefined {
  const walk = walkFrom(bytes, at, bytes.length, delimiter, final);
  const fields: string[] = [];
  for (;;) {
    // In a row a quote behind blanks is only a character; people write headers so.
    let quote = walk.at;
    while (bytes[quote] === SPACE) quote++;
    if (bytes[quote] === QUOTE) walk.at = quote;
    const start = walk.at;
    const fault = walk.field();
    if (fault === 'more' || (walk.at >= bytes.length && !final)) return undefined;
    // What goes on behind a closing quote belongs to the field all the same.
    if (fault) while (walk.at < bytes.length && !walk.atStop()) walk.at++;
    fields.push(fault ? withoutCsvBlanks(decodeText(bytes.subarray(start, walk.at)).replaceAll('"', '')) : fieldText(bytes, start, walk.at));
    if (!walk.atDelimiter()) break;
    walk.at++;
  }
  walk.behindLine();
  return { fields, next: Math.min(walk.at, bytes.length) };
}

/**
 * Where the row behind a bad one begins, which starts at a place: newlines inside quotes do not end it. Undefined where it
 * goes on behind the bytes at hand.
 */
export function behindRow(bytes: Uint8Array, at: number, to: number, delimiter: number, final: boolean): number | undefined {
  const walk = walkFrom(bytes, at, to, delimiter, final);
  const fault = walk.toLineEnd();
  if (fault === 'more' || (!fault && walk.at >= to && !final)) return undefined;
  if (fault) return behindQuotes(bytes, walk.from, walk.to, to);
  walk.behindLine();
  return Math.min(walk.at, to);
}

/**
 * The same where quotes are wrong themselves, so that the line is all that is left to go by: that of the closing quote, or if there is none
 * that of the opening one, for what follows may be whole rows.
 */
export function behindQuotes(bytes: Uint8Array, from: number, close: number, to: number): number {
  const newline = bytes.subarray(0, to).indexOf(10, close < to && bytes[close] === QUOTE ? close : from);
  return newline < 0 ? to : newline + 1;
}

function walkFrom(bytes: Uint8Array, at: number, to: number, delimiter: number, final: boolean): Walk {
  return new Walk(bytes, at, to, final, { delimiter, quote: QUOTE, comment: -1, names: [] });
}
