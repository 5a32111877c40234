import { expect } from 'vitest';

/** |a − b| ≤ tolerance · max(1, |b|), or both the same infinity. */
export function close(actual: number, wanted: number, tolerance: number, what = ''): void {
  if (Object.is(actual, wanted)) return;
  const off = Math.abs(actual - wanted) / Math.max(1, Math.abs(wanted));
  if (!(off <= tolerance)) expect.fail(`${what}: ${actual} is off by ${off} from ${wanted}`);
}

/** Every element the same number, sign of zero and all. */
export function sameBits(actual: ArrayLike<number>, wanted: ArrayLike<number>, what = ''): void {
  if (actual.length !== wanted.length) expect.fail(`${what}: ${actual.length} values, wanted ${wanted.length}`);
  for (let i = 0; i < wanted.length; i++) if (!Object.is(actual[i], wanted[i])) expect.fail(`${what}: value ${i} is ${actual[i]}, wanted ${wanted[i]}`);
}

/** The same keys in the same order. Asked of every part of a report: `expect` takes long to find nothing. */
function sameKeys(actual: object, wanted: object, path: string): void {
  const [found, keys] = [Object.keys(actual), Object.keys(wanted)];
  if (found.length !== keys.length || found.some((key, i) => key !== keys[i])) expect(found, path).toEqual(keys);
}

/** The same structure, its numbers as `close` has it. */
export function closeStructure(actual: unknown, wanted: unknown, tolerance: number, path = ''): void {
  if (typeof wanted === 'object' && wanted !== null && typeof actual === 'object' && actual !== null) {
    sameKeys(actual, wanted, path);
    for (const key of Object.keys(wanted))
      closeStructure((actual as Record<string, unknown>)[key], (wanted as Record<string, unknown>)[key], tolerance, `${path}.${key}`);
  } else if (typeof actual === 'number' && typeof wanted === 'number') close(actual, wanted, tolerance, path);
  else if (!Object.is(actual, wanted)) expect(actual, path).toBe(wanted);
}

/** A structure of numbers, arrays and strings: the same everywhere by Object.is. */
export function sameStructure(actual: unknown, wanted: unknown, path = ''): void {
  if (typeof wanted === 'object' && wanted !== null && typeof actual === 'object' && actual !== null) {
    sameKeys(actual, wanted, path);
    for (const key of Object.keys(wanted)) sameStructure((actual as Record<string, unknown>)[key], (wanted as Record<string, unknown>)[key], `${path}.${key}`);
  } else if (!Object.is(actual, wanted)) expect.fail(`${path} is ${String(actual)}, wanted ${String(wanted)}`);
}
