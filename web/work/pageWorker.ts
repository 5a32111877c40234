import address from 'virtual:worker-address';
import type { Answer, Asked, JobName, Jobs, Outcome, Progress } from './jobs.js';

/** An error of the worker, as it was thrown there. */
export class WorkError extends Error {
  override readonly name: string;
  /** Whether it is a failure of the page's own, and none of the input. */
  readonly fault: boolean;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: string | undefined;
  readonly code: string | undefined;
  /** Options of the command that may mend it. */
  readonly suggestion: readonly string[] | undefined;

  constructor({ name, message, fault, file, line, column, code, suggestion }: Extract<Answer, { error: unknown }>['error']) {
    super(message);
    this.name = name;
    this.fault = fault;
    this.file = file;
    this.line = line;
    this.column = column;
    this.code = code;
    this.suggestion = suggestion;
  }
}

interface Waiting {
  done(result: unknown): void;
  fail(error: Error): void;
  heard: ((progress: Progress) => void) | undefined;
  told?: ((outcome: Outcome) => void) | undefined;
  /** Whether what matters has been told, and the rest is not worth ending a worker for. */
  over?: boolean;
}

export interface AskOptions {
  signal?: AbortSignal;
  heard?: (progress: Progress) => void;
  /** Hears what scoring comes to, before the answer with the curves. */
  told?: (outcome: Outcome) => void;
}

/** Posts what is asked as soon as it is known who helps. */
export type Queue = (name: JobName, post: (helpers: PageWorker[]) => Promise<unknown>) => void;

/** How long a worker may go on with what has been cancelled before it is ended, in milliseconds. */
const GRACE = 500;

/** A worker of the page, and what it has been asked. */
export class PageWorker {
  private readonly worker = new Worker(address, { type: 'module' });
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;
  private error: Error | undefined;
  /** Whether it has ever worked: one that cannot be loaded would not be mended by another. */
  private answered = false;

  constructor(
    readonly number: number,
    private readonly queue: Queue,
    private readonly ended: (message: string, another: boolean) => void,
  ) {
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      this.answered = true;
      const asked = this.waiting.get(data.id);
      if (!asked) return;
      if ('progress' in data) {
        asked.heard?.(data.progress);
        return;
      }
      if ('outcome' in data) {
        asked.over = true;
        asked.told?.(data.outcome);
        return;
      }
      this.waiting.delete(data.id);
      if ('error' in data) asked.fail(new WorkError(data.error));
      else asked.done(data.result);
    };
    this.worker.onerror = ({ message }) => this.end(message ? `a worker has failed: ${message}` : 'a worker could not be loaded');
  }

  get busy(): number {
    return this.waiting.size;
  }

  get lost(): boolean {
    return this.error !== undefined;
  }

  ask<Name extends JobName>(name: Name, args: Parameters<Jobs[Name]>, { signal, heard, told }: AskOptions = {}): Promise<ReturnType<Jobs[Name]>> {
    if (this.error) return Promise.reject(this.error);
    const id = this.next++;
    const answer = new Promise<ReturnType<Jobs[Name]>>((done, fail) => {
      this.waiting.set(id, { done: done as (result: unknown) => void, fail, heard, told });
    });
    this.queue(name, (helpers) => {
      this.tell({ id, name, args, helpers: helpers.map(({ number }) => number) });
      // What computes hears nothing until it is done: who does not answer is ended, and another begins in its place.
      const cancel = (): void => {
        const asked = this.waiting.get(id);
        if (!asked) return;
        this.tell({ id, cancel: true });
        if (asked.over) return;
        setTimeout(() => this.waiting.has(id) && this.stop(), GRACE);
        for (const helper of helpers) helper.stopIfSilent();
      };
      if (signal?.aborted) cancel();
      signal?.addEventListener('abort', cancel, { once: true });
      return answer;
    });
    return answer;
  }

  /** Ends it unless it answers. */
  private stopIfSilent(): void {
    if (this.lost) return;
    const id = this.next++;
    this.waiting.set(id, { done() {}, fail() {}, heard: undefined });
    this.tell({ id, ping: true });
    setTimeout(() => this.waiting.has(id) && this.stop(), GRACE);
  }

  private stop(): void {
    this.finish(
      new Error('What was known of these files is gone with the work that was cancelled. Choose them again.'),
      new DOMException('Cancelled.', 'AbortError'),
    );
    this.ended('a worker was stopped', true);
  }

  tell(message: Asked, moved: Transferable[] = []): void {
    if (!this.lost) this.worker.postMessage(message, moved);
  }

  /** What it does after an error is anyone's guess. */
  private end(message: string): void {
    if (this.error) return;
    this.finish(new Error(`${message}. ${this.answered ? 'Another has taken its place: choose the files again.' : 'Reload the page.'}`));
    this.ended(message, this.answered);
  }

  /** Who asks from now on hears one error, who waits may hear another. */
  private finish(error: Error, waiting: Error = error): void {
    this.error = error;
    this.worker.terminate();
    for (const { fail } of this.waiting.values()) fail(waiting);
    this.waiting.clear();
  }
}
