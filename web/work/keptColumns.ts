import { measures } from '../../src/parts.js';
import type { WorstRow } from './jobs.js';

/** Rows whose rewards are kept, of each learner: 80 MB. */
export const MOST_ROWS = 1_000_000;
const MOST_WORST = 25;
const TRUTHS = measures.length;
const WEIGHTS = TRUTHS + 1;
const LOSS = measures.findIndex(({ id }) => id === 'informationLoss');

/** Takes every measure's values as they are computed: keeps them as long as they are not too many, and the lowest rewards in any case. */
export class KeptColumns {
  private parts: Float64Array[][] = [];
  private rows = 0;
  private lowest: { row: number; truth: number; reward: number; loss: number }[] = [];

  restart(): void {
    this.parts = [];
    this.rows = 0;
    this.lowest = [];
  }

  add(columns: Float64Array[]): void {
    const [rewards] = columns;
    const truths = columns[TRUTHS];
    const weights = columns[WEIGHTS];
    for (let r = 0; r < rewards.length; r++) {
      // A row of weight 0 is no row.
      if (weights?.[r] === 0) continue;
      if (this.lowest.length === MOST_WORST && !(rewards[r] < this.lowest[MOST_WORST - 1].reward)) continue;
      const found = { row: this.rows + r, truth: truths[r], reward: rewards[r], loss: columns[LOSS][r] };
      const place = this.lowest.findIndex(({ reward }) => found.reward < reward);
      this.lowest.splice(place < 0 ? this.lowest.length : place, 0, found);
      this.lowest.length = Math.min(this.lowest.length, MOST_WORST);
    }
    this.rows += rewards.length;
    if (this.rows <= MOST_ROWS) this.parts.push(columns);
    else this.parts = [];
  }

  worst(classes: readonly string[]): WorstRow[] {
    // The loss is the estimate's own bits, so that estimates need not be kept.
    return this.lowest.map(({ row, truth, reward, loss }) => ({ row, truth: classes[truth], reward, estimate: 2 ** -loss }));
  }

  /** A column for each measure, then the true classes. */
  columns(): Float64Array[] {
    return Array.from({ length: TRUTHS + 1 }, (_, c) => {
      const all = new Float64Array(this.rows);
      let at = 0;
      for (const part of this.parts) {
        all.set(part[c], at);
        at += part[c].length;
      }
      return all;
    });
  }
}
