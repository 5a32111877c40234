import { parentPort, workerData } from 'node:worker_threads';
import type { Range, ScorePlan } from './plan.js';
import { type Job, postedError, runJob } from './pool.js';
import { RangeScorer } from './rangeScorer.js';

const scorer = await RangeScorer.create(workerData as ScorePlan);

parentPort?.on('message', ({ id, range, job }: { id: number; range: Range; job: Job }) => {
  try {
    parentPort?.postMessage({ id, result: runJob(scorer, range, job) });
  } catch (error) {
    parentPort?.postMessage({ id, error: postedError(error) });
  }
});
parentPort?.postMessage({ ready: true });
