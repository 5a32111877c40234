import type { Worker } from 'node:worker_threads';
import { FairbitsError } from '../../base/errors.js';
import { errorFrom, type PostedError } from '../../base/postedError.js';
import type { FeederOrder, StreamHead } from './feeder.js';
import { startFeeder } from './feederThread.js';
import { Flow } from './flow.js';
import type { StreamSource } from './origins.js';
import { threadError } from './threadError.js';

/** How long the rest of a pipe is waited for when a row in it is bad, in milliseconds. */
const PIPE_WAIT = 3000;

/** Streams that a thread of its own reads: first what they begin with, then each is kept in a file, or all flow to those that score them. */
export class Feed {
  readonly heads: StreamHead[] = [];
  /** Which of them are files. */
  private readonly onDisk: boolean[] = [];
  private readonly worker: Worker = startFeeder();
  private readonly asked: { done(value: unknown): void; fail(error: unknown): void }[] = [];
  /** Why it has ended, once it has. */
  private gone: unknown;
  private flow: Flow | undefined;
  private flowing: Promise<unknown> | undefined;

  constructor() {
    this.worker.on('message', ({ done, error }: { done?: unknown; error?: PostedError }) => {
      const order = this.asked.shift();
      if (error) order?.fail(errorFrom(error));
      else order?.done(done);
    });
    const fail = (error: unknown): void => {
      this.gone ??= threadError(error);
      for (const order of this.asked.splice(0)) order.fail(this.gone);
    };
    this.worker.on('error', fail);
    this.worker.on('exit', () => fail(new Error('the thread that reads streams has ended')));
  }

  private ask<T>(order: FeederOrder): Promise<T> {
    return new Promise<T>((done, fail) => {
      if (this.gone) return fail(this.gone);
      this.asked.push({ done: done as (value: unknown) => void, fail });
      this.worker.postMessage(order);
    });
  }

  /** Opens one more stream; its number is how many there were before. */
  async open(source: StreamSource): Promise<StreamHead> {
    const head = await this.ask<StreamHead>({ open: source });
    this.heads.push(head);
    this.onDisk.push('packed' in source);
    return head;
  }

  /** Puts all of a stream into a file that is open. */
  async keep(stream: number, descriptor: number): Promise<void> {
    await this.ask({ keep: stream, descriptor });
  }

  /** Lets the streams flow, one after another, but those whose rows nobody wants. */
  start(capacity: number, ahead: number, without: number[]): Flow {
    this.flow = Flow.create(this.heads.length, capacity, ahead);
    this.flowing = this.ask({ flow: this.flow.posted, without });
    // Whoever waits for it hears of it.
    this.flowing.catch(() => {});
    return this.flow;
  }

  /** Does something with what flows; if that fails to come, this is the error. */
  async during<T>(work: Promise<T>): Promise<T> {
    const failed = new Promise<never>((_, fail) => {
      this.flowing?.catch(fail);
    });
    try {
      return await Promise.race([work, failed]);
    } catch (error) {
      // What a damaged file unpacks to may look like a bad row: so the rest of it is seen first.
      if (error instanceof FairbitsError && this.flow && this.heads[this.flow.current]?.packed) {
        this.flow.leaveAll();
        // Who writes to a pipe may do so for ever.
        await (this.onDisk[this.flow.current] ? this.flowing : Promise.race([this.flowing, new Promise((enough) => setTimeout(enough, PIPE_WAIT).unref())]));
      }
      throw error;
    }
  }

  stop(): void {
    this.worker.terminate();
  }
}
