import { count } from '../base/figures.js';
import type { Calibration } from '../columns/calibration/calibrate.js';
import type { Decomposition } from '../columns/calibration/decomposition.js';
import { reported } from '../evaluate/report.js';
import { rowNames } from './matrix.js';
import type { Style } from './style.js';
import { figure, fold, LINE_WIDTH, MAX_LISTED_CLASSES, table } from './table.js';

/** Calibration, for a terminal. */
export function renderCalibration(calibration: Calibration, { bold, dim }: Style, intro: readonly string[]): string[] {
  const { rows, classes, miscalibration: whole, modal, byClass, classWise, decompositions, confidence } = calibration;
  const lines = [...fold(calibrationVerdict(calibration), LINE_WIDTH, '').map(bold), ''];
  const after: string[] = [];
  const parts = whole.overconfident === null ? '' : ` (over ${figure(whole.overconfident)}, under ${figure(whole.underconfident)})`;
  const cellCount = `${count(whole.cells)} cell${whole.cells === 1 ? '' : 's'}`;
  after.push(...fold(`miscalibration ${figure(whole.miscalibration)}${parts}, ${cellCount}${whole.reason ? ` (${whole.reason})` : ''}`, LINE_WIDTH, '  '));
  if (whole.approximate) after.push(...fold(`${whole.approximate}; how far off other figures may be is in --json (error)`, LINE_WIDTH, '  ').map(dim));
  const cells = modal.equalMass.bins.map((bin) => [
    `${figure(bin.from)} … ${figure(bin.to)}`,
    count(bin.rows),
    figure(bin.meanEstimate),
    figure(bin.frequency),
    `${figure(bin.interval[0])} … ${figure(bin.interval[1])}`,
    bin.meanEstimate < bin.interval[0] ? 'too low' : bin.meanEstimate > bin.interval[1] ? 'too high' : '',
  ]);
  const [head, ...body] = table([['estimates', 'rows', 'mean', 'came true', 'interval', ''], ...cells], [true, true, true, true, true, false]);
  lines.push('Estimates of the most probable (modal) class, and how often it came true:', dim(head), ...body, '');
  const names = rowNames(classes, 15);
  const errors = [
    ['calibration error', 'expected', '', 'largest', 'Spiegelhalter', ''],
    ['', 'equal mass', 'equal width', 'equal mass', 'z', 'p'],
    ['most probable', ...errorCells(modal)],
    ...(classes.length <= MAX_LISTED_CLASSES ? classes.map((name, i) => [names[i], ...errorCells(byClass[name])]) : []),
    ['mean of classes', figure(classWise.equalMass), figure(classWise.equalWidth), figure(classWise.maximum), '', ''],
  ];
  const [first, second, ...rest] = table(errors, [false, true, true, true, true, true]);
  lines.push(dim(first), dim(second), ...rest);
  const why = new Set([modal, ...Object.values(byClass)].flatMap(({ spiegelhalter: { reason } }) => reason ?? []));
  for (const reason of why) lines.push(...fold(`Spiegelhalter –: ${reason}`, LINE_WIDTH, '  ').map(dim));
  lines.push('');
  const losses: [string, Decomposition][] = [
    ['quadratic, CORP', decompositions.quadratic.corp],
    ['quadratic, bins', decompositions.quadratic.murphy],
    ['log (bits), CORP', decompositions.log.corp],
    ['log (bits), bins', decompositions.log.murphy],
  ];
  const [title, ...each] = table(
    [
      ['loss', 'mean', '= miscalibration', '− discrimination', '+ uncertainty'],
      ...losses.map(([name, of]) => [name, ...[of.loss, of.miscalibration, of.discrimination, of.uncertainty].map((x) => figure(reported(x)))]),
    ],
    [false, true, true, true, true],
  );
  lines.push(dim(title), ...each);
  lines.push('', ...after, '');
  lines.push(
    ...[
      `${count(rows)} rows, ${classes.length} classes`,
      ...intro,
      `intervals at ${figure(100 * confidence, 0)} %: Wilson's; what bins leave over is in --json (within)`,
      'miscalibration and its cells: Korb, Hope & Hughes 2001, eq. 3',
      'CORP: by the best monotone correction of the estimates (Dimitriadis, Gneiting & Jordan 2021); bins: of equal mass',
    ].flatMap((text) => fold(text, LINE_WIDTH, '  ').map(dim)),
  );
  return lines;
}

/** Whether the estimates can be taken at their word. */
function calibrationVerdict({ modal: { equalMass, spiegelhalter }, confidence }: Calibration): string {
  const { p } = spiegelhalter;
  const points = figure(100 * Math.abs(equalMass.bias), 1);
  const off = `on the whole the estimates of the most probable class are ${points} percentage points too ${equalMass.bias > 0 ? 'high' : 'low'}`;
  if (p === null) return `${off[0].toUpperCase()}${off.slice(1)}; whether that is chance cannot be told.`;
  const test = `Spiegelhalter's test, p ${p < 0.0001 ? 'below 0.0001' : figure(p)}`;
  if (p <= 1 - confidence) return `The estimates are not calibrated, by more than chance (${test}): ${off}.`;
  return `As far as these rows tell, the estimates are calibrated (${test}): ${off}.`;
}

function errorCells({ equalMass, equalWidth, spiegelhalter: { z, p } }: Calibration['modal']): string[] {
  return [figure(equalMass.expected), figure(equalWidth.expected), figure(equalMass.maximum), figure(z, 2), figure(p)];
}
