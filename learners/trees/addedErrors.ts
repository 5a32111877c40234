/** The upper limit of an error rate: its confidence as C4.5 takes it, and z. */
export interface ErrorBound {
  confidence: number;
  z: number;
  /** Where nearly all are errors, release 8 of C4.5 adds 0.67 of the others, and J48 all. */
  release8: boolean;
}

/** Errors to be added to e of n, so that the sum is the upper confidence limit (Quinlan 1993, §4.2; Weka's Stats.addErrs). */
export function addedErrors(n: number, e: number, bound: ErrorBound): number {
  const { confidence, z, release8 } = bound;
  if (e < (release8 ? 1e-6 : 1)) {
    const base = n * (1 - confidence ** (1 / n));
    return e === 0 || (release8 && e < 1e-6) ? base : base + e * (addedErrors(n, 1, bound) - base);
  }
  if (release8 && e < 0.9999) {
    const base = n * (1 - confidence ** (1 / n));
    return base + e * (addedErrors(n, 1, bound) - base);
  }
  if (e + 0.5 >= n) return release8 ? 0.67 * (n - e) : Math.max(n - e, 0);
  const f = (e + 0.5) / n;
  const r = (f + (z * z) / (2 * n) + z * Math.sqrt(f / n - (f * f) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
  return n * r - e;
}

/** Release 8 has z from a table, and between its entries on a straight line. */
const CONFIDENCES = [0, 0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.4, 1];
const DEVIATIONS = [4, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0];

export function release8Z(confidence: number): number {
  let i = 0;
  while (confidence > CONFIDENCES[i]) i++;
  if (i === 0) return DEVIATIONS[0];
  return DEVIATIONS[i - 1] + ((DEVIATIONS[i] - DEVIATIONS[i - 1]) * (confidence - CONFIDENCES[i - 1])) / (CONFIDENCES[i] - CONFIDENCES[i - 1]);
}
