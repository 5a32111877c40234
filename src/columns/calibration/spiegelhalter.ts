import { normalTail } from '../../math/distributions.js';

/** Spiegelhalter’s (1986) test: is the quadratic loss what the estimates themselves expect? `z` is standard normal if it is. */
export interface SpiegelhalterTest {
  z: number | null;
  p: number | null;
  reason?: string;
}

/**
 * Spiegelhalter 1986: if the estimates are the chances, Σ (y − p)(1 − 2p) has the variance Σ (1 − 2p)² p(1 − p). Two-sided; z above 0 where the
 * quadratic loss is larger than the estimates themselves expect.
 */
export function spiegelhalter(sum: number, variance: number): SpiegelhalterTest {
  if (variance > 0) {
    const z = sum / Math.sqrt(variance);
    return { z, p: 2 * normalTail(Math.abs(z)) };
  }
  if (sum !== 0) return { z: null, p: 0, reason: 'an estimate of 0 or 1 was wrong, which the estimates call impossible' };
  return { z: null, p: null, reason: 'every estimate is 0, ½ or 1: the test has nothing to go by' };
}
