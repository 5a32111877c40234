import { isMarked } from '../../engines/metadata.js';
import type { ResultRow } from '../../engines/resultCells.js';

/**
 * The rows of a query's result, as any client prints them: CSV, TSV, with bars between, JSON or NDJSON; undefined where the text is none. No cell of a result
 * has a delimiter, a quote or a line break in it, whatever the names of the classes are, so lines need not be read as CSV.
 */
export function resultRowsOf(text: string): ResultRow[] | undefined {
  if (!isMarked(text)) return undefined;
  const bare = text.replace(/^\uFEFF/, '').trim();
  return /^[[{]/.test(bare) ? jsonRows(bare) : delimitedRows(bare);
}

function jsonRows(text: string): ResultRow[] | undefined {
  const whole = parsed(text);
  if (Array.isArray(whole)) return whole as ResultRow[];
  if (whole !== undefined) {
    // Some clients put the rows into an object: {"data": […]}.
    const lists = Object.values(whole as object).filter((value) => Array.isArray(value) && isMarked(JSON.stringify(value)));
    return lists.length === 1 ? (lists[0] as ResultRow[]) : [whole as ResultRow];
  }
  const lines = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(parsed);
  return lines.some((line) => line === undefined) ? undefined : (lines as ResultRow[]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lines that some clients draw between and below the others. */
const ORNAMENT = /^[-+|\s]*$|^\(\d+ rows?\)$/;

function delimitedRows(text: string): ResultRow[] {
  const lines = text.split(/\r?\n/).filter((line) => !ORNAMENT.test(line));
  const first = lines.find(isMarked) as string;
  const delimiter = ['\t', '|', ';', ','].find((sign) => first.includes(sign)) ?? ',';
  const framed = delimiter === '|' && lines[0].startsWith('|');
  const cells = (line: string): string[] => {
    const bare = framed ? line.trim().slice(1, -1) : line;
    return bare.split(delimiter).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .replace(/^'(.*)'$/, '$1'),
    );
  };
  const [head, ...rows] = lines.map(cells);
  const names = head.map((name) => name.toLowerCase());
  // Some clients print no names: then columns are told by their order.
  return names.includes('fairbits') ? rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]]))) : [head, ...rows];
}
