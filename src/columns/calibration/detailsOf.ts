import { FairbitsError } from '../../base/errors.js';
import { normalQuantile } from '../../math/normalQuantile.js';
import { curves } from '../ranking/curves.js';
import { FiguresByClass } from '../ranking/figuresByClass.js';
import { tieGroups } from '../ranking/rankStatistics.js';
import { calibrationFigures } from './calibrationReport.js';
import { Calibrator, calibratorBytes } from './calibrator.js';
import { cellsOf } from './cellTable.js';
import type { CurveOptions, DetailOptions, Details } from './details.js';
import { groupCalibration, groupCells } from './groupCalibration.js';
import { MAX_LISTED_CELLS } from './miscalibration.js';
import { checkBins } from './reliability.js';

const MOST_CURVES = 30;

export function detailsOf({ bins = 10, confidence = 0.95, curves: wanted, cells }: DetailOptions): Details {
  checkBins(bins);
  const z = normalQuantile((1 + confidence) / 2);
  const details: Details = {
    bytes: calibratorBytes,
    seen: (classes, positive, confidence) => new FiguresByClass(details, classes, positive, confidence),
    sorted: (kernels, rows) => new Calibrator(kernels, rows, bins, z),
    bins,
    z,
    grouped: (groups) => groupCalibration(groups, bins, z),
    groupedModal(groups) {
      const found = groupCells(groups);
      const listed = found.cells.length > MAX_LISTED_CELLS ? null : found.cells;
      return { miscalibration: found.miscalibration, modal: groupCalibration(groups, bins, z), ...(cells ? { cells: listed } : {}) };
    },
    ...(cells ? { cells: cellsOf } : {}),
    figures: calibrationFigures,
    ...(wanted ? { curves: curveDetails(wanted === true ? {} : wanted) } : {}),
  };
  return details;
}

function curveDetails({ classes: names, points }: CurveOptions): NonNullable<Details['curves']> {
  const chosen = names && new Set(names);
  const unknownIn = (classes: readonly string[]): string | undefined => {
    const known = new Set(classes);
    return names?.find((name) => !known.has(name));
  };
  let checked: readonly string[] | undefined;
  return {
    wanted(classes, i, positive) {
      // Asked of one class after another, which are checked once.
      const unknown = checked === classes ? undefined : unknownIn(classes);
      if (unknown !== undefined)
        throw new FairbitsError('option', `the curves are of classes, and there is no class ${JSON.stringify(unknown)}: expected ${classes.join(', ')}`, {
          found: unknown,
          expected: classes.join(', '),
        });
      checked = classes;
      if (chosen) return chosen.has(classes[i]);
      return classes.length === 2 ? i === positive : classes.length <= MOST_CURVES;
    },
    sorted: (values) => curves(tieGroups(values), points),
    groups: (groups) => curves(groups, points),
  };
}
