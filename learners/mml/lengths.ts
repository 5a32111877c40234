import { logGamma } from '../base/logFactorial.js';

/** The starts that are tried: rows of each class that a leaf's code begins with. */
export const STARTS = [0.1, 0.2, 0.3, 0.5, 0.7, 1];

/** Messages of the classes at leaves, in bits: log2 [Γ(n+kα)/Γ(kα) · Π Γ(α)/Γ(n_c+α)]. */
export class LeafCode {
  /** ln Γ of whole counts and what is added to them, once it was asked for; 0 where it was not. */
  private readonly ofClass: Float64Array;
  private readonly ofAll: Float64Array;

  constructor(
    readonly start: number,
    private readonly k: number,
    most = 0,
  ) {
    this.ofClass = new Float64Array(most + 1);
    this.ofAll = new Float64Array(most + 1);
  }

  bits(counts: ArrayLike<number>): number {
    const { start, k } = this;
    let n = 0;
    let nats = 0;
    const single = kept(this.ofClass, 0, start);
    for (let c = 0; c < k; c++) {
      if (counts[c] === 0) continue;
      n += counts[c];
      nats += single - kept(this.ofClass, counts[c], start);
    }
    return (nats + kept(this.ofAll, n, k * start) - kept(this.ofAll, 0, k * start)) / Math.LN2;
  }
}

function kept(table: Float64Array, count: number, more: number): number {
  if (!(count < table.length) || !Number.isInteger(count)) return logGamma(count + more);
  if (table[count] === 0) table[count] = logGamma(count + more);
  return table[count];
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
