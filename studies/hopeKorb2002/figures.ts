import type { PointFigure } from '../study.js';

const POINTS = 99;

const curve = (name: string, of: (p: number) => number): PointFigure['curves'][number] => ({
  name,
  points: Array.from({ length: POINTS }, (_, i): [number, number] => [(i + 1) / (POINTS + 1), of((i + 1) / (POINTS + 1))]),
});

/** Three classes, prior ⅓ each; the estimates of the two wrong classes are the same. */
const PRIOR = 1 / 3;
const generalized = (p: number): number => (1 - Math.log(p) / Math.log(PRIOR) + 2 * (1 - Math.log(1 - (1 - p) / 2) / Math.log(1 - PRIOR))) / 3;
/** Definition 2: the predicted class alone; below the prior another one is predicted. */
const modal = (p: number): number => (p >= PRIOR ? 1 - Math.log(p) / Math.log(PRIOR) : 1 - Math.log(1 - (1 - p) / 2) / Math.log(1 - PRIOR));
const information = (p: number): number => (p >= PRIOR ? Math.log(p) - Math.log(PRIOR) : -Math.log(1 - p) + Math.log(1 - PRIOR));

/** The paper’s figures 1 to 3: rewards as functions of the estimate, worked out from their definitions. */
export function rewardFigures(): PointFigure[] {
  const figure = (title: string, y: string, x: string, curves: PointFigure['curves'], about?: string): PointFigure => ({
    kind: 'points',
    title,
    ...(about === undefined ? {} : { about }),
    x,
    y,
    series: [],
    curves,
  });
  return [
    figure('Figure 1: Good’s information reward', 'reward, bits', 'the estimate of the predicted class', [
      curve('right', (p) => 1 + Math.log2(p)),
      curve('wrong', (p) => 1 + Math.log2(1 - p)),
    ]),
    figure(
      'Figure 2: Bayesian information reward (definition 2)',
      'reward',
      'the estimate of the true class',
      [curve('definition 2', modal)],
      'Three classes, prior ⅓ each. It bends where the true class is no longer the predicted one.',
    ),
    figure(
      'Figure 3: generalized reward and Kononenko & Bratko’s',
      'reward',
      'the estimate of the true class',
      [curve('definition 3', generalized), curve('Kononenko & Bratko', information)],
      'Three classes, prior ⅓ each; Kononenko & Bratko’s in nats.',
    ),
  ];
}
