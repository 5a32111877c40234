import { classIndex, list } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { placesByName } from '../base/places.js';
import { ln } from '../math/log.js';
import { meanRounding } from './meanRounding.js';
import { sumInOrder } from './measures/sums.js';
import { lnRest, type Prior } from './priors.js';
import type { Tally } from './tally.js';

/** Thesis 1 of Hope & Korb 2002 as a tool: which of two learners is better can depend on the prior. */

/** A tally, or what has one in it: statistics, and what scoring files gives. */
export type Tallied = Tally | { readonly tally: Tally };

const tallyIn = (given: Tallied): Tally => ('tally' in given ? given.tally : given);

/** Which class’s prior varies, what the others are in proportion to, and by which measure. */
export interface PriorPathOptions {
  /** The class whose prior is varied; the second by default. */
  class?: number | string;
  /** Where the others' shares come from: they keep their proportions. Uniform by default. */
  base?: Prior;
  measure?: PriorMeasure;
}

/** The rewards that a tally determines under any prior. */
export type PriorMeasure = 'generalizedReward' | 'bayesianReward' | 'modalReward';

/** Mean rewards of several learners as the prior of one class varies, and who is ahead at each prior. */
export interface PriorCurve {
  class: string;
  measure: string;
  /** The prior of the class, from near 0 to near 1. */
  priors: number[];
  /** For each tally the mean reward at each of these priors. */
  means: number[][];
  /** Which tally earns most at each of these priors; null where another earns as much, but for rounding. */
  ahead: (number | null)[];
}

/** A prior at which the verdict on two learners turns round: which of the two is ahead below it, and which above. */
export interface Reversal {
  /** The prior of the class at which the two learners earn the same. */
  prior: number;
  /** Which of the two earns more just below, and just above. */
  below: 0 | 1;
  above: 0 | 1;
}

/** A path of priors: q for one class, the rest shared as in `base`; in each tally's own order of the classes. */
function path(first: Tally, options: PriorPathOptions): { name: string; at: (q: number, tally: Tally) => Float64Array } {
  const index = classIndex(first.classes, options.class ?? 1);
  const base = first.prior(options.base ?? 'uniform');
  const rest = 1 - base[index];
  const share = (i: number, q: number): number => (i === index ? q : (base[i] / rest) * (1 - q));
  const orders = new Map<Tally, number[]>();
  const places = placesByName(first.classes);
  const orderOf = (tally: Tally): number[] => {
    const order = orders.get(tally) ?? tally.classes.map((name) => places.get(name) ?? -1);
    orders.set(tally, order);
    return order;
  };
  return { name: first.classes[index], at: (q, tally) => Float64Array.from(orderOf(tally), (i) => share(i, q)) };
}

/** The prior of all classes at each prior of one, in the order of a tally. */
export function priorPath(given: Tallied, options: PriorPathOptions): (q: number) => Float64Array {
  const tally = tallyIn(given);
  const { at } = path(tally, options);
  return (q) => at(q, tally);
}

function checkTallies(tallies: readonly Tally[]): Tally {
  const [first] = tallies;
  if (!first) throw new FairbitsError('tally', 'no tally was given', { expected: 'one or more tallies' });
  const known = new Set(first.classes);
  for (const tally of tallies) {
    if (tally.rows === 0) throw new FairbitsError('tally', 'a tally without rows has no reward', { found: 0, expected: 'rows' });
    if (tally.impossible > 0)
      throw new FairbitsError('tally', `a learner called ${tally.impossible} true classes impossible and earns −∞ under every prior; tally it with a cutoff`, {
        found: tally.impossible,
        expected: 'estimates above 0',
      });
    if (tally.k !== first.k || tally.classes.some((name) => !known.has(name)))
      throw new FairbitsError('tally', `the tallies have different classes: ${list(first.classes)} and ${list(tally.classes)}`, {
        found: tally.classes,
        expected: list(first.classes),
      });
  }
  return first;
}

/**
 * The rewards of some tallies over a range of priors: O(k) a point, whatever the rows.
 *
 * @example
 * ```ts
 * import { createEngine, priorCurve } from 'fairbits';
 *
 * const engine = await createEngine();
 * const a = engine.tally(2).add([0.9, 0.6, 0.6, 0.4], [1, 1, 0, 0]);
 * const b = engine.tally(2).add([0.6, 0.6, 0.3, 0.1], [1, 1, 0, 0]);
 * const { priors, ahead } = priorCurve([a, b], { points: 3 });
 * priors; // → [ 0.25, 0.5, 0.75 ]
 * ahead; // → [ 1, 1, 0 ]
 * ```
 */
export function priorCurve(given: readonly Tallied[], options: PriorPathOptions & { points?: number } = {}): PriorCurve {
  const tallies = given.map(tallyIn);
  const { at, name } = path(checkTallies(tallies), options);
  const measure = options.measure ?? 'generalizedReward';
  const points = options.points ?? 99;
  const priors = Array.from({ length: points }, (_, i) => (i + 1) / (points + 1));
  const means = tallies.map((tally) => priors.map((q) => tally.mean(measure, at(q, tally))));
  const ahead = priors.map((q, i) => {
    const rounding = tallies.map((tally) => meanRounding(tally, measure, at(q, tally)));
    const best = means.reduce((most, each, t) => (each[i] > means[most][i] ? t : most), 0);
    return means.every((each, t) => t === best || means[best][i] - each[i] > rounding[best] + rounding[t]) ? best : null;
  });
  return { class: name, measure, priors, means, ahead };
}

/** What the mean reward of one learner is above another's; 0 where rounding alone may have made it (see meanRounding). Each has the prior in its own order of classes. */
function leadOf(first: Tally, second: Tally, measure: PriorMeasure, prior: Float64Array, priorOfSecond = prior): number {
  const difference = first.mean(measure, prior) - second.mean(measure, priorOfSecond);
  const bound = meanRounding(first, measure, prior) + meanRounding(second, measure, priorOfSecond);
  return Math.abs(difference) <= bound ? 0 : difference;
}

/**
 * What the mean reward of one learner is above another's under a prior; 0 where rounding alone may have made it.
 *
 * @example
 * ```ts
 * import { createEngine, rewardLead } from 'fairbits';
 *
 * const engine = await createEngine();
 * const a = engine.tally(2).add([0.9, 0.2], [1, 0]);
 * const b = engine.tally(2).add([0.6, 0.4], [1, 0]);
 * rewardLead(a, b, 'bayesianReward', 'uniform'); // → 0.5
 * rewardLead(a, a, 'bayesianReward', 'uniform'); // → 0
 * ```
 */
export function rewardLead(a: Tallied, b: Tallied, measure: PriorMeasure, prior?: Prior): number {
  const [first, second] = [tallyIn(a), tallyIn(b)];
  checkTallies([first, second]);
  const values = first.prior(prior);
  const places = placesByName(first.classes);
  return leadOf(
    first,
    second,
    measure,
    values,
    Float64Array.from(second.classes, (name) => values[places.get(name) as number]),
  );
}

/** Steps of the search, evenly spaced in log-odds from 1e-9 to 1 − 1e-9. */
const SEARCH_STEPS = 1024;
const EDGE = Math.log(1e9);

/**
 * The priors at which the verdict on two learners turns round. For two classes there is at most one: the difference is
 * a/ln q + b/ln(1 − q), whose zero is where ln(1 − q)/ln q = −b/a, and that ratio only grows with q. For more classes
 * every change of sign along the path is found that is wider than a step. The Bayesian reward has none: its difference
 * does not depend on the prior. Differences that rounding alone may have made are none.
 *
 * @example
 * ```ts
 * import { createEngine, reversals } from 'fairbits';
 *
 * const engine = await createEngine();
 * const a = engine.tally(2).add([0.9, 0.8, 0.6, 0.5], [1, 1, 0, 0]);
 * const b = engine.tally(2).add([0.6, 0.5, 0.3, 0.1], [1, 1, 0, 0]);
 * reversals(a, b); // → [ { prior: 0.5467, below: 1, above: 0 } ]
 * ```
 */
export function reversals(a: Tallied, b: Tallied, options: PriorPathOptions = {}): Reversal[] {
  const [first, second] = [tallyIn(a), tallyIn(b)];
  const { at } = path(checkTallies([first, second]), options);
  const measure = options.measure ?? 'generalizedReward';
  if (measure === 'bayesianReward') return [];
  const difference = differenceAt(first, second, measure === 'modalReward', (q) => at(q, first));
  const found: Reversal[] = [];
  let left = 0;
  let sign = 0;
  for (let step = 0; step <= SEARCH_STEPS; step++) {
    const right = 1 / (1 + Math.exp(EDGE - (2 * EDGE * step) / SEARCH_STEPS));
    let next = difference(right);
    // Only where another one seems to lead it must be more than rounding.
    if (next !== sign) next = Math.sign(leadOf(first, second, measure, at(right, first), at(right, second)));
    if (next === 0) continue;
    if (sign !== 0 && next !== sign) found.push({ prior: turningPoint(difference, left, right, sign), below: sign > 0 ? 0 : 1, above: next > 0 ? 0 : 1 });
    sign = next;
    left = right;
  }
  return found;
}

/**
 * Who leads along a path, but for rounding: 1 is the first, −1 the second. The difference of two means of rewards is a sum over
 * the classes of d/ln q + e/ln(1 − q), where d and e are differences of sums of logs: they are taken once.
 */
function differenceAt(first: Tally, second: Tally, modal: boolean, at: (q: number) => Float64Array): (q: number) => number {
  const [one, two] = [first, second].map((tally) => tally.statistics());
  const places = placesByName(second.classes);
  const differences = (name: 'A' | 'B' | 'G' | 'H'): Float64Array =>
    Float64Array.from(first.classes, (each, i) => two[name][places.get(each) as number] / two.rows - one[name][i] / one.rows);
  const [own, other] = modal ? [differences('G'), differences('H')] : [differences('A'), differences('B')];
  return (q) => Math.sign(sumInOrder(at(q), (prior, i) => own[i] / ln(prior) + other[i] / lnRest(prior)));
}

/** Halves an interval down to neighbouring numbers, so that the result does not depend on where it began. */
function turningPoint(difference: (q: number) => number, from: number, to: number, sign: number): number {
  let [low, high] = [from, to];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return high;
    if (difference(middle) === sign) low = middle;
    else high = middle;
  }
}
