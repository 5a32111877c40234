import type { Reported } from '../evaluate/report.js';
import { CELL, GOES_ON, mark } from './marks.js';
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

let tables = 0;

/** Rows of cells in columns, the first one the head unless there is none; numbers to the right. Marks say where cells begin, for Markdown. */
export function table(cells: readonly (readonly string[])[], right: readonly boolean[], hasHead = true): string[] {
  const own = `t${++tables}`;
  const first = `${own}${hasHead ? 'h' : 'n'}${right.map((to) => (to ? 'r' : 'l')).join('')}`;
  // As they will be shown: that is what takes room.
  const rows = cells.map((row) => row.map(visible));
  const widths = right.map((_, c) => Math.max(...rows.map((row) => [...(row[c] ?? '')].length)));
  const padded = (cell: string, c: number): string => {
    const width = widths[c] + cell.length - [...cell].length;
    return right[c] ? cell.padStart(width) : cell.padEnd(width);
  };
  return rows.map((row, r) => {
    const filled = row.slice(0, row.findLastIndex((cell) => cell !== '') + 1);
    return `${mark(r === 0 ? first : own)}${filled.map(padded).join(`  ${CELL}`).trimEnd()}`;
  });
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
  return [...lines, line].map((each, i) => (i === 0 ? each : `${GOES_ON}${each}`));
}
