import { type Reported, reported } from '../base/reported.js';
import { bootstrapInterval, type IntervalKind } from '../intervals/bootstrapInterval.js';
import { type RegressionMeasure, type RegressionReport, type RegressionTally, regressionMeasures } from './regression.js';

/** Intervals of the figures of numeric predictions. */
export interface RegressionIntervals {
  /** How rows were resampled; null where they were not. */
  bootstrap: { replicates: number; seed: number; interval: IntervalKind; confidence: number } | null;
  /** Null where there is none, beside the measure's or this interval's reason. */
  intervals: Partial<Record<RegressionMeasure, [Reported, Reported] | null>>;
}

/** Intervals of every measure, from the means of the rows' terms in bootstrap replicates. Measures that are ratios or roots of means are made anew in each. */
export function regressionIntervals(
  tally: RegressionTally,
  report: RegressionReport,
  means: readonly Float64Array[],
  bootstrap: NonNullable<RegressionIntervals['bootstrap']>,
): RegressionIntervals {
  const { interval: kind, confidence, replicates } = bootstrap;
  const resampled = Array.from({ length: replicates }, (_, r) => tally.measuresOf(means.map((column) => column[r])));
  const intervals: RegressionIntervals['intervals'] = {};
  for (const id of regressionMeasures) {
    const estimate = report[id];
    const { interval, reason } =
      estimate === null
        ? { interval: null, reason: undefined }
        : report.rows === 1
          ? { interval: null, reason: 'one row drawn again is the same row' }
          : bootstrapInterval(
              kind,
              estimate,
              Float64Array.from(resampled, (found) => found[id]),
              { confidence },
            );
    intervals[id] = interval && [reported(interval[0]), reported(interval[1])];
    if (reason) report.reasons[id] = `no interval: ${reason}`;
  }
  return { bootstrap, intervals };
}
