import { classIndex } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { atLeastHalf, SIDES } from '../kernels/slots.js';
import { LN2, ln } from '../math/log.js';
import { lnRest, type Prior } from './priors.js';
import type { Tally } from './tally.js';

/** Hope & Korb 2002, eq. 5 and 6. Logs are in nats, and −∞ where a factor was 0. */
export interface Lemma1 {
  positive: string;
  logW: number;
  logX: number;
  logY: number;
  logZ: number;
  truePositives: number;
  falsePositives: number;
  trueNegatives: number;
  falseNegatives: number;
  /** Lemma 1: n − (ln wz/ln q + ln xy/ln(1 − q)), q the prior of the positive class. */
  reward: number;
  /** Lemma 2: n + log2 wxyz. */
  uniformReward: number;
}

/**
 * Lemma 1 and 2 for two classes. P(+) ≥ ½ predicts the positive class; w = Π p over true positives, x = Π (1 − p) over
 * false positives, y = Π of the negative class's probability over true negatives, z = Π p over false negatives.
 *
 * @example
 * ```ts
 * import { createEngine, lemma1 } from 'fairbits';
 *
 * const tally = (await createEngine()).tally(['no', 'yes']).add([0.8, 0.6, 0.3], [1, 0, 0]);
 * const { truePositives, falsePositives, trueNegatives, logW, uniformReward } = lemma1(tally, 'uniform');
 * [truePositives, falsePositives, trueNegatives]; // → [ 1, 1, 1 ]
 * Math.exp(logW); // → 0.8
 * uniformReward; // → 0.8416
 * ```
 */
export function lemma1(tally: Tally, prior?: Prior, positive: number | string = tally.positive): Lemma1 {
  if (tally.k !== 2) throw new FairbitsError('class-count', `Lemma 1 is about two classes; this tally has ${tally.k}`, { found: tally.k, expected: '2' });
  const yes = classIndex(tally.classes, positive);
  const no = 1 - yes;
  const all = Array.from({ length: SIDES }, (_, side) => side);
  const high = all.filter((side) => atLeastHalf(side, yes));
  const low = all.filter((side) => !atLeastHalf(side, yes));
  const count = (sides: number[], label: number) => sides.reduce((rows, side) => rows + tally.sides[side * 2 + label], 0);
  const logW = tally.binaryLog(high, yes, yes);
  const logX = tally.binaryLog(high, no, yes);
  const logY = tally.binaryLog(low, no, no);
  const logZ = tally.binaryLog(low, yes, yes);
  const q = tally.prior(prior)[yes];
  return {
    positive: tally.classes[yes],
    logW,
    logX,
    logY,
    logZ,
    truePositives: count(high, yes),
    falsePositives: count(high, no),
    trueNegatives: count(low, no),
    falseNegatives: count(low, yes),
    reward: tally.weight - ((logW + logZ) / ln(q) + (logX + logY) / lnRest(q)),
    uniformReward: tally.weight + (logW + logX + logY + logZ) / LN2,
  };
}
