import { deal } from '../calibration/dealt.js';
import { modalEstimate } from '../calibration/modalEstimate.js';
import type { Engine } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { measures } from '../measures/registry.js';
import { KeptRows } from '../ranking/keptRows.js';
import type { Scoring } from '../scoring.js';
import type { Tally } from '../tally.js';
import { treat } from '../treatment.js';
import { Gathered } from './gathered.js';
import type { RangeResult, ScorePlan } from './plan.js';

const FIRST_FEW = 5;

/** Estimates to a call of the kernels: enough to forget the call, few enough to stay in cache. */
export const CHUNK_ESTIMATES = 32768;

export type PartPlan = Pick<ScorePlan, 'width' | 'classes' | 'treatment' | 'keepEstimates' | 'keepRows' | 'writeRewards' | 'skipBad'>;

/** Everything that a part of a test set comes to under a prior, from rows that come in chunks. Free it when done. */
export class PartScorer {
  readonly tally: Tally;
  private readonly scoring: Scoring;
  private readonly ranked: KeptRows | undefined;
  private lines: string[] = [];
  private skipped = 0;
  private readonly skippedFirst: string[] = [];

  constructor(
    engine: Engine,
    private readonly plan: PartPlan,
    prior: Float64Array,
    /** For the modal estimates; it may have served another part before. */
    private readonly kept = new Gathered(),
  ) {
    // A part that failed may have left some.
    kept.drain();
    this.tally = engine.tally(plan.classes, plan.treatment);
    const treatment = treat(plan.classes, new Float64Array(), plan.treatment);
    if (plan.keepRows) this.ranked = new KeptRows(treatment, plan.width === 1, plan.keepRows);
    this.scoring = engine.scoring(treatment, prior, [...measures, modalEstimate]);
  }

  /** Passes over a row that cannot be scored, and counts it; or throws. */
  skip(error: FairbitsError): void {
    if (!this.plan.skipBad) throw error;
    this.skipped++;
    if (this.skippedFirst.length < FIRST_FEW) this.skippedFirst.push(error.message);
  }

  /** Adds rows [from, to) of a chunk; `place` gives the error of a row, counted in the chunk, its place. */
  add(probabilities: Float64Array, labels: Uint16Array, from: number, to: number, place: (row: number, problem: FairbitsError) => FairbitsError): void {
    const { width } = this.plan;
    for (let done = from; done < to; ) {
      try {
        this.addAll(probabilities.subarray(done * width, to * width), labels.subarray(done, to));
        return;
      } catch (problem) {
        if (!(problem instanceof FairbitsError) || problem.row === undefined) throw problem;
        const bad = done + problem.row;
        this.skip(place(bad, problem));
        // A tally takes all rows or none; those before the bad one are good.
        if (problem.row > 0) this.addAll(probabilities.subarray(done * width, bad * width), labels.subarray(done, bad));
        done = bad + 1;
      }
    }
  }

  private addAll(p: Float64Array, labels: Uint16Array): void {
    const { plan } = this;
    this.tally.add(p, labels);
    const columns: Float64Array[] = plan.writeRewards ? [...measures, modalEstimate].map(() => new Float64Array(labels.length)) : [];
    this.scoring.add(p, labels, (column, values, from) => {
      if (column === measures.length && plan.keepEstimates) this.kept.add(values);
      columns[column]?.set(values, from);
    });
    this.ranked?.add(p, labels);
    if (plan.writeRewards)
      for (let r = 0; r < labels.length; r++)
        this.lines.push(`${[plan.classes[labels[r]], ...columns.slice(0, measures.length).map((values) => values[r])].join(',')}\n`);
  }

  /** What has gathered since the last time: modal estimates, rows to rank, and lines of rewards. */
  drain(): Pick<RangeResult, 'estimates' | 'ranked' | 'rewards'> {
    const { plan, kept, lines } = this;
    this.lines = [];
    return {
      ...(plan.keepEstimates ? { estimates: deal(kept.drain()) } : {}),
      ...(this.ranked ? { ranked: this.ranked.drain() } : {}),
      ...(plan.writeRewards ? { rewards: lines.join('') } : {}),
    };
  }

  finish(): Omit<RangeResult, 'quotes'> {
    const moments = this.scoring.finish().map(({ parts }) => parts);
    return { ...this.drain(), rows: this.tally.rows, tally: this.tally.toJSON(), moments, skipped: this.skipped, skippedFirst: this.skippedFirst };
  }

  free(): void {
    this.scoring.free();
  }
}
