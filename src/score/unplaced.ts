import type { FairbitsError } from '../errors.js';
import { lineAt } from './lines.js';
import type { Reading } from './reading.js';

/** An error at a byte of a file. Its line is counted only if it is shown: that takes reading all that lies before. */
export class Unplaced extends Error {
  constructor(
    readonly file: number,
    readonly position: number,
    readonly on: (line: number) => FairbitsError,
  ) {
    super(`byte ${position}`);
  }
}

/** Why a row cannot be scored. */
export type Problem = FairbitsError | Unplaced;

/** The error, with its line. */
export function* placed({ file, position, on }: Unplaced): Reading<FairbitsError> {
  return on(yield* lineAt(file, position));
}
