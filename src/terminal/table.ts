import type { Reported } from '../evaluate/report.js';
import { visible } from './visible.js';

/** What lines of text are folded to. */
export const LINE_WIDTH = 80;
/** Above this many classes they are not listed. */
export const MAX_LISTED_CLASSES = 12;
/** What is said behind a number; nothing behind shares and squares. */
export const UNIT_WORDS: Record<string, string> = { bits: 'bits', nats: 'nats', share: '', squares: '' };

/** A number as one reads it: four digits behind the point, minus signs and infinities in type. */
export function figure(value: Reported | undefined, digits = 4): string {
  if (value === null || value === undefined) return '–';
  if (value === 'Infinity') return '∞';
  if (value === '-Infinity') return '−∞';
  const size = Math.abs(value);
  const text = size !== 0 && (size < 10 ** -digits || size >= 1e9) ? size.toExponential(2) : size.toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** Rows of cells in columns; numbers to the right. */
export function table(cells: readonly (readonly string[])[], right: readonly boolean[]): string[] {
  // As they will be shown: that is what takes room.
  const rows = cells.map((row) => row.map(visible));
  const widths = right.map((_, c) => Math.max(...rows.map((row) => [...(row[c] ?? '')].length)));
  return rows.map((row) =>
    row
      .map((cell, c) => (right[c] ? cell.padStart(widths[c] + cell.length - [...cell].length) : cell.padEnd(widths[c] + cell.length - [...cell].length)))
      .join('  ')
      .trimEnd(),
  );
}

/** Text in lines of at most `width`, the second and later ones indented. */
export function fold(text: string, width: number, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of visible(text).split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent + word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
