import { logGamma } from '../base/logFactorial.js';

/** The starts that are tried: rows of each class that a leaf's code begins with. */
export const STARTS = [0.1, 0.2, 0.3, 0.5, 0.7, 1];

/** The message of the classes at a leaf, in bits: log2 [Γ(n+kα)/Γ(kα) · Π Γ(α)/Γ(n_c+α)]. */
export function leafBits(counts: ArrayLike<number>, start: number): number {
  const k = counts.length;
  let n = 0;
  let nats = 0;
  const single = logGamma(start);
  for (let c = 0; c < k; c++) {
    if (counts[c] === 0) continue;
    n += counts[c];
    nats += single - logGamma(counts[c] + start);
  }
  return (nats + logGamma(n + k * start) - logGamma(k * start)) / Math.LN2;
}

/** The bits of naming each of G gaps by halving: 1 for the middle one, 3 for the quarters, 5 for the eighths, … */
export function gapBits(gaps: number): Float64Array {
  const bits = new Float64Array(gaps);
  const halve = (low: number, high: number, depth: number): void => {
    if (low >= high) return;
    const middle = (low + high) >> 1;
    bits[middle] = 2 * depth + 1;
    halve(low, middle, depth + 1);
    halve(middle + 1, high, depth + 1);
  };
  halve(0, gaps, 0);
  return bits;
}
