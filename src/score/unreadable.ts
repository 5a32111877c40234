import { FairbitsError } from '../errors.js';

/** The error of a file that the system will not let us read: no fault of ours, whatever it is. */
export function unreadable(file: string, error: unknown): FairbitsError {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'permission denied' : code === 'EISDIR' ? 'it is a folder' : message;
  return new FairbitsError('file', `${file} cannot be read: ${why}`, { file, found: why, expected: 'a file that can be read' });
}
