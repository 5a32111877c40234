import { type ChartOptions, type ChartTable, reportedText, seriesStyle } from '../../src/parts.js';
import { h } from './dom.js';
import { pageWords } from './pageWords.js';
import { save } from './save.js';
import { tableOf } from './table.js';

export type Charts = typeof import('../../src/charts.js');

let loaded: Promise<Charts> | undefined;

/** The charts are a third of the page, and come after the rest. */
export function loadCharts(): Promise<Charts> {
  loaded ??= import('../../src/charts.js');
  return loaded;
}

export interface ChartFigure {
  element: HTMLElement;
  /** Draws it anew, when what it shows has changed. */
  redraw(): void;
}

interface ChartParts {
  title: string;
  /** Of the file it is saved as. */
  file: string;
  draw: (charts: Charts, options: ChartOptions) => SVGSVGElement;
  table?: (charts: Charts) => ChartTable;
  /** About how high it is for its width, so that nothing jumps when it comes. */
  shape?: number;
  note?: string;
  /** In pixels, where a wider one would not be higher. */
  widest?: number;
  /** Whose chart it is, where it is one learner's: it then has that one's colour. */
  learner?: number;
}

const NARROWEST = 280;
const WIDEST = 700;

/** A chart with its title, the numbers behind it, and a button that saves it. */
export function chartFigure({ title, file, draw, table, shape = 0.9, note, learner, widest = WIDEST }: ChartParts): ChartFigure {
  const place = h('div', { class: 'chart' });
  const numbers = h('div', {});
  const details = h('details', {}, h('summary', {}, 'The numbers'), numbers);
  const saving = h('button', { type: 'button', class: 'quiet small', 'aria-label': `Save as SVG: ${title}` }, 'SVG');
  const element = h(
    'figure',
    { class: widest > WIDEST ? 'wide' : undefined },
    h('figcaption', {}, h('h3', {}, title), saving),
    place,
    note ? h('p', { class: 'note' }, note) : null,
    table ? details : null,
  );
  place.style.minHeight = `${Math.round(440 * shape)}px`;
  if (learner) {
    const { stroke } = seriesStyle(learner);
    place.style.setProperty('--fb-1', stroke);
    place.style.setProperty('--fb-band', `color-mix(in srgb, ${stroke} 22%, var(--fb-paper))`);
  }
  let width = 0;
  let charts: Charts | undefined;
  const redraw = (): void => {
    if (!charts) return;
    width = widthOf(place, widest);
    place.replaceChildren(draw(charts, { width }));
    if (details.open) fill();
  };
  const fill = (): void => {
    if (charts && table) numbers.replaceChildren(chartTable(title, table(charts)));
  };
  details.addEventListener('toggle', () => {
    if (details.open) fill();
  });
  saving.addEventListener('click', async () => {
    const { standaloneSvg } = await loadCharts();
    save(`${file}.svg`, new Blob([standaloneSvg(draw(await loadCharts(), { heading: true }))], { type: 'image/svg+xml' }));
  });
  void loadCharts().then((found) => {
    charts = found;
    redraw();
    place.style.minHeight = '';
    new ResizeObserver(() => {
      if (place.clientWidth > 0 && Math.abs(widthOf(place, widest) - width) > 8) redraw();
    }).observe(place);
  });
  return { element, redraw };
}

function widthOf(place: HTMLElement, widest: number): number {
  const room = place.clientWidth || document.getElementById('panels')?.clientWidth || 440;
  return Math.max(NARROWEST, Math.min(widest, room));
}

function chartTable(title: string, { caption, columns, rows, note }: ChartTable): HTMLElement {
  const numbers = (column: number): boolean => rows.some((row) => typeof row[column] === 'number');
  return tableOf({
    caption: `${title}: ${caption}`,
    columns,
    rows: rows.map((row) => row.map((cell) => (typeof cell === 'number' ? reportedText(cell, 5) : cell))),
    numbers,
    ...(note ? { note: pageWords(note) } : {}),
  });
}
