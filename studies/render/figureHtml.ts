import type { IntervalFigure, PointFigure, StudyFigure } from '../study.js';
import { figureCss } from './style.js';
import { escaped } from './text.js';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [480, 320, 66, 10, 10, 44];
const COLOURS = 7;
const SIZE = 3.6;
const LEGEND_COLUMNS = 3;

/** A figure with its legend below, as HTML. */
export function figureHtml(figure: StudyFigure): string {
  const { svg, legend } = figure.kind === 'intervals' ? intervals(figure) : points(figure);
  const about = figure.kind === 'points' && figure.about !== undefined ? ` ${escaped(figure.about)}` : '';
  return `<figure><h3>${escaped(figure.title)}</h3>${drawing(svg, figure.title)}
<ul class="legend">${legend.map(({ name, mark }) => `<li><svg viewBox="0 0 16 12" aria-hidden="true">${mark}</svg>${escaped(name)}</li>`).join('')}</ul>${about === '' ? '' : `<figcaption>${about.trim()}</figcaption>`}</figure>`;
}

/**
 * A figure of a report as SVG, a file of its own, light or dark as the reader has it.
 *
 * @example
 * ```ts
 * import { figureSvg } from 'fairbits/studies';
 *
 * const svg = figureSvg({ kind: 'points', title: 'A line', x: 'x', y: 'y', series: [], curves: [{ name: 'line', points: [[0, 0], [1, 1]] }] });
 * svg.startsWith('<svg'); // → true
 * ```
 */
export function figureSvg(figure: StudyFigure): string {
  const { svg, legend } = figure.kind === 'intervals' ? intervals(figure) : points(figure);
  const names = legend.map(({ name, mark }, i) => {
    const [across, down] = [LEFT + (i % LEGEND_COLUMNS) * ((WIDTH - LEFT) / LEGEND_COLUMNS), HEIGHT + Math.floor(i / LEGEND_COLUMNS) * 18];
    return `<g transform="translate(${across - 8} ${down})">${mark}<text x="20" y="10">${escaped(name)}</text></g>`;
  });
  const height = HEIGHT + 6 + Math.ceil(legend.length / LEGEND_COLUMNS) * 18;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="12"><title>${escaped(figure.title)}</title>
<style>${figureCss}</style><rect width="${WIDTH}" height="${height}" fill="var(--paper)"/>
${svg}
${names.join('\n')}
</svg>
`;
}

const drawing = (inside: string, title: string): string => `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">${inside}</svg>`;

/** Round numbers from about the least to about the largest. */
export function ticks(low: number, high: number, count = 6): number[] {
  const step = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(step));
  const round = ([1, 2, 5, 10].find((each) => each * power >= step) as number) * power;
  const first = Math.ceil(low / round - 1e-9);
  const last = Math.floor(high / round + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * round);
}

function tickText(value: number, all: readonly number[]): string {
  const step = all.length > 1 ? all[1] - all[0] : Math.abs(value) || 1;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return value
    .toFixed(digits)
    .replace(/^-(?=.*[1-9])/, '−')
    .replace(/^-/, '');
}

interface Scale {
  low: number;
  high: number;
  place(value: number): string;
}

function scale(values: readonly number[], from: number, to: number): Scale {
  const [least, most] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const margin = (most - least) * 0.04 || Math.abs(most) * 0.1 || 1;
  const [low, high] = [least - margin, most + margin];
  return { low, high, place: (value) => (from + ((value - low) / (high - low)) * (to - from)).toFixed(1) };
}

function upright(y: Scale, name: string): string {
  const marks = ticks(y.low, y.high);
  return `${marks.map((tick) => `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y.place(tick)}" y2="${y.place(tick)}"/><text x="${LEFT - 6}" y="${(Number(y.place(tick)) + 4).toFixed(1)}" text-anchor="end">${tickText(tick, marks)}</text>`).join('')}
<text transform="translate(13 ${(HEIGHT - BOTTOM + TOP) / 2}) rotate(-90)" text-anchor="middle">${escaped(name)}</text>`;
}

const below = (name: string): string => `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escaped(name)}</text>`;

/** A mark of its own for each series, so that colour is not all there is to tell them by. */
function markAt(s: number, x: string | number, y: string | number): string {
  const [cx, cy, r] = [Number(x), Number(y), SIZE];
  const path = (d: string, kind = 'dot') => `<path class="s${s % COLOURS} ${kind}" d="${d}"/>`;
  const at = (dx: number, dy: number) => `${(cx + dx * r).toFixed(1)} ${(cy + dy * r).toFixed(1)}`;
  switch (s % COLOURS) {
    case 0:
      return `<circle class="s0 dot" cx="${cx}" cy="${cy}" r="${r - 0.4}"/>`;
    case 1:
      return path(`M${at(-0.85, -0.85)}L${at(0.85, -0.85)}L${at(0.85, 0.85)}L${at(-0.85, 0.85)}Z`);
    case 2:
      return path(`M${at(0, -1.1)}L${at(1, 0.8)}L${at(-1, 0.8)}Z`);
    case 3:
      return path(`M${at(0, -1.2)}L${at(1.2, 0)}L${at(0, 1.2)}L${at(-1.2, 0)}Z`);
    case 4:
      return path(`M${at(-1, -1)}L${at(1, 1)}M${at(-1, 1)}L${at(1, -1)}`, 'hollow');
    case 5:
      return path(`M${at(-1.2, 0)}L${at(1.2, 0)}M${at(0, -1.2)}L${at(0, 1.2)}`, 'hollow');
    default:
      return `<circle class="s6 hollow" cx="${cx}" cy="${cy}" r="${r - 0.4}"/>`;
  }
}

/** A name, and what it stands for, drawn in 16 × 12. */
interface LegendEntry {
  name: string;
  mark: string;
}

/** Means with intervals, side by side at each place. */
function intervals({ x, y, series }: IntervalFigure): { svg: string; legend: LegendEntry[] } {
  const up = scale(
    series.flatMap((one) => one.points.flatMap(({ low, high }) => [low, high])),
    HEIGHT - BOTTOM,
    TOP,
  );
  const step = (WIDTH - LEFT - RIGHT) / x.values.length;
  const across = (at: number, s: number) => (LEFT + step * (at + 0.5) + (s - (series.length - 1) / 2) * Math.min(16, step / (series.length + 1))).toFixed(1);
  const zero = up.low < 0 && up.high > 0 ? `<line class="axis" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${up.place(0)}" y2="${up.place(0)}"/>` : '';
  const drawn = series.map(({ points: own }, s) => {
    const line = own.map((point, i) => `${across(i, s)},${up.place(point.mean)}`).join(' ');
    return `<polyline class="s${s % COLOURS} line" points="${line}" opacity="0.45"/>${own
      .map(
        (point, i) =>
          `<line class="s${s % COLOURS}" stroke-width="2" x1="${across(i, s)}" x2="${across(i, s)}" y1="${up.place(point.low)}" y2="${up.place(point.high)}"/>${markAt(s, across(i, s), up.place(point.mean))}`,
      )
      .join('')}`;
  });
  return {
    svg: `${upright(up, y)}${zero}
${x.values.map((value, i) => `<text x="${(LEFT + step * (i + 0.5)).toFixed(1)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${escaped(value)}</text>`).join('')}
${below(x.name)}
${drawn.join('\n')}`,
    legend: series.map(({ name }, s) => ({ name, mark: markAt(s, 8, 6) })),
  };
}

/** Points of several series, and curves. */
function points({ x, y, series, curves }: PointFigure): { svg: string; legend: LegendEntry[] } {
  const all = [...series, ...curves].flatMap((one) => one.points);
  const right = scale(
    all.map(([value]) => value),
    LEFT,
    WIDTH - RIGHT,
  );
  const up = scale(
    all.map(([, value]) => value),
    HEIGHT - BOTTOM,
    TOP,
  );
  const marks = ticks(right.low, right.high);
  // Where there are no points, curves have the colours.
  const curveClass = (i: number) => (series.length === 0 ? `s${i}` : 'axis');
  return {
    svg: `${upright(up, y)}
${marks.map((tick) => `<line class="grid" x1="${right.place(tick)}" x2="${right.place(tick)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/><text x="${right.place(tick)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${tickText(tick, marks)}</text>`).join('')}
${below(x)}
${curves.map(({ points: own }, i) => `<polyline class="${curveClass(i)} line" stroke-width="${series.length === 0 ? 2 : 1.2}" points="${own.map(([a, b]) => `${right.place(a)},${up.place(b)}`).join(' ')}"/>`).join('')}
${series.map(({ points: own }, s) => own.map(([a, b]) => markAt(s, right.place(a), up.place(b))).join('')).join('\n')}`,
    legend: [
      // Marks go by the place of a series, whether it has points here or not.
      ...series.flatMap(({ name, points: own }, s) => (own.length === 0 ? [] : [{ name, mark: markAt(s, 8, 6) }])),
      ...curves.map(({ name }, i) => ({ name, mark: `<line class="${curveClass(i)}" stroke-width="1.5" x1="1" x2="15" y1="6" y2="6"/>` })),
    ],
  };
}
