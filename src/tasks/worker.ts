import { parentPort } from 'node:worker_threads';
import { diskReader } from '../rows/bytes/openPaths.js';
import { serve } from '../run/serve.js';
import { resamplePortion } from './resample/portion.js';
import { type Setup, serveWork } from './work.js';

/** A thread of Node's that works for another one. */
serve(
  {
    onMessage: (hear) => parentPort?.on('message', hear),
    post: (said, moved) => parentPort?.postMessage(said, moved),
  },
  (setup) => serveWork(setup as Setup, (files, flow) => diskReader(files, flow, true), resamplePortion),
);
