import { FairbitsError } from '../base/errors.js';
import { normalTail } from '../math/distributions.js';
import { normalQuantile } from '../math/normalQuantile.js';
import { quantile } from '../math/quantile.js';

/** Intervals from bootstrap replicates. Davison & Hinkley (1997), ch. 5; BCa: Efron (1987). */
export type IntervalKind = 'normal' | 'percentile' | 'basic' | 'bca';

export const INTERVAL_KINDS: readonly IntervalKind[] = ['normal', 'percentile', 'basic', 'bca'];

/** An interval from bootstrap replicates, or null beside the reason. */
export interface BootstrapInterval {
  kind: IntervalKind;
  confidence: number;
  /** Null where there is none; `reason` says why. */
  interval: [low: number, high: number] | null;
  reason?: string;
}

/** Replicates this close to the estimate, relatively, are equal to it: sums in another order round differently. */
const SAME = 2 ** -46;

/**
 * An interval for what was estimated as `estimate`. BCa asks for the acceleration, too: `accelerationOfMean`, or
 * `acceleration` for anything else.
 *
 * @example
 * ```ts
 * import { accelerationOfMean, bootstrapInterval, createEngine } from 'fairbits';
 *
 * const values = Float64Array.of(1, 2, 3, 4, 10);
 * const means = (await createEngine()).bootstrapMeans(values, { replicates: 2000, seed: 1 });
 * bootstrapInterval('percentile', 4, means).interval; // → [ 1.8, 7 ]
 * bootstrapInterval('bca', 4, means, { acceleration: accelerationOfMean(values) }).interval; // → [ 2, 7.6 ]
 * ```
 */
export function bootstrapInterval(
  kind: IntervalKind,
  estimate: number,
  replicates: Float64Array,
  { confidence = 0.95, acceleration }: { confidence?: number; acceleration?: number } = {},
): BootstrapInterval {
  if (!INTERVAL_KINDS.includes(kind))
    throw new FairbitsError('option', `interval "${kind}": expected one of ${INTERVAL_KINDS.join(', ')}`, { found: kind, expected: INTERVAL_KINDS.join(', ') });
  if (!(confidence > 0 && confidence < 1))
    throw new FairbitsError('option', `the confidence is ${confidence}: expected a number between 0 and 1, such as 0.95`, {
      found: confidence,
      expected: 'between 0 and 1',
    });
  const tail = (1 - confidence) / 2;
  checkReplicates(kind, replicates.length, confidence);
  if (kind === 'bca' && acceleration === undefined)
    throw new FairbitsError('option', 'a BCa interval needs the acceleration: see accelerationOfMean', { found: undefined, expected: 'a number' });
  const none = (reason: string): BootstrapInterval => ({ kind, confidence, interval: null, reason });
  const found = (low: number, high: number): BootstrapInterval => ({ kind, confidence, interval: [low, high] });
  if (Number.isNaN(estimate) || replicates.some(Number.isNaN)) return none('the statistic has no value for the data or for a replicate');
  if (kind === 'normal') {
    const { mean, deviation } = meanAndDeviation(replicates);
    if (!Number.isFinite(estimate) || !Number.isFinite(deviation))
      return none('an infinite value has no normal interval; a percentile interval has an end there');
    const z = normalQuantile(1 - tail);
    const centre = 2 * estimate - mean;
    return found(centre - z * deviation, centre + z * deviation);
  }
  const sorted = replicates.slice().sort();
  const [low, high] = [quantile(sorted, tail), quantile(sorted, 1 - tail)];
  if (kind === 'percentile') return found(low, high);
  if (!Number.isFinite(estimate)) return none(`an infinite value has no ${kind === 'bca' ? 'BCa' : kind} interval; a percentile interval has an end there`);
  if (kind === 'basic') return found(2 * estimate - high, 2 * estimate - low);
  return bca(estimate, sorted, tail, acceleration as number, none, found);
}

/** How many replicates an interval takes at the least: its ends must lie among them. */
export function checkReplicates(kind: IntervalKind, replicates: number, confidence: number): void {
  // Rounding must not ask for one more: 39 at 95 %.
  const fewest = kind === 'normal' ? 2 : Math.ceil(2 / (1 - confidence) - 1 - 1e-9);
  if (replicates < fewest)
    throw new FairbitsError(
      'option',
      `${replicates} replicates are too few for a ${kind} interval at ${100 * confidence} %: expected at least ${fewest}, better thousands`,
      { found: replicates, expected: `at least ${fewest} replicates` },
    );
}

function bca(
  estimate: number,
  sorted: Float64Array,
  tail: number,
  acceleration: number,
  none: (reason: string) => BootstrapInterval,
  found: (low: number, high: number) => BootstrapInterval,
): BootstrapInterval {
  if (!Number.isFinite(acceleration)) return none('the acceleration of a BCa interval has no value here; take another interval');
  const slack = SAME * Math.abs(estimate);
  let below = 0;
  let ties = 0;
  for (const value of sorted) {
    if (Math.abs(value - estimate) <= slack) ties++;
    else if (value < estimate) below++;
  }
  // Replicates equal to the estimate count half: means of a few distinct values often are.
  const share = (below + ties / 2) / sorted.length;
  if (share === 0 || share === 1) return none('every replicate lies on one side of the estimate; take another interval');
  const z0 = normalQuantile(share);
  const level = (z: number): number => normalTail(-(z0 + (z0 + z) / (1 - acceleration * (z0 + z))));
  const z = normalQuantile(1 - tail);
  return found(quantile(sorted, level(-z)), quantile(sorted, level(z)));
}

/** Mean and standard deviation; scaled, so that the squares of large numbers do not overflow. */
function meanAndDeviation(values: Float64Array): { mean: number; deviation: number } {
  const scale = values.reduce((most, x) => Math.max(most, Math.abs(x)), 0) || 1;
  const mean = values.reduce((sum, x) => sum + x / scale, 0) / values.length;
  const squares = values.reduce((sum, x) => sum + (x / scale - mean) * (x / scale - mean), 0);
  return { mean: mean * scale, deviation: Math.sqrt(squares / (values.length - 1)) * scale };
}
