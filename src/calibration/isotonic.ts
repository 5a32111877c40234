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
  const blocks: { from: number; to: number; hits: number; rows: number }[] = [];
  for (let g = 0; g < values.length; g++) {
    let block = { from: values[g], to: values[g], hits: positives[g], rows: positives[g] + negatives[g] };
    // As whole numbers: hits/rows of the one before not below this one's.
    for (let last = blocks[blocks.length - 1]; last && last.hits * block.rows >= block.hits * last.rows; last = blocks[blocks.length - 1]) {
      block = { from: last.from, to: block.to, hits: last.hits + block.hits, rows: last.rows + block.rows };
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks.map(({ from, to, hits, rows }) => ({ from, to, rows, frequency: hits / rows }));
}
