import type { Figure } from './requirement.js';

/** The mean of differences, and the mean ± z standard errors where there is such an interval. */
export function meanFigure(differences: Float64Array, z: number): Figure {
  const n = differences.length;
  const value = differences.reduce((sum, d) => sum + d, 0) / n;
  if (!Number.isFinite(value) || n < 2) return { value };
  const error = Math.sqrt(differences.reduce((sum, d) => sum + (d - value) ** 2, 0) / (n - 1) / n);
  return { value, interval: [value - z * error, value + z * error] };
}
