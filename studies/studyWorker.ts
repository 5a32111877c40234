import { parentPort, workerData } from 'node:worker_threads';
import { studyOf } from './registry.js';

/** Does units of a study, one after the other, as they are asked for. */
const study = studyOf(workerData as string);
parentPort?.on('message', async ({ key, task }: { key: string; task: unknown }) => {
  try {
    parentPort?.postMessage({ key, result: await study?.run(task) });
  } catch (error) {
    parentPort?.postMessage({ key, error });
  }
});
