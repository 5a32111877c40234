import { log2 } from '../../math/log.js';
import type { Groups } from '../ranking/rankStatistics.js';
import { isotonic } from '../recalibration/isotonic.js';
import { BinSums } from './calibrator.js';
import { CELL_ROWS, type Cell } from './cellTable.js';
import type { ClassCalibration } from './classCalibration.js';
import { decompositions } from './decomposition.js';
import type { Miscalibration } from './modalCalibration.js';
import { binOf, massTarget } from './reliability.js';
import { spiegelhalter } from './spiegelhalter.js';

/** The calibration of groups of equal estimates, whose rows may have weights: a group then counts as many rows as they sum up to. */
export function groupCalibration(groups: Groups, bins: number, z: number): ClassCalibration {
  const { values, positives, negatives } = groups;
  const [width, mass] = [new BinSums(bins), new BinSums(bins)];
  let [rows, hits, quadratic, logs, surplus, variance] = [0, 0, 0, 0, 0, 0];
  for (let g = 0; g < values.length; g++) rows += positives[g] + negatives[g];
  for (let g = 0, done = 0, open = 0; g < values.length; g++) {
    const [p, m] = [values[g], positives[g]];
    const n = m + negatives[g];
    const rest = 1 - p;
    quadratic += m * rest * rest + negatives[g] * p * p;
    if (m > 0) logs += m * log2(p);
    if (negatives[g] > 0) logs += negatives[g] * log2(rest);
    const balance = 1 - 2 * p;
    surplus += (m - n * p) * balance;
    variance += n * (balance * balance * p * rest);
    hits += m;
    width.add(binOf(p, bins), n, m, n * p, p, p);
    mass.add(open, n, m, n * p, p, p);
    done += n;
    while (open < bins - 1 && massTarget(rows, open + 1, bins) <= done) open++;
  }
  const equalMass = mass.error('equal-mass', z);
  const whole = { rows, frequency: hits / rows, quadratic: quadratic / rows, log: (0 - logs) / rows };
  return {
    equalWidth: width.error('equal-width', z),
    equalMass,
    spiegelhalter: spiegelhalter(surplus, variance),
    decompositions: decompositions(whole, isotonic(groups), equalMass.bins),
  };
}

/** Korb, Hope & Hughes 2001, eq. 3 of groups of equal modal estimates, whose rows may have weights: cells hold at least 10 by their weights. */
export function groupCells({ values, positives, negatives }: Groups): { miscalibration: Miscalibration; cells: Cell[] } {
  let left = 0;
  for (let g = 0; g < values.length; g++) left += positives[g] + negatives[g];
  const cells: Cell[] = [];
  if (left < 2)
    return {
      miscalibration: { miscalibration: null, overconfident: null, underconfident: null, cells: Math.min(1, values.length), reason: 'a cell needs two rows' },
      cells,
    };
  let [over, under] = [0, 0];
  for (let from = 0, to = 0; from < values.length; from = to) {
    let [rows, hits, sum] = [0, 0, 0];
    while (to < values.length && (rows < CELL_ROWS || left < CELL_ROWS)) {
      const n = positives[to] + negatives[to];
      rows += n;
      hits += positives[to];
      sum += n * values[to++];
      left -= n;
    }
    const f = hits / rows;
    let squares = 0;
    for (let g = from; g < to; g++) squares += (positives[g] + negatives[g]) * (f - values[g]) * (f - values[g]);
    if (sum / rows > f) over += squares / (rows - 1);
    else under += squares / (rows - 1);
    cells.push({ rows, hits, from: values[from], to: values[to - 1], meanEstimate: sum / rows, frequency: f });
  }
  return {
    miscalibration: { miscalibration: Math.sqrt(over + under), overconfident: Math.sqrt(over), underconfident: Math.sqrt(under), cells: cells.length },
    cells,
  };
}
