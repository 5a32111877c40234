import type { ByteAccess } from '../sources/byteAccess.js';

/** A file to be read, wherever it lies. */
export interface InputFile {
  /** What messages call it. */
  name: string;
  size: number;
  /** Where it lies on disk, if it does. */
  path: string;
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

/** Does a reading to its end. */
export type Read = <T>(reading: Reading<T>) => T | Promise<T>;

/** Files that lie ready: on disk, or in a page. */
export interface OpenFiles {
  readonly files: readonly InputFile[];
  read: Read;
  /** One of them, for the readers of tables. */
  access(index: number): ByteAccess;
  close(): void;
}

/** Makes files ready, however they are named here: paths in Node, Blobs in a page. */
export type Open<F> = (files: readonly F[]) => Promise<OpenFiles>;

/** Enough of a file to tell its columns. */
export const HEAD_BYTES = 2 ** 20;

/** The first bytes of a file: so many, unless it is shorter. */
export function* head(file: number, most: number): Reading<Uint8Array> {
  const bytes = new Uint8Array(Math.min(HEAD_BYTES, most));
  let filled = 0;
  while (filled < bytes.length) {
    const got = yield { file, into: bytes.subarray(filled), at: filled };
    if (got === 0) break;
    filled += got;
  }
  return bytes.subarray(0, filled);
}
