import type { BinnedCalibration } from '../calibration/binnedCalibration.js';
import { BinnedCells } from '../calibration/binnedCells.js';
import { binnedCalibration, LEAST_BINS, MOST_CLASSES, MOST_COUNTS, pairOf } from './binnedRanks.js';
import { Bins } from './histogram.js';
import type { RowsPart } from './keptRows.js';
import { multiclassRanking } from './multiclass.js';
import type { ClassCurves, Ranking, Wanted } from './ranks.js';
import type { BinWeightedRows, WeightedRanked, WeightedRowBins } from './weightedRanks.js';
import { addWins, columnsOf, groupsOf } from './weightedRows.js';

/** Weights by bin, for more rows than are kept. */
export class WeightedBins implements WeightedRowBins {
  private readonly bins: Bins;
  /** By column and true class; of two classes only the positive one's column. */
  private readonly counts: Float64Array;
  private readonly ofClass: BinnedCalibration[];
  private readonly modal: { cells: BinnedCells; calibration: BinnedCalibration } | undefined;

  private readonly k: number;

  constructor(
    private readonly classes: readonly string[],
    private readonly positive: number,
    private readonly wanted: Wanted | undefined,
  ) {
    const k = classes.length;
    this.k = k;
    this.bins = new Bins(Math.max(LEAST_BINS, MOST_COUNTS / (k * k)));
    this.counts = new Float64Array(this.bins.count * k * k);
    this.ofClass = wanted ? Array.from({ length: k }, () => binnedCalibration(wanted, this.bins)) : [];
    if (wanted) this.modal = { cells: new BinnedCells(), calibration: binnedCalibration(wanted, new Bins(2 ** 16)) };
  }

  add(part: RowsPart): void {
    const { k, bins, counts, positive, ofClass, modal } = this;
    const [labels, weights] = [part.labels as Uint16Array, part.weights ?? new Float64Array(part.rows).fill(1)];
    const { columns, modal: most } = columnsOf(part, k, positive);
    columns.forEach((signed, i) => {
      const places = bins.all(signed);
      for (let r = 0; r < labels.length; r++) counts[(i * k + labels[r]) * bins.count + places[r]] += weights[r];
      ofClass[i]?.add(signed, weights, places);
    });
    if (modal) modal.calibration.add(most, weights, modal.cells.add(most, weights));
  }

  finish(confidence: number, approximate: string): WeightedRanked {
    const { classes, k, bins, counts, positive, ofClass, modal, wanted } = this;
    const cell = (i: number, j: number): Float64Array => counts.subarray((i * k + j) * bins.count, (i * k + j + 1) * bins.count);
    const column = (i: number) => ({ values: new Float64Array(bins.count), ofClass: Array.from({ length: k }, (_, j) => cell(i, j)) });
    const pair = (i: number) => pairOf(groupsOf(column(i), i), classes[i], confidence, 0);
    let ranking: Ranking;
    if (k === 2) ranking = { ...pair(positive), approximate };
    else {
      const table = { rows: Float64Array.from({ length: k }, (_, j) => cell(0, j).reduce((a, b) => a + b, 0)), wins: new Float64Array(k * k) };
      const errors = new Float64Array(k * k);
      for (let i = 0; i < k; i++) {
        addWins(table, column(i), i);
        for (let j = 0; j < k; j++) if (j !== i) errors[i * k + j] = cell(i, i).reduce((sum, own, bin) => sum + own * cell(i, j)[bin], 0);
      }
      ranking = { ...multiclassRanking({ ...table, errors }, classes), approximate };
    }
    if (!wanted || !modal) return { ranking };
    const { details } = wanted;
    const curves: Record<string, ClassCurves> = {};
    classes.forEach((name, i) => {
      if (details.curves?.wanted(classes, i, positive))
        curves[name] = {
          ...details.curves.groups(ofClass[i].groups()),
          ranking: pair(i),
          approximate: `${approximate}, and the points are those between bins`,
        };
    });
    const found = {
      ranking,
      ofClass: ofClass.map((each) => each.finish()),
      modal: { miscalibration: modal.cells.finish(), modal: modal.calibration.finish(), ...(details.cells ? { cells: null } : {}) },
      ...(details.curves ? { curves } : {}),
    };
    for (const each of [...ofClass, modal.calibration]) each.free();
    return found;
  }
}

/** Bins for rows with weights. */
export const binWeightedRows: BinWeightedRows = (classes, positive, wanted) =>
  classes.length > MOST_CLASSES ? undefined : new WeightedBins(classes, positive, wanted);
