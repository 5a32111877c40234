import { type ErrorCode, FairbitsError } from 'fairbits';
import { expect } from 'vitest';

/** The error that a call ends with; it must be one of ours, with this code. */
export function caught(code: ErrorCode, run: () => unknown): FairbitsError {
  try {
    run();
  } catch (error) {
    return ours(code, error);
  }
  return expect.fail(`nothing was thrown; expected "${code}"`);
}

export async function rejected(code: ErrorCode, promise: Promise<unknown>): Promise<FairbitsError> {
  let outcome: unknown;
  try {
    await promise;
  } catch (error) {
    outcome = error;
  }
  if (outcome === undefined) return expect.fail(`nothing was thrown; expected "${code}"`);
  return ours(code, outcome);
}

function ours(code: ErrorCode, error: unknown): FairbitsError {
  if (!(error instanceof FairbitsError)) return expect.fail(`not one of ours: ${String(error)}`);
  expect(error.code, error.message).toBe(code);
  expect(error.name).toBe('FairbitsError');
  return error;
}
