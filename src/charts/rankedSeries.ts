import type { Curves, CurvePoint as RankedPoint } from '../columns/ranking/curves.js';
import { CHART_WIDTH, type ChartOptions, type ChartTable, draw, emptyChart, type LegendEntry, type Panel } from './chart.js';
import { colour, SERIES, seriesStyle } from './colours.js';
import { listed, shortened } from './words.js';

export type { RankedPoint };

/** Curves of several learners, or of several classes against the rest. */
export interface RankedCurves {
  /** What is ranked, such as `"home" against the rest`. */
  of: string;
  series: RankedSeries[];
}

export interface RankedSeries {
  name: string;
  curves: Curves;
  auc?: number | null;
  averagePrecision?: number | null;
}

/** More series than have colours: those with the highest and lowest areas are named, the others drawn behind them. */
const NAMED = 3;
/** And so many of those behind, of all sizes; each with fewer points, since none is looked at closely. */
const MOST_BEHIND = 60;
const MOST_POINTS = 3000;
const MAX_SERIES_NAME = 22;

interface DrawnSeries extends RankedSeries {
  stroke: string;
  dash: string;
  named: boolean;
}

function drawnSeries(all: readonly RankedSeries[]): DrawnSeries[] {
  if (all.length <= SERIES) return all.map((each, i) => ({ ...each, ...seriesStyle(i), named: true }));
  const order = [...all].sort((a, b) => (b.auc ?? -1) - (a.auc ?? -1));
  const shown = [...order.slice(0, NAMED), ...order.slice(-NAMED)];
  const behind = someEvenly(order.slice(NAMED, -NAMED), MOST_BEHIND).map((each) => ({ ...each, stroke: colour('line'), dash: 'none', named: false }));
  const points = Math.max(50, Math.floor(MOST_POINTS / all.length));
  return [...behind, ...shown.map((each, i) => ({ ...each, ...seriesStyle(i), named: true }))].map((each) => ({
    ...each,
    curves: { ...each.curves, points: someEvenly(each.curves.points, points) },
  }));
}

/** So many of them at most, the first and the last among them. */
function someEvenly<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))]);
}

/** One of the pictures that ranked curves make. */
interface RankedChart {
  title: string;
  /** Figures beside a name. */
  figure?: (series: RankedSeries) => string;
  /** What is seen. */
  told: string;
  panel: (series: readonly DrawnSeries[], size: { width: number; height: number }) => Panel;
  /** Entries for what is not a series. */
  reference?: LegendEntry;
  note?: string;
}

export function rankedChart({ of, series }: RankedCurves, chart: RankedChart, options: ChartOptions): SVGSVGElement {
  const usable = series.filter(({ curves }) => curves.positives > 0 && curves.negatives > 0);
  const title = `${chart.title}, ${of}`;
  if (usable.length === 0) return emptyChart(title, series[0]?.curves.reason ?? 'there is no curve', options);
  const width = options.width ?? CHART_WIDTH;
  const drawn = drawnSeries(usable);
  const behind = drawn.filter(({ named }) => !named).length;
  const hidden = usable.length - (drawn.length - behind);
  const missing = series.filter((each) => !usable.includes(each));
  const label = (each: DrawnSeries): string => [shortened(each.name, MAX_SERIES_NAME), chart.figure?.(each)].filter(Boolean).join(' ');
  const legend: LegendEntry[] = [
    ...(usable.length > 1 || chart.figure ? drawn.filter(({ named }) => named) : []).map((each) => ({
      label: label(each),
      full: each.name,
      stroke: each.stroke,
      dash: each.dash,
    })),
    ...(behind > 0 ? [{ label: `${behind < hidden ? `${behind} of ` : ''}${hidden} others`, stroke: colour('line') }] : []),
    ...(chart.reference ? [chart.reference] : []),
  ];
  const approximate = usable.find(({ curves }) => curves.approximate)?.curves.approximate;
  const notes = [
    chart.note,
    approximate && `${approximate}.`,
    missing.length > 0 ? `Not drawn: ${listed(missing.map(({ name, curves }) => `${name} (${curves.reason})`))}.` : undefined,
  ];
  const figures = drawn.filter(({ named }) => named).map((each) => `${each.name}${chart.figure ? ` (${chart.figure(each)})` : ''}`);
  return draw(
    {
      title,
      description: `${chart.told} ${drawn.length === 1 ? 'One curve' : `${drawn.length} curves`}: ${listed(figures)}${drawn.length > figures.length ? `, and ${drawn.length - figures.length} more` : ''}.`,
      width,
      legend,
      panels: [chart.panel(drawn, { width, height: Math.round(width * 0.88) })],
      note: notes.filter(Boolean).join(' ') || undefined,
    },
    options,
  );
}

/** The points of every series in one list, each with how its line is drawn; null where one has no value. */
export function pointsOf<T>(series: readonly DrawnSeries[], of: (point: RankedPoint) => T | null): (T & { series: DrawnSeries })[] {
  return series.flatMap((each) =>
    each.curves.points.flatMap((point) => {
      const found = of(point);
      return found === null ? [] : [{ ...found, series: each }];
    }),
  );
}

/** Of the rows that are first selected, together since they are equal, any part is as good as all. */
export function fromTheLeft<T extends { x: number | null }>(points: T[]): T[] {
  return points.length === 0 ? points : [{ ...points[0], x: 0 }, ...points];
}

/** Rows of a table: of one curve, and of all. */
const CURVE_TABLE_ROWS = 21;
const MAX_TABLE_ROWS = 200;

/** Some points of every curve. */
export function rankedTable({ of, series }: RankedCurves, title: string, columns: Record<string, (point: RankedPoint) => number | null>): ChartTable {
  const most = Math.max(3, Math.min(CURVE_TABLE_ROWS, Math.floor(MAX_TABLE_ROWS / series.length)));
  const rows = series.flatMap(({ name, curves: { points } }) => {
    const step = Math.max(1, (points.length - 1) / (most - 1));
    const places = [...new Set(Array.from({ length: Math.min(most, points.length) }, (_, i) => Math.round(i * step)))];
    return places.map((i) => [name, ...Object.values(columns).map((column) => column(points[i]))]);
  });
  const all = series.reduce((sum, { curves }) => sum + curves.points.length, 0);
  return {
    caption: `${title}, ${of}`,
    columns: ['curve', ...Object.keys(columns)],
    rows,
    ...(rows.length < all ? { note: `${rows.length} of the ${all} points that are drawn; fairbits curves --csv prints them.` } : {}),
  };
}

export const areaText = (value: number | null | undefined): string => (value === null || value === undefined ? '' : value.toFixed(3));
