import { FairbitsError } from '../../base/errors.js';
import { TOO_MANY_OPEN } from './namelessFile.js';

/** Why the system would not let a thread start; undefined where it is something else. */
const THREAD_REASONS: Record<string, string> = {
  EMFILE: TOO_MANY_OPEN,
  ENFILE: TOO_MANY_OPEN,
  ERR_WORKER_INIT_FAILED: 'there is no memory for another (ulimit -v and -u allow more)',
};

/** What a thread ended by: an error of the machine's where that did not let it start, and else what it was. */
export function threadError(error: unknown): unknown {
  const why = THREAD_REASONS[(error as NodeJS.ErrnoException | undefined)?.code ?? ''];
  if (why === undefined) return error;
  return new FairbitsError('file', `a thread cannot start: ${why}. With --threads 1 there are fewer.`, { found: why, expected: 'room for a thread' });
}
