import type { FairbitsError } from '../base/errors.js';
import type { Reading } from './bytes/reading.js';
import { type LinePlace, lineAt } from './csv/lines.js';

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

/** The error, with its line; it is counted from a place before it, if one is known. */
export function* placed(error: Unplaced, from?: LinePlace): Reading<FairbitsError> {
  return error.on(yield* lineOf(error, from));
}

/** The line of an error. */
export function* lineOf({ file, position }: Unplaced, from?: LinePlace): Reading<number> {
  return yield* lineAt(file, typeof position === 'number' ? position : yield* position(), from);
}
