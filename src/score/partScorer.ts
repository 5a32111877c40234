import { Dealer } from '../calibration/dealt.js';
import { modalEstimate } from '../calibration/modalEstimate.js';
import type { Engine } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { measure, measures } from '../measures/registry.js';
import { KeptRows } from '../ranking/keptRows.js';
import type { Scoring, Take } from '../scoring.js';
import { Staging } from '../staging.js';
import type { RewardStatistics } from '../statistics/rewardStatistics.js';
import type { Tally } from '../tally.js';
import { type Treatment, treat } from '../treatment.js';
import { badWeight, isWeight } from '../weights.js';
import { concatenate } from './concatenate.js';
import type { Look } from './look.js';
import type { RangeResult, ScorePlan } from './plan.js';
import type { Problem } from './unplaced.js';

const FIRST_FEW = 5;

/** Estimates to a call of the kernels: enough to forget the call, few enough to stay in cache. */
export const CHUNK_ESTIMATES = 32768;

export type PartPlan = Pick<
  ScorePlan,
  'width' | 'weighted' | 'classes' | 'treatment' | 'keepEstimates' | 'keepRows' | 'shareRows' | 'writeRewards' | 'keepRewards' | 'skipBad'
>;

/** Everything that a part of a test set comes to, from rows that come in chunks. Free it when done. */
export class PartScorer {
  private readonly statistics: RewardStatistics | undefined;
  readonly tally: Tally;
  private readonly scoring: Scoring;
  private readonly treatment: Treatment;
  private readonly kept: Dealer;
  private readonly keepsEstimates: boolean;
  private readonly ranked: KeptRows | undefined;
  private lines: string[] = [];
  private rewards: Float64Array[][] = [];
  private skipped = 0;
  private readonly skippedFirst: Problem[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly plan: PartPlan,
    private readonly look: Look,
  ) {
    this.kept = new Dealer(engine.kernels);
    this.statistics = look.statistics && engine.statistics(plan.classes, { ...plan.treatment, ...look.statistics });
    this.tally = this.statistics?.tally ?? engine.tally(plan.classes, plan.treatment);
    this.treatment = treat(plan.classes, new Float64Array(), plan.treatment);
    if (plan.keepRows && this.statistics) this.ranked = new KeptRows(this.treatment, plan.width === 1, plan.keepRows, plan.weighted, plan.shareRows);
    this.keepsEstimates = plan.keepEstimates && this.statistics !== undefined;
    this.scoring = engine.scoring(this.treatment, look.prior, look.measures.map(measure), this.keepsEstimates ? [modalEstimate] : []);
  }

  /** Passes over a row that cannot be scored, and counts it; or throws. */
  skip(problem: () => Problem): void {
    if (!this.plan.skipBad) throw problem();
    this.skipped++;
    if (this.skippedFirst.length < FIRST_FEW) this.skippedFirst.push(problem());
  }

  /** Adds rows [from, to) of a chunk; `place` gives the error of a row, counted in the chunk, its place. */
  add(
    probabilities: Float64Array,
    labels: Uint16Array,
    weights: Float64Array | undefined,
    from: number,
    to: number,
    place: (row: number, problem: FairbitsError) => Problem,
  ): void {
    const { width } = this.plan;
    const some = (start: number, end: number): void =>
      this.addAll(probabilities.subarray(start * width, end * width), labels.subarray(start, end), weights?.subarray(start, end));
    // The next row whose weight will not do.
    let unweighed = nextBad(weights, from, to);
    for (let done = from; done < to; ) {
      if (done === unweighed) {
        const bad = done++;
        this.skip(() => place(bad, badWeight(bad, (weights as Float64Array)[bad])));
        unweighed = nextBad(weights, done, to);
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
        this.skip(() => place(bad, problem));
        // Those before the bad one are good.
        if (problem.row > 0) some(done, bad);
        done = bad + 1;
      }
    }
  }

  private addAll(p: Float64Array, labels: Uint16Array, weights: Float64Array | undefined): void {
    const { plan, eachRow } = this;
    const { measures } = this.look;
    const columns: Float64Array[] = eachRow ? measures.map(() => new Float64Array(labels.length)) : [];
    const take: Take = (column, values, from) => {
      if (column === measures.length) this.kept.add(values());
      else if (eachRow) columns[column].set(values(), from);
    };
    this.engine.addToBoth(this.statistics ?? this.tally, this.scoring, this.treatment, p, labels, take, weights);
    if (plan.keepRewards && eachRow) this.rewards.push([...columns, Float64Array.from(labels), ...(weights ? [weights.slice()] : [])]);
    this.ranked?.add(p, labels, weights);
    if (plan.writeRewards && eachRow)
      for (let r = 0; r < labels.length; r++)
        this.lines.push(`${[plan.classes[labels[r]], ...columns.map((values) => values[r]), ...(weights ? [weights[r]] : [])].join(',')}\n`);
  }

  /** Whether the values of each row are wanted, and known with this look. */
  private get eachRow(): boolean {
    return (this.plan.writeRewards || this.plan.keepRewards) && this.look.measures.length === measures.length;
  }

  /** What has gathered since the last time: modal estimates, rows to rank, lines of rewards, and columns of them. */
  drain(): Pick<RangeResult, 'estimates' | 'ranked' | 'rewards' | 'columns'> {
    const { plan, kept, lines, rewards, eachRow } = this;
    const ranked = this.ranked?.drain();
    this.lines = [];
    this.rewards = [];
    return {
      ...(this.keepsEstimates ? { estimates: kept.drain() } : {}),
      ...(ranked ? { ranked } : {}),
      ...(plan.writeRewards && eachRow ? { rewards: lines.join('') } : {}),
      ...(plan.keepRewards && eachRow
        ? { columns: Array.from({ length: measures.length + 1 + Number(plan.weighted) }, (_, i) => concatenate(rewards.map((columns) => columns[i]))) }
        : {}),
    };
  }

  finish(): Omit<RangeResult, 'quotes' | 'skippedFirst'> & { skippedFirst: Problem[] } {
    const { statistics, tally, skipped, skippedFirst } = this;
    return {
      ...this.drain(),
      rows: tally.rows,
      tally: tally.written(),
      ...(statistics ? { statistics: statistics.drain() } : {}),
      moments: this.scoring.finish().map(({ parts }) => parts),
      skipped,
      skippedFirst,
    };
  }

  free(): void {
    this.scoring.free();
    this.kept.free();
  }
}

/** The first row from a place on whose weight will not do, or the end. */
function nextBad(weights: Float64Array | undefined, from: number, to: number): number {
  if (!weights) return to;
  let row = from;
  while (row < to && isWeight(weights[row])) row++;
  return row;
}
