import { parentPort } from 'node:worker_threads';
import { movedWith } from '../ranking/keptRows.js';
import { Claims, type PostedClaims } from './claims.js';
import type { Job, Range, ScorePlan } from './plan.js';
import { postedError } from './postedError.js';
import { type ParquetPlan, type Scorer, scorerOf } from './scorers.js';

/** The first message is the plan; each that follows is a job, and the ranges to do it with. */
type Message = { plan: ScorePlan | ParquetPlan } | { plan?: undefined; run: number; ranges: Range[]; job: Job; claims: PostedClaims };

let scorer: Promise<Scorer> | undefined;

parentPort?.on('message', async (message: Message) => {
  if (message.plan) scorer = scorerOf(message.plan);
  else await work((await scorer) as Scorer, message);
});

async function work(scorer: Scorer, { run, ranges, job, claims: posted }: Exclude<Message, { plan: ScorePlan | ParquetPlan }>): Promise<void> {
  const claims = Claims.from(posted);
  for (let index = claims.take(); index !== undefined; index = claims.take()) {
    claims.wait(index);
    try {
      const result = await scorer.run(ranges[index], job);
      const views = 'tally' in result ? [...(result.estimates ?? []).map(({ values }) => values), ...(result.columns ?? [])] : [];
      const moved = [...views.map(({ buffer }) => buffer as ArrayBuffer), ...('tally' in result ? movedWith(result.ranked) : [])];
      parentPort?.postMessage({ run, index, result }, moved);
    } catch (error) {
      parentPort?.postMessage({ run, index, error: postedError(error) });
    }
  }
}
