import type { Range, RangeCount, ScorePlan } from './plan.js';
import type { Runner } from './runner.js';

/** Rows of each class. */
export async function countClasses(runner: Runner, plan: ScorePlan, ranges: Range[], quotes: number[]): Promise<Float64Array<ArrayBuffer>> {
  const counts = new Float64Array(plan.classes.length);
  await runner.run<RangeCount>(ranges, { kind: 'count' }, (result, index) => {
    for (let i = 0; i < counts.length; i++) counts[i] += result.counts[i];
    quotes[index] = result.quotes;
  });
  return counts;
}
