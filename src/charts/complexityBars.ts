import { barX, ruleX, text } from '@observablehq/plot';
import type { RuleReport } from '../core/rules/ruleTally.js';
import { axis } from './axes.js';
import { CHART_WIDTH, type ChartOptions, type ChartTable, draw, emptyChart } from './chart.js';
import { type Colour, colour } from './colours.js';
import { compact, listed, short } from './words.js';

export type ComplexityData = Pick<RuleReport, 'rows' | 'constantNull' | 'constant' | 'frequencyNull' | 'frequency' | 'laplace' | 'significance'>;

const BARS: { key: 'frequencyNull' | 'frequency' | 'constantNull' | 'constant' | 'laplace'; label: string; fill: Colour }[] = [
  { key: 'frequencyNull', label: 'class frequencies alone', fill: 6 },
  { key: 'frequency', label: 'frequencies and sets', fill: 1 },
  { key: 'constantNull', label: 'all classes equally likely', fill: 6 },
  { key: 'constant', label: 'sets alone', fill: 1 },
  { key: 'laplace', label: 'sets, simply counted', fill: 3 },
];

/** How many bits the true classes take, without and with the predicted sets (Cleary, Legg & Witten 1996, Table 1). */
export function complexityBars(data: ComplexityData, options: ChartOptions = {}): SVGSVGElement {
  const title = 'Complexity of the true classes, in bits';
  if (data.rows === 0) return emptyChart(title, 'there are no rows', options);
  const width = options.width ?? CHART_WIDTH;
  const bars = BARS.map((bar) => ({ ...bar, bits: data[bar.key] }));
  const most = Math.max(...bars.map(({ bits }) => bits), 1);
  const { significance } = data;
  return draw(
    {
      title,
      description: `${listed(bars.map(({ label, bits }) => `${label} ${short(bits, 4)} bits`))}. The sets ${significance > 0 ? `save ${short(significance, 4)}` : `cost ${short(-significance, 4)}`} bits over class frequencies alone.`,
      width,
      legend: [
        { label: 'without the sets', stroke: colour(6), kind: 'box' },
        { label: 'with the sets', stroke: colour(1), kind: 'box' },
        { label: 'with the sets, counted', stroke: colour(3), kind: 'box' },
      ],
      panels: [
        {
          height: 46 + BARS.length * 30,
          marginTop: 4,
          marginLeft: 156,
          marginRight: 14,
          marginBottom: 42,
          x: axis('bits', { domain: [0, most * 1.02], tickFormat: compact }),
          y: { domain: BARS.map(({ label }) => label), label: null, tickSize: 0, padding: 0.25 },
          marks: [
            barX(bars, {
              x: 'bits',
              y: 'label',
              fill: ({ fill }: { fill: Colour }) => colour(fill),
              title: ({ label, bits }) => `${label}: ${short(bits, 6)} bits, ${short(bits / data.rows, 4)} per row`,
            }),
            ruleX([0]),
            text(bars, {
              x: 'bits',
              y: 'label',
              text: ({ bits }) => `${short(bits, 4)} (${short(bits / data.rows)} per row)`,
              textAnchor: 'end',
              dx: -6,
              fill: colour('paper'),
              filter: ({ bits }) => bits > most * 0.45,
            }),
            text(bars, {
              x: 'bits',
              y: 'label',
              text: ({ bits }) => `${short(bits, 4)} (${short(bits / data.rows)} per row)`,
              textAnchor: 'start',
              dx: 6,
              filter: ({ bits }) => bits <= most * 0.45,
            }),
          ],
        },
      ],
    },
    options,
  );
}

export function complexityTable(data: ComplexityData): ChartTable {
  return {
    caption: 'Complexity of the true classes (Cleary, Legg & Witten 1996, Table 1)',
    columns: ['by', 'name', 'bits', 'bits per row'],
    rows: BARS.map(({ key, label }) => [label, key, data[key], data.rows === 0 ? null : data[key] / data.rows]),
  };
}
