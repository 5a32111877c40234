import { type ErrorCode, type ErrorDetails, FairbitsError } from '../errors.js';
import type { Range, RangeCount, RangeResult } from './plan.js';
import type { RangeScorer } from './rangeScorer.js';

/** What is done with a range. */
export type Job = { kind: 'count' } | { kind: 'score'; prior: Float64Array };

export function runJob(scorer: RangeScorer, range: Range, job: Job): RangeCount | RangeResult {
  return job.kind === 'count' ? scorer.count(range) : scorer.score(range, job.prior);
}

/** An error as it travels between threads. */
export interface PostedError {
  message: string;
  code?: ErrorCode;
  details: ErrorDetails;
}

export function postedError(error: unknown): PostedError {
  if (!(error instanceof FairbitsError)) return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), details: {} };
  const { message, code, row, file, line, column, found, expected } = error;
  const details = Object.fromEntries(Object.entries({ row, file, line, column, found, expected }).filter(([, value]) => value !== undefined));
  return { message, code, details };
}

export function errorFrom({ code, message, details }: PostedError): Error {
  return code ? new FairbitsError(code, message, details) : new Error(message);
}
