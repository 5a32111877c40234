import { areaY, dot, frame, line, link, rectY, ruleX } from '@observablehq/plot';
import { count, percent } from '../base/figures.js';
import type { ReliabilityBin } from '../columns/calibration/reliability.js';
import { axis, MARGINS, UNIT } from './axes.js';
import { CHART_WIDTH, type ChartOptions, type ChartTable, draw, emptyChart } from './chart.js';
import { colour, seriesStyle } from './colours.js';
import { compact, listed, short, shortened } from './words.js';

export interface ReliabilityData {
  /** Whose estimates, such as `the most probable class`. */
  of: string;
  confidence: number;
  /** One of them has a band, several have whiskers. */
  series: { name: string; bins: readonly ReliabilityBin[] }[];
  /** Bins of equal width, and how many there would be if none were empty: how the first series' estimates are spread. */
  histogram?: { bins: readonly ReliabilityBin[]; count: number };
}

/** How often what was said came true, against how sure one was; with Wilson's intervals, and how the estimates are spread. */
export function reliabilityDiagram(data: ReliabilityData, options: ChartOptions = {}): SVGSVGElement {
  const { of, confidence } = data;
  const series = data.series.filter(({ bins }) => bins.length > 0);
  const title = `Reliability, ${of}`;
  if (series.length === 0) return emptyChart(title, 'there are no estimates', options);
  const width = options.width ?? CHART_WIDTH;
  const one = series.length === 1;
  const points = series.flatMap(({ name, bins }, i) => bins.map((bin) => ({ ...bin, name, low: bin.interval[0], high: bin.interval[1], ...seriesStyle(i) })));
  const off = points.filter(({ meanEstimate, low, high }) => meanEstimate < low || meanEstimate > high);
  return draw(
    {
      title,
      description: `${
        one
          ? `${points.length} groups of estimates: said and come true ${listed(firstMiddleLast(points).map(({ meanEstimate, frequency }) => `${short(meanEstimate)} and ${short(frequency)}`))}.`
          : `${series.length} curves: ${listed(series.map(({ name }) => name))}.`
      } On the diagonal, estimates are as often right as they say; below it they are too high. ${off.length === 0 ? 'Every group is on the diagonal within its interval.' : `${off.length} of ${points.length} groups lie off it beyond their ${percent(confidence)} intervals.`}`,
      width,
      legend: one
        ? [
            { label: `${percent(confidence)} interval (Wilson)`, stroke: colour('band'), kind: 'box' },
            { label: 'as often right as said', stroke: colour('muted'), dash: '2 4' },
          ]
        : series.map(({ name }, i) => ({ label: shortened(name, 22), full: name, ...seriesStyle(i) })),
      panels: [
        {
          height: Math.round(width * 0.8),
          ...MARGINS,
          marginBottom: data.histogram ? 24 : 42,
          x: axis(data.histogram ? null : `estimate of ${of}`, UNIT),
          y: axis('came true', UNIT),
          marks: [
            frame({ stroke: colour('line') }),
            ...(one ? [areaY(points, { x: 'meanEstimate', y1: 'low', y2: 'high', fill: colour('band') })] : []),
            link([0], { x1: 0, y1: 0, x2: 1, y2: 1, stroke: colour('muted'), strokeDasharray: '2 4' }),
            ruleX(points, { x: 'meanEstimate', y1: 'low', y2: 'high', stroke: 'stroke', strokeWidth: one ? 1.5 : 1, strokeOpacity: one ? 1 : 0.6 }),
            ...series.map((each, i) =>
              line(each.bins as ReliabilityBin[], {
                x: 'meanEstimate',
                y: 'frequency',
                stroke: seriesStyle(i).stroke,
                strokeDasharray: seriesStyle(i).dash,
                strokeWidth: 1.5,
              }),
            ),
            dot(points, { x: 'meanEstimate', y: 'frequency', r: 3.5, fill: 'stroke', title: binTitle }),
          ],
        },
        ...(data.histogram
          ? [
              {
                height: 104,
                ...MARGINS,
                x: axis(`estimate of ${of}`, UNIT),
                y: axis('rows', { ticks: 2, tickFormat: compact, zero: true }),
                marks: [
                  frame({ stroke: colour('line') }),
                  rectY(barsOf(data.histogram), {
                    x1: 'x1',
                    x2: 'x2',
                    y: 'rows',
                    fill: one ? colour('muted') : seriesStyle(0).stroke,
                    inset: 0.5,
                    title: binTitle,
                  }),
                ],
              },
            ]
          : []),
      ],
      note: one || !data.histogram ? undefined : `Rows: of ${series[0].name}.`,
    },
    options,
  );
}

const binTitle = ({ rows, from, to, meanEstimate, frequency }: ReliabilityBin): string =>
  `${count(rows)} rows with estimates from ${short(from, 4)} to ${short(to, 4)}: ${short(meanEstimate, 4)} on average, came true ${short(frequency, 4)}`;

/** Bars are as wide as their bins, whatever the lowest and highest estimate in them; a bin is closed to the right. */
function barsOf({ bins, count }: NonNullable<ReliabilityData['histogram']>): (ReliabilityBin & { x1: number; x2: number })[] {
  return bins.map((bin) => {
    const place = Math.max(0, Math.ceil(bin.to * count) - 1);
    return { ...bin, x1: place / count, x2: (place + 1) / count };
  });
}

/** The first, the middle and the last. */
function firstMiddleLast<T>(all: readonly T[]): T[] {
  return [...new Set([all[0], all[all.length >> 1], all[all.length - 1]])];
}

export function reliabilityTable({ of, confidence, series }: ReliabilityData): ChartTable {
  return {
    caption: `Reliability of the estimates of ${of}, with Wilson's intervals at ${percent(confidence)}`,
    columns: [...(series.length > 1 ? ['learner'] : []), 'estimates from', 'to', 'rows', 'mean estimate', 'came true', 'interval from', 'to'],
    rows: series.flatMap(({ name, bins }) =>
      bins.map(({ from, to, rows, meanEstimate, frequency, interval }) => [
        ...(series.length > 1 ? [name] : []),
        from,
        to,
        rows,
        meanEstimate,
        frequency,
        ...interval,
      ]),
    ),
  };
}
