import { fstatSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { startFeederEarly } from '../rows/bytes/feederThread.js';
import { statIf } from '../rows/bytes/statIf.js';
import { threadError } from '../rows/bytes/threadError.js';
import type { Hand } from '../run/hand.js';

/** Text is that much larger than its gzipped form, at least. */
const GZIP_RATIO = 2;

/** Not worth another thread below this. */
const BYTES_PER_THREAD = 12 * 2 ** 20;

/** More threads than this help nobody, and each takes memory. */
export const MOST_THREADS = Math.max(16, 2 * availableParallelism());

/** As many threads as asked for, this one among them, up to `MOST_THREADS`; or all cores, where there is enough to do. */
export function howMany(bytes: number, asked?: number): number {
  return asked !== undefined ? Math.min(asked, MOST_THREADS) : Math.max(1, Math.min(availableParallelism(), Math.floor(bytes / BYTES_PER_THREAD)));
}

/** Memory that a thread fills before it looks for what it no longer needs: with more, arrays that have been posted are given back late. */
const YOUNG_MEGABYTES = 4;

let earlyThreads: Thread[] = [];

/**
 * A thread takes as long to start as all else that comes before the first range, so the command starts its own before
 * its other modules are loaded, if its arguments look as if threads were wanted. Nobody waits for one that is not. Says how much there is to read, about.
 */
export function startEarly(args: readonly string[]): number {
  const sizes = args.map(likelySize);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (args.some((arg) => arg.startsWith('--threads'))) return bytes;
  const names = args.filter((_, i) => sizes[i] > 0);
  earlyThreads = startSome(howMany(bytes) - 1, names);
  for (const { worker } of earlyThreads) worker.unref();
  if (args.some((arg) => (arg === '-' && !fstatSync(0).isFile()) || /\.gz$/i.test(arg))) startFeederEarly();
  return bytes;
}

/** How much a file unpacks to, about; a pipe may bring any amount. */
function likelySize(arg: string): number {
  if (arg === '-') return fstatSync(0).isFile() ? fstatSync(0).size : Infinity;
  const size = /\.(?:[ct]sv|parquet|npy|npz|ndjson|jsonl|arrow|feather)(?:\.gz)?$/i.test(arg) ? (statIf(arg)?.size ?? 0) : 0;
  return arg.endsWith('.gz') ? GZIP_RATIO * size : size;
}

/** Starts threads; what they are for is said later, so that they start while the files are looked at. Where there is no memory for all there are fewer. */
export function startThreads(count: number): Hand[] {
  const ready = earlyThreads.splice(0, count);
  return [...ready, ...startSome(count - ready.length)].map((thread) => {
    const { worker } = thread;
    worker.ref();
    return {
      shares: true,
      post: (message) => worker.postMessage(message),
      listen(hear, fail) {
        worker.removeAllListeners('message').on('message', hear);
        thread.fail = fail;
        if (thread.lost) fail(thread.lost);
      },
      stop: () => {
        thread.begun = true;
        void worker.terminate();
      },
    };
  });
}

/** A thread, and who hears if it ends before it is stopped. */
interface Thread {
  worker: Worker;
  begun: boolean;
  fail(error: unknown): void;
  /** Why it has ended, once it had begun. */
  lost?: unknown;
}

function startSome(count: number, names?: readonly string[]): Thread[] {
  const threads: Thread[] = [];
  try {
    while (threads.length < count) threads.push(startThread(names));
  } catch (error) {
    if (threadError(error) === error) throw error;
  }
  return threads;
}

/** `names`: files that it will likely read, so that it is ready for them when it is told. */
function startThread(names: readonly string[] = []): Thread {
  // The bundle, also where this is a module of the library: a tree of modules takes longer to load than many test sets to score.
  const worker = new Worker(new URL('../bin/worker.js', import.meta.url), { workerData: names, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES } });
  const thread: Thread = { worker, begun: false, fail() {} };
  worker.once('online', () => {
    thread.begun = true;
  });
  // One that cannot start, for want of memory, has taken no part: the others do all of them. One that ends later may have taken one with it.
  const lose = (error: unknown): void => {
    if (!thread.begun || thread.lost) return;
    thread.lost = threadError(error);
    thread.fail(thread.lost);
  };
  worker.on('error', lose);
  worker.on('exit', () => lose(new Error('a thread has ended before its work')));
  return thread;
}
