import type { StudyCell } from '../study.js';

export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A cell of a table as it is shown. */
export function cellText(cell: StudyCell, digits = 4): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  if (Number.isInteger(cell)) return String(cell).replace('-', '−');
  const text = cell !== 0 && Math.abs(cell) < 10 ** -digits / 2 ? `<${(10 ** -digits).toFixed(digits)}` : cell.toFixed(digits);
  return (cell < 0 && text.startsWith('<') ? (0).toFixed(digits) : text).replace('-', '−');
}
