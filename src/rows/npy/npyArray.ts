import type { Kind } from '../../kernels/numberKinds.js';
import { fill, type Reading } from '../bytes/reading.js';
import { damaged } from '../tables/batch.js';
import { isTextType, itemBytes, type NpyHeader, npyHeader } from './npyHeader.js';

/** Which file it is, and what messages call it. */
export interface NpyFile {
  file: number;
  name: string;
  size: number;
}

/** An array in a file. */
export interface NpyArray extends NpyFile {
  header: NpyHeader;
  /** `text` where it holds texts. */
  kind: Kind | 'text';
  /** Bytes to a number, or to a text. */
  bytes: number;
}

/** The two arrays that make a table; there may be labels alone. */
export interface NpyArrays {
  estimates: NpyArray | undefined;
  labels: NpyArray;
  rows: number;
  k: number;
  /** The classes that labels count. */
  classes: readonly string[];
  columns: readonly string[];
}

export function* openArray({ file, name, size }: NpyFile): Reading<NpyArray> {
  const header = yield* npyHeader(file, name, size);
  if (isTextType(header.type)) return { file, name, size, header, kind: 'text', bytes: itemBytes(header.type) };
  const kind = (header.type === 'b1' ? 'u1' : header.type) as Kind;
  return { file, name, size, header, kind, bytes: Number(header.type[1]) };
}

/** Fills an array with bytes of the numbers, from one of them on. */
export function* fillFrom({ file, name, header, bytes }: NpyArray, into: Uint8Array, first: number): Reading<void> {
  const got = yield* fill(file, into, header.dataAt + first * bytes);
  if (got < into.length) throw damaged(name, 'NPY', `it has ended at byte ${header.dataAt + first * bytes + got}`);
}
