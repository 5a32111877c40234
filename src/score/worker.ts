import { parentPort } from 'node:worker_threads';
import { Claims, type PostedClaims } from './claims.js';
import { type Job, postedError, runJob } from './job.js';
import type { Range, ScorePlan } from './plan.js';
import { RangeScorer } from './rangeScorer.js';

/** The first message is the plan; each that follows is a job, and the ranges to do it with. */
type Message = { plan: ScorePlan } | { plan?: undefined; run: number; ranges: Range[]; job: Job; claims: PostedClaims };

let scorer: Promise<RangeScorer> | undefined;

parentPort?.on('message', async (message: Message) => {
  if (message.plan) scorer = RangeScorer.create(message.plan);
  else work((await scorer) as RangeScorer, message);
});

function work(scorer: RangeScorer, { run, ranges, job, claims: posted }: Exclude<Message, { plan: ScorePlan }>): void {
  const claims = Claims.from(posted);
  for (let index = claims.take(); index !== undefined; index = claims.take()) {
    claims.wait(index);
    try {
      const result = runJob(scorer, ranges[index], job);
      const views = 'tally' in result ? [...(result.estimates ?? []).map(({ values }) => values), ...(result.columns ?? [])] : [];
      const moved = views.map(({ buffer }) => buffer as ArrayBuffer);
      parentPort?.postMessage({ run, index, result }, moved);
    } catch (error) {
      parentPort?.postMessage({ run, index, error: postedError(error) });
    }
  }
}
