import type { PlacedRow, WorstRow } from './jobs.js';
import { look } from './look.js';
import { recordsOf } from './records.js';

/** Characters of a line that are shown. */
const LONGEST = 160;

/** Finds rows in their files: in a text file by line, with what is on it. */
export async function place(rows: readonly WorstRow[], files: readonly File[], counted: boolean): Promise<PlacedRow[]> {
  const left = new Map(rows.map((row) => [row.row, row]));
  const placed = new Map<number, PlacedRow>();
  let before = 0;
  for (const file of files) {
    const { format } = await look(file);
    const textual = format === 'csv' || format === 'ndjson';
    // Rows of several files, or after skipped ones, are known by where they are among all rows.
    if (!textual || !counted) {
      if (files.length === 1) for (const row of left.values()) placed.set(row.row, { ...row, file: file.name });
      continue;
    }
    let comment = false;
    let header = format === 'csv';
    let at = before;
    for await (const { text, line } of recordsOf(file, format === 'csv')) {
      if (text.trim() === '') continue;
      if (format === 'csv') {
        if (header && text.replace(/^\ufeff/, '').startsWith('#')) {
          comment = true;
          continue;
        }
        if (comment && text.startsWith('#')) continue;
        if (header) {
          header = false;
          continue;
        }
      }
      const row = left.get(at);
      if (row) placed.set(at, { ...row, file: file.name, line, text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text });
      at++;
      if (placed.size === left.size) break;
    }
    before = at;
    if (placed.size === left.size) break;
  }
  return rows.map((row) => placed.get(row.row) ?? { ...row, file: files.length === 1 ? files[0].name : '' });
}
