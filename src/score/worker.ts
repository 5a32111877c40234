import { parentPort } from 'node:worker_threads';
import { movedWith } from '../ranking/keptRows.js';
import { movedStatistics } from '../statistics/rewardStatistics.js';
import { Claims, type PostedClaims } from './claims.js';
import { FlowRanges } from './flowRanges.js';
import type { Job, Range, ScorePlan } from './plan.js';
import { postedError } from './postedError.js';
import { type ParquetPlan, type Scorer, scorerOf } from './scorers.js';

/** The first message is the plan; each that follows is a job, and the ranges to do it with, unless they come by a flow. */
type Message = { plan: ScorePlan | ParquetPlan } | { plan?: undefined; run: number; ranges?: Range[]; job: Job; claims: PostedClaims };

let scorer: Promise<Scorer> | undefined;
let flowing: FlowRanges | undefined;

parentPort?.on('message', async (message: Message) => {
  const { plan } = message;
  if (plan) {
    scorer = scorerOf(plan, true);
    flowing = 'flow' in plan && plan.flow ? new FlowRanges(plan) : undefined;
  } else await work((await scorer) as Scorer, message);
});

async function work(scorer: Scorer, { run, ranges, job, claims: posted }: Exclude<Message, { plan: ScorePlan | ParquetPlan }>): Promise<void> {
  const claims = Claims.from(posted);
  for (let index = claims.take(); index !== undefined; index = claims.take()) {
    claims.wait(index);
    const range = ranges ? ranges[index] : flowing?.findNow(index);
    if (!range) return;
    try {
      const result = await scorer.run(range, job);
      const views = 'tally' in result ? [...(result.estimates ?? []).map(({ values }) => values), ...(result.columns ?? [])] : [];
      const moved = [
        ...views.map(({ buffer }) => buffer as ArrayBuffer),
        ...('tally' in result ? [...movedWith(result.ranked), ...movedStatistics(result.statistics)] : []),
      ];
      parentPort?.postMessage({ run, index, result }, moved);
    } catch (error) {
      parentPort?.postMessage({ run, index, error: postedError(error) });
    }
  }
}
