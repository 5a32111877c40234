import { parentPort } from 'node:worker_threads';
import { movedWith } from '../ranking/keptRows.js';
import type { Range, RangeCount, RangeResult, ScorePlan } from './plan.js';
import { type Job, postedError, runJob } from './pool.js';
import { RangeScorer } from './rangeScorer.js';

/** The first message is the plan; each that follows is a range, and what to do with it. */
type Message = { plan: ScorePlan } | { plan?: undefined; id: number; range: Range; job: Job };

let scorer: RangeScorer | undefined;

parentPort?.on('message', async (message: Message) => {
  if (message.plan) {
    scorer = await RangeScorer.create(message.plan);
    parentPort?.postMessage({ ready: true });
    return;
  }
  const { id, range, job } = message;
  try {
    const result: RangeCount | RangeResult = runJob(scorer as RangeScorer, range, job);
    const moved = 'estimates' in result && result.estimates ? [result.estimates.values.buffer as ArrayBuffer, ...movedWith(result.ranked)] : [];
    parentPort?.postMessage({ id, result }, moved);
  } catch (error) {
    parentPort?.postMessage({ id, error: postedError(error) });
  }
});
