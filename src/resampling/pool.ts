import type { Dealt } from '../columns/calibration/bucketSorter.js';
import { miscalibration } from '../columns/calibration/miscalibration.js';
import type { Engine } from '../core/engine.js';
import { measures } from '../core/measures/registry.js';
import { Moments } from '../core/moments.js';
import type { EvaluatedParts } from '../evaluate/evaluate.js';
import { reported } from '../evaluate/report.js';
import type { LearnerEvaluation } from './foldTable.js';

/** The test rows of all folds together, each scored under its own fold's prior. Exact sums: the order of folds changes nothing. */
export class Pool {
  private readonly moments: Moments[];
  private readonly modalEstimates: Dealt[] = [];
  private confusion: number[][] | undefined;
  private ties = 0;

  constructor(private readonly engine: Engine) {
    this.moments = measures.map(() => new Moments(engine.kernels));
  }

  add({ report, moments, modalEstimates }: EvaluatedParts): void {
    for (const [i, sums] of moments().entries()) this.moments[i].merge(sums);
    this.modalEstimates.push(...modalEstimates);
    const before = this.confusion;
    this.confusion = before ? report.confusion?.map((row, i) => row.map((count, j) => count + before[i][j])) : report.confusion;
    this.ties += report.ties;
  }

  /** How many rows there are, and how many of them earn −∞. */
  get rows(): { rows: number; impossible: number } {
    const { rows, infinite } = this.moments[0].summary();
    return { rows, impossible: infinite };
  }

  async result(): Promise<LearnerEvaluation['pooled']> {
    const entries = measures.map(({ id }, i) => {
      const { mean, total, infinite } = this.moments[i].summary();
      return [id, { mean: reported(mean), total: reported(total), infinite }];
    });
    return {
      rows: this.rows.rows,
      measures: Object.fromEntries(entries),
      miscalibration: await miscalibration(this.modalEstimates, this.engine.backend),
      ...(this.confusion && { confusion: this.confusion }),
      ties: this.ties,
    };
  }
}
