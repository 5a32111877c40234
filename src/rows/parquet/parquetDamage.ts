import type { Reading } from '../bytes/reading.js';
import { asDamaged } from '../tables/batch.js';

export const PARQUET = 'Parquet';

/** Whatever the library throws, in work that asks for bytes, means a file that is not as it should be; `what` is the part of it. */
export function* guardedReading<T>(file: string, what: () => string, reading: Reading<T>): Reading<T> {
  try {
    return yield* reading;
  } catch (error) {
    throw asDamaged(file, PARQUET, what(), error);
  }
}
