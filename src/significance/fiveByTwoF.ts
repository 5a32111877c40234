import { reported } from '../base/reported.js';
import { fQuantile, fTail } from '../math/distributions.js';
import { FIVE_BY_TWO_ASSUMPTIONS, type FiveByTwo, fiveByTwoParts } from './fiveByTwo.js';
import { degenerateNotes, differenceSentence, type Effect, settings, short, showP, type TestOptions, type TestResult } from './result.js';

/**
 * Alpaydin's combined 5×2cv F (1999, "Combined 5×2cv F test for comparing supervised classification learning algorithms", eq. 5):
 * Σ Σ p² / (2 Σ s²), F with 10 and 5 degrees of freedom. All ten differences count, so their order does not.
 *
 * @example
 * ```ts
 * import { fiveByTwoF } from 'fairbits/significance';
 *
 * const { statistic, p } = fiveByTwoF([[0.02, 0.03], [0.01, 0.04], [0.03, 0.02], [0.02, 0.02], [0.04, 0.01]]);
 * [statistic, p]; // → [ 3.4, 0.09455 ]
 * ```
 */
export function fiveByTwoF(differences: FiveByTwo, options: TestOptions & { scale?: number } = {}): TestResult {
  const { confidence, names } = settings(options);
  const { all, mean, variances, degenerate } = fiveByTwoParts(differences, 'the combined 5×2cv F test', options.scale);
  const squares = all.reduce((sum, d) => sum + d * d, 0);
  const spread = variances.reduce((sum, v) => sum + v);
  const f = degenerate === 'no-difference' ? 0 : degenerate ? Infinity : squares / (2 * spread);
  const p = fTail(f, 10, 5);
  // Every δ for which Σ Σ (p − δ)² / (2 Σ s²) stays below the critical F: 10(δ − p̄)² ≤ 2F Σ s² − Σ Σ (p − p̄)².
  const room = degenerate ? 0 : 2 * fQuantile(1 - confidence, 10, 5) * spread - all.reduce((sum, d) => sum + (d - mean) ** 2, 0);
  const margin = Math.sqrt(room / 10);
  const effect: Effect = {
    what: 'mean difference over the ten folds',
    value: mean,
    interval: room >= 0 ? [mean - margin, mean + margin] : null,
    confidence,
    ...(room >= 0 ? {} : { reason: 'the replications differ by more than their folds do: the test rejects every single difference' }),
  };
  return {
    name: '5x2cv-f',
    statistic: reported(f),
    df: [10, 5],
    p,
    n: 10,
    effect,
    ...(degenerate ? { degenerate } : {}),
    assumptions: FIVE_BY_TWO_ASSUMPTIONS,
    notes: degenerateNotes(degenerate),
    sentence: differenceSentence(effect, names, degenerate, `F = ${short(f)} with 10 and 5 degrees of freedom, ${showP(p)}`),
  };
}
