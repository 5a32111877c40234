import type { PostedFlow } from './flow.js';
import type { Stamp } from './stamp.js';

/** A file to be read, wherever it lies. */
export interface InputFile {
  /** What messages call it. */
  name: string;
  /** Infinity where it is a stream whose end has not come. */
  size: number;
  /** Where it lies on disk, if it does. */
  path: string;
  /** Where in that file its bytes begin, if it is a part of one. */
  from?: number;
  /** Whether it was made of a part of another. */
  member?: true;
  /** Or where a file that is open already begins. */
  opened?: OpenedFile;
  /** Of a file on disk: what it was when it was first looked at. */
  stamp?: Stamp;
  /** Or which of the streams it is, counted from 0. */
  stream?: number;
  /** In a page: where its bytes are. */
  blob?: Blob;
}

/** A file by its descriptor, and where in it the bytes begin that are meant. */
export interface OpenedFile {
  descriptor: number;
  from: number;
}

/** Asks for bytes of a file, from a place on: as many as there is room for, or fewer; 0 where the file has ended. */
export interface Request {
  file: number;
  into: Uint8Array;
  at: number;
}

/**
 * Work that asks for the bytes it needs, and is told how many it got. It reads nothing itself, so the same steps serve a
 * disk that answers at once and a page that must be waited for.
 */
export type Reading<T> = Generator<Request, T, number>;

/** Bytes [from, to) of a file. */
export interface Stretch {
  file: number;
  from: number;
  to: number;
}

/** Does a reading to its end. Where bytes must be waited for, it helps to know which will be asked for. */
export interface Read {
  <T>(reading: Reading<T>, of?: () => readonly Stretch[]): T | Promise<T>;
  /** The same, and which will be asked for next: they are on their way from now on. */
  prepare?(of: readonly Stretch[]): void;
}

/** Files that lie ready: on disk, or in a page. */
export interface OpenFiles {
  readonly files: readonly InputFile[];
  /** Where among them the labels of arrays begin. */
  readonly labelsFrom: number;
  read: Read;
  /** Whether only this thread can read them. */
  readonly alone?: boolean;
  /** Where some of them are streams. */
  readonly streams?: Streams | undefined;
  /** Makes a file of a part of one, unpacked if it is packed; says which it is. */
  member?(file: number, part: MemberPart): Promise<number>;
  /** Throws if one of them is not what it was when it was opened. */
  checkUnchanged?(): void;
  close(): void;
}

/** A part of a file that is a file itself, as in an archive. */
export interface MemberPart {
  name: string;
  from: number;
  /** Bytes that it takes, and those that there are when it is unpacked. */
  packed: number;
  size: number;
  deflated: boolean;
}

/** What can be done with streams that have been looked into. */
export interface Streams {
  /** Makes files of all, where they will be read more than once. */
  keep(): Promise<void>;
  /** Lets them flow to so many threads, in parts of so many bytes. Where the rows of each file begin is known then. */
  start(rowsAt: readonly number[], partBytes: number, threads: number): PostedFlow;
  /** Does something with what flows; if that fails to come, this is the error. */
  during<T>(work: Promise<T>): Promise<T>;
}

/** How files are opened, however they are named here: paths in Node, Files in a page. */
export interface OpenOptions<F> {
  labels?: readonly F[] | undefined;
  /** Rows are read once, from front to back: what comes by a pipe need not be kept. */
  once?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

export type Open<F> = (files: readonly F[], options?: OpenOptions<F>) => Promise<OpenFiles>;

/** Enough of a file to tell its columns. */
export const HEAD = 2 ** 20;

/** The first bytes of a file: so many, unless it is shorter. */
export function* head(file: number, most: number): Reading<Uint8Array> {
  const bytes = new Uint8Array(Math.min(HEAD, most));
  return bytes.subarray(0, yield* fill(file, bytes, 0));
}

/** Bytes [from, to) of a file, all of them; or an error that says how many there were. */
export function* bytesAt(file: number, from: number, to: number): Reading<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(to - from);
  const got = yield* fill(file, bytes, from);
  if (got < bytes.length) throw new Error(`${got} bytes from byte ${from} on, where ${bytes.length} are expected`);
  return bytes;
}

/** Fills an array from a place in a file on; says how much there was. */
export function* fill(file: number, into: Uint8Array, at: number): Reading<number> {
  let filled = 0;
  while (filled < into.length) {
    const got = yield { file, into: into.subarray(filled), at: at + filled };
    if (got === 0) break;
    filled += got;
  }
  return filled;
}

/** One request. */
export function* once(request: Request): Reading<number> {
  return yield request;
}
