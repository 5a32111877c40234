/** What must stand between quotes, for a reader to take it as it is: delimiters of any kind, quotes, line ends, and blanks at either end. */
const QUOTED = /[",;|\t\n\r]|^\s|\s$/;

/** What a spreadsheet would run as a formula; and what would look like one that was written safely. */
const FORMULA = /^'*[=+\-@\t\r\n]/;

const WRITTEN_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * A text as a cell of CSV. Text that a spreadsheet would run as a formula is written with an apostrophe before it, unless it is wanted raw;
 * a number stays as it is. Different texts stay different.
 */
export function csvCell(text: string, raw = false): string {
  return quoted(raw ? text : safeText(text));
}

/** The name of a column that begins with a class's name, in such a way that it goes with the cells that hold it. */
export function csvColumn(prefix: string, name: string, raw = false): string {
  return quoted(`${prefix}${raw ? name : safeText(name)}`);
}

const safeText = (text: string): string => (FORMULA.test(text) && !WRITTEN_NUMBER.test(text) ? `'${text}` : text);

const quoted = (text: string): string => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
