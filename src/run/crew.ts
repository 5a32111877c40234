import { errorFrom } from '../base/postedError.js';
import { AHEAD, Claims } from './claims.js';
import type { Hand, Said, Work } from './hand.js';
import { letMessagesIn } from './letMessagesIn.js';

/** Parts that become known as they come: null where there is none, undefined while that is not known. */
export interface ComingParts<P> {
  find(index: number): P | null | undefined;
  findLater(index: number): Promise<P | null>;
  /** A part is done with. */
  heard(part: P): void;
  /** Hands find them by themselves. */
  readonly shared: true;
}

export type Parts<P> = readonly P[] | ComingParts<P>;

/** Parts of which there may be any number. */
const UNKNOWN = 2 ** 30;

/** Parts that a hand has been given: one that it works on, and one to go on with. */
const GIVEN = 2;

/** Counts the runs of all crews of this thread: a hand may have worked for another crew before, and what it says late is not of this run. */
let runs = 0;

interface CrewOptions<P> {
  /** What is told to hands that share no memory with this thread, where that is not the job and its parts themselves. */
  posted?: { job: unknown; part(part: P): { part: unknown; moved: ArrayBuffer[] } } | undefined;
  /** Hears how much more of a part is done. */
  progress?: ((more: number) => void) | undefined;
  /** Stops the run at once: it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Results take no memory to speak of, so that threads may get as far ahead of what has been heard as they like. */
  slight?: boolean | undefined;
}

/**
 * Threads that take parts as they get free. This thread works, too, so one of them costs no start. Results come back
 * by part, in order, whoever made them.
 */
export class Crew<J> {
  /** What this thread did last. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly work: Work,
    readonly hands: readonly Hand[],
  ) {}

  /** Says what there is to work on. */
  setUp(setup: unknown): void {
    for (const hand of this.hands) hand.post({ setup });
  }

  /** When this thread has nothing in the middle any more: where others fail, or a run is stopped, nobody waits for its part. */
  get idle(): Promise<unknown> {
    return this.last;
  }

  /** Does a part on this thread. One after another, for what it reads may be waited for in the middle. */
  again<P, T>(part: P, job: J, progress: (more: number) => void = () => {}): Promise<T> {
    const result = this.last.then(() => this.work.run(part as never, job as never, progress));
    this.last = result.catch(() => {});
    return result as Promise<T>;
  }

  /** Does a job with each part; `done` hears of each result in the order of the parts. The first error, by part, is thrown. */
  run<P, T>(
    parts: Parts<P>,
    job: J,
    done: (result: T, part: P, index: number) => void | Promise<void>,
    { posted, progress = () => {}, signal, slight = false }: CrewOptions<P> = {},
  ): Promise<void> {
    const run = ++runs;
    const coming = 'find' in parts && !Array.isArray(parts) ? (parts as ComingParts<P>) : undefined;
    const all = coming ? undefined : (parts as readonly P[]);
    const find = (index: number): P | null | undefined => (coming ? coming.find(index) : ((all as readonly P[])[index] ?? null));
    const claims = new Claims(all ? all.length : UNKNOWN, slight ? UNKNOWN : AHEAD * (this.hands.length + 1));
    const results = new Map<number, { result: T } | { error: unknown }>();
    const given = new Map<Hand, number>();
    let delivered = 0;
    let stopped = false;
    let delivering = false;
    let heardMore = (): void => {};
    return new Promise((resolve, reject) => {
      const end = (): void => signal?.removeEventListener('abort', abort);
      const fail = (error: unknown): void => {
        stopped = true;
        claims.stop();
        heardMore();
        end();
        reject(error);
      };
      const abort = (): void => fail(signal?.reason);
      const succeed = (): void => {
        end();
        resolve();
      };
      const deliver = async (): Promise<void> => {
        if (delivering) return;
        delivering = true;
        for (let made = results.get(delivered); made !== undefined && !stopped; made = results.get(delivered)) {
          results.delete(delivered);
          if ('error' in made) return fail(made.error);
          const part = find(delivered) as P;
          await done(made.result, part, delivered++);
          coming?.heard(part);
          claims.heard(delivered);
          heardMore();
          give();
        }
        delivering = false;
        if (!stopped && find(delivered) === null) succeed();
      };
      const settle = (index: number, made: { result: T } | { error: unknown }): void => {
        results.set(index, made);
        deliver().catch(fail);
      };
      /** Gives parts to hands that do not take them by themselves. */
      const give = (): void => {
        for (const hand of this.hands) {
          if (hand.shares || stopped) continue;
          for (let held = given.get(hand) ?? 0; held < GIVEN && !claims.over && !claims.tooFar; held++) {
            const index = claims.take() as number;
            given.set(hand, held + 1);
            const { part, moved } = posted?.part((all as readonly P[])[index]) ?? { part: (all as readonly P[])[index], moved: [] };
            hand.post({ run, index, part }, moved);
          }
        }
      };
      const hear = (hand: Hand, { run: from, index, result, error, progress: more }: Said): void => {
        // What comes late from a run that has failed concerns nobody.
        if (from !== run) return;
        if (more !== undefined) {
          progress(more);
          return;
        }
        given.set(hand, (given.get(hand) ?? 0) - 1);
        settle(index, error ? { error: errorFrom(error) } : { result: result as T });
        give();
      };
      /** The next part, as soon as it is not too far ahead. */
      const next = async (): Promise<number | undefined> => {
        // Others' messages get their turn first.
        await letMessagesIn();
        while (!stopped && claims.tooFar && !claims.over)
          await new Promise<void>((more) => {
            heardMore = more;
          });
        return stopped ? undefined : claims.take();
      };
      /** The part after that, where it helps to know it early. */
      const prepared = (): number | undefined => {
        if (!this.work.prepare || coming || claims.tooFar) return undefined;
        const index = claims.take();
        if (index !== undefined) this.work.prepare((all as readonly P[])[index] as never, job as never);
        return index;
      };
      const work = async (): Promise<void> => {
        let ahead: number | undefined;
        while (!stopped) {
          const index = ahead ?? (await next());
          if (index === undefined) return;
          ahead = prepared();
          const part = find(index) ?? (await coming?.findLater(index));
          // There are no more, which may have been the last thing to be known.
          if (part === null || part === undefined) return deliver();
          try {
            settle(index, { result: await this.again<P, T>(part, job, progress) });
          } catch (error) {
            settle(index, { error });
          }
        }
      };
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort);
      // A thread that gets ready too late finds nothing left to do, and nobody has waited for it.
      for (const hand of this.hands) {
        hand.listen((said) => hear(hand, said), fail);
        hand.post({ run, ...(hand.shares ? { job, parts: all, claims: claims.posted } : { job: posted ? posted.job : job }) });
      }
      give();
      work().catch(fail);
      if (find(0) === null) succeed();
    });
  }
}
