import type { Kernels } from '../../kernels/kernels.js';

/** What a ranking of two classes comes to: sums over groups of equal estimates, from the lowest up. */
export interface RankStatistics {
  positives: number;
  negatives: number;
  /**
   * How often, of all pairs, a positive is ranked above a negative, ties counting one half: Mann and Whitney's statistic
   * by midranks (Hanley & McNeil 1982). NaN without a pair.
   */
  auc: number;
  /** Squares of the placements of positives, and of negatives, about it (DeLong, DeLong & Clarke-Pearson 1988, eq. 3–5). */
  spread: { positives: number; negatives: number };
  /** Σ (R_g − R_{g−1}) P_g over the groups, recall R and precision P taken down to and with the group. NaN without a positive. */
  averagePrecision: number;
}

/** Groups of equal estimates, from the lowest up: how many positives and negatives each holds. */
export interface Groups {
  values: Float64Array;
  positives: Float64Array;
  negatives: Float64Array;
}

/**
 * The statistics of sorted numbers in the kernels' memory, negative (also −0) where the row is not of the class. The
 * pairs are counted in whole numbers, exactly below 2^53.
 */
export function rankStatistics(kernels: Kernels, sorted: Float64Array): RankStatistics {
  const { wins, positives, negatives } = winsOfSorted(kernels, sorted);
  const auc = areaOfWins(wins, positives, negatives);
  const second = new Float64Array(8);
  kernels.rankSpread(sorted, sorted.length, positives, negatives, auc, second);
  const [, openPositives, openNegatives, positivesBelow, negativesBelow, ofPositives, ofNegatives, precision] = second;
  const last = groupTerms(openPositives, openNegatives, positivesBelow, negativesBelow, positives, negatives, auc);
  return {
    positives,
    negatives,
    auc,
    spread: { positives: ofPositives + last.ofPositives, negatives: ofNegatives + last.ofNegatives },
    averagePrecision: (precision + last.precision) / positives,
  };
}

/** Twice how often a positive is above a negative, and how many there are of each. */
export function winsOfSorted(kernels: Kernels, sorted: Float64Array): { wins: number; positives: number; negatives: number } {
  const state = new Float64Array(8);
  kernels.rankWins(sorted, sorted.length, state);
  const [, positives, negatives, positivesBelow, negativesBelow, wins] = state;
  return { wins: wins + positives * (2 * negativesBelow + negatives), positives: positivesBelow + positives, negatives: negativesBelow + negatives };
}

/** The same from groups. The same operations in the same order, so the same bits. */
export function groupStatistics({ positives: byPositive, negatives: byNegative }: Omit<Groups, 'values'>): RankStatistics {
  const positives = byPositive.reduce((a, b) => a + b, 0);
  const negatives = byNegative.reduce((a, b) => a + b, 0);
  let wins = 0;
  let below = 0;
  for (let g = 0; g < byPositive.length; g++) {
    wins += byPositive[g] * (2 * below + byNegative[g]);
    below += byNegative[g];
  }
  const auc = areaOfWins(wins, positives, negatives);
  const spread = { positives: 0, negatives: 0 };
  let precision = 0;
  let positivesBelow = 0;
  let negativesBelow = 0;
  for (let g = 0; g < byPositive.length; g++) {
    const terms = groupTerms(byPositive[g], byNegative[g], positivesBelow, negativesBelow, positives, negatives, auc);
    spread.positives += terms.ofPositives;
    spread.negatives += terms.ofNegatives;
    precision += terms.precision;
    positivesBelow += byPositive[g];
    negativesBelow += byNegative[g];
  }
  return { positives, negatives, auc, spread, averagePrecision: precision / positives };
}

export const areaOfWins = (twiceWins: number, positives: number, negatives: number): number => twiceWins / (2 * (positives * negatives));

function groupTerms(
  positives: number,
  negatives: number,
  positivesBelow: number,
  negativesBelow: number,
  allPositives: number,
  allNegatives: number,
  auc: number,
): { ofPositives: number; ofNegatives: number; precision: number } {
  const placement = (2 * negativesBelow + negatives) * (0.5 / allNegatives) - auc;
  const positivesUp = allPositives - positivesBelow;
  const other = (2 * positivesUp - positives) * (0.5 / allPositives) - auc;
  // A group without a positive adds nothing, not 0 · NaN.
  const share = positives > 0 ? positivesUp / (positivesUp + (allNegatives - negativesBelow)) : 0;
  return { ofPositives: positives * (placement * placement), ofNegatives: negatives * (other * other), precision: positives * share };
}

/** Groups of sorted numbers; a row of weight 2 is two rows, one of weight 0 none. */
export function tieGroups(sorted: Float64Array, weights?: ArrayLike<number>): Groups {
  const values = new Float64Array(sorted.length);
  const positives = new Float64Array(sorted.length);
  const negatives = new Float64Array(sorted.length);
  let g = -1;
  // No estimate is below 0.
  let last = -1;
  for (let r = 0; r < sorted.length; r++) {
    const weight = weights ? weights[r] : 1;
    if (weight === 0) continue;
    const signed = sorted[r];
    const size = Math.abs(signed);
    if (size !== last) values[++g] = last = size;
    if (signed < 0 || (signed === 0 && 1 / signed < 0)) negatives[g] += weight;
    else positives[g] += weight;
  }
  return { values: values.subarray(0, g + 1), positives: positives.subarray(0, g + 1), negatives: negatives.subarray(0, g + 1) };
}
