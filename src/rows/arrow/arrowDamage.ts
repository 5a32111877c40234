import { FairbitsError } from '../../base/errors.js';
import { causeOf, damaged } from '../tables/batch.js';

export const ARROW = 'Arrow';

/** Whatever goes wrong where bytes are understood means a file that is not as it should be. */
export function asDamaged(file: string, what: string, error: unknown): FairbitsError {
  return error instanceof FairbitsError ? error : damaged(file, ARROW, `${what}: ${causeOf(error)}`);
}
