import type { Groups } from '../ranking/rankStatistics.js';

/** Estimates that were pooled: their range, and the frequency of truth among them. */
export interface IsotonicBlock {
  from: number;
  to: number;
  rows: number;
  frequency: number;
}

/**
 * The frequencies that never fall where estimates rise and are nearest to what happened: neighbours that violate it are
 * pooled (Ayer, Brunk, Ewing, Reid & Silverman 1955). Nearest by quadratic and by log loss alike.
 */
export function isotonic({ values, positives, negatives }: Groups): IsotonicBlock[] {
  // A stack of blocks: where each begins among the groups, its hits and rows.
  const count = values.length;
  const [first, hits, rows] = [new Uint32Array(count), new Float64Array(count), new Float64Array(count)];
  let top = -1;
  for (let g = 0; g < count; g++) {
    top++;
    first[top] = g;
    hits[top] = positives[g];
    rows[top] = positives[g] + negatives[g];
    // As whole numbers: hits/rows of the one before not below this one's.
    while (top > 0 && hits[top - 1] * rows[top] >= hits[top] * rows[top - 1]) {
      top--;
      hits[top] += hits[top + 1];
      rows[top] += rows[top + 1];
    }
  }
  return Array.from({ length: top + 1 }, (_, b) => ({
    from: values[first[b]],
    to: values[(b < top ? first[b + 1] : count) - 1],
    rows: rows[b],
    frequency: hits[b] / rows[b],
  }));
}
