import { csvCell } from '../../base/csvCell.js';
import { FairbitsError } from '../../base/errors.js';
import { BucketSorter, type Dealt } from '../../columns/calibration/bucketSorter.js';
import { modalEstimateColumn } from '../../columns/calibration/modalEstimate.js';
import { RowDealer } from '../../columns/ranking/dealtRows.js';
import { KeptRows, type RowsPart } from '../../columns/ranking/keptRows.js';
import type { Engine } from '../../core/engine.js';
import { type MeasureId, measure, measures } from '../../core/measures/registry.js';
import type { MomentsState } from '../../core/moments.js';
import type { Scoring, Take } from '../../core/scoring.js';
import { Staging } from '../../core/staging.js';
import type { RewardStatistics, StatisticsOptions, StatisticsState } from '../../core/statistics/rewardStatistics.js';
import type { Tally, TallyState } from '../../core/tally.js';
import { type Treatment, type TreatmentOptions, treat } from '../../core/treatment.js';
import { badWeight, isWeight } from '../../core/weights.js';
import type { Refuse, RowBlock } from '../../rows/table.js';
import type { Problem } from '../../rows/unplaced.js';
import type { Sink, SinkKind } from '../../run/rowWork.js';
import type { SlicePlan } from '../../slices/slicePlan.js';
import type { PartSlices, SlicedPart } from '../slices/partSlices.js';
import { slicesOfPart } from '../slices/slicer.js';
import { concatenate } from './concatenate.js';
import { addTruths, noTruths, type TruthPrint } from './truthPrint.js';

/** What is made of rows when they are read; it can be posted. */
export interface Look {
  /** The statistics, and beside them what calibration and ranking take. */
  statistics?: Pick<StatisticsOptions, 'turnAt' | 'band'> | undefined;
  /** Or the rows alone, as they are scored. */
  rows?: boolean;
  /** Measures that are taken row by row, under a prior. */
  measures: MeasureId[];
  prior: Float64Array;
  /** Deal out the modal estimates by size, to be sorted; else they are handed over as they come. */
  deals?: boolean;
  /** Deal out rows to be ranked, of a few classes; else they are kept as they come. */
  dealsRows?: boolean;
}

/** How rows are scored; it can be posted. */
export interface ScoreOf {
  /** Estimates to a row: the number of classes, or 1. */
  width: number;
  weighted: boolean;
  classes: string[];
  /** Of each table; those of single precision are told apart. */
  treatments: TreatmentOptions[];
  /** Of each table, what its columns of estimates are called, and that of weights. */
  columns: { estimates: string[]; weights: string | undefined }[];
  /** Keep the modal estimates, for calibration; shared, where all threads are to sort them. */
  keepEstimates: boolean | 'shared';
  /** Keep what ranking takes of each row, or all of it; undefined for nothing. */
  keepRows?: 'ranking' | 'all' | undefined;
  /** Keep them where all threads can look at them. */
  shareRows: boolean;
  /** Write one line per instance, and the names of classes in it as they are. */
  writeRewards: boolean;
  rawText: boolean;
  /** Hand over every measure's values, to be resampled. */
  keepRewards: boolean;
  /** Take a print of the true classes, to see whether files have the same ones. */
  printTruths: boolean;
  /** By what rows are sliced. */
  slices?: SlicePlan | undefined;
}

/** What a part comes to. */
export interface ScorePart {
  rows: number;
  tally: TallyState;
  /** Where the look was for them. */
  statistics?: StatisticsState;
  /** Of the measures that were taken row by row. */
  moments: MomentsState[];
  /** The modal estimates, for calibration. */
  estimates?: Dealt[];
  ranked?: RowsPart;
  rewards?: string;
  /** A column for each measure, and the true classes after them. */
  columns?: Float64Array[];
  truths?: TruthPrint;
  slices?: SlicedPart;
}

/** Where nothing is dealt out. */
const NO_STACKS = new Float64Array();

export const scoreSinks: SinkKind<ScoreOf, Look, ScorePart> = (engine, of) => (look, table) => new PartScorer(engine, of, table, look);

/** Everything that a part of a test set comes to, from rows that come in blocks. */
class PartScorer implements Sink<ScorePart> {
  private readonly statistics: RewardStatistics | undefined;
  readonly tally: Tally;
  private readonly scoring: Scoring;
  private readonly treatment: Treatment;
  private readonly dealer: BucketSorter | undefined;
  private readonly undealt: Dealt[] = [];
  private readonly keepsEstimates: boolean;
  private readonly ranked: KeptRows | undefined;
  private readonly rowDealer: RowDealer | undefined;
  private readonly lines: string[] = [];
  /** The classes as the lines name them. */
  private readonly names: string[];
  private readonly rewards: Float64Array[][] = [];
  private readonly truths = noTruths();
  private readonly slices: PartSlices | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly plan: ScoreOf,
    private readonly table: number,
    private readonly look: Look,
  ) {
    const treatment = plan.treatments[table];
    this.names = plan.writeRewards ? plan.classes.map((name) => csvCell(name, plan.rawText)) : [];
    this.statistics = look.statistics && engine.statistics(plan.classes, { ...treatment, ...look.statistics });
    this.tally = this.statistics?.tally ?? engine.tally(plan.classes, treatment);
    this.treatment = treat(plan.classes, new Float64Array(), treatment);
    const weighted = plan.weighted || plan.columns[table].weights !== undefined;
    if (plan.keepRows && (this.statistics || look.rows)) {
      if (look.dealsRows && plan.keepRows === 'ranking' && !weighted) this.rowDealer = new RowDealer(engine.kernels, this.treatment, plan.shareRows);
      else this.ranked = new KeptRows(this.treatment, plan.width === 1, plan.keepRows, weighted, plan.shareRows);
    }
    if (plan.slices && look.statistics) this.slices = slicesOfPart(plan.slices, plan.width);
    this.keepsEstimates = plan.keepEstimates !== false && this.statistics !== undefined;
    if (this.keepsEstimates && look.deals) this.dealer = new BucketSorter(engine.kernels, undefined, true, plan.keepEstimates === 'shared');
    this.scoring = engine.scoring(this.treatment, look.prior, look.measures.map(measure), this.keepsEstimates ? [modalEstimateColumn] : []);
  }

  add(block: RowBlock, refuse: Refuse): void {
    const { width, weighted } = this.plan;
    const { rows, numbers, labels, weights: beside } = block;
    const weights = weighted ? beside : undefined;
    // Rows are treated where they lie.
    this.slices?.hold(block);
    const some = (start: number, end: number): void => {
      this.addAll(numbers.subarray(start * width, end * width), labels.subarray(start, end), beside?.subarray(start, end));
      this.slices?.add(block, start, end, weights);
    };
    // The next row whose weight will not do.
    let unweighed = nextBad(weights, 0, rows);
    for (let done = 0; done < rows; ) {
      if (done === unweighed) {
        const bad = done++;
        refuse(() => this.problem(block, bad, badWeight(bad, (weights as Float64Array)[bad])), bad);
        unweighed = nextBad(weights, done, rows);
        continue;
      }
      // One piece at a time, which is added whole or not at all.
      const end = Math.min(unweighed, done + Staging.rows(this.tally.k, width === 1));
      try {
        some(done, end);
        done = end;
      } catch (problem) {
        if (!(problem instanceof FairbitsError) || problem.row === undefined) throw problem;
        const bad = done + problem.row;
        refuse(() => this.problem(block, bad, problem), bad);
        // Those before the bad one are good.
        if (problem.row > 0) some(done, bad);
        done = bad + 1;
      }
    }
  }

  /** The error of a row whose numbers were read but cannot be taken, with its place. */
  private problem(block: RowBlock, row: number, { code, message, class: name, found, expected }: FairbitsError): Problem {
    const { estimates, weights } = this.plan.columns[this.table];
    const index = estimates.length === 1 ? 0 : this.plan.classes.indexOf(String(name));
    const column = code === 'weight' ? weights : code === 'estimates-sum' ? undefined : estimates[index];
    const text = message.replace(/^row \d+: /, '');
    return block.problem(row, code, column === undefined ? text : `column "${column}": ${text}`, {
      ...(column === undefined ? {} : { column }),
      found,
      ...(expected === undefined ? {} : { expected }),
    });
  }

  private addAll(p: Float64Array, labels: Uint16Array, beside: Float64Array | undefined): void {
    const { plan, eachRow } = this;
    const weights = plan.weighted ? beside : undefined;
    const { measures } = this.look;
    const columns: Float64Array[] = eachRow ? measures.map(() => new Float64Array(labels.length)) : [];
    const take: Take = (column, values, from) => {
      if (column === measures.length) this.keep(values());
      else if (eachRow) columns[column].set(values(), from);
    };
    const { roundedOutside } = this.tally;
    this.engine.addToBoth(this.statistics ?? this.tally, this.scoring, this.treatment, p, labels, take, weights);
    if (plan.keepRewards && eachRow) this.rewards.push([...columns, Float64Array.from(labels), ...(weights ? [weights.slice()] : [])]);
    if (plan.printTruths && this.statistics) addTruths(this.truths, labels);
    const outside = this.tally.roundedOutside > roundedOutside;
    this.ranked?.add(p, labels, beside, outside);
    this.rowDealer?.add(p, labels, outside);
    if (plan.writeRewards && eachRow)
      for (let r = 0; r < labels.length; r++)
        this.lines.push(`${[this.names[labels[r]], ...columns.map((values) => values[r]), ...(weights ? [weights[r]] : [])].join(',')}\n`);
  }

  private keep(modal: Float64Array): void {
    if (this.dealer) this.dealer.add(modal);
    else this.undealt.push({ values: modal.slice(), ends: NO_STACKS });
  }

  /** Whether the values of each row are wanted, and known with this look. */
  private get eachRow(): boolean {
    return (this.plan.writeRewards || this.plan.keepRewards) && this.look.measures.length === measures.length;
  }

  finish(): ScorePart {
    const { plan, statistics, tally, rewards, eachRow } = this;
    const ranked = this.rowDealer?.drain() ?? this.ranked?.drain();
    return {
      rows: tally.rows,
      tally: tally.state(false),
      ...(statistics ? { statistics: statistics.drain() } : {}),
      moments: this.scoring.finish().map(({ parts }) => parts),
      ...(this.keepsEstimates ? { estimates: this.dealer?.drain() ?? this.undealt } : {}),
      ...(plan.printTruths && statistics ? { truths: this.truths } : {}),
      ...(this.slices ? { slices: this.slices.finish() } : {}),
      ...(ranked ? { ranked } : {}),
      ...(plan.writeRewards && eachRow ? { rewards: this.lines.join('') } : {}),
      ...(plan.keepRewards && eachRow
        ? { columns: Array.from({ length: measures.length + 1 + Number(plan.weighted) }, (_, i) => concatenate(rewards.map((columns) => columns[i]))) }
        : {}),
    };
  }

  free(): void {
    this.scoring.free();
    this.dealer?.free();
    this.rowDealer?.free();
  }
}

/** The first row from a place on whose weight will not do, or the end. */
function nextBad(weights: Float64Array | undefined, from: number, to: number): number {
  if (!weights) return to;
  let row = from;
  while (row < to && isWeight(weights[row])) row++;
  return row;
}
