import { fstatSync, statSync } from 'node:fs';
import { FairbitsError } from '../../base/errors.js';

/** What tells that a file is the one that it was: the file itself, its size, and when it was last written to. It can be posted. */
export type Stamp = Record<'dev' | 'ino' | 'size' | 'mtimeNs', bigint>;

/** Of what lies at a path, or of what is open. */
export function stampOf(file: string | number): Stamp {
  const { dev, ino, size, mtimeNs } = typeof file === 'number' ? fstatSync(file, { bigint: true }) : statSync(file, { bigint: true });
  return { dev, ino, size, mtimeNs };
}

/** How a file has changed since; undefined where it has not. */
export function changeSince(before: Stamp, now: Stamp | undefined): string | undefined {
  if (!now) return 'it is gone';
  if (now.dev !== before.dev || now.ino !== before.ino) return 'another file has taken its place';
  if (now.size !== before.size) return `it had ${before.size} bytes, and has ${now.size} now`;
  return now.mtimeNs === before.mtimeNs ? undefined : 'it was written to';
}

export function changed(name: string, how: string): FairbitsError {
  return new FairbitsError('file', `${name} was changed while it was read: ${how}. Run the command again when nobody writes to it, or on a copy.`, {
    file: name,
    found: how,
    expected: 'a file that stays as it is',
  });
}
