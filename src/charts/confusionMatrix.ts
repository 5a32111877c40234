import { axisX, axisY, cell, type Markish, text } from '@observablehq/plot';
import { count, percent } from '../base/figures.js';
import { CHART_WIDTH, type ChartOptions, type ChartTable, draw, emptyChart } from './chart.js';
import { type Colour, colour } from './colours.js';
import { compact, listed, shortenedAll, textWidth } from './words.js';

export interface ConfusionData {
  classes: readonly string[];
  /** Rows by actual class, columns by predicted class. */
  counts: readonly (readonly number[])[];
  /** What stands in the cells; counts by default. */
  show?: 'counts' | 'shares';
}

/** Up to so many classes have words in their cells; up to so many names at the edges. */
const MOST_WORDS = 12;
const MAX_NAMED_CLASSES = 50;
const LEVELS = 16;

interface MatrixCell {
  actual: string;
  predicted: string;
  rows: number;
  /** Of the rows of its actual class. */
  share: number;
  right: boolean;
}

/** A heat map: what was predicted for each class, blue where it is right and orange where it is not. */
export function confusionMatrix({ classes, counts, show = 'counts' }: ConfusionData, options: ChartOptions = {}): SVGSVGElement {
  const k = classes.length;
  const title = 'Confusion matrix';
  const totals = counts.map((row) => row.reduce((a, b) => a + b, 0));
  const all = totals.reduce((a, b) => a + b, 0);
  if (all === 0) return emptyChart(title, 'there are no rows', options);
  const few = k <= MOST_WORDS;
  const width = options.width ?? (few ? CHART_WIDTH : 640);
  const letters = k <= 4 ? 18 : k <= MOST_WORDS ? 12 : 10;
  const shown = shortenedAll(classes, letters);
  const widest = Math.max(...[...shown.values()].map((name) => textWidth(name, few ? 12 : 10)));
  const side = Math.ceil(Math.min(120, widest)) + 34;
  const inside = width - side - 12;
  // Names that are wider than a column stand upright.
  const upright = widest > inside / k - 4;
  const top = (upright ? Math.ceil(widest) + 16 : 26) + 20;
  const height = top + Math.min(inside, k <= 2 ? inside * 0.62 : k <= 4 ? inside * 0.72 : inside) + 8;
  const cells: MatrixCell[] = counts.flatMap((row, i) =>
    row.map((rows, j) => ({ actual: classes[i], predicted: classes[j], rows, share: totals[i] === 0 ? 0 : rows / totals[i], right: i === j })),
  );
  const right = cells.reduce((sum, each) => sum + (each.right ? each.rows : 0), 0);
  const worst = cells
    .filter((each) => !each.right && each.rows > 0)
    .sort((a, b) => b.rows - a.rows)
    .slice(0, 3);
  const absent = classes.filter((_, i) => totals[i] === 0);
  const step = Math.ceil(k / MAX_NAMED_CLASSES);
  const ticks = classes.filter((_, i) => i % step === 0);
  const words = (each: MatrixCell): string =>
    show === 'shares' ? (each.rows === 0 ? '0' : percent(Number(each.share.toPrecision(2)))) : inside / k < 44 ? compact(each.rows) : count(each.rows);
  const axes = { tickSize: 0, tickFormat: (name: string) => shown.get(name) ?? name, label: null, fontSize: few ? 12 : k <= 30 ? 10 : 8, ticks };
  const marks: Markish[] = [
    axisX({ ...axes, anchor: 'top', ...(upright ? { tickRotate: -90 } : {}) }),
    axisY({ ...axes, anchor: 'left' }),
    ...(few
      ? [
          cell(cells, {
            x: 'predicted',
            y: 'actual',
            fill: (each: MatrixCell) => colour(each.right ? 'right' : 'wrong'),
            fillOpacity: 'share',
            stroke: colour('line'),
            inset: 0.5,
            title: (each: MatrixCell) =>
              `actual ${each.actual}, predicted ${each.predicted}: ${count(each.rows)} rows, ${percent(Number(each.share.toPrecision(3)))} of the class`,
          }),
          text(cells, { x: 'predicted', y: 'actual', text: words, fontSize: Math.min(15, Math.max(9, (inside / k) * 0.26)) }),
        ]
      : [levels(cells)]),
  ];
  return draw(
    {
      title,
      description: `${count(right)} of ${count(all)} rows, ${percent(Number((right / all).toPrecision(3)))}, are on the diagonal, where the predicted class is the actual one. ${
        worst.length === 0
          ? 'There are no others.'
          : `The most frequent errors: ${listed(worst.map((each) => `${each.actual} taken for ${each.predicted}, ${count(each.rows)} rows`))}.`
      }${absent.length > 0 ? ` No row has the class ${listed(absent.slice(0, 5))}${absent.length > 5 ? `, and ${absent.length - 5} more` : ''}.` : ''}`,
      width,
      legend: [
        { label: 'right', stroke: colour('right'), kind: 'box' },
        { label: 'wrong', stroke: colour('wrong'), kind: 'box' },
      ],
      full: new Map([...shown].map(([name, label]) => [label, name])),
      panels: [
        {
          heading: `Rows: actual class${k > MAX_NAMED_CLASSES ? ` (every ${step === 2 ? 'second' : `${step}th`} is named)` : ''}; columns: predicted class`,
          height: Math.round(height),
          marginTop: top - 20,
          marginLeft: side - 20,
          marginRight: 8,
          marginBottom: 6,
          x: { type: 'band', domain: classes as string[], padding: 0, round: false },
          y: { type: 'band', domain: classes as string[], padding: 0, round: false },
          opacity: { domain: [0, 1], range: [0, 1] },
          marks,
        },
      ],
      note: 'The stronger the colour, the larger the share of the actual class.',
    },
    options,
  );
}

/** Cells of one colour and depth as one path: many classes make thousands of cells. */
function levels(cells: readonly MatrixCell[]): Markish {
  return (_index, scales, _values, { marginLeft, marginTop, width, height, marginRight, marginBottom }, { document }) => {
    const group = document.createElementNS('http://www.w3.org/2000/svg', 'g') as SVGGElement;
    const place = (name: string, axis: 'x' | 'y'): number => (scales as unknown as Record<string, (value: string) => number>)[axis](name);
    const domain = new Set(cells.map(({ actual }) => actual)).size;
    const [wide, high] = [(width - marginLeft - marginRight) / domain, (height - marginTop - marginBottom) / domain];
    const paths = new Map<string, string>();
    for (const each of cells) {
      if (each.rows === 0) continue;
      const level = Math.max(1, Math.ceil(each.share * LEVELS));
      const key = `${each.right ? 'right' : 'wrong'} ${level}`;
      const d = `M${place(each.predicted, 'x').toFixed(1)},${place(each.actual, 'y').toFixed(1)}h${(wide - 1).toFixed(1)}v${(high - 1).toFixed(1)}h${(1 - wide).toFixed(1)}z`;
      paths.set(key, (paths.get(key) ?? '') + d);
    }
    const add = (name: string, attributes: Record<string, string>): void => {
      const made = document.createElementNS('http://www.w3.org/2000/svg', name);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      group.append(made);
    };
    add('rect', {
      x: String(marginLeft),
      y: String(marginTop),
      width: String(width - marginLeft - marginRight),
      height: String(height - marginTop - marginBottom),
      fill: 'none',
      stroke: colour('line'),
    });
    for (const [key, d] of [...paths].sort()) {
      const [name, level] = key.split(' ');
      add('path', { d, fill: colour(name as Colour), 'fill-opacity': String(0.22 + (0.78 * Number(level)) / LEVELS) });
    }
    return group;
  };
}

export function confusionTable({ classes, counts }: ConfusionData): ChartTable {
  return {
    caption: 'Rows by actual class, columns by predicted class',
    columns: ['actual', ...classes, 'rows', 'share right'],
    rows: counts.map((row, i) => {
      const total = row.reduce((a, b) => a + b, 0);
      return [classes[i], ...row, total, total === 0 ? null : row[i] / total];
    }),
  };
}
