import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createEngine, type Engine, type EngineOptions } from '../engine.js';
import type { Seed } from '../kernels/plain/random.js';
import { wasmModule } from '../kernels/wasm.js';
import { checkShape, checkValues, type ReplicateOptions, replicatesOf } from './options.js';
import { chunksOf, type RowSource, RowStore } from './rowStore.js';

export interface ThreadsOptions extends ReplicateOptions, EngineOptions {
  /** All cores by default. */
  threads?: number;
  /** How often each row counts: so much likelier it is to be drawn, and so many draws make a replicate (rounded). */
  weights?: Float64Array;
  /** Hears of draws made, of all that there are to make. */
  onProgress?: (done: number, all: number) => void;
}

/** Some replicates of all rows: what a thread does at a time. */
export interface Portion {
  first: number;
  replicates: number;
  seed: Seed;
  /** Rows that do not count once each, and how many are drawn. */
  weighted?: { weights: Float64Array; draws: number };
}

/** Replicates to a portion, and draws that are worth another thread. */
const MOST_REPLICATES = 4096;
const FEWEST_REPLICATES = 256;
const DRAWS_PER_THREAD = 5e7;

/** The means of columns in bootstrap replicates, made on several threads; the same numbers for any number of them. */
export async function bootstrapOnThreads(columns: readonly Float64Array[], options: ThreadsOptions = {}): Promise<Float64Array[]> {
  checkShape(columns);
  for (const [c, column] of columns.entries()) checkValues(column, c);
  const store = new RowStore(columns.length, Infinity);
  store.add(columns);
  return bootstrapRows(store.source(), options);
}

/** Shares replicates out: every thread goes through all rows for its own. */
export async function bootstrapRows(source: RowSource, options: ThreadsOptions = {}): Promise<Float64Array[]> {
  const { replicates, seed, first } = replicatesOf(options);
  const weighted = options.weights && { weights: shared(options.weights), draws: Math.max(1, Math.round(options.weights.reduce((sum, w) => sum + w, 0))) };
  const all = source.rows * replicates;
  const worthwhile = Math.ceil((all * source.columns) / DRAWS_PER_THREAD);
  const threads = Math.max(1, Math.min(options.threads ?? Math.min(availableParallelism(), worthwhile), replicates));
  // Several portions keep all threads busy to the end; but small ones spend their time on bringing in the rows, and rows
  // in a file are read once for each.
  const perThread = threads === 1 || source.path !== undefined ? 1 : Math.min(16, Math.max(1, Math.floor(replicates / threads / FEWEST_REPLICATES)));
  const size = Math.min(MOST_REPLICATES, Math.ceil(replicates / threads / perThread));
  const work: Portion[] = [];
  for (let done = 0; done < replicates; done += size)
    work.push({ first: first + done, replicates: Math.min(size, replicates - done), seed, ...(weighted ? { weighted } : {}) });
  const found = Array.from({ length: source.columns }, () => new Float64Array(replicates));
  let draws = 0;
  const heard = (more: number): void => {
    draws += more;
    options.onProgress?.(draws, all);
  };
  const keep = (portion: Portion, means: Float64Array[]): void => {
    for (const [c, column] of found.entries()) column.set(means[c], portion.first - first);
  };
  const engine = await createEngine({ ...(options.backend ? { backend: options.backend } : {}), ...(options.memory ? { memory: options.memory } : {}) });
  await shareOut(engine, source, work, threads, options.memory, heard, keep);
  return found;
}

/** One portion; others get their turn between chunks of rows, Ctrl-C among them. */
export async function resamplePortion(engine: Engine, source: RowSource, portion: Portion, heard: (draws: number) => void): Promise<Float64Array[]> {
  const { weighted, ...replicates } = portion;
  const stream = engine.bootstrapStream({ ...replicates, ...weighted, rows: source.rows, columns: source.columns });
  try {
    for (const chunk of chunksOf(source)) {
      stream.add(chunk);
      heard(chunk[0].length * portion.replicates);
      await new Promise((turn) => setImmediate(turn));
    }
    return stream.means();
  } finally {
    stream.free();
  }
}

/** Memory that threads share. */
function shared(values: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}

/** This thread works, too, so one of them costs no start. */
async function shareOut(
  engine: Engine,
  source: RowSource,
  work: Portion[],
  threads: number,
  memory: number | undefined,
  heard: (draws: number) => void,
  keep: (portion: Portion, means: Float64Array[]) => void,
): Promise<void> {
  const workers: Worker[] = [];
  let next = 0;
  const own = async (): Promise<void> => {
    while (next < work.length) {
      const portion = work[next++];
      keep(portion, await resamplePortion(engine, source, portion, heard));
    }
  };
  try {
    const others: Served[] = [];
    if (threads > 1) {
      // The compiled core is posted, not compiled again.
      const posted: EngineOptions = {
        backend: engine.backend,
        ...(memory ? { memory } : {}),
        ...(engine.backend === 'wasm' ? { module: await wasmModule() } : {}),
      };
      for (let i = 1; i < Math.min(threads, work.length); i++) {
        const worker = new Worker(new URL('./bootstrapWorker.js', import.meta.url), { workerData: { source, engine: posted } });
        workers.push(worker);
        others.push(serve(worker, () => work[next++], heard, keep));
      }
    }
    await own();
    // A thread that gets ready too late finds nothing left to do, and nobody waits for it.
    await Promise.all(others.filter(({ busy }) => busy()).map(({ done }) => done));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

interface Served {
  done: Promise<void>;
  /** Whether there is something to wait for. */
  busy(): boolean;
}

/** Keeps a thread busy: from when it is ready it has a portion in hand and one waiting, since this thread answers only between chunks. */
function serve(
  worker: Worker,
  take: () => Portion | undefined,
  heard: (draws: number) => void,
  keep: (portion: Portion, means: Float64Array[]) => void,
): Served {
  const posted: Portion[] = [];
  let failed = false;
  const done = new Promise<void>((resolve, reject) => {
    const post = (): void => {
      const portion = take();
      if (portion) {
        posted.push(portion);
        worker.postMessage(portion);
      } else if (posted.length === 0) resolve();
    };
    worker.on('message', (message: { ready?: true; draws?: number; means?: Float64Array[] }) => {
      if (message.draws !== undefined) heard(message.draws);
      else if (message.ready) {
        post();
        post();
      } else {
        keep(posted.shift() as Portion, message.means as Float64Array[]);
        post();
      }
    });
    worker.on('error', (error) => {
      failed = true;
      reject(error);
    });
  });
  // It is thrown when the others are waited for.
  done.catch(() => {});
  return { done, busy: () => failed || posted.length > 0 };
}
