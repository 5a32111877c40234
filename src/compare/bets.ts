import { measures } from '../core/measures/registry.js';
import { log2 } from '../math/log.js';
import { type BetResult, bet } from '../significance/bet.js';
import type { Judged } from './judged.js';

/** What two learners win of each other on the instances of one test set. */
export function betBetween([first, second]: readonly [Judged, Judged], confidence: number): BetResult {
  const { low, high } = first.report.cutoff;
  return bet(wholeColumn(first, 'informationLoss'), wholeColumn(second, 'informationLoss'), {
    names: [first.name, second.name],
    quadratic: [wholeColumn(first, 'quadraticLoss'), wholeColumn(second, 'quadraticLoss')],
    confidence,
    alpha: 1 - confidence,
    // The rounding of two logs may pass the bound by a hair.
    ...(low > 0 ? { bound: log2(high / low) * (1 + 2 ** -40) } : {}),
  });
}

/** A measure's values, in one piece. */
export function wholeColumn({ rows, chunks }: Pick<Judged, 'rows' | 'chunks'>, wanted: string): Float64Array {
  const at = measures.findIndex(({ id }) => id === wanted);
  const values = new Float64Array(rows);
  let from = 0;
  for (const chunk of chunks()) {
    values.set(chunk[at], from);
    from += chunk[at].length;
  }
  return values;
}
