import { count } from '../base/figures.js';
import { reported } from '../base/reported.js';
import type { Calibration } from '../columns/calibration/calibrate.js';
import type { ClassCalibration } from '../columns/calibration/classCalibration.js';
import type { Decomposition } from '../columns/calibration/decomposition.js';
import { figure } from '../terminal/table.js';
import { calibrationDefinitions, definitionTable } from './definitions.js';
import { classesFact, fileName, guessFacts, level } from './facts.js';
import { calibrationSection, reliabilityChart } from './scoreReport.js';
import type { HtmlParts, WordTable } from './section.js';

/** More classes than this have no diagram of their own. */
const MOST_CHARTS = 8;

/** Whether estimates are as often right as they say. */
export function calibrateReport(
  calibration: Calibration,
  from: { files: readonly string[]; guesses: readonly string[]; skipped: number; bins: number },
): HtmlParts {
  const { rows, classes, confidence, modal, byClass } = calibration;
  const { files, guesses, skipped, bins } = from;
  const chart = (of: string, own: ClassCalibration, file: string) =>
    reliabilityChart({ of, confidence, series: [{ name: of, bins: own.equalMass.bins }], histogram: { bins: own.equalWidth.bins, count: bins } }, file);
  return {
    title: `Calibration of ${files.length === 1 ? fileName(files[0]) : `${files.length} files`}`,
    verdict: calibrationVerdict(calibration),
    warnings: [],
    facts: [
      ['Test set', `${count(rows)} rows from ${files.join(', ')}${skipped > 0 ? `; ${count(skipped)} rows skipped` : ''}`],
      classesFact(classes),
      ...guessFacts(guesses),
      ['Intervals', `Wilson’s, at ${level(confidence)}`],
    ],
    sections: [
      {
        ...calibrationSection(calibration.miscalibration, undefined),
        heading: 'The most probable class',
        charts: [chart('the most probable class', modal, 'reliability')],
        tables: [],
      },
      { heading: 'Errors and decompositions', tables: [errorTable(calibration), lossTable(calibration), definitionTable(calibrationDefinitions)] },
      ...(classes.length <= MOST_CHARTS
        ? [{ heading: 'Each class', charts: classes.map((name, i) => chart(`“${name}”`, byClass[name], `reliability-class-${i + 1}`)) }]
        : []),
    ],
  };
}

function calibrationVerdict({ modal, confidence }: Calibration): string {
  const { bins, expected, bias } = modal.equalMass;
  const off = bins.filter(({ meanEstimate, interval }) => meanEstimate < interval[0] || meanEstimate > interval[1]);
  const spread = `${off.length} of ${bins.length} groups of estimates lie outside of their ${level(confidence)} intervals`;
  if (off.length === 0)
    return `The estimates of the most probable class are as often right as they say, as far as ${bins.length === 1 ? 'one group' : `${bins.length} groups`} of estimates can tell: on average they are off by ${figure(expected)}.`;
  return `The estimates of the most probable class are ${bias > 0 ? 'too high' : 'too low'}, by ${figure(Math.abs(bias))} on the whole and ${figure(expected)} on average: ${spread}.`;
}

function errorTable({ modal, byClass, classes, classWise }: Calibration): WordTable {
  const row = (name: string, { equalMass, equalWidth, spiegelhalter: { z, p } }: ClassCalibration): string[] => [
    name,
    figure(equalMass.expected),
    figure(equalWidth.expected),
    figure(equalMass.maximum),
    figure(equalMass.bias),
    figure(z, 2),
    figure(p),
  ];
  return {
    caption: 'Calibration errors: expected (bins of equal mass and of equal width), largest and signed, and Spiegelhalter’s test',
    columns: ['Estimates of', 'Equal mass', 'Equal width', 'Largest', 'Signed', 'Spiegelhalter z', 'p'],
    figures: [false, true, true, true, true, true, true],
    strong: [0],
    rows: [
      row('the most probable class', modal),
      ...classes.map((name) => row(`“${name}”`, byClass[name])),
      ['mean of the classes', figure(classWise.equalMass), figure(classWise.equalWidth), figure(classWise.maximum), '', '', ''],
    ],
  };
}

function lossTable({ decompositions: { quadratic, log } }: Calibration): WordTable {
  const row = (name: string, how: string, of: Decomposition): (string | string[])[] => [
    [name, how],
    ...[of.loss, of.miscalibration, of.discrimination, of.uncertainty].map((x) => figure(reported(x))),
  ];
  const corp = 'CORP (Dimitriadis, Gneiting & Jordan 2021)';
  const murphy = 'bins of equal mass (Murphy 1973)';
  return {
    caption: 'Losses as miscalibration − discrimination + uncertainty',
    columns: ['Loss', 'Mean', 'Miscalibration', 'Discrimination', 'Uncertainty'],
    figures: [false, true, true, true, true],
    rows: [
      row('Quadratic loss', corp, quadratic.corp),
      row('Quadratic loss', murphy, quadratic.murphy),
      row('Log loss, bits', corp, log.corp),
      row('Log loss, bits', murphy, log.murphy),
    ],
  };
}
