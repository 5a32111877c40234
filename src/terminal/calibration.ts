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
  const lines = intro.flatMap((text) => fold(text, LINE_WIDTH, '  ').map(dim));
  lines.push(bold(`${count(rows)} rows, ${classes.length} classes`), '');
  const parts = whole.overconfident === null ? '' : ` (over ${figure(whole.overconfident)}, under ${figure(whole.underconfident)})`;
  const cellCount = `${count(whole.cells)} cell${whole.cells === 1 ? '' : 's'}`;
  lines.push(...fold(`miscalibration ${figure(whole.miscalibration)}${parts}, ${cellCount}${whole.reason ? ` (${whole.reason})` : ''}`, LINE_WIDTH, '  '));
  if (whole.approximate) lines.push(...fold(`${whole.approximate}; how far off other figures may be is in --json (error)`, LINE_WIDTH, '  ').map(dim));
  const cells = modal.equalMass.bins.map((bin) => [
    `${figure(bin.from)} … ${figure(bin.to)}`,
    count(bin.rows),
    figure(bin.meanEstimate),
    figure(bin.frequency),
    `${figure(bin.interval[0])} … ${figure(bin.interval[1])}`,
    bin.meanEstimate < bin.interval[0] ? 'too low' : bin.meanEstimate > bin.interval[1] ? 'too high' : '',
  ]);
  const [head, ...body] = table([['modal estimates', 'rows', 'mean', 'came true', 'interval', ''], ...cells], [true, true, true, true, true, false]);
  lines.push('', dim(head), ...body, '');
  const names = rowNames(classes, 15);
  const errors = [
    ['calibration error', 'expected', '', 'largest', 'Spiegelhalter', ''],
    ['', 'equal mass', 'equal width', 'equal mass', 'z', 'p'],
    ['modal class', ...errorCells(modal)],
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
  lines.push('', dim(`intervals at ${figure(100 * confidence, 0)} %: Wilson's; what bins leave over is in --json (within)`));
  return lines;
}

function errorCells({ equalMass, equalWidth, spiegelhalter: { z, p } }: Calibration['modal']): string[] {
  return [figure(equalMass.expected), figure(equalWidth.expected), figure(equalMass.maximum), figure(z, 2), figure(p)];
}
