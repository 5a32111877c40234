import type { RowSpread, Spread } from '../core/statistics/exactSpread.js';
import { productPlace } from '../core/statistics/exactStatistics.js';
import { fixedProduct } from '../math/exactSum.js';

/**
 * An engine rounds each log and each product: to multiples of 2⁻⁴³, or to a double. What is left of Σ x² − (Σ x)²/n by that alone is no spread: numbers that
 * are all the same would get a standard error of 1e-7, and a spread below 0 could come out. Below what rounding may do it is taken as 0.
 */
function isRounding({ weight, sum, squares }: Spread, float: boolean): boolean {
  const mean = (sum < 0n ? -sum : sum) / (weight >> SHIFT || 1n);
  const resolution = (weight >> 41n) + fixedProduct(weight >> 41n, mean << SHIFT) * 2n + (float ? squares >> 44n : 0n);
  return squares - (sum * sum) / weight < resolution;
}

const SHIFT = 128n;

export function settledSpread(spread: Spread, float: boolean): Spread {
  if (spread.weight > 0n && isRounding(spread, float)) spread.squares = roundedUp(spread.sum * spread.sum, spread.weight);
  return spread;
}

const roundedUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/** The same for rows of logs: one that does not vary goes with no other. The sum of a row's logs is made of the others. */
export function settledRows(rows: RowSpread, float: boolean): RowSpread {
  const { weight, sums, products, whole } = rows;
  const k = sums.length;
  if (weight === 0n) return rows;
  const constant = sums.map((sum, i) => isRounding({ weight, sum, squares: products[productPlace(k, i, i)] }, float));
  whole.weight = weight;
  for (let i = 0; i < k; i++) {
    whole.sum += sums[i];
    for (let j = i; j < k; j++) {
      const at = productPlace(k, i, j);
      if (constant[i] || constant[j]) products[at] = i === j ? roundedUp(sums[i] * sums[j], weight) : (sums[i] * sums[j]) / weight;
      whole.squares += (i === j ? 1n : 2n) * products[at];
    }
  }
  settledSpread(whole, float);
  return rows;
}
