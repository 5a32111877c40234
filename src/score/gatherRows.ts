import { positiveClass } from '../treatment.js';
import type { Scored } from './options.js';

/** All rows of a test set in memory, for what looks at them more than once. */
export interface GatheredRows {
  classes: readonly string[];
  /** Two classes: the positive one; else −1. */
  positive: number;
  /** k to a row, renormalized and held to the cutoff where that was asked for. */
  estimates: Float64Array;
  labels: Uint16Array;
}

/** The rows that were kept (`keepRows`), in one piece. */
export function gatherRows(scored: Scored, wanted: string | undefined): GatheredRows {
  const { classes, rows } = scored.tally;
  const positive = positiveClass(classes, wanted === undefined ? {} : { positive: wanted });
  const k = classes.length;
  const estimates = new Float64Array(rows * k);
  const labels = new Uint16Array(rows);
  let at = 0;
  for (const part of scored.rows ?? []) {
    const numbers = part.estimates as Float64Array;
    labels.set(part.labels as Uint16Array, at);
    if (numbers.length === part.rows * k) estimates.set(numbers, at * k);
    else
      for (let r = 0; r < part.rows; r++) {
        estimates[(at + r) * 2 + positive] = numbers[r];
        estimates[(at + r) * 2 + 1 - positive] = 1 - numbers[r];
      }
    at += part.rows;
  }
  return { classes, positive, estimates, labels };
}
