import type { HeldRows } from './heldRows.js';
import { inChain } from './inChain.js';
import type { Range, RangeCount, Ranges, ScorePlan } from './plan.js';
import type { Runner } from './runner.js';

/** Rows of each class; `hold` is given them, too, of ranges where there is room for them. */
export async function countClasses(
  runner: Runner,
  plan: ScorePlan,
  ranges: Ranges,
  heard: (bytes: number, rows: number) => void,
  hold?: (range: Range, rows: HeldRows) => void,
): Promise<Float64Array<ArrayBuffer>> {
  const counts = new Float64Array(plan.classes.length);
  let bytes = 0;
  await inChain<RangeCount>(runner, plan, ranges, { kind: 'count' }, (result, range) => {
    for (let i = 0; i < counts.length; i++) counts[i] += result.counts[i];
    if (result.held) hold?.(range, result.held);
    bytes += range.to - range.from;
    heard(
      bytes,
      counts.reduce((a, b) => a + b),
    );
  });
  return counts;
}
