import { type PlotOptions, plot } from '@observablehq/plot';
import { colour } from './colours.js';
import { folded, textWidth } from './words.js';

export interface ChartOptions {
  /** The page's own by default; elsewhere one that can make SVG, such as linkedom's. */
  document?: Document;
  /** In pixels; a chart has a width of its own by default. */
  width?: number;
  /** Instead of the chart's own. */
  title?: string;
  /** Whether the title is drawn, too: for a chart that stands alone. */
  heading?: boolean;
  /** For the ids inside; made up by default. */
  id?: string;
}

/** The data of a chart in rows and columns, for those who would rather read. */
export interface ChartTable {
  caption: string;
  columns: string[];
  /** Numbers or text; numbers are set to the right. */
  rows: (string | number | null)[][];
  /** What is left out, where something is. */
  note?: string;
}

export interface LegendEntry {
  label: string;
  /** The whole of a name that is shortened in the label. */
  full?: string;
  stroke: string;
  dash?: string | undefined;
  kind?: 'line' | 'box' | 'dot' | 'ring';
}

interface Drawing {
  title: string;
  /** What is seen, in words. */
  description: string;
  width: number;
  legend?: readonly LegendEntry[];
  panels: readonly Panel[];
  /** Names by what stands for them in the panels where they are too long; shown where one points at them. */
  full?: ReadonlyMap<string, string>;
  /** A line below. */
  note?: string | undefined;
}

/** A plot, or an empty frame that says why there is none. */
export type Panel = ({ heading?: string } & PlotOptions & { height: number }) | { heading?: string; height: number; empty: string };

export const CHART_WIDTH = 440;
const SVG = 'http://www.w3.org/2000/svg';
const SIZE = 12;
const LINE = 17;
let chartsDrawn = 0;

type Attributes = Record<string, string | number | undefined>;

/** Puts panels, legend and words into one picture. */
export function draw(drawing: Drawing, options: ChartOptions): SVGSVGElement {
  const document = options.document ?? globalThis.document;
  const { width, description, legend = [], panels, note } = drawing;
  const title = options.title ?? drawing.title;
  const id = options.id ?? `fb-${++chartsDrawn}`;
  const element = (name: string, attributes: Attributes, ...children: (Node | string)[]): SVGElement => {
    const made = document.createElementNS(SVG, name) as SVGElement;
    for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, String(value));
    made.append(...children);
    return made;
  };
  const parts: SVGElement[] = [];
  let y = 0;
  const words = (text: string, attributes: Attributes, size: number): void => {
    // Bold is wider.
    for (const line of folded(text, (width - 8) / ('font-weight' in attributes ? 1.1 : 1), size)) {
      y += Math.round(size * 1.35);
      parts.push(element('text', { x: 4, y: y - 4, 'text-anchor': 'start', 'font-size': size, ...attributes }, line));
    }
  };
  if (options.heading) {
    words(title, { 'font-weight': 600 }, 14);
    y += 6;
  }
  y += layLegend(legend, width, y, element, parts);
  for (const panel of panels) {
    const { heading, height } = panel;
    if (heading) words(heading, { 'font-weight': 600 }, SIZE);
    const group = element('g', { transform: `translate(0,${y})` });
    if ('empty' in panel) group.append(...emptyFrame(panel.empty, width, height, element));
    else {
      const { heading: _, ...rest } = panel;
      const made = plot({ ...rest, document, width, className: 'fb-plot' });
      for (const child of [...made.childNodes]) if (child.nodeName.toLowerCase() !== 'style') group.append(child);
    }
    parts.push(group);
    y += height;
  }
  if (note) {
    y += 4;
    words(note, { fill: colour('muted') }, 11);
  }
  const height = Math.ceil(y + 4);
  const svg = element(
    'svg',
    {
      xmlns: SVG,
      class: 'fb-chart',
      role: 'img',
      'aria-labelledby': `${id}-title ${id}-desc`,
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      'font-family': 'system-ui, sans-serif',
      'font-size': SIZE,
      'text-anchor': 'middle',
      fill: 'currentColor',
    },
    element('title', { id: `${id}-title` }, title),
    element('desc', { id: `${id}-desc` }, description),
    ...parts,
  ) as SVGSVGElement;
  tidy(svg);
  if (drawing.full)
    for (const text of svg.querySelectorAll('text')) {
      const full = text.querySelector('title') ? undefined : drawing.full.get(text.textContent ?? '');
      if (full !== undefined && full !== text.textContent) text.append(element('title', {}, full));
    }
  return svg;
}

type Make = (name: string, attributes: Attributes, ...children: (Node | string)[]) => SVGElement;

/** Entries side by side, in as many lines as they need; how high that is. */
function layLegend(entries: readonly LegendEntry[], width: number, top: number, element: Make, parts: SVGElement[]): number {
  if (entries.length === 0) return 0;
  let x = 4;
  let line = 0;
  for (const { label, full, stroke, dash, kind = 'line' } of entries) {
    const wide = 30 + textWidth(label) + 14;
    if (x > 4 && x + wide > width) {
      x = 4;
      line++;
    }
    const middle = top + line * LINE + 8;
    if (kind === 'box') parts.push(element('rect', { x: x + 4, y: middle - 6, width: 16, height: 12, fill: stroke }));
    else if (kind !== 'line')
      parts.push(element('circle', { cx: x + 12, cy: middle, r: 4, fill: kind === 'dot' ? stroke : colour('paper'), stroke, 'stroke-width': 2 }));
    else parts.push(element('line', { x1: x, x2: x + 24, y1: middle, y2: middle, stroke, 'stroke-width': 2, 'stroke-dasharray': dash }));
    parts.push(
      element('text', { x: x + 30, y: middle + 4, 'text-anchor': 'start' }, label, ...(full && !label.includes(full) ? [element('title', {}, full)] : [])),
    );
    x += wide;
  }
  return (line + 1) * LINE + 4;
}

function emptyFrame(reason: string, width: number, height: number, element: Make): SVGElement[] {
  const lines = folded(reason, width - 60);
  const first = height / 2 - ((lines.length - 1) * LINE) / 2;
  return [
    element('rect', { x: 8, y: 8, width: width - 16, height: height - 16, fill: 'none', stroke: colour('line'), 'stroke-dasharray': '4 4' }),
    ...lines.map((line, i) => element('text', { x: width / 2, y: first + i * LINE, fill: colour('muted') }, line)),
  ];
}

/** A hundredth of a pixel is enough; and what is said once, for the whole, is not said again of its parts. */
function tidy(svg: SVGSVGElement): void {
  for (const node of svg.querySelectorAll('*')) {
    if (node === svg) continue;
    for (const name of ['aria-label', 'aria-hidden']) node.removeAttribute(name);
    for (const name of ['d', 'transform', 'x', 'y', 'width', 'height', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'fill-opacity']) {
      const value = node.getAttribute(name);
      if (value?.includes('.'))
        node.setAttribute(
          name,
          value.replace(/-?\d*\.\d{3,}(e-?\d+)?/g, (number) => String(Number(Number(number).toFixed(2)))),
        );
    }
  }
}

/** A chart of which there is nothing to draw, and why. */
export function emptyChart(title: string, reason: string, options: ChartOptions = {}): SVGSVGElement {
  return draw({ title, description: `Nothing is drawn: ${reason}.`, width: options.width ?? CHART_WIDTH, panels: [{ height: 140, empty: reason }] }, options);
}
