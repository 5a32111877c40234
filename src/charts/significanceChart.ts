import { dot, frame, line, ruleX, ruleY, text } from '@observablehq/plot';
import type { SignificanceCurve } from '../rules/significanceCurve.js';
import { axis, MARGINS } from './axes.js';
import { CHART_WIDTH, type ChartOptions, type ChartTable, draw, emptyChart } from './chart.js';
import { colour } from './colours.js';
import { compact, short } from './words.js';

export interface SignificanceData {
  /** Null where there is none, beside the reason. */
  curve: SignificanceCurve | null;
  /** What was measured. */
  point?: { percentCorrect: number; significance: number };
  reason?: string;
}

/** Sf against percent correct in theory, and where the measured sets lie (Cleary, Legg & Witten 1996, §4). */
export function significanceChart({ curve, point, reason }: SignificanceData, options: ChartOptions = {}): SVGSVGElement {
  const title = 'Significance Sf against percent correct';
  if (!curve) return emptyChart(title, reason ?? 'there is no curve', options);
  const width = options.width ?? CHART_WIDTH;
  const { points, share, rows } = curve;
  const stirling = points.filter(({ stirling }) => stirling !== null);
  const values = [...points.map(({ significance }) => significance), ...(point ? [point.significance] : []), 0];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = (high - low) * 0.08 || 1;
  return draw(
    {
      title,
      description: `In theory, for ${rows} rows of two classes and one class predicted each: 0 bits at ${short(100 * share)} % correct, the share of the most frequent class, rising to ${short(high)} bits at either end.${point ? ` Measured: ${short(point.significance, 4)} bits at ${short(point.percentCorrect)} % correct.` : ''}`,
      width,
      legend: [
        { label: 'closed form', stroke: colour(1) },
        { label: 'after Stirling', stroke: colour(2), dash: '7 3' },
        ...(point ? [{ label: 'measured', stroke: colour(4), kind: 'dot' as const }] : []),
      ],
      panels: [
        {
          height: Math.round(width * 0.72),
          ...MARGINS,
          marginLeft: 58,
          x: axis('percent correct', { domain: [0, 100] }),
          y: axis('Sf (bits)', { domain: [low - margin, high + margin], tickFormat: compact }),
          marks: [
            frame({ stroke: colour('line') }),
            ruleY([0], { stroke: colour('muted') }),
            ruleX([100 * share], { stroke: colour('muted'), strokeDasharray: '2 4' }),
            line(points, { x: 'percentCorrect', y: 'significance', stroke: colour(1), strokeWidth: 2 }),
            line(stirling, { x: 'percentCorrect', y: 'stirling', stroke: colour(2), strokeDasharray: '7 3', strokeWidth: 1.5 }),
            ...(point
              ? [
                  dot([point], { x: 'percentCorrect', y: 'significance', r: 6, fill: colour(4) }),
                  text([point], {
                    x: 'percentCorrect',
                    y: 'significance',
                    text: () => `${short(point.significance)} bits`,
                    textAnchor: point.percentCorrect > 60 ? 'end' : 'start',
                    dx: point.percentCorrect > 60 ? -12 : 12,
                    fontWeight: 600,
                    stroke: colour('paper'),
                    fill: 'currentColor',
                    strokeWidth: 4,
                  }),
                ]
              : []),
          ],
        },
      ],
      note: `Dotted: the most frequent class, ${short(100 * share)} % of ${compact(rows)} rows.`,
    },
    options,
  );
}

export function significanceTable({ curve }: SignificanceData): ChartTable {
  const points = curve?.points ?? [];
  const step = Math.max(1, Math.ceil((points.length - 1) / 20));
  return {
    caption: 'Sf in theory (Cleary, Legg & Witten 1996, §4)',
    columns: ['percent correct', 'Sf, bits', 'after Stirling'],
    rows: points
      .filter((_, i) => i % step === 0 || i === points.length - 1)
      .map(({ percentCorrect, significance, stirling }) => [percentCorrect, significance, stirling]),
  };
}
