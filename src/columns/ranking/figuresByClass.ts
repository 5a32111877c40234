import { namedRecord } from '../../base/namedRecord.js';
import type { Kernels } from '../../kernels/kernels.js';
import type { Details, FigureGatherer } from '../calibration/details.js';
import { rankStatistics } from './rankStatistics.js';
import { pairRanking } from './ranks.js';

/** What there is to say of each class beside its rank. */
export class FiguresByClass implements FigureGatherer {
  readonly found: FigureGatherer['found'] = { ofClass: [] };

  constructor(
    readonly details: Details,
    private readonly classes: readonly string[],
    private readonly positive: number,
    private readonly confidence: number,
  ) {
    if (details.curves) this.found.curves = namedRecord();
  }

  merge({ ofClass, curves }: FigureGatherer['found']): void {
    ofClass.forEach((each, i) => {
      this.found.ofClass[i] = each;
    });
    if (this.found.curves) Object.assign(this.found.curves, curves);
  }

  look(kernels: Kernels, sorted: Float64Array, i: number): void {
    const calibrator = this.details.sorted(kernels, sorted.length);
    try {
      calibrator.add(sorted);
      this.found.ofClass[i] = calibrator.finish();
    } finally {
      calibrator.free();
    }
    if (this.draws(i)) this.draw(kernels, sorted, i);
  }

  draws(i: number): boolean {
    return this.details.curves?.wanted(this.classes, i, this.positive) ?? false;
  }

  draw(kernels: Kernels, sorted: Float64Array, i: number): void {
    const ranking = pairRanking(rankStatistics(kernels, sorted), this.classes[i], this.confidence);
    if (this.found.curves && this.details.curves) this.found.curves[this.classes[i]] = { ...this.details.curves.sorted(sorted), ranking };
  }

  lookAtRuns(kernels: Kernels, runs: Float64Array[], i: number, below: Uint32Array, all: number): void {
    const calibrator = this.details.sorted(kernels, all);
    try {
      calibrator.sum(runs.map((values, j) => ({ values, turned: j !== i })));
      calibrator.poolPlaces(runs[i], below, all - runs[i].length);
      this.found.ofClass[i] = calibrator.finish();
    } finally {
      calibrator.free();
    }
  }
}
