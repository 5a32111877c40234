import { Worker } from 'node:worker_threads';
import { type ErrorCode, type ErrorDetails, FairbitsError } from '../errors.js';
import { wasmModule } from '../kernels/wasm.js';
import type { Job, Range, RangeCount, RangeResult, ScorePlan } from './plan.js';
import type { Runner } from './runner.js';
import { type ParquetPlan, type Scorer, scorerOf } from './scorers.js';

/** An error as it travels between threads. */
export interface PostedError {
  message: string;
  code?: ErrorCode;
  details: ErrorDetails;
}

export function postedError(error: unknown): PostedError {
  if (!(error instanceof FairbitsError)) return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), details: {} };
  const { message, code, row, file, line, column, found, expected } = error;
  const details = Object.fromEntries(Object.entries({ row, file, line, column, found, expected }).filter(([, value]) => value !== undefined));
  return { message, code, details };
}

/** A thread that has been started; it is told what to do when that is known. */
export interface Thread {
  prepare(plan: ScorePlan | ParquetPlan): void;
  ready: Promise<void>;
  run(range: Range, job: Job): Promise<RangeCount | RangeResult>;
  stop(): Promise<unknown>;
}

/**
 * Threads that take ranges as they get free. This thread works, too, so one of them costs no start. Results come back
 * by range, in order, whoever made them.
 */
export class Pool implements Runner {
  private constructor(
    private readonly own: Scorer,
    private readonly threads: Thread[],
  ) {}

  /** This thread's scorer may be there already. */
  static async create(plan: ScorePlan | ParquetPlan, threads: Thread[], scorer?: Scorer): Promise<Pool> {
    const own = scorer ?? (await scorerOf(plan));
    // The compiled core is posted, not compiled again: with it comes the code that has been optimized so far.
    const engine = own.engine.backend === 'wasm' ? { ...plan.engine, module: await wasmModule() } : plan.engine;
    for (const thread of threads) thread.prepare({ ...plan, engine });
    return new Pool(own, threads);
  }

  get backend(): string {
    return this.own.engine.backend;
  }

  get engine() {
    return this.own.engine;
  }

  /** Runs a job over ranges; `done` hears of each result in the order of the ranges. The first error, by range, is thrown. */
  run<T extends RangeCount | RangeResult>(ranges: readonly Range[], job: Job, done: (result: T, index: number) => void | Promise<void>): Promise<void> {
    const results = new Map<number, T | { error: unknown }>();
    let next = 0;
    let delivered = 0;
    let stopped = false;
    let delivering = false;
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        stopped = true;
        reject(error);
      };
      const deliver = async (): Promise<void> => {
        if (delivering) return;
        delivering = true;
        for (let result = results.get(delivered); result !== undefined && !stopped; result = results.get(delivered)) {
          results.delete(delivered);
          if ('error' in result) return fail(result.error);
          await done(result, delivered++);
        }
        delivering = false;
        if (delivered === ranges.length) resolve();
      };
      const take = async (work: (range: Range) => unknown): Promise<void> => {
        while (next < ranges.length && !stopped) {
          const index = next++;
          try {
            results.set(index, (await work(ranges[index])) as T);
          } catch (error) {
            results.set(index, { error });
          }
          await deliver();
        }
      };
      const own = async (range: Range) => {
        // Others' messages get their turn first.
        await new Promise((turn) => setImmediate(turn));
        return this.own.run(range, job);
      };
      // A thread that gets ready too late finds nothing left to do, and nobody has waited for it.
      for (const thread of this.threads) {
        // Two ranges each: this thread hears of a result only between its own ranges, and none should idle until then.
        for (let i = 0; i < 2; i++) thread.ready.then(() => take((range) => thread.run(range, job))).catch(fail);
      }
      take(own).catch(fail);
      if (ranges.length === 0) resolve();
    });
  }
}

/** Starts threads; what they are for is said later, by `prepare`, so that they start while the files are looked at. */
export function startThreads(count: number): Thread[] {
  return Array.from({ length: count }, startThread);
}

function startThread(): Thread {
  const worker = new Worker(new URL('./worker.js', import.meta.url));
  const waiting = new Map<number, { resolve: (value: RangeCount | RangeResult) => void; reject: (error: unknown) => void }>();
  let id = 0;
  const ready = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: { ready?: true; id?: number; result?: RangeCount | RangeResult; error?: PostedError }) => {
      if (message.ready) return resolve();
      const call = waiting.get(message.id as number);
      waiting.delete(message.id as number);
      if (message.error) {
        const { code, message: text, details } = message.error;
        call?.reject(code ? new FairbitsError(code, text, details) : new Error(text));
      } else call?.resolve(message.result as RangeCount | RangeResult);
    });
    worker.on('error', (error) => {
      reject(error);
      for (const call of waiting.values()) call.reject(error);
    });
  });
  // Without anyone waiting for it, a thread that could not start must not end the process.
  ready.catch(() => {});
  return {
    ready,
    prepare: (plan) => worker.postMessage({ plan }),
    stop: () => worker.terminate(),
    run: (range, job) =>
      new Promise((resolve, reject) => {
        waiting.set(++id, { resolve, reject });
        worker.postMessage({ id, range, job });
      }),
  };
}
