import { significanceCurve } from 'fairbits';
import { median } from '../compare/figures.js';
import type { ClaimTable } from '../runs/claimRuns.js';
import type { PointFigure } from '../study.js';

/** Figure 1 is of this data set: two classes. */
export const CHESS = 'CH';
const ZOOM = 96;

/** The curve that single predictions lie on: Sf by percent correct, for a test half with this many rows of the more frequent class. */
export function theoreticalCurve(table: ClaimTable, points = 401): [number, number][] {
  const one = table.get(CHESS)?.values().next().value;
  if (!one) return [];
  const curve = significanceCurve(one.testRows, Math.round(median(one.mostFrequent)), points);
  return curve.points.map(({ percentCorrect, significance }): [number, number] => [percentCorrect, significance]);
}

/** Figure 1 of the paper, whole and enlarged, all 25 halves of each scheme. */
export function chessFigures(table: ClaimTable): PointFigure[] {
  const schemes = [...(table.get(CHESS) ?? [])];
  if (schemes.length === 0) return [];
  const curve = theoreticalCurve(table);
  const series = schemes.map(([name, { percentCorrect, significance }]) => ({
    name,
    points: percentCorrect.map((percent, i): [number, number] => [percent, significance[i]]),
  }));
  const least = Math.min(...series.flatMap(({ points }) => points.map(([percent]) => percent)));
  const figure = (title: string, from: number, about: string): PointFigure => ({
    kind: 'points',
    title,
    about,
    x: 'percent correct',
    y: 'Sf, bits',
    series: series.map(({ name, points }) => ({ name, points: points.filter(([percent]) => percent >= from) })),
    curves: [{ name: 'theory', points: curve.filter(([percent]) => percent >= from) }],
  });
  return [
    figure(
      'Figure 1a: percent correct and Sf on CH',
      Math.max(50, Math.floor(least) - 1),
      'Each point is one of the 25 halves. The curve is what a theory with exactly one class for every row would save.',
    ),
    figure(`Figure 1b: the same, from ${ZOOM} % on`, ZOOM, 'Sets of several classes or none lie off the curve.'),
  ];
}
