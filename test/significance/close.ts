import { expect } from 'vitest';

/** Equal to so many digits: of the number itself where it is large, of 1 where it is small, as the oracle has it. */
export function close(found: unknown, wanted: number, tolerance = 1e-10, what = ''): void {
  expect(typeof found, what).toBe('number');
  expect(Math.abs((found as number) - wanted), `${what}: found ${found}, wanted ${wanted}`).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(wanted)));
}

/** Equal to so many digits of the number itself, however small. */
export function relative(found: number, wanted: number, tolerance: number, what = ''): void {
  expect(Math.abs(found - wanted), `${what}: found ${found}, wanted ${wanted}`).toBeLessThanOrEqual(tolerance * Math.abs(wanted));
}
