import { frame, line, ruleX, ruleY, text } from '@observablehq/plot';
import { axis, MARGINS, UNIT } from './axes.js';
import { CHART_WIDTH, type ChartOptions, type ChartTable, draw } from './chart.js';
import { colour, seriesStyle } from './colours.js';
import { cutBelow } from './cutLine.js';
import { measureLabel, measureWords } from './measureLabel.js';
import { listed, short } from './words.js';

const DRAWN = ['goodReward', 'generalizedReward', 'bayesianReward', 'kononenkoBratko', 'modalReward'] as const;
export type DrawnReward = (typeof DRAWN)[number];

export interface RewardCurvesData {
  /** Of every class; they sum to 1. */
  prior: readonly number[];
  /** Which of them is the true one; the first by default. The others share what it is not given in equal parts. */
  truth?: number;
  /** All but the modal reward by default. */
  measures?: readonly DrawnReward[];
}

/** What one prediction earns for the probability p of the true class (Hope & Korb 2002, fig. 1–3, Hope & Korb 2004, fig. 1). */
export function rewardAt(measure: DrawnReward, p: number, prior: readonly number[], truth = 0): number {
  const k = prior.length;
  const other = (1 - p) / (k - 1);
  const isModal = p > other || (p === other && truth === 0);
  const modal = isModal ? truth : truth === 0 ? 1 : 0;
  const mean = (of: (q: number, own: boolean) => number): number => prior.reduce((sum, q, i) => sum + of(q, i === truth) / k, 0);
  const { log, log2 } = Math;
  switch (measure) {
    case 'goodReward':
      return 1 + log2(isModal ? p : 1 - other);
    case 'modalReward':
      return 1 - (isModal ? log(p) / log(prior[modal]) : log(1 - other) / log(1 - prior[modal]));
    case 'generalizedReward':
      return mean((q, own) => 1 - (own ? log(p) / log(q) : log(1 - other) / log(1 - q)));
    case 'bayesianReward':
      return mean((q, own) => (own ? log2(p / q) : log2((1 - other) / (1 - q))));
    case 'kononenkoBratko':
      return p >= prior[truth] ? log2(p) - log2(prior[truth]) : log2(1 - prior[truth]) - log2(1 - p);
  }
}

const CURVE_POINTS = 400;
const LOWEST = -4;

/** The papers' figures, for any prior. */
export function rewardCurves(data: RewardCurvesData, options: ChartOptions = {}): SVGSVGElement {
  const { prior, truth = 0, measures: ids = DRAWN.slice(0, 4) } = data;
  const width = options.width ?? CHART_WIDTH;
  const q = prior[truth];
  // Denser towards 0, where the curves fall.
  const xs = Array.from({ length: CURVE_POINTS + 1 }, (_, i) => (i / CURVE_POINTS) ** 2);
  // Where another class becomes the modal one, what looks at that one alone jumps.
  xs.splice(
    xs.findIndex((x) => x * prior.length > 1),
    0,
    1 / prior.length,
  );
  const jumps = (id: DrawnReward, p: number): boolean => p === 1 / prior.length && (id === 'goodReward' || id === 'modalReward');
  const curves = ids.map((id) => ({ id, ys: xs.map((p) => (jumps(id, p) ? NaN : rewardAt(id, p, prior, truth))), style: seriesStyle(DRAWN.indexOf(id)) }));
  const falls = curves.filter(({ ys }) => ys[0] === -Infinity);
  const finite = curves.flatMap(({ ys }) => ys.filter((y) => Number.isFinite(y)));
  const lowest = Math.max(LOWEST, Math.floor(Math.min(...finite)));
  const shares = ids.filter((id) => id === 'generalizedReward' || id === 'modalReward');
  return draw(
    {
      title: `Reward of one prediction, prior ${short(q)}`,
      description: `${prior.length} classes; the others share the rest evenly. ${listed(ids.map((id) => `${measureWords(id)} is ${short(rewardAt(id, q, prior, truth))} at the prior and ${short(rewardAt(id, 1, prior, truth))} at certainty`))}. ${falls.length === 0 ? '' : `Towards 0, ${listed(falls.map(({ id }) => measureWords(id)))} fall${falls.length === 1 ? 's' : ''} to −∞.`}`,
      width,
      legend: curves.map(({ id, style }) => ({ label: measureLabel(id), ...style })),
      panels: [
        {
          height: Math.round(width * 0.75),
          ...MARGINS,
          x: axis('probability given to the true class', UNIT),
          y: axis('reward of one prediction', { domain: [lowest, Math.max(...finite) * 1.05] }),
          marks: [
            frame({ stroke: colour('line') }),
            ruleY([0], { stroke: colour('muted') }),
            ruleX([q], { stroke: colour('muted'), strokeDasharray: '2 4' }),
            text([q], {
              x: (d: number) => d,
              frameAnchor: 'bottom',
              text: () => `prior ${short(q)}`,
              textAnchor: q > 0.75 ? 'end' : 'start',
              dx: q > 0.75 ? -5 : 5,
              dy: -6,
              fill: colour('muted'),
            }),
            ...curves.map(({ ys, style }) =>
              line(cutBelow(xs, ys, lowest), { x: 'x', y: 'y', stroke: style.stroke, strokeWidth: 2, strokeDasharray: style.dash }),
            ),
          ],
        },
      ],
      note: [
        `In bits${shares.length > 0 ? `; ${listed(shares.map(measureWords))} as a share, 1 at certainty` : ''}.`,
        ...(falls.length > 0 ? [`−∞ at 0: ${listed(falls.map(({ id }) => measureWords(id)))}.`] : []),
      ].join(' '),
    },
    options,
  );
}

export function rewardCurvesTable({ prior, truth = 0, measures: ids = DRAWN.slice(0, 4) }: RewardCurvesData): ChartTable {
  const ps = [...new Set([...Array.from({ length: 11 }, (_, i) => i / 10), prior[truth]])].sort((a, b) => a - b);
  return {
    caption: `Rewards of one prediction where the true class has the prior ${short(prior[truth], 4)}`,
    columns: ['probability of the true class', ...ids.map(measureLabel)],
    rows: ps.map((p) => [p, ...ids.map((id) => rewardAt(id, p, prior, truth))]),
  };
}
