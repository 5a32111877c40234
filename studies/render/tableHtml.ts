import type { StudyTable } from '../study.js';
import { cellText, escaped } from './text.js';

/** A table that scrolls by itself where it is wider than the page, its first column staying. */
export function tableHtml({ title, about, groups, columns, rows, digits }: StudyTable): string {
  // Columns begin where a group does, the first column apart.
  const edges = new Set<number>();
  let at = 1;
  for (const { columns: span } of groups ?? []) {
    edges.add(at);
    at += span;
  }
  const words = columns.map((_, c) => c > 0 && rows.length > 0 && rows.every((row) => typeof row[c] === 'string' && !/^[\d−–]/.test(row[c] as string)));
  const attributes = (c: number) => {
    const names = [...(edges.has(c) ? ['edge'] : []), ...(words[c] ? ['text'] : [])];
    return names.length === 0 ? '' : ` class="${names.join(' ')}"`;
  };
  const head = groups
    ? `<tr class="groups"><td></td>${groups.map(({ name, columns: span }) => (name === '' ? `<td colspan="${span}" class="edge"></td>` : `<th colspan="${span}" class="edge" scope="colgroup">${escaped(name)}</th>`)).join('')}</tr>\n`
    : '';
  return `<h3>${escaped(title)}</h3>${about === undefined ? '' : `<p class="about">${escaped(about)}</p>`}
<div class="wide" tabindex="0" role="region" aria-label="${escaped(title)}"><table>
<thead>${head}<tr>${columns.map((name, c) => `<th scope="col"${attributes(c)}>${escaped(name)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((cells) => `<tr>${cells.map((cell, c) => `<td${attributes(c)}>${escaped(cellText(cell, digits))}</td>`).join('')}</tr>`).join('\n')}</tbody>
</table></div>`;
}
