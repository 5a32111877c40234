import { FairbitsError } from '../base/errors.js';
import { checkFinite } from './pairs.js';
import type { Degenerate } from './result.js';

/** Differences of two learners in five replications of two-fold cross-validation: [replication][fold]. */
export type FiveByTwo = readonly (readonly [number, number])[];

/** What both 5×2cv tests are made of. */
interface FiveByTwoParts {
  all: number[];
  mean: number;
  /** s²ᵢ = (p⁽¹⁾ − p̄)² + (p⁽²⁾ − p̄)² of each replication (Dietterich 1998, §3.5). */
  variances: number[];
  degenerate: Degenerate | undefined;
  /** Differences up to this may be nothing but rounding. */
  rounding: number;
}

/** `scale` is the largest score that went into a difference: its rounding is not variation. */
export function fiveByTwoParts(differences: FiveByTwo, test: string, scale = 0): FiveByTwoParts {
  if (differences.length !== 5 || differences.some((folds) => folds.length !== 2))
    throw new FairbitsError(
      'length',
      `${test} needs five replications of two folds, found ${differences.length} replications with ${[...new Set(differences.map(({ length }) => length))].join(' or ') || 'no'} folds`,
      { found: differences.length, expected: '5 × 2 differences' },
    );
  const all = differences.flat();
  checkFinite(all, test);
  const rounding = 2 ** -51 * Math.max(scale, ...all.map(Math.abs));
  const variances = differences.map(([x, y]) => (Math.abs(x - y) <= rounding ? 0 : (x - y) ** 2 / 2));
  const none = scale > 0 ? all.every((d) => Math.abs(d) <= rounding / 2) : all.every((d) => d === 0);
  const still = variances.every((v) => v === 0);
  const mean = all.reduce((sum, d) => sum + d) / 10;
  return { all, mean, variances, degenerate: none ? 'no-difference' : still ? 'constant-difference' : undefined, rounding: rounding / 2 };
}

export const FIVE_BY_TWO_ASSUMPTIONS = [
  'five replications of two-fold cross-validation of one data set, the two folds of a replication sharing no instance',
  'differences are about normal, and treated as independent between replications, which they are not quite; simulations find the test sound',
];
