import { inChain } from './inChain.js';
import type { RangeCount, Ranges, ScorePlan } from './plan.js';
import type { Runner } from './runner.js';

/** Rows of each class. */
export async function countClasses(runner: Runner, plan: ScorePlan, ranges: Ranges): Promise<Float64Array<ArrayBuffer>> {
  const counts = new Float64Array(plan.classes.length);
  await inChain<RangeCount>(runner, plan, ranges, { kind: 'count' }, (result) => {
    for (let i = 0; i < counts.length; i++) counts[i] += result.counts[i];
  });
  return counts;
}
