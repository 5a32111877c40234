import { closeSync, openSync, readSync } from 'node:fs';
import { FairbitsError } from '../errors.js';
import type { InputFile, Reading } from './reading.js';

/** Does a reading to its end, from files on disk. */
export function readNow<T>(files: readonly InputFile[], reading: Reading<T>): T {
  const open = new Map<number, number>();
  try {
    for (let step = reading.next(); ; ) {
      if (step.done) return step.value;
      const { file, into, at } = step.value;
      const handle = open.get(file) ?? openFile(files[file]);
      open.set(file, handle);
      step = reading.next(readSync(handle, into, 0, into.length, at));
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
    const denied = (error as NodeJS.ErrnoException).code === 'EACCES';
    throw new FairbitsError('file', `${name} cannot be read: ${denied ? 'permission denied' : (error as Error).message}`, {
      file: name,
      expected: 'a file that can be read',
    });
  }
}
