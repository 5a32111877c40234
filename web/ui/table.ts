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
}

export function tableOf({ caption, titled = false, columns, rows, numbers = (column) => column > 0, note, tall = false }: TableParts): HTMLElement {
  const side = (column: number): string | undefined => (numbers(column) ? 'number' : undefined);
  return h(
    'div',
    { class: tall ? 'scroll tall' : 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    h(
      'table',
      {},
      h('caption', { class: titled ? undefined : 'unseen' }, caption),
      h('thead', {}, h('tr', {}, ...columns.map((column, c) => h('th', { scope: 'col', class: side(c) }, column)))),
      h(
        'tbody',
        {},
        ...rows.map((row) =>
          h('tr', {}, ...row.map((cell, c) => (c === 0 ? h('th', { scope: 'row', class: side(c) }, cell ?? '–') : h('td', { class: side(c) }, cell ?? '–')))),
        ),
      ),
    ),
    note ? h('p', { class: 'note' }, note) : null,
  );
}
