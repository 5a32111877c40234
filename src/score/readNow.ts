import { closeSync, openSync, readSync } from 'node:fs';
import type { InputFile, Reading } from './reading.js';
import { unreadable } from './unreadable.js';

/** Does a reading to its end, from files on disk. */
export function readNow<T>(files: readonly InputFile[], reading: Reading<T>): T {
  const open = new Map<number, number>();
  try {
    for (let step = reading.next(); ; ) {
      if (step.done) return step.value;
      const { file, into, at } = step.value;
      const handle = open.get(file) ?? openFile(files[file]);
      open.set(file, handle);
      step = reading.next(readInto(handle, files[file], into, at));
    }
  } finally {
    // Where the disk fails the reading has not ended, and frees what it holds.
    reading.return(undefined as T);
    for (const handle of open.values()) closeSync(handle);
  }
}

function openFile({ path, name }: InputFile): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw unreadable(name, error);
  }
}

function readInto(handle: number, { name }: InputFile, into: Uint8Array, at: number): number {
  try {
    return readSync(handle, into, 0, into.length, at);
  } catch (error) {
    throw unreadable(name, error);
  }
}
