import { type MeasureId, measures } from '../../core/measures/registry.js';
import { type Prior, type ResolvedPrior, resolvePrior } from '../../core/priors.js';
import { MOST_CROSSED } from '../../core/statistics/layout.js';
import { untoldUnder } from '../../core/statistics/untold.js';
import type { Look } from './partScorer.js';
import type { Totals } from './totals.js';

/** Every measure, where one line or one number per instance is wanted. */
const ALL: MeasureId[] = measures.map(({ id }) => id as MeasureId);

/** Whether rows must be looked at twice under a prior that is known when they have all been seen, whatever they hold. */
export function needsTwoLooks(k: number, prior: Prior | object | undefined, eachRow: boolean): boolean {
  return (prior === undefined || prior === 'test') && (eachRow || k > MOST_CROSSED);
}

/**
 * Looks at the rows: once; and again for what the statistics do not tell, or what is wanted of each row, where the prior is
 * known only when all have been seen. `known` is the prior, unless it is that of the test set. `run` reads the rows,
 * and `again` says whether it can do so twice: what can be read once only has reasons in the places of such measures.
 */
export async function lookAtRows(
  totals: Totals,
  known: ResolvedPrior | undefined,
  eachRow: boolean,
  statistics: Look['statistics'],
  again: boolean,
  run: (look: Look) => Promise<void>,
): Promise<ResolvedPrior> {
  const { statistics: told, secondLook } = totals;
  const { classes, k } = told;
  const uniform = new Float64Array(k).fill(1 / k);
  const rowByRow = known ? (eachRow ? ALL : untoldUnder(k, known.values)) : [];
  await run({ statistics, measures: rowByRow, prior: known?.values ?? uniform });
  const prior = known ?? resolvePrior('test', classes, () => told.tally.confusion.actual());
  const untold = ALL.filter((id) => !rowByRow.includes(id) && told.untold(id, prior.values));
  const wanted = eachRow && !known ? ALL : untold;
  if (again && wanted.length > 0 && told.weight > 0) {
    await run({ measures: wanted, prior: prior.values });
    secondLook.push(...untold);
  }
  return prior;
}
