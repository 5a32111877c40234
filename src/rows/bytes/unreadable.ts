import { tmpdir } from 'node:os';
import { FairbitsError } from '../../base/errors.js';
import { OTHER_FOLDER, TOO_MANY_OPEN } from './namelessFile.js';
import { notGzip } from './notGzip.js';

/** The error of a file that the system will not let us read: no fault of ours, whatever it is. */
export function unreadable(file: string, error: unknown): FairbitsError {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = UNREADABLE_REASONS[code ?? ''] ?? message;
  return new FairbitsError('file', `${file} cannot be read: ${why}`, { file, found: why, expected: 'a file that can be read' });
}

const UNREADABLE_REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a link that leads to itself',
  EMFILE: TOO_MANY_OPEN,
  ENFILE: TOO_MANY_OPEN,
};

/** The error of a file or stream that cannot be read to its end, unpacked or kept. */
export function notUnpacked(name: string, error: unknown): FairbitsError {
  if (error instanceof FairbitsError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EIO' || code === 'ENOENT') return unreadable(name, error);
  if (code?.startsWith('Z_')) return notGzip(name);
  const hint = code === 'ENOSPC' ? ` There is no room for it in ${tmpdir()}. ${OTHER_FOLDER}` : '';
  return new FairbitsError('file', `${name} cannot be unpacked: ${message}.${hint}`, {
    file: name,
    found: message,
    expected: 'a whole file, and room to unpack it',
  });
}
