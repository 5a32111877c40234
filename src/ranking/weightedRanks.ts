import type { BinnedCalibration } from '../calibration/binnedCalibration.js';
import { BinnedCells } from '../calibration/binnedCells.js';
import type { ClassCalibration } from '../calibration/classCalibration.js';
import type { Details } from '../calibration/details.js';
import type { ModalCalibration } from '../calibration/miscalibration.js';
import { createEngine } from '../engine.js';
import type { Backend, Kernels } from '../kernels/kernels.js';
import { Bins, binErrors } from './histogram.js';
import type { RowsPart } from './keptRows.js';
import { multiclassRanking, type PairTable } from './multiclass.js';
import { groupStatistics } from './rankStatistics.js';
import { type ClassCurves, pairRanking, type Ranked, type Ranking, Ranks } from './ranks.js';
import { addWins, columnsOf, groupsOf, WeightedRows } from './weightedRows.js';

/** Numbers that are kept at most, however much memory there is. */
const MOST_KEPT = 2 ** 27;
const MOST_COUNTS = 2 ** 21;
const LEAST_BINS = 2 ** 8;
const MOST_PAIRED = 4096;
const MOST_CLASSES = Math.floor(Math.sqrt((8 * MOST_COUNTS) / LEAST_BINS));
const OVERHEAD = 2 ** 19;

export interface WeightedRanked extends Ranked {
  /** The modal estimates, by their weights; undefined where all weights are 1, and those that were dealt out will do. */
  modal?: ModalCalibration;
}

/** Ranks, for rows with weights: a row of weight 2 is two rows, one of weight 0 none. */
export class WeightedRanks {
  private parts: RowsPart[] = [];
  private kept = 0;
  private rows = 0;
  private ones = true;
  private binned: WeightedBins | undefined;
  private readonly most: number;

  constructor(
    private readonly classes: readonly string[],
    private readonly positive: number,
    most: number,
    private readonly wanted?: { details: Details; kernels: Kernels },
  ) {
    this.most = Math.min(most, MOST_KEPT);
  }

  /** Whole rows, with weights beside them. */
  add(part: RowsPart | undefined): void {
    if (!part || part.rows === 0) return;
    this.rows += part.rows;
    this.ones &&= part.weights?.every((weight) => weight === 1) ?? true;
    this.kept += (part.estimates?.length ?? 0) + part.rows;
    if (this.kept <= this.most) {
      this.parts.push(part);
      return;
    }
    if (this.classes.length <= MOST_CLASSES) this.binned ??= new WeightedBins(this.classes.length, this.positive, this.wanted);
    for (const each of [...this.parts, part]) this.binned?.add(each);
    this.parts = [];
  }

  async finish(backend: Backend, confidence: number): Promise<WeightedRanked> {
    const { classes, positive, rows, wanted, binned } = this;
    const k = classes.length;
    const none = { aucOneVsOne: null, aucOneVsRest: null, byClass: {} };
    if (k > MOST_PAIRED) return { ranking: { ...none, reason: `${k} classes: pairs of more than ${MOST_PAIRED} are too many to rank` } };
    if (this.kept > this.most) {
      if (!binned) return { ranking: { ...none, reason: `${rows} rows of ${k} classes are more than are kept to be sorted; give more --memory` } };
      return binned.finish(classes, confidence, `${rows} rows are more than are kept to be sorted (--memory): the estimates are known by their bins`);
    }
    if (this.ones) {
      const ranks = new Ranks(classes, positive, Infinity, wanted);
      for (const part of this.parts) ranks.add(k === 2 ? signedPart(part, positive) : part);
      return ranks.finish(backend, confidence);
    }
    const all = new WeightedRows(this.parts, k, positive);
    const { kernels } = await createEngine({ backend, memory: 16 * rows + OVERHEAD });
    const table: PairTable = { rows: all.totals(), wins: new Float64Array(k * k) };
    const ofClass: ClassCalibration[] = [];
    const curves: Record<string, ClassCurves> = {};
    let ranking: Ranking | undefined;
    for (let i = 0; i < k; i++) {
      const column = all.column(kernels, i);
      const groups = groupsOf(column, i);
      if (k > 2) addWins(table, column, i);
      const drawn = wanted?.details.curves?.wanted(classes, i, positive);
      const own = i === positive || drawn ? pairRanking(groupStatistics(groups), classes[i], confidence) : undefined;
      if (i === positive) ranking = own;
      if (!wanted) continue;
      ofClass.push(wanted.details.grouped(groups));
      if (drawn && own && wanted.details.curves) curves[classes[i]] = { ...wanted.details.curves.groups(groups), ranking: own };
    }
    const found = { ranking: ranking ?? multiclassRanking(table, classes) };
    if (!wanted) return found;
    const modal = wanted.details.groupedModal(groupsOf(all.modal(kernels), 1));
    return { ...found, ofClass, modal, ...(wanted.details.curves ? { curves } : {}) };
  }
}

/** Whole rows of two classes, all of weight 1, as they are kept where there are no weights. */
function signedPart({ rows, estimates, labels }: RowsPart, positive: number): RowsPart {
  const p = estimates as Float64Array;
  const column = p.length === rows;
  const signed = new Float64Array(rows);
  const others = new Float64Array(rows);
  for (let r = 0; r < rows; r++) {
    const sign = labels?.[r] === positive ? 1 : -1;
    signed[r] = ((column ? p[r] : p[2 * r + positive]) + 0) * sign;
    if (!column) others[r] = (p[2 * r + 1 - positive] + 0) * -sign;
  }
  return { rows, signed, ...(column ? {} : { others }) };
}

/** Weights by bin, for more rows than are kept. */
class WeightedBins {
  private readonly bins: Bins;
  /** By column and true class; of two classes only the positive one's column. */
  private readonly counts: Float64Array;
  private readonly ofClass: BinnedCalibration[];
  private readonly modal: { cells: BinnedCells; calibration: BinnedCalibration } | undefined;

  constructor(
    private readonly k: number,
    private readonly positive: number,
    private readonly wanted: { details: Details; kernels: Kernels } | undefined,
  ) {
    this.bins = new Bins(Math.max(LEAST_BINS, MOST_COUNTS / (k * k)));
    this.counts = new Float64Array(this.bins.count * k * k);
    this.ofClass = wanted ? Array.from({ length: k }, () => wanted.details.binned(wanted.kernels, this.bins)) : [];
    if (!wanted) return;
    const cells = new BinnedCells();
    this.modal = { cells, calibration: wanted.details.binned(wanted.kernels, cells.bins) };
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

  finish(classes: readonly string[], confidence: number, approximate: string): WeightedRanked {
    const { k, bins, counts, positive, ofClass, modal, wanted } = this;
    const cell = (i: number, j: number): Float64Array => counts.subarray((i * k + j) * bins.count, (i * k + j + 1) * bins.count);
    const column = (i: number) => ({ values: new Float64Array(bins.count), ofClass: Array.from({ length: k }, (_, j) => cell(i, j)) });
    const pair = (i: number) => {
      const groups = groupsOf(column(i), i);
      const statistics = groupStatistics(groups);
      const own = pairRanking(statistics, classes[i], confidence);
      return { ...own, ...(own.auc === null ? {} : { error: binErrors(groups, statistics.averagePrecision, 0) }) };
    };
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
