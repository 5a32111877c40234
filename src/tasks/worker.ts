import { parentPort, workerData } from 'node:worker_threads';
import { diskReader } from '../rows/bytes/openPaths.js';
import { loadReaderOf } from '../rows/openTables.js';
import { FlowParts } from '../run/flowParts.js';
import { serveParts } from '../run/serve.js';
import { resamplePortion } from './resample/portion.js';
import { type Setup, serveWork } from './work.js';

/** A thread of Node's that works for another one. */
serveParts(
  {
    onMessage: (hear) => parentPort?.on('message', hear),
    post: (said, moved) => parentPort?.postMessage(said, moved),
  },
  // What resamples, and what cuts streams into parts, is loaded where that is asked for.
  (setup) =>
    serveWork(setup as Setup, (files, flow) => diskReader(files, flow, true), {
      resample: (...given) => resamplePortion(...given),
      flowParts: (...of) => new FlowParts(...of),
    }),
);

for (const name of workerData as readonly string[]) void loadReaderOf(name);
