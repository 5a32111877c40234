import { frame, line, ruleY } from '@observablehq/plot';
import { axis, MARGINS, UNIT } from './axes.js';
import type { ChartOptions, ChartTable } from './chart.js';
import { colour } from './colours.js';
import { areaText, fromTheLeft, pointsOf, type RankedCurves, rankedChart, rankedTable } from './rankedSeries.js';

/** Precision against recall, as steps: between two thresholds nothing can be had (Davis & Goadrich 2006). */
export function precisionRecall(data: RankedCurves, options: ChartOptions = {}): SVGSVGElement {
  return rankedChart(
    data,
    {
      title: 'Precision and recall',
      figure: ({ averagePrecision }) => (typeof averagePrecision === 'number' ? `AP ${areaText(averagePrecision)}` : ''),
      told: 'Precision of what is selected against the share of positives found; a dotted line is the precision of selecting everything.',
      panel: (series, { height }) => ({
        height,
        ...MARGINS,
        x: axis('recall', UNIT),
        y: axis('precision', UNIT),
        marks: [
          frame({ stroke: colour('line') }),
          ...series
            .filter(({ named }) => named)
            .map((each) =>
              ruleY([each.curves.positives / each.curves.rows], { stroke: series.length > 1 ? each.stroke : colour('muted'), strokeDasharray: '1 5' }),
            ),
          ...series.map((each) =>
            line(fromTheLeft(pointsOf([each], ({ truePositiveRate: x, precision: y }) => (y === null ? null : { x, y }))), {
              x: 'x',
              y: 'y',
              stroke: each.stroke,
              strokeWidth: each.named ? 2 : 1,
              strokeDasharray: each.dash,
              curve: 'step-before',
            }),
          ),
        ],
      }),
    },
    options,
  );
}

export const precisionRecallTable = (data: RankedCurves): ChartTable =>
  rankedTable(data, 'Precision and recall', {
    'estimate at least': ({ threshold }) => threshold,
    recall: ({ truePositiveRate }) => truePositiveRate,
    precision: ({ precision }) => precision,
  });
