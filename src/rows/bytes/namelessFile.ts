import { constants, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FairbitsError } from '../../base/errors.js';

/** Linux can make a file that never has a name; Node does not list the flag. */
const O_TMPFILE = process.platform === 'linux' ? 0o20000000 | constants.O_DIRECTORY : undefined;

/**
 * Makes a file in a folder without a name, to be written and read by its descriptor, by all threads. It is gone when that is closed, however the process
 * ends: a signal may end it at any time, and nothing is left behind. Nobody else can look into it.
 */
export function namelessFile(folder: string): number {
  if (O_TMPFILE !== undefined)
    try {
      return openSync(folder, constants.O_RDWR | O_TMPFILE, 0o600);
    } catch (error) {
      // Not every file system can.
      if (!['EOPNOTSUPP', 'EISDIR', 'EINVAL', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  const path = join(folder, `fairbits-${crypto.randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return file;
}

/** A nameless file where temporary files go. */
export function temporaryFile(): number {
  try {
    return namelessFile(tmpdir());
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT'
        ? 'there is no such folder'
        : code === 'ENOTDIR'
          ? 'it is no folder'
          : code === 'EACCES' || code === 'EROFS' || code === 'EPERM'
            ? 'it cannot be written'
            : code === 'ENOSPC'
              ? 'the disk is full'
              : code === 'EMFILE'
                ? TOO_MANY_OPEN
                : message;
    throw new FairbitsError('file', `temporary files cannot be kept in ${tmpdir()}: ${why}. ${OTHER_FOLDER}`, {
      file: tmpdir(),
      found: why,
      expected: 'a folder that can be written',
    });
  }
}

/** What the system says where a process has as many files open as it may. */
export const TOO_MANY_OPEN = 'too many files are open (ulimit -n allows more)';

/** What to do where there is no room for temporary files. */
export const OTHER_FOLDER =
  process.platform === 'win32'
    ? 'Set TEMP to a folder that can be written and has room.'
    : 'Set TMPDIR to a folder that can be written and has room, such as TMPDIR=/var/tmp.';
