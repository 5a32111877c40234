import type { FairbitsError } from '../errors.js';
import { lineAt } from './lines.js';
import type { Reading } from './reading.js';

/** An error at a byte of a file. Its line is counted only if it is shown: that takes reading all that lies before. */
export class Unplaced extends Error {
  constructor(
    readonly file: number,
    /** The byte, or how to find it. */
    readonly position: number | (() => Reading<number>),
    readonly on: (line: number) => FairbitsError,
  ) {
    super('an error whose line is not counted yet');
  }
}

/** Why a row cannot be scored. */
export type Problem = FairbitsError | Unplaced;

/** The error, with its line. */
export function* placed({ file, position, on }: Unplaced): Reading<FairbitsError> {
  return on(yield* lineAt(file, typeof position === 'number' ? position : yield* position()));
}
