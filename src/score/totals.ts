import { type Dealt, miscalibrationOf } from '../calibration/dealt.js';
import type { Miscalibration } from '../calibration/miscalibration.js';
import type { Engine } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { measures } from '../measures/registry.js';
import { Moments } from '../moments.js';
import type { ResolvedPrior } from '../priors.js';
import { buildReport, type Report } from '../report.js';
import type { Tally } from '../tally.js';
import type { TreatmentOptions } from '../treatment.js';
import type { RangeResult } from './plan.js';

/** Modal estimates are kept, for calibration, up to this many rows (32 MiB; to sort them takes twice as much again at worst, where all are of about the same size). */
const MOST_ESTIMATES = 2 ** 22;
const FIRST_FEW = 5;

/** What the parts of a test set come to together. */
export interface Total {
  report: Report;
  tally: Tally;
  moments: Moments[];
  skipped: number;
  skippedFirst: string[];
}

/** Parts, added up in order. */
export class Totals {
  readonly tally: Tally;
  private readonly moments: Moments[];
  private kept: Dealt[] = [];
  private keptRows = 0;
  private skipped = 0;
  private readonly skippedFirst: string[] = [];

  constructor(
    private readonly engine: Engine,
    classes: string[],
    treatment: TreatmentOptions,
  ) {
    this.tally = engine.tally(classes, treatment);
    this.moments = measures.map(() => new Moments(engine.kernels));
  }

  /** Keeps modal estimates, unless there are too many to sort. */
  keep(estimates: Dealt | undefined): void {
    if (!estimates) return;
    this.keptRows += estimates.values.length;
    if (this.keptRows > MOST_ESTIMATES) this.kept = [];
    else this.kept.push(estimates);
  }

  add(part: Pick<RangeResult, 'tally' | 'moments' | 'estimates' | 'skipped' | 'skippedFirst'>): void {
    this.tally.merge(this.engine.tallyFrom(part.tally));
    this.moments.forEach((each, i) => {
      each.merge(part.moments[i]);
    });
    this.keep(part.estimates);
    this.skipped += part.skipped;
    this.skippedFirst.push(...part.skippedFirst.slice(0, FIRST_FEW - this.skippedFirst.length));
  }

  async finish(prior: ResolvedPrior, confidence: number | undefined): Promise<Total> {
    const { tally, moments, skipped, skippedFirst } = this;
    if (tally.rows === 0) throw new FairbitsError('format', 'there is no row to score', { expected: 'rows of predictions' });
    const report = buildReport({
      backend: this.engine.backend,
      tally,
      prior,
      scores: measures.map((measure, i) => ({ measure, summary: moments[i].summary() })),
      calibration: tally.rows > MOST_ESTIMATES ? tooMany(tally.rows) : await miscalibrationOf(this.kept, this.engine.backend),
      confidence,
    });
    if (skipped > 0)
      report.warnings.unshift(`${skipped} rows could not be scored and were skipped: ${skippedFirst.join('; ')}${skipped > skippedFirst.length ? '; …' : ''}`);
    return { report, tally, moments, skipped, skippedFirst };
  }
}

function tooMany(rows: number): Miscalibration {
  return {
    miscalibration: null,
    overconfident: null,
    underconfident: null,
    cells: 0,
    reason: `${rows} rows are more than the ${MOST_ESTIMATES} whose estimates are kept for sorting`,
  };
}
