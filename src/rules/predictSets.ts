import { FairbitsError } from '../base/errors.js';
import { type GivenEstimates, takeEstimates } from '../core/given.js';
import type { Estimates } from '../core/input.js';
import type { RuleSets } from '../core/rules/ruleSets.js';

/** How estimates become sets: the classes above a threshold, the few largest, or those above their prior. */
export type SetRule = { above: number } | { top: number } | { prior: ArrayLike<number> };

/**
 * Sets of classes from estimates, k to a row, so that a probabilistic classifier can be judged as a set of rules is (Cleary, Legg & Witten 1996).
 * Of equal estimates at the edge of the top few, the first in class order are taken.
 *
 * @example
 * ```ts
 * import { predictSets } from 'fairbits';
 *
 * predictSets([[0.6, 0.3, 0.1], [0.2, 0.2, 0.6]], 3, { above: 0.25 }); // → { members: Uint16Array(3) [ 0, 1, 2 ], sizes: Uint16Array(2) [ 2, 1 ] }
 * ```
 */
export function predictSets(given: GivenEstimates, k: number, rule: SetRule): RuleSets {
  const estimates = takeEstimates(given);
  const rows = estimates.length / k;
  if (!Number.isInteger(rows))
    throw new FairbitsError('length', `${estimates.length} estimates are not ${k} to a row`, { found: estimates.length, expected: `a multiple of ${k}` });
  checkRule(rule, k);
  return 'top' in rule ? largestSets(estimates, k, rule.top) : above(estimates, k, 'prior' in rule ? rule.prior : new Float64Array(k).fill(rule.above));
}

function checkRule(rule: SetRule, k: number): void {
  const refuse = (found: unknown, expected: string): never => {
    throw new FairbitsError('option', `sets cannot be predicted by ${JSON.stringify(rule)}: expected ${expected}`, { found, expected });
  };
  if ('top' in rule && !(Number.isInteger(rule.top) && rule.top >= 0 && rule.top <= k))
    refuse(rule.top, `a whole number from 0 to ${k}, the classes there are`);
  if ('above' in rule && !(rule.above >= 0 && rule.above <= 1)) refuse(rule.above, 'a threshold from 0 to 1');
  if ('prior' in rule && rule.prior.length !== k) refuse(rule.prior.length, `a prior of ${k} classes`);
}

function above(estimates: Estimates, k: number, threshold: ArrayLike<number>): RuleSets {
  const sizes = new Uint16Array(estimates.length / k);
  const members = new Uint16Array(estimates.length);
  let filled = 0;
  for (let r = 0, at = 0; r < sizes.length; r++) {
    const before = filled;
    for (let i = 0; i < k; i++) {
      // Written in any case, and kept only if it counts: no branch to guess.
      members[filled] = i;
      filled += Number(estimates[at++] > threshold[i]);
    }
    sizes[r] = filled - before;
  }
  return { members: members.slice(0, filled), sizes };
}

function largestSets(estimates: Estimates, k: number, top: number): RuleSets {
  const rows = estimates.length / k;
  const members = new Uint16Array(rows * top);
  const values = new Float64Array(top);
  for (let r = 0; r < rows; r++) {
    const to = r * top;
    let held = 0;
    for (let i = 0; i < k; i++) {
      const x = estimates[r * k + i];
      if (held === top && !(top > 0 && x > values[top - 1])) continue;
      // Into its place among the largest so far, behind those of the same size.
      let place = held < top ? held++ : top - 1;
      for (; place > 0 && x > values[place - 1]; place--) {
        values[place] = values[place - 1];
        members[to + place] = members[to + place - 1];
      }
      values[place] = x;
      members[to + place] = i;
    }
  }
  return { members, sizes: new Uint16Array(rows).fill(top) };
}
