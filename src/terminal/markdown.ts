import { CELL, GOES_ON, MARKS } from './marks.js';
import { visible } from './visible.js';

/** A line without its marks, and what they said. */
interface Unmarked {
  text: string;
  codes: string[];
}

interface Row {
  cells: string[];
  /** What is said of it in lines of its own. */
  said: string[];
}

/** Lines that were set for a terminal, as Markdown: tables are tables, what stands out is bold, remarks are lists. For issues and notebooks. */
export function markdownLines(lines: readonly string[]): string[] {
  const parts: string[] = [];
  const whole = joined(lines);
  for (let at = 0; at < whole.length; ) {
    const table = tableOf(whole[at]);
    if (table === undefined) {
      const part = paragraph(unmarked(whole[at++]));
      // Remarks are one list.
      if (part.startsWith('- ') && parts.at(-1)?.startsWith('- ')) parts.push(`${parts.pop()}\n${part}`);
      else if (part !== '') parts.push(part);
      continue;
    }
    let end = at + 1;
    for (let next = end; next < whole.length && whole[next] !== ''; next++) if (tableOf(whole[next])?.number === table.number) end = next + 1;
    // Where rows are explained in lines of their own, so is the last one.
    if (whole.slice(at, end).some((line) => tableOf(line) === undefined)) while (end < whole.length && whole[end] !== '') end++;
    parts.push(tableLines(whole.slice(at, end), table));
    at = end;
  }
  return parts.join('\n\n').split('\n');
}

/** Lines that were too long for a terminal, in one again. */
function joined(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    if (line.includes(GOES_ON)) whole.push(`${whole.pop()} ${line.replace(GOES_ON, '').trim()}`);
    else whole.push(line);
  }
  return whole;
}

function unmarked(line: string): Unmarked {
  const codes: string[] = [];
  const text = visible(line).replace(MARKS, (_, code: string) => {
    codes.push(code);
    return '';
  });
  return { text: text.replace(/\s+/g, ' ').trim(), codes };
}

/** The table that a line is a row of. The first row says whether it is the head, and how columns are set. */
function tableOf(line: string): { number: string; first: string } | undefined {
  for (const [, code] of line.matchAll(MARKS)) {
    const found = /^t(\d+)(\w*)$/.exec(code);
    if (found) return { number: found[1], first: found[2] };
  }
  return undefined;
}

function paragraph({ text, codes }: Unmarked): string {
  if (text === '') return '';
  if (codes.includes('33')) return `- ⚠ ${escaped(text.replace(/^! /, ''))}`;
  if (/^[-–] /.test(text)) return `- ${escaped(text.slice(2))}`;
  if (codes.includes('1')) return `**${escaped(text)}**`;
  return codes.includes('2') ? `- ${escaped(text)}` : escaped(text);
}

function tableLines(lines: readonly string[], { first }: { first: string }): string {
  const rows: Row[] = [];
  for (const line of lines) {
    if (tableOf(line) === undefined) rows.at(-1)?.said.push(escaped(unmarked(line).text));
    else rows.push({ cells: line.split(CELL).map((cell) => emphasized(unmarked(cell).text, unmarked(line).codes.includes('1'))), said: [] });
  }
  const explained = rows.some(({ said }) => said.length > 0);
  const right = [...first.slice(1), ...(explained ? ['l'] : [])];
  const set = ({ cells, said }: Row): string => {
    const all = [...right.slice(0, first.length - 1).map((_, c) => cells[c] ?? ''), ...(explained ? [said.join(' ')] : [])];
    return `| ${all.join(' | ')} |`;
  };
  const [head, ...body] = first.startsWith('h') ? rows : [{ cells: [], said: [] }, ...rows];
  return [set(head), `|${right.map((side) => (side === 'r' ? ' ---: ' : ' --- ')).join('|')}|`, ...body.map(set)].join('\n');
}

const emphasized = (cell: string, bold: boolean): string => (bold && cell !== '' ? `**${escaped(cell)}**` : escaped(cell));

/** What Markdown would take for its own. */
const escaped = (text: string): string => text.replace(/[\\`*_<>|[\]#]/g, '\\$&');
