import type { PostedError } from '../base/postedError.js';

/** What a thread says: how a part came out, or how far it is. */
export interface Said {
  run: number;
  index: number;
  result?: unknown;
  error?: PostedError;
  /** Where it is not done yet: how much more of it is. */
  progress?: number;
}

/** Another thread that works for this one: one of Node's, or a page's worker behind a port. */
export interface Hand {
  /** Whether it shares memory with this one, and takes parts by itself. */
  readonly shares: boolean;
  /** What is moved is no longer here. */
  post(message: unknown, moved?: ArrayBuffer[]): void;
  /** Who hears what it says, and if it fails. */
  listen(hear: (said: Said) => void, fail: (error: unknown) => void): void;
  /** It is not needed any more: it stops at once, and gives back what it holds. */
  stop(): void;
}

/** What does the parts, on each thread. */
export interface Work {
  run(part: never, job: never, progress: (more: number) => void): unknown;
  /** Where it must wait for what it reads: hears which part comes after the one that it is at. */
  prepare?(part: never, job: never): void;
}

/** What is told to a hand: what there is to work on; that there is no more; a run of a job over parts; and, where it does not take parts by itself, which. */
export type Told =
  | { setup: unknown }
  | { done: true }
  | { run: number; job: unknown; parts: readonly unknown[] | undefined; claims: unknown; index?: undefined }
  | { run: number; index: number; part: unknown };
