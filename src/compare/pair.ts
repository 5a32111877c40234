import { type Reported, reported } from '../base/reported.js';
import { measures } from '../core/measures/registry.js';
import { MOMENT_ROWS, Moments } from '../core/moments.js';
import { permutationTest } from '../core/resampling/permutation.js';
import { accelerationFrom, cubesAbout } from '../intervals/acceleration.js';
import { bootstrapInterval, type IntervalKind } from '../intervals/bootstrapInterval.js';
import type { Kernels } from '../kernels/kernels.js';
import { type McNemarResult, mcnemar } from '../significance/mcnemar.js';
import { wholeColumn } from './bets.js';
import type { Judged } from './judged.js';

/** How two learners differ in one measure: first less second. */
export interface Difference {
  difference: Reported;
  standardError: number | null;
  interval: [Reported, Reported] | null;
  /** Two-sided. */
  p: number | null;
  /** Holm's adjustment over all pairs, measure by measure. */
  pAdjusted: number | null;
  test: 'sign flips' | 'paired bootstrap' | 'McNemar, exact';
  /** Who is better by the difference, whether or not it is more than chance; null where there is none. */
  better: string | null;
  /** Whether that is more than chance: the adjusted p is below 1 − confidence. */
  significant: boolean;
  reason?: string;
}

/**
 * Up to this many instances p is that of the sign-flip permutation test, which is exact for a handful; above, of the bootstrap, which
 * with few instances calls too much significant: three differences of one sign would do.
 */
const MOST_FLIPPED = 10_000;

interface PairSettings {
  seed: number;
  confidence: number;
  interval: IntervalKind;
}

type JudgedRows = Pick<Judged, 'rows' | 'chunks'>;

/** Replicate means of every measure, of one learner. */
export type ReplicateMeans = readonly Float64Array[];

/**
 * Every measure's difference, its interval and p. Both learners' replicates were drawn with one seed, so each replicate
 * has the same instances in both: their difference is that of a bootstrap of pairs.
 */
export function pairDifferences(
  kernels: Kernels,
  [first, second]: readonly [Judged, Judged],
  [a, b]: readonly [ReplicateMeans, ReplicateMeans],
  settings: PairSettings,
): { differences: Record<string, Difference>; mcnemar: McNemarResult } {
  const moments = differenceMoments(kernels, first, second);
  const test = mcnemar(...rightAlone(first, second), {
    instances: first.rows,
    names: [first.name, second.name],
    confidence: settings.confidence,
  });
  const finite = measures.map((_, i) => first.summaries[i].infinite === 0 && second.summaries[i].infinite === 0);
  const means = moments.map((each) => each.summary().mean);
  const accelerations = settings.interval === 'bca' ? differenceAccelerations(first, second, means, finite) : [];
  const flipped = first.rows <= MOST_FLIPPED;
  const flipP = (i: number): number => {
    const [x, y] = [first, second].map((each) => wholeColumn(each, measures[i].id));
    return permutationTest(
      kernels,
      x.map((value, r) => value - y[r]),
      { replicates: a[i].length, seed: settings.seed },
    ).p;
  };
  const differences: Record<string, Difference> = {};
  for (const [i, { id, better }] of measures.entries()) {
    if (!finite[i]) {
      differences[id] = infinite(first, second, i);
      continue;
    }
    const { mean, standardError } = moments[i].summary();
    const replicates = a[i].map((value, r) => value - b[i][r]);
    const { interval, reason } = bootstrapInterval(settings.interval, mean, replicates, {
      confidence: settings.confidence,
      ...(settings.interval === 'bca' ? { acceleration: accelerations[i] } : {}),
    });
    // The same in every instance: no replicate can say anything else, and an interval of no width is the answer.
    const same = standardError === 0;
    const isAccuracy = id === 'accuracy';
    differences[id] = {
      difference: mean,
      standardError: Number.isNaN(standardError) ? null : standardError,
      interval: same ? [mean, mean] : interval,
      p: isAccuracy ? test.exactP : flipped ? flipP(i) : bootstrapP(replicates),
      pAdjusted: null,
      test: isAccuracy ? 'McNemar, exact' : flipped ? 'sign flips' : 'paired bootstrap',
      better: mean === 0 ? null : mean > 0 === (better === 'higher') ? first.name : second.name,
      significant: false,
      ...(same && mean !== 0 ? { reason: 'the difference is the same in every instance' } : reason && !same ? { reason } : {}),
    };
  }
  return { differences, mcnemar: test };
}

/**
 * The level at which a percentile interval would just reach 0, two-sided (Efron & Tibshirani 1993, §15.4); the data count as one
 * more replicate on the other side, so that it is never 0 (Davison & Hinkley 1997, §4.2).
 */
function bootstrapP(replicates: Float64Array): number {
  let below = 0;
  let above = 0;
  for (const value of replicates) {
    if (value <= 0) below++;
    if (value >= 0) above++;
  }
  return Math.min(1, (2 * (1 + Math.min(below, above))) / (1 + replicates.length));
}

function infinite(first: Judged, second: Judged, i: number): Difference {
  const { id, better } = measures[i];
  const [a, b] = [first, second].map(({ summaries }) => summaries[i]);
  const difference = a.mean - b.mean;
  const who = [
    [first, a],
    [second, b],
  ] as const;
  const told = who.flatMap(([{ name }, { infinite, mean }]) =>
    infinite > 0 ? [`${name} has ${mean > 0 ? '∞' : '−∞'} in ${infinite} row${infinite === 1 ? '' : 's'}`] : [],
  );
  return {
    difference: reported(difference),
    standardError: null,
    interval: null,
    p: null,
    pAdjusted: null,
    test: first.rows <= MOST_FLIPPED ? 'sign flips' : 'paired bootstrap',
    better: Number.isNaN(difference) || difference === 0 ? null : difference > 0 === (better === 'higher') ? first.name : second.name,
    significant: false,
    reason: `${told.join(' and ')}, so ${id} cannot be resampled; a cutoff keeps it finite`,
  };
}

/** Instances that only the first, and only the second got right. */
export function rightAlone(first: JudgedRows, second: JudgedRows): [onlyFirst: number, onlySecond: number] {
  const [a, b] = [first, second].map((each) => wholeColumn(each, 'accuracy'));
  let onlyFirst = 0;
  let onlySecond = 0;
  for (let r = 0; r < a.length; r++) {
    if (a[r] > b[r]) onlyFirst++;
    else if (a[r] < b[r]) onlySecond++;
  }
  return [onlyFirst, onlySecond];
}

/** Moments of the differences of every measure. */
function differenceMoments(kernels: Kernels, first: JudgedRows, second: JudgedRows): Moments[] {
  const moments = measures.map(() => new Moments(kernels));
  const block = kernels.float64(MOMENT_ROWS);
  try {
    for (const [a, b] of bothChunks(first, second))
      for (const [i, each] of moments.entries()) {
        const rows = a[i].length;
        for (let from = 0; from < rows; from += MOMENT_ROWS) {
          const length = Math.min(MOMENT_ROWS, rows - from);
          for (let r = 0; r < length; r++) {
            // ∞ − ∞ has no value; such measures are not resampled, and 0 stands in their place.
            const difference = a[i][from + r] - b[i][from + r];
            block[r] = Number.isFinite(difference) ? difference : 0;
          }
          each.add(block, length);
        }
      }
    return moments;
  } finally {
    kernels.free(block);
  }
}

function differenceAccelerations(first: JudgedRows, second: JudgedRows, means: readonly number[], finite: readonly boolean[]): number[] {
  const sums = means.map(() => ({ squares: 0, cubes: 0 }));
  for (const [a, b] of bothChunks(first, second))
    for (const [i, mean] of means.entries()) {
      if (!finite[i]) continue;
      const { squares, cubes } = cubesAbout(
        a[i].map((value, r) => value - b[i][r]),
        mean,
      );
      sums[i].squares += squares;
      sums[i].cubes += cubes;
    }
  return sums.map(accelerationFrom);
}

/** The same rows of two learners, chunk by chunk. */
function* bothChunks(first: JudgedRows, second: JudgedRows): Generator<[Float64Array[], Float64Array[]]> {
  const others = second.chunks()[Symbol.iterator]();
  for (const chunk of first.chunks()) yield [chunk, others.next().value as Float64Array[]];
  others.return?.();
}
