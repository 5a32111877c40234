import { frame, line } from '@observablehq/plot';
import { axis, MARGINS, UNIT } from './axes.js';
import type { ChartOptions, ChartTable } from './chart.js';
import { colour } from './colours.js';
import { type RankedCurves, rankedChart } from './rankedSeries.js';

/** What the best threshold costs, whatever errors cost and however frequent the classes (Drummond & Holte 2006). */
export function costCurve(data: RankedCurves, options: ChartOptions = {}): SVGSVGElement {
  return rankedChart(
    data,
    {
      title: 'Cost curve',
      told: 'Normalized expected cost of the best threshold against the probability cost PC(+); the dotted lines are selecting nothing and selecting everything.',
      panel: (series, { height }) => ({
        height,
        ...MARGINS,
        x: axis('PC(+): weight of missing a positive', UNIT),
        y: axis('normalized expected cost', { domain: [0, 0.5] }),
        marks: [
          frame({ stroke: colour('line') }),
          line(
            [
              [0, 0],
              [0.5, 0.5],
              [1, 0],
            ],
            { stroke: colour('muted'), strokeDasharray: '2 4' },
          ),
          ...series.map((each) =>
            line(
              (each.curves.costCurve ?? []).flatMap(({ from, to, costs }) => [
                [from, costs[0]],
                [to, costs[1]],
              ]),
              { stroke: each.stroke, strokeWidth: each.named ? 2 : 1, strokeDasharray: each.dash },
            ),
          ),
        ],
      }),
      note: 'Below the dotted lines, ranking is better than selecting all rows or none.',
    },
    options,
  );
}

export function costTable({ of, series }: RankedCurves): ChartTable {
  return {
    caption: `Cost curve, ${of}: the best threshold for every probability cost`,
    columns: ['curve', 'PC(+) from', 'to', 'estimate at least', 'true positive rate', 'false positive rate', 'cost from', 'to'],
    ...thinned(
      series.flatMap(({ name, curves }) =>
        (curves.costCurve ?? []).map(({ from, to, threshold, truePositiveRate, falsePositiveRate, costs }) => [
          name,
          from,
          to,
          threshold,
          truePositiveRate,
          falsePositiveRate,
          ...costs,
        ]),
      ),
    ),
  };
}

const MAX_SEGMENT_ROWS = 60;

function thinned(rows: ChartTable['rows']): Pick<ChartTable, 'rows' | 'note'> {
  if (rows.length <= MAX_SEGMENT_ROWS) return { rows };
  const step = Math.ceil(rows.length / MAX_SEGMENT_ROWS);
  const kept = rows.filter((_, i) => i % step === 0);
  return { rows: kept, note: `${kept.length} of ${rows.length} segments; fairbits curves --json prints them.` };
}
