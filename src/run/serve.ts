import { postedError } from '../base/postedError.js';
import { Claims, type PostedClaims } from './claims.js';
import type { Told, Work } from './hand.js';
import { letMessagesIn } from './letMessagesIn.js';

/** Where a hand hears, and says how parts came out. */
interface Port {
  onMessage(hear: (told: Told) => void): void;
  post(said: unknown, moved: ArrayBuffer[]): void;
}

/** What a hand works with: what does the parts, what finds those that come by a stream, and what moves with a result. */
export interface Served extends Work {
  findNow?(index: number): unknown;
  moved(result: unknown): ArrayBuffer[];
  /** Gives back what it holds. */
  free(): void;
}

/** Something to work on, and what stops it in the middle of a part. */
interface Task {
  work: Promise<Served>;
  stop: AbortController;
}

/** What a hand is: it hears what there is to work on, and does parts of it until there are no more. */
export function serveParts({ onMessage, post }: Port, served: (setup: unknown, signal: AbortSignal) => Promise<Served>): void {
  let task: Task | undefined;
  let run = 0;
  let job: unknown;
  let last: Promise<unknown> = Promise.resolve();
  onMessage((told) => {
    if ('setup' in told) {
      forget();
      const stop = new AbortController();
      task = { work: served(told.setup, stop.signal), stop };
      // Who is given a part hears of it.
      task.work.catch(() => {});
    } else if ('done' in told) forget();
    else if (told.index !== undefined) {
      const { run: of, index, part } = told;
      void prepare(of, part);
      // It may be that it is not wanted any more.
      last = last.then(letMessagesIn).then(() => (of === run ? doPart(index, part) : undefined));
    } else {
      ({ run, job } = told);
      const { run: of, parts, claims } = told;
      if (claims) last = last.then(() => (of === run ? takeParts(parts, claims as PostedClaims) : undefined));
    }
  });

  /** Lets go of what there was to work on. Parts of it that were given are left undone. */
  function forget(): void {
    if (!task) return;
    const { work, stop } = task;
    task = job = undefined;
    run = 0;
    stop.abort();
    last = last.then(() => work.then(({ free }) => free()).catch(() => {}));
  }

  /** What is to be done next may be fetched meanwhile. */
  async function prepare(of: number, part: unknown): Promise<void> {
    const work = await task?.work.catch(() => undefined);
    if (of === run) work?.prepare?.(part as never, job as never);
  }

  async function takeParts(parts: readonly unknown[] | undefined, posted: PostedClaims): Promise<void> {
    const claims = Claims.from(posted);
    for (let index = claims.take(); index !== undefined; index = claims.take()) {
      claims.wait(index);
      const part = parts ? parts[index] : (await task?.work)?.findNow?.(index);
      if (part === null || part === undefined) return;
      await doPart(index, part);
    }
  }

  async function doPart(index: number, part: unknown): Promise<void> {
    const of = run;
    try {
      const { run: does, moved } = await (task as Task).work;
      const result = await does(part as never, job as never, (progress) => post({ run: of, index, progress }, []));
      post({ run: of, index, result }, moved(result));
    } catch (error) {
      post({ run: of, index, error: postedError(error) }, []);
    }
  }
}
