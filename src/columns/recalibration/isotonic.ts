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
 * pooled (Ayer, Brunk, Ewing, Reid & Silverman 1955). Nearest by quadratic and by log loss alike. Groups of equal estimates come one by one,
 * the lowest first. Blocks have different frequencies, of which n whole rows allow fewer than n^⅔: they take little room.
 */
export class Pooling {
  private hits = new Float64Array(64);
  private rows = new Float64Array(64);
  private from = new Float64Array(64);
  private to = new Float64Array(64);
  private top = -1;

  add(value: number, positives: number, negatives: number, to = value): void {
    const { hits, rows } = this;
    let top = this.top;
    let ownHits = positives;
    let ownRows = positives + negatives;
    let from = value;
    // As whole numbers: hits/rows of the one before not below this one's.
    while (top >= 0 && hits[top] * ownRows >= ownHits * rows[top]) {
      ownHits += hits[top];
      ownRows += rows[top];
      from = this.from[top--];
    }
    this.top = ++top;
    if (top === hits.length) {
      this.grow();
      this.hits[top] = ownHits;
      this.rows[top] = ownRows;
    } else {
      hits[top] = ownHits;
      rows[top] = ownRows;
    }
    this.from[top] = from;
    this.to[top] = to;
  }

  private grow(): void {
    const larger = (from: Float64Array): Float64Array<ArrayBuffer> => {
      const to = new Float64Array(2 * from.length);
      to.set(from);
      return to;
    };
    this.hits = larger(this.hits);
    this.rows = larger(this.rows);
    this.from = larger(this.from);
    this.to = larger(this.to);
  }

  blocks(): IsotonicBlock[] {
    const { hits, rows, from, to } = this;
    return Array.from({ length: this.top + 1 }, (_, b) => ({ from: from[b], to: to[b], rows: rows[b], frequency: hits[b] / rows[b] }));
  }
}

export function isotonic({ values, positives, negatives }: Groups): IsotonicBlock[] {
  const pooling = new Pooling();
  for (let g = 0; g < values.length; g++) pooling.add(values[g], positives[g], negatives[g]);
  return pooling.blocks();
}
