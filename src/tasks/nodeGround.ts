import { openPaths } from '../rows/bytes/openPaths.js';
import { FlowParts } from '../run/flowParts.js';
import type { Ground } from './ground.js';
import { howMany, startThreads } from './threads.js';

/** Files on disk and all cores. */
export const nodeGround: Ground<string> = {
  open: openPaths,
  hands: (bytes, asked) => startThreads(howMany(bytes, asked) - 1),
  dealsRows: true,
  flowParts: (...of) => new FlowParts(...of),
};
