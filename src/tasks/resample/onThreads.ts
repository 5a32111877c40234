import { availableParallelism } from 'node:os';
import { createEngine, type EngineOptions } from '../../core/engine.js';
import { checkShape, checkValues, type ReplicateOptions, replicatesOf } from '../../core/resampling/options.js';
import { wasmModule } from '../../kernels/wasm.js';
import { Crew } from '../../run/crew.js';
import { MOST_THREADS, startThreads } from '../threads.js';
import { type Job, type Setup, workWith } from '../work.js';
import { type Portion, resamplePortion } from './portion.js';
import { type RowSource, RowStore } from './rowStore.js';

/** What `bootstrapOnThreads` can be told. */
export interface ThreadsOptions extends ReplicateOptions, EngineOptions {
  /** All cores by default. */
  threads?: number;
  /** How often each row counts: so much likelier it is to be drawn, and so many draws make a replicate (rounded). */
  weights?: Float64Array;
  /** Hears of draws made, of all that there are to make. */
  onProgress?: (done: number, all: number) => void;
}

/** Replicates to a portion, and draws that are worth another thread. */
const MOST_REPLICATES = 4096;
const FEWEST_REPLICATES = 256;
const DRAWS_PER_THREAD = 5e7;

/**
 * The means of columns in bootstrap replicates, made on several threads; the same numbers for any number of them.
 *
 * @example
 * ```ts
 * import { bootstrapOnThreads } from 'fairbits/node';
 *
 * const [means] = await bootstrapOnThreads([Float64Array.of(1, 2, 3, 4)], { replicates: 3, seed: 7, threads: 2 });
 * means; // → Float64Array(3) [ 3, 2.25, 1.75 ]
 * ```
 */
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
  const threads = Math.max(1, Math.min(options.threads ?? Math.min(availableParallelism(), worthwhile), replicates, MOST_THREADS));
  // Several portions keep all threads busy to the end; but small ones spend their time on bringing in the rows, and rows
  // in a file are read once for each.
  const perThread = threads === 1 || source.descriptor !== undefined ? 1 : Math.min(16, Math.max(1, Math.floor(replicates / threads / FEWEST_REPLICATES)));
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
  const hands = startThreads(Math.min(threads, work.length) - 1);
  try {
    const crew = new Crew<Job>(
      workWith(engine, undefined, () => undefined as never, resamplePortion),
      hands,
    );
    // The compiled core is posted, not compiled again.
    const module = engine.backend === 'wasm' && hands.length > 0 ? { module: await wasmModule() } : {};
    crew.setUp({ engine: { backend: engine.backend, ...(options.memory ? { memory: options.memory } : {}), ...module } } satisfies Setup);
    await crew.run<Portion, Float64Array[]>(work, { resample: source }, (means, portion) => keep(portion, means), { progress: heard });
    return found;
  } finally {
    for (const hand of hands) hand.stop();
  }
}

/** Memory that threads share. */
function shared(values: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
