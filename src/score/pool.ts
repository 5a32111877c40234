import { wasmModule } from '../kernels/wasm.js';
import type { RankedClass } from '../ranking/ranks.js';
import { Claims } from './claims.js';
import type { Job, Range, ScorePlan } from './plan.js';
import { errorFrom } from './postedError.js';
import { forgetRanker } from './rankJob.js';
import type { Runner } from './runner.js';
import { type ParquetPlan, type ReadingScorer, type RunResult, ranking, type Scorer, scorerOf } from './scorers.js';
import type { Said, Thread } from './threads.js';

/** Ranges that each thread may be ahead of what has been heard. */
const AHEAD = 2;

/**
 * Threads that take ranges as they get free. This thread works, too, so one of them costs no start. Results come back
 * by range, in order, whoever made them.
 */
export class Pool implements Runner {
  private runs = 0;
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
    const own = scorer ? ranking(scorer) : await scorerOf(plan);
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

  async again<T extends RunResult>(range: Range, job: Job): Promise<T> {
    return (await this.own.run(range, job)) as T;
  }

  /** Runs a job over ranges; `done` hears of each result in the order of the ranges. The first error, by range, is thrown. */
  run<T extends RunResult>(ranges: readonly Range[], job: Job, done: (result: T, index: number) => void | Promise<void>): Promise<void> {
    const run = ++this.runs;
    const claims = new Claims(ranges.length, AHEAD * (this.threads.length + 1));
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
          await done(made.result, delivered++);
          claims.heard(delivered);
          heardMore();
        }
        delivering = false;
        if (delivered === ranges.length) resolve();
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
          try {
            settle(index, { result: (await this.own.run(ranges[index], job)) as T });
          } catch (error) {
            settle(index, { error });
          }
        }
      };
      // A thread that gets ready too late finds nothing left to do, and nobody has waited for it.
      for (const thread of this.threads) {
        thread.listen(hear, fail);
        thread.post({ run, ranges, job, claims: claims.posted });
      }
      work().catch(fail);
      if (ranges.length === 0) resolve();
    });
  }
}
