import { FairbitsError } from '../../base/errors.js';
import { log2 } from '../../math/log.js';
import { type GivenEstimates, takeEstimates } from '../given.js';

/**
 * Kullback–Leibler divergence of each row's estimates from the true distribution, in bits: Σ t_i log2(t_i/p_i)
 * (Hope & Korb 2004, eq. 1, Korb, Hope & Hughes 2001, eq. 1). Needs the true distribution, so it is no measure of a test set. ∞ where p_i = 0 < t_i.
 *
 * @example
 * ```ts
 * import { klDivergence } from 'fairbits';
 *
 * klDivergence([[0.5, 0.5], [1, 0]], [[0.25, 0.75], [0.5, 0.5]], 2); // → Float64Array(2) [ 0.2075, 1 ]
 * ```
 */
export function klDivergence(givenTruths: GivenEstimates, givenEstimates: GivenEstimates, k: number): Float64Array {
  const [truths, estimates] = [givenTruths, givenEstimates].map(takeEstimates);
  if (truths.length !== estimates.length || truths.length % k !== 0) {
    throw new FairbitsError('length', `${truths.length} true probabilities and ${estimates.length} estimates do not fit ${k} classes`, {
      found: estimates.length,
      expected: `${truths.length}, a multiple of ${k}`,
    });
  }
  const out = new Float64Array(truths.length / k);
  for (let r = 0; r < out.length; r++) {
    let bits = 0;
    for (let i = r * k; i < (r + 1) * k; i++) if (truths[i] > 0) bits += truths[i] * (log2(truths[i]) - log2(estimates[i]));
    out[r] = bits;
  }
  return out;
}
