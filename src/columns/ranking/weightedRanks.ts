import { giveBack } from '../../base/giveBack.js';
import { namedRecord } from '../../base/namedRecord.js';
import { createEngine } from '../../core/engine.js';
import type { Backend } from '../../kernels/kernels.js';
import type { ClassCalibration } from '../calibration/classCalibration.js';
import type { Details } from '../calibration/details.js';
import type { ModalCalibration } from '../calibration/modalCalibration.js';
import { movedWith, type RowsPart } from './keptRows.js';
import { multiclassRanking, type PairTable } from './multiclass.js';
import type { ClassCurves, Ranked, Ranking } from './ranked.js';
import { groupStatistics } from './rankStatistics.js';
import { MAX_KEPT_NUMBERS, MAX_PAIRED_CLASSES, type MakeBins, pairRanking, Ranks, SORTING_OVERHEAD, tooManyToRank } from './ranks.js';
import { addWins, groupsOfColumn, WeightedParts } from './weightedRows.js';

export interface WeightedRanked extends Ranked {
  /** The modal estimates, by their weights. */
  modal?: ModalCalibration;
  /** Whether all weights are 1, so that modal estimates without weights will do. */
  ones?: boolean;
}

/** Rows by bin; see weightedBins.ts. */
export interface WeightedRowBins {
  add(part: RowsPart): void;
  finish(confidence: number, approximate: string): WeightedRanked;
}

/** Ranks, for rows with weights: a row of weight 2 is two rows, one of weight 0 none. */
export class WeightedRanks {
  private parts: RowsPart[] = [];
  private kept = 0;
  private rows = 0;
  private ones = true;
  private binned: WeightedRowBins | undefined;
  private readonly most: number;

  constructor(
    private readonly classes: readonly string[],
    private readonly positive: number,
    most: number,
    private readonly details?: Details,
    private readonly makeBins?: MakeBins<WeightedRowBins>,
  ) {
    this.most = Math.min(most, MAX_KEPT_NUMBERS);
  }

  /** Whole rows, with weights beside them. */
  async add(part: RowsPart | undefined): Promise<void> {
    if (!part || part.rows === 0) return;
    this.rows += part.rows;
    this.ones &&= part.weights?.every((weight) => weight === 1) ?? true;
    this.kept += (part.estimates?.length ?? 0) + part.rows;
    if (this.kept <= this.most) {
      this.parts.push(part);
      return;
    }
    this.binned ??= await this.makeBins?.(this.classes, this.positive, this.details);
    if (this.binned)
      for (const each of [...this.parts, part]) {
        this.binned.add(each);
        giveBack(movedWith(each));
      }
    this.parts = [];
  }

  async finish(backend: Backend, confidence: number): Promise<WeightedRanked> {
    const { classes, positive, rows, details, binned } = this;
    const k = classes.length;
    if (k > MAX_PAIRED_CLASSES) return { ranking: tooManyToRank(rows, k) };
    if (this.kept > this.most) {
      if (!binned) return { ranking: tooManyToRank(rows, k) };
      return binned.finish(confidence, `${rows} rows are too many to be kept and sorted (--memory): the figures are computed from bins`);
    }
    if (this.ones) {
      const ranks = new Ranks(classes, positive, Infinity, details);
      for (const part of this.parts) await ranks.add(k === 2 ? signedPart(part, positive) : part);
      return { ...(await ranks.finish(backend, confidence)), ones: true };
    }
    const all = new WeightedParts(this.parts, k, positive);
    const { kernels } = await createEngine({ backend, memory: 16 * rows + SORTING_OVERHEAD });
    const table: PairTable = { rows: all.totals(), wins: new Float64Array(k * k) };
    const ofClass: ClassCalibration[] = [];
    const curves = namedRecord<ClassCurves>();
    let ranking: Ranking | undefined;
    for (let i = 0; i < k; i++) {
      const column = all.column(kernels, i);
      const groups = groupsOfColumn(column, i);
      if (k > 2) addWins(table, column, i);
      const drawn = details?.curves?.wanted(classes, i, positive);
      const own = i === positive || drawn ? pairRanking(groupStatistics(groups), classes[i], confidence) : undefined;
      if (i === positive) ranking = own;
      if (!details) continue;
      ofClass.push(details.grouped(groups));
      if (drawn && own && details.curves) curves[classes[i]] = { ...details.curves.groups(groups), ranking: own };
    }
    const found = { ranking: ranking ?? multiclassRanking(table, classes) };
    if (!details) return found;
    const modal = details.groupedModal(groupsOfColumn(all.modal(kernels), 1));
    return { ...found, ofClass, modal, ...(details.curves ? { curves } : {}) };
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
