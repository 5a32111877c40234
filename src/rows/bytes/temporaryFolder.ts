import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FairbitsError } from '../../base/errors.js';

/**
 * A folder for temporary files, made when the first is wanted, under a name that nobody can know beforehand; no other user can look into it.
 * It is removed with all that is in it when the process ends, an interrupt's way out included.
 */
export class TemporaryFolder {
  private path: string | undefined;
  private files = 0;

  /** Where a new file goes: two may be called the same. Whoever makes it does so exclusively. */
  place(called: string): string {
    if (this.path === undefined) {
      this.path = made();
      process.on('exit', this.remove);
    }
    return join(this.path, `${this.files++}-${called.replace(/[^\w.-]/g, '_').slice(-100)}`);
  }

  readonly remove = (): void => {
    process.off('exit', this.remove);
    if (this.path !== undefined) rmSync(this.path, { recursive: true, force: true });
    this.path = undefined;
  };
}

function made(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'fairbits-'));
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
              : message;
    throw new FairbitsError('file', `temporary files cannot be kept in ${tmpdir()}: ${why}. ${OTHER_FOLDER}`, {
      file: tmpdir(),
      found: why,
      expected: 'a folder that can be written',
    });
  }
}

/** What to do where there is no room for temporary files. */
export const OTHER_FOLDER =
  process.platform === 'win32'
    ? 'Set TEMP to a folder that can be written and has room.'
    : 'Set TMPDIR to a folder that can be written and has room, such as TMPDIR=/var/tmp.';
