import { openBlobs } from '../../rows/bytes/openBlobs.js';
import type { Ground } from '../ground.js';
import type { OtherWorker } from './otherWorker.js';

/** Not worth another worker below this: it has as much to get ready as it takes to read that. */
const BYTES_PER_WORKER = 4 * 2 ** 20;

/** Files of a page, and the workers that it has beside this one. */
export function pageGround(workers: readonly OtherWorker[] = []): Ground<Blob> {
  return {
    open: openBlobs,
    hands(bytes) {
      const there = workers.filter(({ lost }) => !lost);
      return there.slice(0, Math.floor(bytes / BYTES_PER_WORKER)).map((worker) => worker.hand());
    },
  };
}
