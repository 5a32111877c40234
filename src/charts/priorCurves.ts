import { dot, frame, line, ruleX, ruleY, text } from '@observablehq/plot';
import { measures } from '../core/measures/registry.js';
import type { PriorCurve } from '../core/thesis1.js';
import { axis, MARGINS, UNIT } from './axes.js';
import { CHART_WIDTH, type ChartOptions, type ChartTable, draw, emptyChart } from './chart.js';
import { colour, seriesStyle } from './colours.js';
import { cutBelow } from './cutLine.js';
import { measureLabel, measureWords } from './measureLabel.js';
import { listed, short, shortened } from './words.js';

type Curve = Omit<PriorCurve, 'ahead'>;

/** What `priorCurve` and `reversals` give, with names. */
export interface PriorCurvesData {
  /** Null where there is none, beside the reason. */
  curve: Curve | null;
  names: readonly string[];
  reversals: { prior: number; below: string; above: string }[];
  /** The prior in use. */
  current?: number;
  reason?: string;
}

/** The reward of learners under every prior, and where the verdict turns round (Hope & Korb 2002, Thesis 1). */
export function priorCurves(data: PriorCurvesData, options: ChartOptions = {}): SVGSVGElement {
  const { curve, names, reversals, current, reason } = data;
  if (!curve) return emptyChart('Reward under every prior', reason ?? 'there is no curve', options);
  const width = options.width ?? CHART_WIDTH;
  const { priors, means, measure } = curve;
  const known = measures.find(({ id }) => id === measure);
  // At the ends a reward may go anywhere; what happens between is what is looked at.
  const turns = reversals.map((turn) => ({ ...turn, y: crossing(curve, names, turn) }));
  const inner = [
    ...means.flatMap((each) => each.filter((_, i) => priors[i] >= 0.2 && priors[i] <= 0.8)),
    ...turns.flatMap(({ prior, y }) => (prior > 0.05 && prior < 0.95 ? [y] : [])),
  ];
  const finite = inner.filter(Number.isFinite);
  if (finite.length === 0) return emptyChart('Reward under every prior', 'every learner earns −∞ under every prior', options);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const margin = (high - low) * 0.06 || 0.1;
  const lowest = low - margin;
  const shown = turns.filter(({ y }) => y >= lowest && y <= high + margin);
  return draw(
    {
      title: `${measureLabel(measure)} under every prior of ${curve.class}`,
      description: `${names.length === 1 ? names[0] : `${names.length} learners (${listed(names)})`} as the prior of ${curve.class} goes from ${short(priors[0])} to ${short(priors.at(-1)!)}. ${
        names.length < 2
          ? ''
          : reversals.length === 0
            ? 'The verdict is the same under every prior.'
            : `${reversals.length} reversal${reversals.length === 1 ? '' : 's'}: ${listed(reversals.map(({ prior, below, above }) => `at ${short(prior)} the lead goes from ${below} to ${above}`))}.`
      }${current === undefined ? '' : ` The prior in use is ${short(current)}.`}`,
      width,
      legend: names.map((name, i) => ({ label: `${shortened(name, 24)}${means[i].some(Number.isFinite) ? '' : ' −∞'}`, full: name, ...seriesStyle(i) })),
      panels: [
        {
          height: Math.round(width * 0.75),
          ...MARGINS,
          x: axis(`prior of ${shortened(curve.class, 30)}`, UNIT),
          y: axis(`mean ${measureWords(measure)}${known?.unit === 'bits' ? ' (bits)' : ''}`, { domain: [lowest, high + margin] }),
          marks: [
            frame({ stroke: colour('line') }),
            ruleY(lowest < 0 && high > 0 ? [0] : [], { stroke: colour('muted') }),
            ...(current === undefined
              ? []
              : [
                  ruleX([current], { stroke: colour('muted'), strokeDasharray: '2 4' }),
                  text([current], {
                    x: (d: number) => d,
                    frameAnchor: 'bottom',
                    text: () => 'prior in use',
                    textAnchor: current > 0.7 ? 'end' : 'start',
                    dx: current > 0.7 ? -5 : 5,
                    dy: -6,
                    fill: colour('muted'),
                  }),
                ]),
            ...means.map((each, i) =>
              line(cutAbove(cutBelow(priors, each, lowest), high + margin), {
                x: 'x',
                y: 'y',
                stroke: seriesStyle(i).stroke,
                strokeDasharray: seriesStyle(i).dash,
                strokeWidth: 2,
              }),
            ),
            dot(shown, {
              x: 'prior',
              y: 'y',
              r: 5,
              fill: colour('paper'),
              stroke: 'currentColor',
              strokeWidth: 2,
              title: ({ prior, below, above }) => `below ${short(prior, 4)} ${below} is ahead, above it ${above}`,
            }),
            ...(shown.length <= 6
              ? [
                  text(shown, {
                    x: 'prior',
                    y: 'y',
                    text: ({ prior }) => short(prior),
                    dy: -12,
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
      note:
        names.length < 2
          ? undefined
          : reversals.length === 0
            ? 'No reversal: the verdict is the same under every prior.'
            : 'Rings: the verdict on two learners turns round.',
    },
    options,
  );
}

function cutAbove(points: { x: number; y: number }[], highest: number): { x: number; y: number }[] {
  return cutBelow(
    points.map(({ x }) => x),
    points.map(({ y }) => -y),
    -highest,
  ).map(({ x, y }) => ({ x, y: -y }));
}

/** How high the two curves are where they meet, between the points that are drawn. */
function crossing({ priors, means }: Curve, names: readonly string[], { prior, below }: { prior: number; below: string }): number {
  const values = means[Math.max(0, names.indexOf(below))];
  const after = priors.findIndex((q) => q >= prior);
  if (after <= 0) return after === 0 ? values[0] : values[values.length - 1];
  const share = (prior - priors[after - 1]) / (priors[after] - priors[after - 1]);
  return values[after - 1] + share * (values[after] - values[after - 1]);
}

export function priorCurvesTable({ curve, names, reversals }: PriorCurvesData): ChartTable {
  if (!curve) return { caption: 'Reward under every prior', columns: [], rows: [] };
  const step = Math.max(1, Math.round((curve.priors.length + 1) / 20));
  const places = curve.priors.map((_, i) => i).filter((i) => (i + 1) % step === 0);
  return {
    caption: `Mean ${measureWords(curve.measure)} under priors of ${curve.class}, the others in the proportions of the prior in use`,
    columns: [`prior of ${curve.class}`, ...names],
    rows: places.map((i) => [curve.priors[i], ...curve.means.map((means) => means[i])]),
    ...(reversals.length > 0
      ? { note: `Reversals: ${reversals.map(({ prior, below, above }) => `below ${short(prior, 4)} ${below} is ahead, above it ${above}`).join('; ')}.` }
      : {}),
  };
}
