import type { RegressionMeasure, RegressionReport } from '../numeric/regression.js';
import { reported } from '../report.js';
import type { Style } from './style.js';
import { count, figure, fold, table } from './table.js';

const WIDTH = 80;

const MEANING: [RegressionMeasure, string][] = [
  ['meanSquaredError', 'mean of (p − a)²'],
  ['rootMeanSquaredError', 'its root, in the unit of the values'],
  ['meanAbsoluteError', 'mean of |p − a|'],
  ['relativeSquaredError', 'against always predicting the mean'],
  ['rootRelativeSquaredError', 'its root'],
  ['relativeAbsoluteError', 'against always predicting the mean'],
  ['correlation', 'of predicted with actual values'],
];

/** Measures of numeric prediction, to be read on a terminal of 80 columns. */
export function renderRegression(found: RegressionReport & { file: string }, { bold, dim, warn }: Style): string {
  const { rows, file, baseline, reasons } = found;
  const whose = baseline.source === 'actual' ? 'of the actual values' : 'of the training set, as given';
  const body = table(
    MEANING.map(([id, meaning]) => [id, figure(reported(found[id] ?? NaN)), meaning]),
    [false, true, false],
  );
  const why = new Map<string, string[]>();
  for (const [id, reason] of Object.entries(reasons)) why.set(reason, [...(why.get(reason) ?? []), id]);
  const lines = [
    dim(`read ${file}`),
    bold(`${count(rows)} rows`),
    `mean ${figure(baseline.mean)}, ${whose}`,
    '',
    ...body,
    ...[...why].flatMap(([reason, ids]) => fold(`! ${ids.join(', ')}: ${reason}`, WIDTH, '  ').map(warn)),
  ];
  return `${lines.join('\n')}\n`;
}
