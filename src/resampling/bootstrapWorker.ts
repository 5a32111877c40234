import { parentPort, workerData } from 'node:worker_threads';
import { createEngine, type EngineOptions } from '../engine.js';
import { type Portion, resamplePortion } from './onThreads.js';
import type { RowSource } from './rowStore.js';

/** A thread that resamples rows it shares with others: each message is a portion, answered by its means. */
const { source, engine: options } = workerData as { source: RowSource; engine: EngineOptions };
const engine = createEngine(options);

parentPort?.on('message', async (portion: Portion) => {
  const means = await resamplePortion(await engine, source, portion, (draws) => parentPort?.postMessage({ draws }));
  parentPort?.postMessage(
    { means },
    means.map(({ buffer }) => buffer as ArrayBuffer),
  );
});
