import { closeSync, openSync, readSync } from 'node:fs';
import { FairbitsError } from '../errors.js';

const HEAD = 2 ** 20;

/** The first bytes of a file. */
export function head(path: string): Uint8Array {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    const denied = (error as NodeJS.ErrnoException).code === 'EACCES';
    throw new FairbitsError('file', `${path} cannot be read: ${denied ? 'permission denied' : (error as Error).message}`, {
      file: path,
      expected: 'a file that can be read',
    });
  }
  const bytes = new Uint8Array(HEAD);
  const got = readSync(file, bytes, 0, HEAD, 0);
  closeSync(file);
  return bytes.subarray(0, got);
}
