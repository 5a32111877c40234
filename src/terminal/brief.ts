import type { Style } from './style.js';
import { fold, LINE_WIDTH, table } from './table.js';

/** An answer in short: a sentence, tables of few lines, what to beware of, what the words mean. */
export interface Brief {
  verdict: string;
  tables: readonly BriefTable[];
  warnings: readonly string[];
  notes: readonly string[];
}

export interface BriefTable {
  title?: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Which columns are set to the right. */
  right: readonly boolean[];
  /** How to read it. */
  note?: string;
}

/** Lines of at most 80 columns. */
export function briefText({ verdict, tables, warnings, notes }: Brief, { bold, dim, warn }: Style): string[] {
  const lines = [...fold(verdict, LINE_WIDTH, '').map(bold), ''];
  for (const { title, head, rows, right, note } of tables) {
    const [first, ...body] = table([head, ...rows], right);
    if (title) lines.push(...fold(title, LINE_WIDTH, '').map(bold));
    lines.push(dim(first), ...body, ...(note ? fold(note, LINE_WIDTH, '').map(dim) : []), '');
  }
  if (warnings.length > 0) lines.push(...warnings.flatMap((text) => fold(`! ${text}`, LINE_WIDTH, '  ')).map(warn), '');
  lines.push(...notes.flatMap((text) => fold(text, LINE_WIDTH, '  ')).map(dim));
  return lines;
}
