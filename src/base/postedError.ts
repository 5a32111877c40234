import { type ErrorCode, type ErrorDetails, FairbitsError } from './errors.js';

/** An error as it travels between threads. */
export interface PostedError {
  message: string;
  code?: ErrorCode;
  details: ErrorDetails;
}

export function postedError(error: unknown): PostedError {
  if (!(error instanceof FairbitsError)) return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), details: {} };
  const { message, code, row, file, line, column, found, expected, suggestion } = error;
  const details = Object.fromEntries(Object.entries({ row, file, line, column, found, expected, suggestion }).filter(([, value]) => value !== undefined));
  return { message, code, details };
}

export function errorFrom({ code, message, details }: PostedError): Error {
  return code ? new FairbitsError(code, message, details) : new Error(message);
}
