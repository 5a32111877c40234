import { dot, frame, line, ruleY, text } from '@observablehq/plot';
import { count } from '../base/figures.js';
import { numberOf, type Reported } from '../base/reported.js';
import { axis, MARGINS } from './axes.js';
import { CHART_WIDTH, type ChartOptions, type ChartTable, draw, emptyChart } from './chart.js';
import { colour, seriesStyle } from './colours.js';
import { compact, listed, short, shortened } from './words.js';

export interface WealthData {
  /** Whose wealth is the yardstick, or what the lines have in common. */
  against: string;
  /** log2 of the wealth of each over that one's, after some rows, counted from 0. */
  lines: {
    name: string;
    rows: readonly number[];
    bits: readonly Reported[];
    /** Its place among all learners, so that it has its colour in every chart; that among the lines by default. */
    place?: number;
  }[];
}

/** What learners win of each other, betting at each other's odds, on the instances in their order. */
export function wealthCurve({ against, lines }: WealthData, options: ChartOptions = {}): SVGSVGElement {
  const title = `Wealth relative to ${against}`;
  if (lines.length === 0) return emptyChart(title, 'it takes two learners to bet', options);
  const width = options.width ?? CHART_WIDTH;
  const drawn = lines.map(({ name, rows, bits, place }, i) => {
    const values = bits.map(numberOf);
    const end = values.findIndex((value) => !Number.isFinite(value));
    const until = end < 0 ? values.length : end;
    return {
      name,
      ...seriesStyle(place ?? i),
      points: [{ row: 0, bits: 0 }, ...values.slice(0, until).map((value, at) => ({ row: rows[at] + 1, bits: value }))],
      ruin: end < 0 ? null : { row: rows[end] + 1, value: values[end] },
      last: values[values.length - 1],
    };
  });
  const all = drawn.flatMap(({ points }) => points.map(({ bits }) => bits));
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const margin = (high - low) * 0.08 || 1;
  const rows = Math.max(...lines.map((each) => (each.rows.at(-1) ?? 0) + 1));
  const ruins = drawn.flatMap(({ name, stroke, ruin, points }) =>
    ruin ? [{ name, stroke, ...ruin, from: points.at(-1)!.bits, last: points.at(-1)!.row }] : [],
  );
  const end = ({ name, last, ruin }: (typeof drawn)[number]): string =>
    ruin
      ? Number.isNaN(ruin.value)
        ? `${name} and ${against} are ruined in the same row`
        : `${ruin.value < 0 ? name : against} is ruined by row ${count(ruin.row)}`
      : `${name} ends with 2^${short(last)} times the wealth`;
  return draw(
    {
      title,
      description: `Log wealth in bits over ${count(rows)} instances; every bit is a doubling. ${listed(drawn.map(end))}.`,
      width,
      legend: drawn.map(({ name, stroke, dash, ruin, last }) => ({
        full: name,
        label: `${shortened(name, 24)} ${ruin ? (Number.isNaN(ruin.value) ? 'both ruined' : ruin.value < 0 ? 'ruined' : '∞') : `${short(last)} bits`}`,
        stroke,
        dash,
      })),
      panels: [
        {
          height: Math.round(width * 0.7),
          ...MARGINS,
          marginLeft: 64,
          x: axis('instances, in their order', { domain: [0, rows], tickFormat: compact }),
          y: axis('log2 of the wealth ratio (bits)', { domain: [low - margin, high + margin], tickFormat: compact }),
          marks: [
            frame({ stroke: colour('line') }),
            ruleY([0], { stroke: colour('muted') }),
            ...drawn.map(({ points, stroke, dash }) => line(points, { x: 'row', y: 'bits', stroke, strokeDasharray: dash, strokeWidth: 1.75 })),
            ...ruins
              .filter(({ value }) => !Number.isNaN(value))
              .flatMap((ruin) => [
                line(
                  [
                    [ruin.last, ruin.from],
                    [ruin.row, ruin.from],
                    [ruin.row, ruin.value < 0 ? low - margin : high + margin],
                  ],
                  { stroke: ruin.stroke, strokeWidth: 2 },
                ),
                dot([ruin], {
                  x: 'row',
                  frameAnchor: ruin.value < 0 ? 'bottom' : 'top',
                  symbol: 'triangle',
                  rotate: ruin.value < 0 ? 180 : 0,
                  r: 6,
                  fill: ruin.stroke,
                }),
              ]),
            ...ruinLabels(ruins, rows),
          ],
        },
      ],
      note: '1 bit: twice the wealth. 10 bits: 1,024 times.',
    },
    options,
  );
}

function ruinLabels(ruins: { row: number; value: number; stroke: string }[], rows: number) {
  return ruins
    .filter(({ value }) => !Number.isNaN(value))
    .map((ruin, i) =>
      text([ruin], {
        x: 'row',
        frameAnchor: ruin.value < 0 ? 'bottom' : 'top',
        text: () => `${ruin.value < 0 ? '−∞' : '∞'} in row ${count(ruin.row)}`,
        textAnchor: ruin.row > rows * 0.6 ? 'end' : 'start',
        dx: ruin.row > rows * 0.6 ? -8 : 8,
        dy: (ruin.value < 0 ? -1 : 1) * (8 + 16 * i),
        fill: ruin.stroke,
      }),
    );
}

export function wealthTable({ against, lines }: WealthData): ChartTable {
  const rows = lines.flatMap((each) => {
    const step = Math.max(1, Math.ceil(each.rows.length / 16));
    return each.rows.flatMap((row, i) => (i % step === step - 1 || i === each.rows.length - 1 ? [[each.name, row + 1, numberOf(each.bits[i])]] : []));
  });
  return { caption: `log2 of the wealth of each over that of ${against}`, columns: ['learner', 'after so many instances', 'bits'], rows };
}
