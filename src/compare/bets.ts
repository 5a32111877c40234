import { log2 } from '../kernels/plain/log.js';
import { measures } from '../measures/registry.js';
import { chunksOf, type RowSource } from '../resampling/rowStore.js';
import { type BetResult, bet } from '../significance/bet.js';
import type { Learner } from './learner.js';

/** What two learners win of each other on the instances of one test set. */
export function betBetween([first, second]: readonly [Learner, Learner], confidence: number): BetResult {
  const { low, high } = first.report.cutoff;
  return bet(wholeColumn(first.rows, 'informationLoss'), wholeColumn(second.rows, 'informationLoss'), {
    names: [first.name, second.name],
    quadratic: [wholeColumn(first.rows, 'quadraticLoss'), wholeColumn(second.rows, 'quadraticLoss')],
    confidence,
    alpha: 1 - confidence,
    // The rounding of two logs may pass the bound by a hair.
    ...(low > 0 ? { bound: log2(high / low) * (1 + 2 ** -40) } : {}),
  });
}

/** A measure's values, in one piece. */
export function wholeColumn(rows: RowSource, wanted: string): Float64Array {
  const at = measures.findIndex(({ id }) => id === wanted);
  const values = new Float64Array(rows.rows);
  let from = 0;
  for (const chunk of chunksOf(rows)) {
    values.set(chunk[at], from);
    from += chunk[at].length;
  }
  return values;
}
