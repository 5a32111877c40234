import { type ChartOptions, type ChartTable, reportedText, seriesStyle } from '../../src/parts.js';
import { h } from './dom.js';
import { pageWords } from './pageWords.js';
import { stoppedNote } from './reading.js';
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

interface ChartParts<Data> {
  title: string;
  /** Of the file it is saved as. */
  file: string;
  /** What it is drawn of, where that is still to come. */
  data?: Promise<Data>;
  draw: (charts: Charts, options: ChartOptions, data: Data) => SVGSVGElement;
  table?: (charts: Charts, data: Data) => ChartTable;
  /** About how high it is for its width, so that nothing jumps when it comes. */
  shape?: number | undefined;
  note?: string;
  /** In pixels, where a wider one would not be higher. */
  widest?: number;
  /** Whose chart it is, where it is one learner's: it then has that one's colour. */
  learner?: number;
}

const NARROWEST = 280;
const WIDEST = 700;

/** A chart with its title, the numbers behind it, and a button that saves it. */
export function chartFigure<Data = undefined>({ title, file, data, draw, table, shape = 0.9, note, learner, widest = WIDEST }: ChartParts<Data>): ChartFigure {
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
  const there = Promise.all([loadCharts(), data as Promise<Data>]);
  let found: Awaited<typeof there> | undefined;
  const redraw = (): void => {
    if (!found) return;
    const [charts, data] = found;
    width = widthOf(place, widest);
    place.replaceChildren(draw(charts, { width }, data));
    if (details.open) fill();
  };
  const fill = (): void => {
    if (found && table) numbers.replaceChildren(chartTable(title, table(...found)));
  };
  details.addEventListener('toggle', () => {
    if (details.open) fill();
  });
  saving.addEventListener('click', async () => {
    const [charts, data] = await there;
    save(`${file}.svg`, new Blob([charts.standaloneSvg(draw(charts, { heading: true }, data))], { type: 'image/svg+xml' }));
  });
  there.then(
    (both) => {
      found = both;
      redraw();
      place.style.minHeight = '';
      new ResizeObserver(() => {
        if (place.clientWidth > 0 && Math.abs(widthOf(place, widest) - width) > 8) redraw();
      }).observe(place);
    },
    (error) => {
      place.replaceChildren(undrawn(error));
      saving.hidden = true;
    },
  );
  return { element, redraw };
}

/** What stands there when what is drawn did not come: other files were chosen before, and then cancelled; or it failed. */
function undrawn(error: Error): HTMLElement {
  return error.name === 'AbortError'
    ? stoppedNote('The curves were not drawn.', () => document.dispatchEvent(new Event('again')))
    : h('p', { class: 'absent' }, pageWords(error.message));
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
