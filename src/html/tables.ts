import { escaped } from '../charts/escape.js';
import type { ChartTable } from '../charts/index.js';
import { short } from '../charts/words.js';
import type { WordTable } from './section.js';

/** Wide tables scroll in their box, which can be reached by the keyboard. */
function boxed(caption: string, table: string): string {
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escaped(caption)}">${table}</div>`;
}

export function wordTable({ caption, columns, figures, rows, strong = [] }: WordTable): string {
  const head = columns.map((name, c) => `<th scope="col"${figures[c] ? ' class="figure"' : ''}>${escaped(name)}</th>`).join('');
  const body = rows.map((row, r) => {
    const cells = row.map((cell, c) => {
      const [first, ...more] = typeof cell === 'string' ? [cell] : cell;
      const text = `${escaped(first)}${more
        .filter((line) => line !== '')
        .map((line) => `<small>${escaped(line)}</small>`)
        .join('')}`;
      return c === 0 ? `<th scope="row">${text}</th>` : `<td${figures[c] ? ' class="figure"' : ''}>${text}</td>`;
    });
    return `<tr${strong.includes(r) ? ' class="strong"' : ''}>${cells.join('')}</tr>`;
  });
  return boxed(caption, `<table><caption>${escaped(caption)}</caption><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`);
}

export function chartTable({ caption, columns, rows, note }: ChartTable): string {
  const figures = columns.map((_, c) => rows.some((row) => typeof row[c] === 'number') && rows.every((row) => typeof row[c] !== 'string'));
  const head = columns.map((name, c) => `<th scope="col"${figures[c] ? ' class="figure"' : ''}>${escaped(name)}</th>`).join('');
  const body = rows.map(
    (row) =>
      `<tr>${row
        .map((cell, c) =>
          c === 0
            ? `<th scope="row"${figures[c] ? ' class="figure"' : ''}>${cellText(cell)}</th>`
            : `<td${figures[c] ? ' class="figure"' : ''}>${cellText(cell)}</td>`,
        )
        .join('')}</tr>`,
  );
  return `${boxed(caption, `<table><caption>${escaped(caption)}</caption><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`)}${note ? `<p class="note">${escaped(note)}</p>` : ''}`;
}

const cellText = (cell: string | number | null): string =>
  cell === null ? '–' : typeof cell === 'string' ? escaped(cell) : Number.isInteger(cell) ? cell.toLocaleString('en-US').replace('-', '−') : short(cell, 5);
