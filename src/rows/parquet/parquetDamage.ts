import { FairbitsError } from '../../base/errors.js';
import type { Reading } from '../bytes/reading.js';
import { causeOf, damaged } from '../tables/batch.js';

export const PARQUET = 'Parquet';

/** Whatever the library throws means a file that is not as it should be; `what` is the part of it. */
export function guarded<T>(file: string, what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw damage(file, what, error);
  }
}

/** The same of work that asks for bytes. */
export function* guardedReading<T>(file: string, what: () => string, reading: Reading<T>): Reading<T> {
  try {
    return yield* reading;
  } catch (error) {
    throw damage(file, what(), error);
  }
}

function damage(file: string, what: string, error: unknown): FairbitsError {
  return error instanceof FairbitsError ? error : damaged(file, PARQUET, `${what}: ${causeOf(error)}`);
}
