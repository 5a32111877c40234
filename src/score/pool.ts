import { Worker } from 'node:worker_threads';
import { type ErrorCode, type ErrorDetails, FairbitsError } from '../errors.js';
import { wasmModule } from '../kernels/wasm.js';
import type { Range, RangeCount, RangeResult, ScorePlan } from './plan.js';
import { RangeScorer } from './rangeScorer.js';

/** What is done with a range. */
export type Job = { kind: 'count' } | { kind: 'score'; prior: Float64Array };

export function runJob(scorer: RangeScorer, range: Range, job: Job): RangeCount | RangeResult {
  return job.kind === 'count' ? scorer.count(range) : scorer.score(range, job.prior);
}

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

interface Thread {
  worker: Worker;
  ready: Promise<void>;
  run(range: Range, job: Job): Promise<RangeCount | RangeResult>;
}

/**
 * Threads that take ranges as they get free. This thread works, too, so one of them costs no start. Results come back
 * by range, in order, whoever made them.
 */
export class Pool {
  private constructor(
    private readonly own: RangeScorer,
    private readonly threads: Thread[],
  ) {}

  static async create(plan: ScorePlan, threads: number): Promise<Pool> {
    const own = await RangeScorer.create(plan);
    const engine = own.engine.backend === 'wasm' ? { ...plan.engine, module: await wasmModule() } : plan.engine;
    const started = Array.from({ length: threads - 1 }, () => startThread({ ...plan, engine }));
    return new Pool(own, started);
  }

  get backend(): string {
    return this.own.engine.backend;
  }

  get engine() {
    return this.own.engine;
  }

  /** Runs a job over ranges; `done` hears of each result in the order of the ranges. The first error, by range, is thrown. */
  async run<T extends RangeCount | RangeResult>(ranges: readonly Range[], job: Job, done: (result: T, index: number) => void | Promise<void>): Promise<void> {
    const results = new Map<number, T | { error: unknown }>();
    let next = 0;
    let delivered = 0;
    let stopped = false;
    let delivering = false;
    const deliver = async (): Promise<void> => {
      if (delivering) return;
      delivering = true;
      for (let result = results.get(delivered); result !== undefined && !stopped; result = results.get(delivered)) {
        results.delete(delivered);
        stopped = 'error' in result;
        if ('error' in result) throw result.error;
        await done(result, delivered++);
      }
      delivering = false;
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
      return runJob(this.own, range, job);
    };
    const others = this.threads.map(async (thread) => {
      await thread.ready;
      await take((range) => thread.run(range, job));
    });
    const all = await Promise.allSettled([...others, take(own)]);
    for (const one of all) if (one.status === 'rejected') throw one.reason;
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map(({ worker }) => worker.terminate()));
  }
}

function startThread(plan: ScorePlan): Thread {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: plan });
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
  return {
    worker,
    ready,
    run: (range, job) =>
      new Promise((resolve, reject) => {
        waiting.set(++id, { resolve, reject });
        worker.postMessage({ id, range, job });
      }),
  };
}
