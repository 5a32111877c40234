import { namedRecord } from '../../base/namedRecord.js';
import { createEngine } from '../../core/engine.js';
import type { Backend, Kernels } from '../../kernels/kernels.js';
import { BinnedCalibration } from '../calibration/binnedCalibration.js';
import { BinnedCells } from '../calibration/binnedCells.js';
import { BinRoom } from '../calibration/binRoom.js';
import type { Details } from '../calibration/details.js';
import { binsFor, pairOf } from './binnedRanks.js';
import { Bins } from './histogram.js';
import type { RowsPart } from './keptRows.js';
import { multiclassRanking } from './multiclass.js';
import type { ClassCurves, Ranking } from './ranked.js';
import type { WeightedRanked, WeightedRowBins } from './weightedRanks.js';
import { addWins, classColumns, groupsOfColumn } from './weightedRows.js';

/** Weights by bin, for more rows than are kept. */
export class WeightedBins implements WeightedRowBins {
  /** By column and true class; of two classes only the positive one's column. */
  private readonly counts: Float64Array;
  private readonly ofClass: BinnedCalibration[];
  private readonly modal: { cells: BinnedCells; calibration: BinnedCalibration } | undefined;
  private readonly modalBins = new Bins(2 ** 16);

  private readonly k: number;

  private constructor(
    kernels: Kernels,
    private readonly bins: Bins,
    private readonly classes: readonly string[],
    private readonly positive: number,
    private readonly details: Details | undefined,
  ) {
    const k = classes.length;
    this.k = k;
    this.counts = new Float64Array(this.bins.count * k * k);
    const calibration = (of: Bins, { bins, z }: Details) => new BinnedCalibration(kernels, of, bins, z);
    this.ofClass = details ? classes.map(() => calibration(bins, details)) : [];
    if (details) this.modal = { cells: new BinnedCells(kernels, this.modalBins), calibration: calibration(this.modalBins, details) };
  }

  static async create(backend: Backend, classes: readonly string[], positive: number, details: Details | undefined): Promise<WeightedBins> {
    const bins = binsFor(classes.length ** 2);
    const modal = new Bins(2 ** 16);
    const memory = BinRoom.bytes(0) + classes.length * BinnedCalibration.bytes(bins) + BinnedCells.bytes(modal) + BinnedCalibration.bytes(modal);
    return new WeightedBins((await createEngine({ backend, memory })).kernels, bins, classes, positive, details);
  }

  add(part: RowsPart): void {
    const { k, bins, counts, positive, ofClass, modal } = this;
    const [labels, weights] = [part.labels as Uint16Array, part.weights ?? new Float64Array(part.rows).fill(1)];
    const { columns, modal: most } = classColumns(part, k, positive);
    columns.forEach((signed, i) => {
      const places = bins.all(signed);
      for (let r = 0; r < labels.length; r++) counts[(i * k + labels[r]) * bins.count + places[r]] += weights[r];
      ofClass[i]?.addWeighted(signed, weights, places);
    });
    if (!modal) return;
    const places = this.modalBins.all(most);
    modal.cells.addWeighted(most, weights, places);
    modal.calibration.addWeighted(most, weights, places);
  }

  finish(confidence: number, approximate: string): WeightedRanked {
    const { classes, k, bins, counts, positive, ofClass, modal, details } = this;
    const cell = (i: number, j: number): Float64Array => counts.subarray((i * k + j) * bins.count, (i * k + j + 1) * bins.count);
    const column = (i: number) => ({ values: new Float64Array(bins.count), ofClass: Array.from({ length: k }, (_, j) => cell(i, j)) });
    const pair = (i: number) => pairOf(groupsOfColumn(column(i), i), classes[i], confidence, 0);
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
    if (!details || !modal) return { ranking };
    const curves = namedRecord<ClassCurves>();
    classes.forEach((name, i) => {
      if (details.curves?.wanted(classes, i, positive))
        curves[name] = {
          ...details.curves.groups(ofClass[i].groups()),
          ranking: pair(i),
          approximate: `${approximate}, and the points are those between bins`,
        };
    });
    return {
      ranking,
      ofClass: ofClass.map((each) => each.finish()),
      modal: { miscalibration: modal.cells.finish(), modal: modal.calibration.finish(), ...(details.cells ? { cells: null } : {}) },
      ...(details.curves ? { curves } : {}),
    };
  }
}
