import { h } from './dom.js';

/** A table with a caption; numbers are set to the right. It scrolls by itself where the screen is narrow. */
export interface TableParts {
  caption: string;
  /** Whether the caption is shown. */
  titled?: boolean;
  columns: (string | Node)[];
  rows: (string | number | Node | null)[][];
  /** Columns of numbers, by place; all but the first by default. */
  numbers?: (column: number) => boolean;
  note?: string;
  /** Scrolls by itself where it has very many rows. */
  tall?: boolean;
  /** Rows are cards on a narrow screen, each figure with the name of its column. */
  cards?: boolean;
  /** Names of columns on cards, where they are not those above the table. */
  labels?: string[];
}

export function tableOf({
  caption,
  titled = false,
  columns,
  rows,
  numbers = (column) => column > 0,
  note,
  tall = false,
  cards = false,
  labels,
}: TableParts): HTMLElement {
  const side = (column: number): string | undefined => (numbers(column) ? 'number' : undefined);
  const label = (column: number): string | undefined => (cards ? (labels?.[column] ?? textOf(columns[column])) : undefined);
  // As cards, its parts are no longer laid out as a table, and browsers would forget that it is one.
  const role = (name: string): string | undefined => (cards ? name : undefined);
  return h(
    'div',
    { class: ['scroll', tall && 'tall', cards && 'cards'].filter(Boolean).join(' '), tabindex: 0, role: 'group', 'aria-label': caption },
    h(
      'table',
      { role: role('table') },
      h('caption', { class: titled ? undefined : 'unseen' }, caption),
      h(
        'thead',
        { role: role('rowgroup') },
        h('tr', { role: role('row') }, ...columns.map((column, c) => h('th', { scope: 'col', role: role('columnheader'), class: side(c) }, column))),
      ),
      h(
        'tbody',
        { role: role('rowgroup') },
        ...rows.map((row) =>
          h(
            'tr',
            { role: role('row') },
            ...row.map((cell, c) =>
              c === 0
                ? h('th', { scope: 'row', role: role('rowheader'), class: side(c) }, cell ?? '–')
                : h('td', { role: role('cell'), class: side(c), 'data-label': label(c) }, cell ?? '–'),
            ),
          ),
        ),
      ),
    ),
    note ? h('p', { class: 'note' }, note) : null,
  );
}

/** The words of a column's head, without what stands below them in small letters. */
function textOf(head: string | Node): string {
  if (typeof head === 'string') return head;
  const copy = head.cloneNode(true) as HTMLElement;
  for (const small of copy.querySelectorAll('small')) small.remove();
  return copy.textContent ?? '';
}
