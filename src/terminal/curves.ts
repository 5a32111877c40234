import { count } from '../base/figures.js';
import type { CurvePoint, Curves } from '../columns/ranking/curves.js';
import type { Ranking } from '../columns/ranking/ranked.js';
import type { Style } from './style.js';
import { figure, fold, LINE_WIDTH, table } from './table.js';
import { rankingLines } from './terminal.js';

const SHARES = [0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1];

/** A few points of the curves, for a terminal. */
export function renderCurves(
  positive: string,
  ranking: Ranking,
  { rows, positives, points, corners, given, costCurve, approximate }: Curves,
  { bold, dim }: Style,
  intro: readonly string[],
): string[] {
  const lines = intro.flatMap((text) => fold(text, LINE_WIDTH, '  ').map(dim));
  lines.push(
    ...fold(`${count(rows)} rows, ${count(positives)} of them "${positive}"`, LINE_WIDTH, '  ').map(bold),
    ...rankingLines(ranking).flatMap((text) => fold(text, LINE_WIDTH, '  ')),
    '',
  );
  // For each share the last point that selects no more than it; equal estimates stay together, so it may select less.
  const shown = [...new Set(SHARES.map((share) => points.reduce((best, point) => (point.share <= share ? point : best))))].filter(
    ({ selected }) => selected > 0,
  );
  const cells = shown.map((point: CurvePoint) => [
    figure(point.threshold),
    count(point.selected),
    figure(100 * point.share, 1),
    figure(point.truePositiveRate),
    figure(point.falsePositiveRate),
    figure(point.precision),
    figure(point.lift, 2),
  ]);
  const [head, ...body] = table(
    [['estimate ≥', 'rows', '%', 'recall, gain', 'false pos. rate', 'precision', 'lift'], ...cells],
    [true, true, true, true, true, true, true],
  );
  lines.push(dim(head), ...body, '');
  if (costCurve) {
    const useful = costCurve.filter(
      ({ truePositiveRate, falsePositiveRate }) => truePositiveRate + falsePositiveRate > 0 && truePositiveRate + falsePositiveRate < 2,
    );
    const [low, high] = [useful[0]?.from, useful[useful.length - 1]?.to];
    lines.push(
      ...fold(
        useful.length === 0
          ? 'Cost curve: whatever errors cost, it is best to select all rows or none.'
          : `Cost curve: some threshold is better than selecting all rows or none where the probability cost PC(+) lies between ${figure(low)} and ${figure(high)}.`,
        LINE_WIDTH,
        '  ',
      ),
    );
  }
  if (approximate) lines.push(...fold(approximate, LINE_WIDTH, '  ').map(dim));
  lines.push(dim(`${count(given)} of ${count(corners)} points; --csv or --json prints them`));
  return lines;
}
