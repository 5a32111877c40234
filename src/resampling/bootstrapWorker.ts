import { parentPort, workerData } from 'node:worker_threads';
import { createEngine, type EngineOptions } from '../engine.js';
import { type Portion, resamplePortion } from './onThreads.js';
import type { RowSource } from './rowStore.js';

/** A thread that resamples rows it shares with others: each message is a portion, answered by its means. */
const { source, engine: options } = workerData as { source: RowSource; engine: EngineOptions };
const made = createEngine(options);

// One after the other: a portion gives way between chunks, and the next must not begin then.
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (portion: Portion) => {
  last = last.then(async () => {
    const means = await resamplePortion(await made, source, portion, (draws) => parentPort?.postMessage({ draws }));
    parentPort?.postMessage(
      { means },
      means.map(({ buffer }) => buffer as ArrayBuffer),
    );
  });
});
made.then(() => parentPort?.postMessage({ ready: true }));
