import { count } from '../base/figures.js';
import { reported } from '../evaluate/report.js';
import type { RegressionIntervals } from '../numeric/intervals.js';
import type { RegressionMeasure, RegressionReport } from '../numeric/regression.js';
import type { Style } from './style.js';
import { figure, fold, LINE_WIDTH, table } from './table.js';

const MEANING: [RegressionMeasure, string][] = [
  ['meanSquaredError', 'mean of (p − a)²'],
  ['rootMeanSquaredError', 'its root'],
  ['meanAbsoluteError', 'mean of |p − a|'],
  ['relativeSquaredError', '1: no better than the mean'],
  ['rootRelativeSquaredError', 'its root'],
  ['relativeAbsoluteError', '1: no better than the mean'],
  ['correlation', 'of p with a'],
];

/** Measures of numeric prediction, to be read on a terminal of 80 columns. */
export function renderRegression(
  found: RegressionReport & RegressionIntervals & { file: string; warnings?: readonly string[] },
  { bold, dim, warn }: Style,
): string[] {
  const { rows, file, baseline, reasons, bootstrap, intervals, warnings = [] } = found;
  const whose = baseline.source === 'actual' ? 'of the actual values' : 'of the training set, as given';
  const body = table(
    MEANING.map(([id, meaning]) => {
      const range = intervals[id];
      return [id, figure(reported(found[id] ?? NaN)), range ? `${figure(range[0])} … ${figure(range[1])}` : bootstrap ? '–' : '', meaning];
    }),
    [false, true, true, false],
    false,
  );
  const why = new Map<string, string[]>();
  for (const [id, reason] of Object.entries(reasons)) why.set(reason, [...(why.get(reason) ?? []), id]);
  const relative = found.relativeAbsoluteError;
  const against = typeof relative === 'number' && Number.isFinite(relative) ? `, ${figure(100 * relative, 1)} % of what always predicting the mean is` : '';
  const lines = [
    ...fold(`On average the predictions are off by ${figure(reported(found.meanAbsoluteError ?? NaN))}${against}.`, LINE_WIDTH, '').map(bold),
    '',
    ...body,
    '',
    ...[`p: predicted, a: actual; the mean is ${figure(baseline.mean)}, ${whose}`, `${count(rows)} ${rows === 1 ? 'row' : 'rows'}; read ${file}`].flatMap(
      (text) => fold(text, LINE_WIDTH, '  ').map(dim),
    ),
    ...(bootstrap
      ? [
          dim(
            `intervals at ${figure(100 * bootstrap.confidence, 0)} %: ${bootstrap.interval} bootstrap, ${count(bootstrap.replicates)} replicates, seed ${bootstrap.seed}`,
          ),
        ]
      : []),
    ...warnings.flatMap((text) => fold(`! ${text}`, LINE_WIDTH, '  ').map(warn)),
    ...[...why].flatMap(([reason, ids]) => fold(`! ${ids.join(', ')}: ${reason}`, LINE_WIDTH, '  ').map(warn)),
  ];
  return lines;
}
