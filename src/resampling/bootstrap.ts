import { FairbitsError } from '../base/errors.js';
import { type ReplicateOptions, replicatesOf } from '../core/resampling/options.js';
import { forkSeed, Random } from '../core/resampling/random.js';
import { acceleration } from '../intervals/acceleration.js';
import { type BootstrapInterval, bootstrapInterval, type IntervalKind } from '../intervals/bootstrapInterval.js';

/** What can be resampled: rows in an array, or numbers in a Float64Array. */
export type Sample = Float64Array | readonly unknown[];

/** What the bootstrap of a statistic finds: its replicates, standard error, bias and intervals. */
export interface Bootstrap {
  /** The statistic of the data. */
  estimate: number;
  /** The statistic of each replicate. */
  replicates: Float64Array;
  standardError: number;
  /** The mean of the replicates less the estimate. */
  bias: number;
  interval(kind?: IntervalKind, confidence?: number): BootstrapInterval;
}

/**
 * The bootstrap (Efron 1979) of any statistic, in TypeScript: each replicate is the statistic of as many rows as there
 * are, drawn with replacement. For means there is `engine.bootstrapMeans`, a hundred times as fast.
 *
 * @example
 * ```ts
 * import { bootstrap } from 'fairbits';
 *
 * const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];
 * const { estimate, standardError, interval } = bootstrap(median, [1, 2, 3, 4, 10], { replicates: 1000, seed: 1 });
 * estimate; // → 3
 * standardError; // → 1.86
 * interval('percentile').interval; // → [ 1, 10 ]
 * ```
 */
export function bootstrap<T extends Sample>(statistic: (sample: T) => number, data: T, options: ReplicateOptions = {}): Bootstrap {
  const { replicates: count, seed, first } = replicatesOf(options);
  const n = data.length;
  if (n === 0) throw new FairbitsError('length', 'there is nothing to resample', { found: 0, expected: 'at least one row' });
  const estimate = statistic(data);
  const replicates = new Float64Array(count);
  // A sample of its own for each replicate: a statistic may keep it, or sort it.
  const pick = (place: (i: number) => number, length: number): T =>
    (data instanceof Float64Array
      ? Float64Array.from({ length }, (_, i) => data[place(i)])
      : Array.from({ length }, (_, i) => (data as readonly unknown[])[place(i)])) as unknown as T;
  for (let r = 0; r < count; r++) {
    const random = new Random(forkSeed(seed, first + r));
    replicates[r] = statistic(pick(() => random.below(n), n));
  }
  const mean = replicates.reduce((sum, x) => sum + x, 0) / count;
  const squares = replicates.reduce((sum, x) => sum + (x - mean) * (x - mean), 0);
  return {
    estimate,
    replicates,
    standardError: Math.sqrt(squares / (count - 1)),
    bias: mean - estimate,
    interval(kind = 'percentile', confidence = 0.95) {
      if (kind !== 'bca') return bootstrapInterval(kind, estimate, replicates, { confidence });
      const leftOut = n < 2 ? [] : Array.from({ length: n }, (_, out) => statistic(pick((i) => (i < out ? i : i + 1), n - 1)));
      return bootstrapInterval(kind, estimate, replicates, { confidence, acceleration: n < 2 ? NaN : acceleration(leftOut) });
    },
  };
}
