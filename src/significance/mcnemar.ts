import { FairbitsError } from '../base/errors.js';
import { percent } from '../base/figures.js';
import { chiSquareTail, fairCoinTail } from '../math/distributions.js';
import { normalQuantile } from '../math/normalQuantile.js';
import { wilson } from '../math/wilson.js';
import { type Effect, settings, short, showP, type TestOptions, type TestResult } from './result.js';

/** What `mcnemar` finds: Edwards’ statistic, and the exact p beside it. */
export interface McNemarResult extends TestResult {
  /** Instances that only the first, and only the second got right. */
  counts: [onlyFirst: number, onlySecond: number];
  /** Of the exact (binomial) test. */
  exactP: number;
  /** First less second, where the number of all instances is known: Agresti & Min's adjusted Wald interval. */
  accuracyDifference?: Effect;
}

/** What `mcnemar` can be told: how many instances there are in all. */
export interface McNemarOptions extends Omit<TestOptions, 'alternative'> {
  /** All instances, those on which the two agree among them. */
  instances?: number;
}

/**
 * McNemar's test of two classifiers on one test set: of the instances that exactly one got right, how many did the first?
 * Statistic with Edwards' (1948) correction, (|b − c| − 1)²/(b + c), χ² with 1 df, as Dietterich (1998, §3.1) gives it; beside it the
 * exact p of a fair coin thrown b + c times, which is to be preferred where b + c is below 25 or so.
 *
 * @example
 * ```ts
 * import { mcnemar } from 'fairbits/significance';
 *
 * const { statistic, exactP } = mcnemar(15, 5);
 * statistic; // → 4.05
 * exactP; // → 0.04139
 * ```
 */
export function mcnemar(onlyFirst: number, onlySecond: number, options: McNemarOptions = {}): McNemarResult {
  const { confidence, names } = settings(options);
  const { instances } = options;
  for (const [found, what] of [
    [onlyFirst, 'instances that only the first got right'],
    [onlySecond, 'instances that only the second got right'],
    [instances ?? 0, 'all instances'],
  ] as const)
    if (!(Number.isInteger(found) && found >= 0))
      throw new FairbitsError('value', `McNemar's test: the number of ${what} is ${found}: expected a whole number, 0 or more`, {
        found,
        expected: 'a whole number, 0 or more',
      });
  const n = onlyFirst + onlySecond;
  if (instances !== undefined && instances < n)
    throw new FairbitsError('value', `McNemar's test: ${n} instances tell the two apart, of ${instances} in all: expected no more than all`, {
      found: instances,
      expected: `${n} or more`,
    });
  const z = normalQuantile((1 + confidence) / 2);
  const degenerate = n === 0 ? ('no-difference' as const) : undefined;
  const statistic = n === 0 ? 0 : (Math.abs(onlyFirst - onlySecond) - 1) ** 2 / n;
  const p = n === 0 ? 1 : chiSquareTail(statistic, 1);
  const exactP = n === 0 ? 1 : Math.min(1, 2 * fairCoinTail(Math.min(onlyFirst, onlySecond), n));
  const share = wilson(onlyFirst, n, z);
  const effect: Effect = {
    what: `share of the ${n} instances that only one got right which ${names[0]} got right`,
    value: n === 0 ? null : onlyFirst / n,
    interval: n === 0 ? null : [Math.max(0, share[0]), Math.min(1, share[1])],
    confidence,
    ...(n === 0 ? { reason: 'no instance was got right by exactly one of the two' } : {}),
  };
  const accuracyDifference = instances ? adjustedWald(onlyFirst, onlySecond, instances, z, confidence) : undefined;
  return {
    name: 'mcnemar',
    statistic,
    df: 1,
    p,
    exactP,
    n,
    counts: [onlyFirst, onlySecond],
    effect,
    ...(accuracyDifference ? { accuracyDifference } : {}),
    ...(degenerate ? { degenerate } : {}),
    assumptions: [
      'one test set, on which both were tested; its instances are independent',
      'both learned from one training set, and the verdict is about these two classifiers, not about the learners that made them',
    ],
    notes: n === 0 ? ['no instance tells the two apart, so p is 1'] : n < 25 ? [`only ${n} instances tell the two apart: use the exact p`] : [],
    sentence:
      n === 0
        ? `${names[0]} and ${names[1]} are right and wrong on the same instances.`
        : `Of the ${n} instances that only one got right, ${names[0]} got ${onlyFirst} and ${names[1]} ${onlySecond} (${percent(confidence)} interval of ${names[0]}'s share ${short(share[0])} to ${short(share[1])}); χ² = ${short(statistic)}, ${showP(p)}, exact ${showP(exactP)}.`,
  };
}

/** Agresti & Min (2005), "Simple improved confidence intervals for comparing matched proportions": half an instance into each of the four cells. */
function adjustedWald(b: number, c: number, instances: number, z: number, confidence: number): Effect {
  const n = instances + 2;
  const middle = (b - c) / n;
  const margin = (z * Math.sqrt(b + c + 1 - (b - c) ** 2 / n)) / n;
  return {
    what: 'difference in accuracy',
    value: (b - c) / instances,
    interval: [Math.max(-1, middle - margin), Math.min(1, middle + margin)],
    confidence,
  };
}
