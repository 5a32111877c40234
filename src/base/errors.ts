/** What went wrong, for code to branch on. */
export type ErrorCode =
  | 'estimate-not-finite'
  | 'estimate-negative'
  | 'estimate-above-one'
  | 'estimates-sum'
  | 'label-out-of-range'
  | 'weight'
  | 'class-count'
  | 'class-names'
  | 'prior'
  | 'cutoff'
  | 'length'
  | 'type'
  | 'detached'
  | 'arena-full'
  | 'tally'
  | 'option'
  | 'backend'
  | 'file'
  | 'format'
  | 'columns'
  | 'value'
  | 'class'
  | 'fields'
  | 'id';

/** What an error knows beside its message: the place, what was found and what was expected there. */
export interface ErrorDetails {
  /** The row, counted from 0 in the array that was handed in. */
  row?: number;
  /** Of a file: its name, the line (or, where there are no lines, the row) counted from 1, and the column's name. */
  file?: string;
  line?: number;
  column?: string;
  /** The class whose value it is, where it is one class's. */
  class?: number | string;
  found?: unknown;
  expected?: string;
  /** Options of the command that are worth a try, as they are written there: ['--truth', 'outcome']. */
  suggestion?: readonly string[];
}

/**
 * An input that cannot be scored. The message says what was found, what was expected and what to do.
 *
 * @example
 * ```ts
 * import { evaluate, FairbitsError } from 'fairbits';
 *
 * try {
 *   await evaluate([[0.5, 0.5], [0.4, 0.7]], [0, 1]);
 * } catch (error) {
 *   if (!(error instanceof FairbitsError)) throw error;
 *   error.code; // → 'estimates-sum'
 *   error.row; // → 1
 * }
 * ```
 */
export class FairbitsError extends Error {
  override readonly name = 'FairbitsError';
  readonly code: ErrorCode;
  readonly row: number | undefined;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: string | undefined;
  readonly class: number | string | undefined;
  readonly found: unknown;
  readonly expected: string | undefined;
  readonly suggestion: readonly string[] | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.row = details.row;
    this.file = details.file;
    this.line = details.line;
    this.column = details.column;
    this.class = details.class;
    this.found = details.found;
    this.expected = details.expected;
    this.suggestion = details.suggestion;
  }
}
