import { FairbitsError } from '../../base/errors.js';

export const NO_GZIP = 'no whole gzip file';

/** A gzip file that is none. What unpackers say of it differs from one to the next, so that it is said here. */
export function notGzip(name: string): FairbitsError {
  return new FairbitsError('file', `${name} cannot be unpacked: it is cut short, damaged, or no gzip file`, {
    file: name,
    found: NO_GZIP,
    expected: 'a whole gzip file',
  });
}
