import { parentPort, workerData } from 'node:worker_threads';
import { studyOf } from './registry.js';
import type { StudyUnit } from './study.js';

/** Does units of a study, one after the other, as they are asked for. */
const study = studyOf(workerData as string);
parentPort?.on('message', async ({ task, file }: StudyUnit) => {
  try {
    parentPort?.postMessage({ result: await study?.run(task, file) });
  } catch (error) {
    parentPort?.postMessage({ reason: error instanceof Error ? error.message : String(error) });
  }
});
