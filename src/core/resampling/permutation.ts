import { FairbitsError } from '../../base/errors.js';
import type { Kernels } from '../../kernels/kernels.js';
import { PLACE_OF, RESAMPLED_BLOCK_ROWS, streamPlace } from './columnBootstrap.js';
import { checkShape, checkValues, type ReplicateOptions, replicatesOf } from './options.js';

/** What `engine.permutationTest` can be told. */
export interface PermutationOptions extends ReplicateOptions {
  /** `two-sided` by default; `greater` asks whether the differences are above 0. */
  alternative?: 'two-sided' | 'greater' | 'less';
}

/** What the sign-flip permutation test finds: the mean difference, and how often chance gives one as large. */
export interface PermutationTest {
  /** The mean difference. */
  statistic: number;
  p: number;
  /** Whether every assignment of signs was looked at; else `replicates` random ones. */
  exact: boolean;
  replicates: number;
  /** Of those, how many were at least as extreme as the data (the data themselves among them if exact). */
  extreme: number;
}

/** All 2^n signs are gone through up to this many differences that are not 0. */
const MAX_ENUMERATED = 16;
const AT_ONCE = 4096;
/** Sums of the same differences in another order may differ in their last bits: such are as extreme, not less. */
const TIE = 1e-12;

/**
 * The sign-flip permutation test of paired differences (Fisher 1935, §21; Pitman 1937). If the two of a pair could as
 * well be exchanged, each difference could as well have the other sign. Random signs give p = (1 + extreme)/(1 +
 * replicates), which is valid for any number of them (Phipson & Smyth 2010). Differences of 0 change nothing.
 */
export function permutationTest(kernels: Kernels, differences: Float64Array, options: PermutationOptions = {}): PermutationTest {
  const { replicates, seed, first } = replicatesOf({ replicates: 9999, ...options });
  const { alternative = 'two-sided' } = options;
  if (!['two-sided', 'greater', 'less'].includes(alternative))
    throw new FairbitsError('option', `alternative "${alternative}": expected two-sided, greater or less`, {
      found: alternative,
      expected: 'two-sided, greater or less',
    });
  checkShape([differences]);
  checkValues(differences, 0);
  const n = differences.length;
  if (n === 0) throw new FairbitsError('length', 'there are no differences to test', { found: 0, expected: 'at least one difference' });
  const infinite = differences.findIndex((d) => Math.abs(d) === Infinity);
  if (infinite >= 0)
    throw new FairbitsError('value', `row ${infinite} differs by ${differences[infinite]}: expected finite differences. A cutoff keeps rewards finite.`, {
      row: infinite,
      found: differences[infinite],
      expected: 'finite differences',
    });
  const moving = differences.filter((d) => d !== 0);
  const sum = totalOf(moving);
  const slack = TIE * totalOf(moving.map(Math.abs));
  const isExtreme = (other: number): boolean => {
    if (alternative === 'two-sided') return Math.abs(other) >= Math.abs(sum) - slack;
    return alternative === 'greater' ? other >= sum - slack : other <= sum + slack;
  };
  const statistic = sum / n;
  if (moving.length <= MAX_ENUMERATED) {
    const all = 2 ** moving.length;
    const extreme = enumerate(moving, isExtreme);
    return { statistic, p: extreme / all, exact: true, replicates: all, extreme };
  }
  let extreme = 0;
  for (let done = 0; done < replicates; done += AT_ONCE) {
    const here = Math.min(AT_ONCE, replicates - done);
    for (const other of flippedSums(kernels, moving, here, first + done, seed)) if (isExtreme(other)) extreme++;
  }
  return { statistic, p: (1 + extreme) / (1 + replicates), exact: false, replicates, extreme };
}

function flippedSums(kernels: Kernels, values: Float64Array, replicates: number, first: number, seed: ReturnType<typeof replicatesOf>['seed']): Float64Array {
  const data = kernels.float64(RESAMPLED_BLOCK_ROWS);
  const sums = kernels.float64(replicates).fill(0);
  const rests = kernels.float64(replicates).fill(0);
  try {
    for (let from = 0, block = 0; from < values.length; from += RESAMPLED_BLOCK_ROWS, block++) {
      const part = values.subarray(from, from + RESAMPLED_BLOCK_ROWS);
      data.fill(0);
      data.set(part);
      kernels.flipSigns(data, Math.ceil(part.length / 64), replicates, first, seed, streamPlace(block, PLACE_OF.signs), sums, rests);
    }
    return sums.map((sum, r) => sum + rests[r]);
  } finally {
    for (const view of [data, sums, rests]) kernels.free(view);
  }
}

/** Goes through all signs by changing one at a time (Gray's code); anew now and then, so that rounding does not add up. */
function enumerate(values: Float64Array, isExtreme: (sum: number) => boolean): number {
  const signed = values.slice();
  let sum = totalOf(signed);
  let extreme = isExtreme(sum) ? 1 : 0;
  for (let i = 1; i < 2 ** values.length; i++) {
    const place = 31 - Math.clz32(i & -i);
    signed[place] = -signed[place];
    sum = i % 64 === 0 ? totalOf(signed) : sum + 2 * signed[place];
    if (isExtreme(sum)) extreme++;
  }
  return extreme;
}

function totalOf(values: Float64Array): number {
  let sum = 0;
  let rest = 0;
  for (let i = 0; i < values.length; i++) {
    const all = sum + values[i];
    rest += Math.abs(sum) >= Math.abs(values[i]) ? sum - all + values[i] : values[i] - all + sum;
    sum = all;
  }
  return sum + rest;
}
