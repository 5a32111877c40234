import { frame, line, link } from '@observablehq/plot';
import { axis, MARGINS, UNIT } from './axes.js';
import type { ChartOptions, ChartTable } from './chart.js';
import { colour } from './colours.js';
import { areaText, pointsOf, type RankedCurves, rankedChart, rankedTable } from './rankedSeries.js';

/** ROC curves: what share of the positives is found for what share of the negatives taken along (Witten & Frank, §5.7). */
export function rocCurve(data: RankedCurves, options: ChartOptions = {}): SVGSVGElement {
  return rankedChart(
    data,
    {
      title: 'ROC curve',
      figure: ({ auc }) => (typeof auc === 'number' ? `AUC ${areaText(auc)}` : ''),
      told: 'True positive rate against false positive rate, from the strictest threshold at the lower left to the most lenient at the upper right; the diagonal is guessing.',
      panel: (series, { height }) => ({
        height,
        ...MARGINS,
        x: axis('false positive rate', UNIT),
        y: axis('true positive rate', UNIT),
        marks: [
          frame({ stroke: colour('line') }),
          link([0], { x1: 0, y1: 0, x2: 1, y2: 1, stroke: colour('muted'), strokeDasharray: '2 4' }),
          ...series.map((each) =>
            line(
              pointsOf([each], ({ truePositiveRate: y, falsePositiveRate: x }) => ({ x, y })),
              { x: 'x', y: 'y', stroke: each.stroke, strokeWidth: each.named ? 2 : 1, strokeDasharray: each.dash },
            ),
          ),
        ],
      }),
    },
    options,
  );
}

export const rocTable = (data: RankedCurves): ChartTable =>
  rankedTable(data, 'ROC curve', {
    'estimate at least': ({ threshold }) => threshold,
    'false positive rate': ({ falsePositiveRate }) => falsePositiveRate,
    'true positive rate': ({ truePositiveRate }) => truePositiveRate,
  });
