import { wasmModule } from '../kernels/wasm.js';
import type { RankedClass } from '../ranking/ranks.js';
import { AHEAD, Claims } from './claims.js';
import { FlowRanges } from './flowRanges.js';
import type { Job, Range, Ranges, ScorePlan } from './plan.js';
import { errorFrom } from './postedError.js';
import { forgetRanker } from './rankJob.js';
import type { Runner } from './runner.js';
import { type ParquetPlan, type ReadingScorer, type RunResult, ranking, type Scorer, scorerOf } from './scorers.js';
import type { Said, Thread } from './threads.js';

/** Ranges of streams, of which there may be any number. */
const UNKNOWN = 2 ** 30;

/**
 * Threads that take ranges as they get free. This thread works, too, so one of them costs no start. Results come back
 * by range, in order, whoever made them.
 */
export class Pool implements Runner {
  private runs = 0;
  /** What this thread did last. */
  private last: Promise<unknown> = Promise.resolve();
  readonly rank: Runner['rank'];

  private constructor(
    private readonly own: Scorer,
    private readonly threads: Thread[],
    shareRows: boolean,
  ) {
    if (shareRows && threads.length > 0) this.rank = (input) => this.rankAll(input);
  }

  /** This thread's scorer may be there already. */
  static async create(plan: ScorePlan | ParquetPlan, threads: Thread[], scorer?: ReadingScorer): Promise<Pool> {
    const own = scorer ? ranking(scorer) : await scorerOf(plan, false);
    // The compiled core is posted, not compiled again: with it comes the code that has been optimized so far.
    const engine = own.engine.backend === 'wasm' ? { ...plan.engine, module: await wasmModule() } : plan.engine;
    for (const thread of threads) thread.post({ plan: { ...plan, engine } });
    return new Pool(own, threads, plan.shareRows ?? false);
  }

  get backend(): string {
    return this.own.engine.backend;
  }

  get engine() {
    return this.own.engine;
  }

  private async rankAll(input: Parameters<NonNullable<Runner['rank']>>[0]): Promise<RankedClass[]> {
    const found: RankedClass[] = [];
    const classes = Array.from({ length: input.classes.length === 2 ? 1 : input.classes.length }, (_, i) => ({ file: 0, from: i, to: i + 1 }));
    try {
      await this.run<RankedClass>(classes, { kind: 'rank', input }, (ranked) => {
        found.push(ranked);
      });
    } finally {
      forgetRanker();
    }
    return found;
  }

  /** Does a range on this thread. One after another, for a stream may be waited for in the middle. */
  again<T extends RunResult>(range: Range, job: Job): Promise<T> {
    const result = this.last.then(() => this.own.run(range, job));
    this.last = result.catch(() => {});
    return result as Promise<T>;
  }

  /** Runs a job over ranges; `done` hears of each result in the order of the ranges. The first error, by range, is thrown. */
  run<T extends RunResult>(ranges: Ranges, job: Job, done: (result: T, index: number, range: Range) => void | Promise<void>): Promise<void> {
    const run = ++this.runs;
    const flowing = ranges instanceof FlowRanges ? ranges : undefined;
    const find = (index: number): Range | null | undefined => (ranges instanceof FlowRanges ? ranges.find(index) : (ranges[index] ?? null));
    const claims = new Claims(ranges instanceof FlowRanges ? UNKNOWN : ranges.length, AHEAD * (this.threads.length + 1));
    const results = new Map<number, { result: T } | { error: unknown }>();
    let delivered = 0;
    let stopped = false;
    let delivering = false;
    let heardMore = (): void => {};
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        stopped = true;
        claims.stop();
        heardMore();
        reject(error);
      };
      const deliver = async (): Promise<void> => {
        if (delivering) return;
        delivering = true;
        for (let made = results.get(delivered); made !== undefined && !stopped; made = results.get(delivered)) {
          results.delete(delivered);
          if ('error' in made) return fail(made.error);
          const range = find(delivered) as Range;
          await done(made.result, delivered++, range);
          flowing?.heard(range);
          claims.heard(delivered);
          heardMore();
        }
        delivering = false;
        if (find(delivered) === null) resolve();
      };
      const settle = (index: number, made: { result: T } | { error: unknown }): void => {
        results.set(index, made);
        deliver().catch(fail);
      };
      const hear = ({ run: from, index, result, error }: Said): void => {
        // What comes late from a run that has failed concerns nobody.
        if (from === run) settle(index, error ? { error: errorFrom(error) } : { result: result as T });
      };
      const work = async (): Promise<void> => {
        while (!stopped && !claims.over) {
          // Others' messages get their turn first.
          await new Promise((turn) => setImmediate(turn));
          if (claims.tooFar) {
            await new Promise<void>((turn) => {
              heardMore = turn;
            });
            continue;
          }
          const index = claims.take();
          if (index === undefined) return;
          const range = find(index) ?? (await flowing?.findLater(index));
          // There are no more, which may have been the last thing to be known.
          if (!range) return deliver();
          try {
            settle(index, { result: await this.again<T>(range, job) });
          } catch (error) {
            settle(index, { error });
          }
        }
      };
      // A thread that gets ready too late finds nothing left to do, and nobody has waited for it.
      for (const thread of this.threads) {
        thread.listen(hear, fail);
        thread.post({ run, ranges: flowing ? undefined : ranges, job, claims: claims.posted });
      }
      work().catch(fail);
      if (find(0) === null) resolve();
    });
  }
}
