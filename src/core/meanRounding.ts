import { LN2, ln } from '../math/log.js';
import { lnRest } from './priors.js';
import type { Tally } from './tally.js';

/** Half an ulp of 1: a rounding is off by so much of what it rounds, at most. */
const HALF_ULP = 2 ** -53;

/** What a sum of n logs that comes to x may be off by. */
const offBy = (n: number, x: number): number => HALF_ULP * (2 * n + 4 * Math.abs(x));

/**
 * How far rounding may have taken the mean of a reward, as a tally gives it, from what its estimates are worth. Two means
 * that are not further apart than both bounds together may be the same: so it is with the same rows in another order.
 *
 * A tally multiplies the factors p and 1 − p of up to 65,536 rows before it takes a log. Each factor and each product is
 * rounded by 2^-53 of itself at most, so that the log of n of them is off by 2n·2^-53. A log is within an ulp (2·2^-53 of
 * itself), and sums of blocks are exact until they become a number again. Where rows have weights, logs are added with
 * what rounding takes off, and n is what the rows weigh. The measure then divides by ln q and ln(1 − q), which are the
 * same for every learner, and adds up 2k terms of one sign: each is rounded twice, and the sum 2k times.
 */
export function meanRounding(tally: Tally, id: 'bayesianReward' | 'generalizedReward' | 'modalReward', prior: Float64Array): number {
  const { k, rows, counts, A, B, G, H } = tally.statistics();
  const modal = id === 'modalReward';
  const [own, other] = modal ? [G, H] : [A, B];
  const [right, wrong] = modal ? modalCounts(tally) : [counts, counts.map((count) => rows - count)];
  const terms = modal ? 1 : k;
  let off = 0;
  let size = 0;
  for (let i = 0; i < k; i++) {
    const logs = [-ln(prior[i]), -lnRest(prior[i])];
    const sums = [own[i], other[i]];
    for (const [side, n] of [right[i], wrong[i]].entries()) {
      const x = sums[side];
      if (id === 'bayesianReward') {
        off += offBy(n, x) / LN2;
        size += (Math.abs(x) + n * logs[side]) / LN2;
      } else {
        off += offBy(n, x) / logs[side];
        size += Math.abs(x) / logs[side];
      }
    }
  }
  // Division by the number of terms, what is taken from the rows, and the division by them.
  const whole = HALF_ULP * ((2 * k + 4) * size + 4 * rows * terms);
  return (off + whole) / terms / rows;
}

/** By modal class: the weight of the rows whose truth it is, and of the others. */
function modalCounts(tally: Tally): [right: Float64Array, wrong: Float64Array] {
  const right = new Float64Array(tally.k);
  const wrong = new Float64Array(tally.k);
  for (const [actual, predicted, count] of tally.confusion.cells()) (actual === predicted ? right : wrong)[predicted] += count;
  return [right, wrong];
}
