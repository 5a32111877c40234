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
  /** Hears of draws made, of all that there are to make. */
  onProgress?: (done: number, all: number) => void;
}

/** Some replicates of all rows: what a thread does at a time. */
export interface Portion {
  first: number;
  replicates: number;
  seed: Seed;
}

/** Replicates to a portion, at most; and draws that are worth another thread. */
const MOST_REPLICATES = 4096;
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
  const all = source.rows * replicates;
  const worthwhile = Math.ceil((all * source.columns) / DRAWS_PER_THREAD);
  const threads = Math.max(1, Math.min(options.threads ?? Math.min(availableParallelism(), worthwhile), replicates));
  // Rows in a file are read once for each portion, so there should be few; else more of them keep all threads busy to the end.
  const portions = threads * (threads === 1 || source.path !== undefined ? 1 : 2);
  const size = Math.min(MOST_REPLICATES, Math.ceil(replicates / portions));
  const work: Portion[] = [];
  for (let done = 0; done < replicates; done += size) work.push({ first: first + done, replicates: Math.min(size, replicates - done), seed });
  const found = Array.from({ length: source.columns }, () => new Float64Array(replicates));
  let draws = 0;
  const heard = (more: number): void => {
    draws += more;
    options.onProgress?.(draws, all);
  };
  const keep = (portion: Portion, means: Float64Array[]): void => {
    for (const [c, column] of found.entries()) column.set(means[c], portion.first - first);
  };
  const engine: EngineOptions = { ...(options.backend ? { backend: options.backend } : {}), ...(options.memory ? { memory: options.memory } : {}) };
  if (threads === 1) {
    const own = await createEngine(engine);
    for (const portion of work) keep(portion, await resamplePortion(own, source, portion, heard));
  } else await shareOut(source, work, threads, engine, heard, keep);
  return found;
}

/** One portion; others get their turn between chunks of rows, Ctrl-C among them. */
export async function resamplePortion(engine: Engine, source: RowSource, portion: Portion, heard: (draws: number) => void): Promise<Float64Array[]> {
  const stream = engine.bootstrapStream({ ...portion, rows: source.rows, columns: source.columns });
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

async function shareOut(
  source: RowSource,
  work: Portion[],
  threads: number,
  engine: EngineOptions,
  heard: (draws: number) => void,
  keep: (portion: Portion, means: Float64Array[]) => void,
): Promise<void> {
  const { backend } = await createEngine({ ...engine, memory: 2 ** 18 });
  const posted = backend === 'wasm' ? { ...engine, module: await wasmModule() } : { ...engine, backend };
  const workers: Worker[] = [];
  let next = 0;
  try {
    await Promise.all(
      Array.from({ length: Math.min(threads, work.length) }, () => {
        const worker = new Worker(new URL('./bootstrapWorker.js', import.meta.url), { workerData: { source, engine: posted } });
        workers.push(worker);
        return new Promise<void>((resolve, reject) => {
          let portion: Portion;
          const go = (): void => {
            if (next === work.length) {
              resolve();
              return;
            }
            portion = work[next++];
            worker.postMessage(portion);
          };
          worker.on('message', (message: { draws?: number; means?: Float64Array[] }) => {
            if (message.draws !== undefined) return heard(message.draws);
            keep(portion, message.means as Float64Array[]);
            go();
          });
          worker.on('error', reject);
          go();
        });
      }),
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
