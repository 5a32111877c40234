import address from 'virtual:worker-address';
import type { Answer, JobName, Jobs, Progress } from './jobs.js';

/** An error of the worker, as it was thrown there. */
export class WorkError extends Error {
  override readonly name: string;
  /** Whether it is a failure of the page's own, and none of the input. */
  readonly fault: boolean;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: string | undefined;
  readonly code: string | undefined;

  constructor({ name, message, fault, file, line, column, code }: Extract<Answer, { error: unknown }>['error']) {
    super(message);
    this.name = name;
    this.fault = fault;
    this.file = file;
    this.line = line;
    this.column = column;
    this.code = code;
  }
}

interface Waiting {
  done(result: unknown): void;
  fail(error: Error): void;
  heard: ((progress: Progress) => void) | undefined;
}

export interface AskOptions {
  signal?: AbortSignal;
  heard?: (progress: Progress) => void;
}

/** A worker, and what it has been asked. */
export class Hand {
  private readonly worker = new Worker(address, { type: 'module' });
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const asked = this.waiting.get(data.id);
      if (!asked) return;
      if ('progress' in data) {
        asked.heard?.(data.progress);
        return;
      }
      this.waiting.delete(data.id);
      if ('error' in data) asked.fail(new WorkError(data.error));
      else asked.done(data.result);
    };
    this.worker.onerror = ({ message }) => {
      for (const { fail } of this.waiting.values()) fail(new Error(message || 'a worker could not be loaded'));
      this.waiting.clear();
    };
  }

  get busy(): number {
    return this.waiting.size;
  }

  ask<Name extends JobName>(name: Name, args: Parameters<Jobs[Name]>, { signal, heard }: AskOptions = {}): Promise<ReturnType<Jobs[Name]>> {
    const id = this.next++;
    return new Promise<ReturnType<Jobs[Name]>>((done, fail) => {
      this.waiting.set(id, { done: done as (result: unknown) => void, fail, heard });
      signal?.addEventListener('abort', () => this.worker.postMessage({ id, cancel: true }), { once: true });
      this.worker.postMessage({ id, name, args });
    });
  }
}

const MOST = 8;

/**
 * A worker to a core. They are started with the page and stay: one that was started later would have to be loaded then, and the page
 * makes no request once it is there.
 */
export class Pool {
  readonly hands = Array.from({ length: Math.max(1, Math.min(MOST, navigator.hardwareConcurrency || 2)) }, () => new Hand());

  /** The one with the least to do, of several the first. */
  free(load: (hand: Hand) => number = ({ busy }) => busy): Hand {
    return this.hands.reduce((best, hand) => (load(hand) < load(best) ? hand : best));
  }

  /** Loads everything into all of them; the backend they have. */
  async warm(): Promise<string> {
    const [backend] = await Promise.all(this.hands.map((hand) => hand.ask('warm', [])));
    return backend;
  }
}
