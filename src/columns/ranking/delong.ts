import { normalQuantile } from '../../math/normalQuantile.js';
import type { RankStatistics } from './rankStatistics.js';

/** How sure an area under a curve is: null where nothing can be said, with the reason. */
export interface AreaInterval {
  standardError: number | null;
  interval: [number, number] | null;
  reason?: string;
}

/**
 * Placements that are all the same differ from the area by their rounding, 2^-52 at most, and their squares would pass for a variance. Those of
 * up to 2^27 rows that are not the same differ by 2^-28 in one of them at least.
 */
const VARIANCE_ROUNDING = 2 ** -100;
const unlessRounding = (squares: number, rows: number): number => (squares <= rows * VARIANCE_ROUNDING ? 0 : squares);

/**
 * DeLong, DeLong & Clarke-Pearson 1988, eq. 5: var = S10/m + S01/n, the spreads of the placements of m positives and n
 * negatives. The interval is the area ± z standard errors, which is held to [0, 1] as pROC does.
 */
export function delongInterval({ positives: m, negatives: n, auc, spread }: RankStatistics, confidence = 0.95): AreaInterval {
  if (m < 2 || n < 2) return { standardError: null, interval: null, reason: `DeLong's variance needs two rows of each side; found ${m} and ${n}` };
  const standardError = Math.sqrt(unlessRounding(spread.positives, m) / (m - 1) / m + unlessRounding(spread.negatives, n) / (n - 1) / n);
  if (standardError === 0)
    return { standardError, interval: null, reason: "DeLong's variance is 0, since every pair is ranked alike: it does not tell how certain the area is" };
  const z = normalQuantile((1 + confidence) / 2);
  return { standardError, interval: [Math.max(0, auc - z * standardError), Math.min(1, auc + z * standardError)] };
}
