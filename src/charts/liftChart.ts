import { frame, line, ruleY } from '@observablehq/plot';
import { axis, MARGINS, UNIT } from './axes.js';
import type { ChartOptions, ChartTable } from './chart.js';
import { colour } from './colours.js';
import { fromTheLeft, pointsOf, type RankedCurves, rankedChart, rankedTable } from './rankedSeries.js';

/** How many times as many positives are found as by chance (Witten & Frank, §5.7). */
export function liftChart(data: RankedCurves, options: ChartOptions = {}): SVGSVGElement {
  return rankedChart(
    data,
    {
      title: 'Lift',
      told: 'How many times as many positives are among the rows selected as there would be by chance, against the share of rows selected; 1 is chance.',
      panel: (series, { height }) => ({
        height,
        ...MARGINS,
        x: axis('share of rows selected', UNIT),
        y: axis('lift', { zero: true, nice: true }),
        marks: [
          frame({ stroke: colour('line') }),
          ruleY([1], { stroke: colour('muted'), strokeDasharray: '2 4' }),
          ...series.map((each) =>
            line(fromTheLeft(pointsOf([each], ({ share: x, lift: y }) => (y === null ? null : { x, y }))), {
              x: 'x',
              y: 'y',
              stroke: each.stroke,
              strokeWidth: each.named ? 2 : 1,
              strokeDasharray: each.dash,
            }),
          ),
        ],
      }),
    },
    options,
  );
}

export const liftTable = (data: RankedCurves): ChartTable =>
  rankedTable(data, 'Lift', {
    'estimate at least': ({ threshold }) => threshold,
    'rows selected': ({ selected }) => selected,
    share: ({ share }) => share,
    lift: ({ lift }) => lift,
  });
