import type { Groups } from '../ranking/rankStatistics.js';
import { normalTail } from '../significance/distributions.js';

export interface SpiegelhalterTest {
  z: number | null;
  p: number | null;
  reason?: string;
}

/**
 * Spiegelhalter 1986: if the estimates are the chances, Σ (y − p)(1 − 2p) has the variance Σ (1 − 2p)² p(1 − p). Two-sided; z above 0 where the
 * quadratic loss is larger than the estimates themselves expect.
 */
export function spiegelhalter({ values, positives, negatives }: Groups): SpiegelhalterTest {
  let [sum, variance] = [0, 0];
  for (let g = 0; g < values.length; g++) {
    const p = values[g];
    const n = positives[g] + negatives[g];
    sum += (positives[g] - n * p) * (1 - 2 * p);
    variance += n * ((1 - 2 * p) * (1 - 2 * p) * p * (1 - p));
  }
  if (variance > 0) {
    const z = sum / Math.sqrt(variance);
    return { z, p: 2 * normalTail(Math.abs(z)) };
  }
  if (sum !== 0) return { z: null, p: 0, reason: 'an estimate of 0 or 1 was wrong, which the estimates call impossible' };
  return { z: null, p: null, reason: 'every estimate is 0, ½ or 1: the test has nothing to go by' };
}
