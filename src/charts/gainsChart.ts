import { frame, line, link } from '@observablehq/plot';
import { axis, MARGINS, UNIT } from './axes.js';
import type { ChartOptions, ChartTable } from './chart.js';
import { colour } from './colours.js';
import { pointsOf, type RankedCurves, rankedChart, rankedTable } from './rankedSeries.js';

/** Cumulative gains: the share of positives found in so large a share of rows (Witten & Frank, §5.7). */
export function gainsChart(data: RankedCurves, options: ChartOptions = {}): SVGSVGElement {
  return rankedChart(
    data,
    {
      title: 'Cumulative gains',
      told: 'The share of all positives found against the share of rows selected; the diagonal is chance.',
      panel: (series, { height }) => ({
        height,
        ...MARGINS,
        x: axis('share of rows selected', UNIT),
        y: axis('share of positives found', UNIT),
        marks: [
          frame({ stroke: colour('line') }),
          link([0], { x1: 0, y1: 0, x2: 1, y2: 1, stroke: colour('muted'), strokeDasharray: '2 4' }),
          ...series.map((each) =>
            line(
              pointsOf([each], ({ share: x, truePositiveRate: y }) => ({ x, y })),
              { x: 'x', y: 'y', stroke: each.stroke, strokeWidth: each.named ? 2 : 1, strokeDasharray: each.dash },
            ),
          ),
        ],
      }),
    },
    options,
  );
}

export const gainsTable = (data: RankedCurves): ChartTable =>
  rankedTable(data, 'Cumulative gains', {
    'rows selected': ({ selected }) => selected,
    share: ({ share }) => share,
    'positives found': ({ truePositives }) => truePositives,
    'share of positives': ({ truePositiveRate }) => truePositiveRate,
  });
