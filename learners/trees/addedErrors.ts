/** The upper limit of an error rate: its confidence as C4.5 takes it, and z. */
export interface ErrorBound {
  confidence: number;
  z: number;
}

/** Errors to be added to e of n, so that the sum is the upper confidence limit (Quinlan 1993, §4.2; Weka's Stats.addErrs). */
export function addedErrors(n: number, e: number, bound: ErrorBound): number {
  const { confidence, z } = bound;
  if (e < 1) {
    const base = n * (1 - confidence ** (1 / n));
    return e === 0 ? base : base + e * (addedErrors(n, 1, bound) - base);
  }
  if (e + 0.5 >= n) return Math.max(n - e, 0);
  const f = (e + 0.5) / n;
  const r = (f + (z * z) / (2 * n) + z * Math.sqrt(f / n - (f * f) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
  return n * r - e;
}
