import { parentPort } from 'node:worker_threads';
import type { Job, Range, ScorePlan } from './plan.js';
import { postedError } from './pool.js';
import { type ParquetPlan, type Scorer, scorerOf } from './scorers.js';

/** The first message is the plan; each that follows is a range, and what to do with it. */
type Message = { plan: ScorePlan | ParquetPlan } | { plan?: undefined; id: number; range: Range; job: Job };

let scorer: Scorer | undefined;

parentPort?.on('message', async (message: Message) => {
  if (message.plan) {
    scorer = await scorerOf(message.plan);
    parentPort?.postMessage({ ready: true });
    return;
  }
  const { id, range, job } = message;
  try {
    const result = await (scorer as Scorer).run(range, job);
    const moved = 'estimates' in result && result.estimates ? [result.estimates.buffer as ArrayBuffer] : [];
    parentPort?.postMessage({ id, result }, moved);
  } catch (error) {
    parentPort?.postMessage({ id, error: postedError(error) });
  }
});
