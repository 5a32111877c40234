import type { EngineOptions } from '../../core/engine.js';
import { measures } from '../../core/measures/registry.js';
import { replicatesOf } from '../../core/resampling/options.js';
import { type Reported, reported } from '../../evaluate/report.js';
import { accelerationFrom, cubesAbout } from '../../intervals/acceleration.js';
import { bootstrapInterval, checkReplicates, type IntervalKind } from '../../intervals/bootstrapInterval.js';
import { bootstrapRows } from '../resample/onThreads.js';
import { chunksOf, type RowSource, RowStore } from '../resample/rowStore.js';
import { concatenate } from './concatenate.js';
import type { Progress } from './options.js';
import type { Total } from './totals.js';

/** How rows are to be resampled for the intervals of a report. */
export interface BootstrapRequest {
  replicates: number;
  /** 1 by default. */
  seed?: number;
  /** `percentile` by default. */
  interval?: IntervalKind;
}

/** Where the rewards of every row go. */
export type RewardColumns = Pick<RowStore, 'restart' | 'add'>;

interface Settings extends EngineOptions {
  confidence?: number;
  threads?: number;
  onProgress?: (progress: Progress) => void;
}

/** Scores, keeping the rewards of every row, and puts bootstrap intervals into the report: every measure with the same draws. */
export async function withBootstrap<T extends Total>(request: BootstrapRequest, settings: Settings, score: (columns: RewardColumns) => Promise<T>): Promise<T> {
  const { replicates, seed = 1, interval: kind = 'percentile' } = request;
  const { confidence = 0.95, onProgress } = settings;
  // What cannot be done is said before the files are read.
  replicatesOf(request);
  checkReplicates(kind, replicates, confidence);
  const store = new RowStore(measures.length);
  let parts: Float64Array[] = [];
  const columns: RewardColumns = {
    restart() {
      store.restart();
      parts = [];
    },
    add(values) {
      store.add(values);
      // After the measures and the true class.
      if (values.length > measures.length + 1) parts.push(values[measures.length + 1]);
    },
  };
  try {
    const scored = await score(columns);
    const source = store.source();
    const weights = parts.length > 0 ? concatenate(parts) : undefined;
    const means = await bootstrapRows(source, {
      ...settings,
      replicates,
      seed,
      ...(weights ? { weights } : {}),
      onProgress: (done, all) => onProgress?.({ step: 'resampling', bytes: done, totalBytes: all, rows: replicates }),
    });
    const { report, scores } = scored;
    const estimates = scores.map(({ summary }) => summary.mean);
    const accelerations = kind === 'bca' ? accelerationsOf(source, estimates, weights) : [];
    report.bootstrap = { replicates, seed, interval: kind };
    for (const [i, { id }] of measures.entries()) {
      const found = report.measures[id];
      const { interval, reason } = bootstrapInterval(kind, estimates[i], means[i], {
        confidence,
        ...(kind === 'bca' ? { acceleration: accelerations[i] } : {}),
      });
      found.interval = interval && (interval.map(reported) as [Reported, Reported]);
      if (reason) found.reason = found.reason ? `${found.reason}; ${reason}` : reason;
    }
    return scored;
  } finally {
    store.close();
  }
}

function accelerationsOf(source: RowSource, means: readonly number[], weights: Float64Array | undefined): number[] {
  const sums = means.map(() => ({ squares: 0, cubes: 0 }));
  let from = 0;
  for (const chunk of chunksOf(source)) {
    const rows = chunk[0].length;
    const some = weights?.subarray(from, from + rows);
    for (const [c, column] of chunk.entries()) {
      const { squares, cubes } = cubesAbout(column, means[c], some);
      sums[c].squares += squares;
      sums[c].cubes += cubes;
    }
    from += rows;
  }
  return sums.map(accelerationFrom);
}
