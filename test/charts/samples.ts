import { parseHTML } from 'linkedom';
import * as charts from '../../dist/charts/index.js';
import { curves } from '../../dist/columns/ranking/curves.js';
import { significanceCurve } from '../../dist/rules/significanceCurve.js';
import { bet } from '../../dist/significance/bet.js';

export const { document } = parseHTML('<!doctype html><html><body></body></html>') as unknown as { document: Document };

/** Numbers from 0 to 1, the same each time. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

/** Curves of so many rows, every one with an estimate of its own. */
export function curvesOf(rows: number, seed = 1) {
  const next = numbers(seed);
  const values = Float64Array.from({ length: rows }, (_, i) => (i + 1) / (rows + 1));
  const positives = Float64Array.from(values, (p) => Number(next() < p));
  return curves({ values, positives, negatives: positives.map((n) => 1 - n) });
}

export const bins = (n: number) =>
  Array.from({ length: n }, (_, i) => {
    const p = (i + 0.5) / n;
    const frequency = p ** 1.3;
    return {
      rows: 10 + i,
      from: i / n,
      to: (i + 1) / n,
      meanEstimate: p,
      frequency,
      interval: [Math.max(0, frequency - 0.1), Math.min(1, frequency + 0.1)] as [number, number],
    };
  });

// biome-ignore lint/suspicious/noExplicitAny: as much of a report as is drawn
const measure = (mean: unknown, more: object = {}): any => ({
  mean,
  total: mean,
  standardError: 0.1,
  interval: [0.1, 0.4],
  infinite: 0,
  unit: 'bits',
  ...more,
});
export const measuresOf = {
  bayesianReward: measure(0.2),
  goodReward: measure('-Infinity', { interval: null, infinite: 3, infiniteRows: [1, 2, 3] }),
  kononenkoBratko: measure(null, { interval: null, reason: 'a tally does not determine it' }),
  informationLoss: measure('Infinity', { interval: null, infinite: 1 }),
  logLoss: measure(0.7, { unit: 'nats' }),
  quadraticLoss: measure(0.5, { unit: 'squares' }),
  accuracy: measure(0.6, { unit: 'share' }),
};

// biome-ignore lint/suspicious/noExplicitAny: as much of a comparison as is drawn
const difference = (value: unknown, more: object = {}): any => ({
  difference: value,
  standardError: 0.1,
  interval: [-0.1, 0.3],
  p: 0.2,
  pAdjusted: 0.4,
  test: 'sign flips',
  better: 'A',
  significant: false,
  ...more,
});

const wealth = (rows: number) => {
  const next = numbers(3);
  const [a, b] = [Float64Array.from({ length: rows }, next), Float64Array.from({ length: rows }, next)];
  return bet(a, b).wealth;
};

export const LONG = 'a class that has a very long name, as some have, number ';
export const NASTY = `<script>alert("1")</script> & 'more'`;

const square = (k: number): number[][] => Array.from({ length: k }, (_, i) => Array.from({ length: k }, (_, j) => (i === j ? 50 : (i * 7 + j * 3) % 5)));

type Draw = (options: charts.ChartOptions) => SVGSVGElement;
type Sample = [name: string, draw: Draw, table: charts.ChartTable];

function ranked(name: string, data: charts.RankedCurves): Sample[] {
  return [
    [`ROC, ${name}`, (o) => charts.rocCurve(data, o), charts.rocTable(data)],
    [`precision and recall, ${name}`, (o) => charts.precisionRecall(data, o), charts.precisionRecallTable(data)],
    [`lift, ${name}`, (o) => charts.liftChart(data, o), charts.liftTable(data)],
    [`gains, ${name}`, (o) => charts.gainsChart(data, o), charts.gainsTable(data)],
    [`cost, ${name}`, (o) => charts.costCurve(data, o), charts.costTable(data)],
  ];
}

const one = <T>(name: string, data: T, draw: (data: T, options: charts.ChartOptions) => SVGSVGElement, table: (data: T) => charts.ChartTable): Sample => [
  name,
  (options) => draw(data, options),
  table(data),
];

/** Every chart with ordinary data, with very much and very little of it, and with what is infinite or missing. */
export const samples: Sample[] = [
  one(
    'reliability',
    { of: 'a', confidence: 0.95, series: [{ name: 'A', bins: bins(10) }], histogram: { bins: bins(10), count: 10 } },
    charts.reliabilityDiagram,
    charts.reliabilityTable,
  ),
  one(
    'reliability of several',
    {
      of: 'a',
      confidence: 0.95,
      series: [
        { name: LONG, bins: bins(10) },
        { name: NASTY, bins: bins(4) },
      ],
    },
    charts.reliabilityDiagram,
    charts.reliabilityTable,
  ),
  one('reliability of nothing', { of: 'a', confidence: 0.95, series: [] }, charts.reliabilityDiagram, charts.reliabilityTable),
  ...ranked('10 rows', { of: 'one', series: [{ name: 'A', curves: curvesOf(10), auc: 0.7, averagePrecision: 0.8 }] }),
  ...ranked('a million rows', {
    of: 'one',
    series: [
      { name: 'A', curves: curvesOf(1_000_000) },
      { name: NASTY, curves: curvesOf(1000, 2) },
    ],
  }),
  ...ranked('26 classes', { of: 'each', series: Array.from({ length: 26 }, (_, i) => ({ name: LONG + i, curves: curvesOf(100, i + 1), auc: 0.5 + i / 100 })) }),
  ...ranked('300 classes', { of: 'each', series: Array.from({ length: 300 }, (_, i) => ({ name: `c${i}`, curves: curvesOf(500, i + 1), auc: i / 300 })) }),
  ...ranked('one class', {
    of: 'one',
    series: [{ name: 'A', curves: { ...curvesOf(1), positives: 1, negatives: 0, reason: 'every row is of the positive class' } }],
  }),
  one('rewards, uniform', { prior: [1 / 3, 1 / 3, 1 / 3] }, charts.rewardCurves, charts.rewardCurvesTable),
  one(
    'rewards, skewed',
    { prior: [0.98, 0.02], truth: 1, measures: ['modalReward', 'goodReward', 'bayesianReward'] as const },
    charts.rewardCurves,
    charts.rewardCurvesTable,
  ),
  one(
    'priors',
    {
      curve: {
        class: NASTY,
        measure: 'generalizedReward',
        priors: [0.25, 0.5, 0.75],
        means: [
          [0.1, 0.2, -Infinity],
          [0.2, 0.1, -2],
        ],
      },
      names: ['A', LONG],
      reversals: [{ prior: 0.375, below: LONG, above: 'A' }],
      current: 0.4,
    },
    charts.priorCurves,
    charts.priorCurvesTable,
  ),
  one(
    'priors of a ruined learner',
    { curve: null, names: ['A'], reversals: [], reason: 'a learner earns −∞ under every prior' },
    charts.priorCurves,
    charts.priorCurvesTable,
  ),
  one(
    'wealth',
    {
      against: 'B',
      lines: [
        { name: 'A', ...wealth(100_000) },
        { name: NASTY, ...wealth(5), place: 4 },
      ],
    },
    charts.wealthCurve,
    charts.wealthTable,
  ),
  one(
    'wealth and ruin',
    {
      against: 'B',
      lines: [
        { name: 'A', rows: [0, 1], bits: [1, '-Infinity' as const] },
        { name: 'C', rows: [0, 1], bits: [null, null] },
        { name: 'D', rows: [0], bits: ['Infinity' as const] },
      ],
    },
    charts.wealthCurve,
    charts.wealthTable,
  ),
  ...[1, 2, 3, 12, 13, 26, 100].map(
    (k): Sample =>
      one(
        `confusion of ${k}`,
        { classes: Array.from({ length: k }, (_, i) => (i === 0 ? NASTY : LONG + i)), counts: square(k) },
        charts.confusionMatrix,
        charts.confusionTable,
      ),
  ),
  one(
    'confusion, shares, an absent class',
    {
      classes: ['a', 'b'],
      counts: [
        [3, 4],
        [0, 0],
      ],
      show: 'shares' as const,
    },
    charts.confusionMatrix,
    charts.confusionTable,
  ),
  one(
    'confusion of nothing',
    {
      classes: ['a', 'b'],
      counts: [
        [0, 0],
        [0, 0],
      ],
    },
    charts.confusionMatrix,
    charts.confusionTable,
  ),
  one('measures', { confidence: 0.95, learners: [{ name: 'A', measures: measuresOf }] }, charts.measuresForest, charts.measuresTable),
  one(
    'measures of several',
    {
      confidence: 0.9,
      learners: Array.from({ length: 12 }, (_, i) => ({ name: LONG + i, measures: measuresOf })),
      ids: ['bayesianReward', 'goodReward', 'accuracy'],
    },
    charts.measuresForest,
    charts.measuresTable,
  ),
  one(
    'differences',
    {
      confidence: 0.95,
      pairs: Array.from({ length: 190 }, (_, i) => ({ first: `A${i}`, second: LONG, differences: { bayesianReward: difference(i / 100) } })),
    },
    charts.differencesForest,
    charts.differencesTable,
  ),
  one(
    'differences that are infinite or none',
    {
      confidence: 0.95,
      pairs: [
        { first: 'A', second: 'B', differences: { bayesianReward: difference('Infinity', { interval: null, p: null, reason: 'B has −∞ in 2 rows' }) } },
        { first: 'A', second: 'C', differences: { bayesianReward: difference(null, { interval: null, p: null, reason: 'both have −∞' }) } },
      ],
    },
    charts.differencesForest,
    charts.differencesTable,
  ),
  one(
    'complexity',
    { rows: 10, constantNull: 20, constant: 15, frequencyNull: 18, frequency: 2, laplace: 16, significance: 16 },
    charts.complexityBars,
    charts.complexityTable,
  ),
  one(
    'significance',
    { curve: significanceCurve(100, 60), point: { percentCorrect: 80, significance: 20 } },
    charts.significanceChart,
    charts.significanceTable,
  ),
  one('significance of one row', { curve: significanceCurve(1, 1) }, charts.significanceChart, charts.significanceTable),
  one('significance of three classes', { curve: null, reason: 'the curve is for two classes' }, charts.significanceChart, charts.significanceTable),
];
