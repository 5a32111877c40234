import { describe, expect, it } from 'vitest';
import type { Kernels } from '../../dist/kernels/kernels.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { random } from '../support/random.js';

const next = random(31);
const kinds: Record<string, [estimate: () => number, truth: (p: number) => boolean]> = {
  calibrated: [next, (p) => next() < p],
  'nearly always true': [() => 1 - next() ** 4, (p) => next() < p],
  'nearly never true': [() => next() ** 6, (p) => next() < p],
  'of no use': [next, () => next() < 0.5],
  'the wrong way round': [next, (p) => next() < 1 - p],
  'few values': [() => Math.floor(next() * 9) / 8, (p) => next() < p],
  'many of one value': [() => (next() < 0.6 ? 0.25 : next()), (p) => next() < p],
  'never true': [next, () => false],
  'always true': [next, () => true],
  'in turn': [next, (p) => Math.floor(p * 1000) % 2 === 0],
};

/** Sorted, negative where they did not come true, the others first of equal ones. */
function signed(length: number, estimate: () => number, truth: (p: number) => boolean): Float64Array {
  const values = Float64Array.from({ length }, estimate).map((p) => (truth(p) ? p : -p));
  plainKernels().sortBySize(values, length, new Float64Array(length));
  return values;
}

const isHit = (x: number): boolean => x > 0 || Object.is(x, 0);

/** The blocks, pooled at once. */
function pooled(kernels: Kernels, values: Float64Array): number[] {
  const x = kernels.float64(values.length);
  const [stack, line] = [kernels.float64(2 * values.length + 16), kernels.float64(2 * values.length + 16)];
  x.set(values);
  return [...stack.subarray(0, 2 * kernels.pool(x, values.length, 0, stack, line))];
}

/** The same from both sides apart. */
function pooledPlaces(kernels: Kernels, values: Float64Array): number[] {
  const [hits, misses] = [values.filter(isHit), values.filter((x) => !isHit(x)).map((x) => -x)];
  const [a, b, below] = [kernels.float64(hits.length), kernels.float64(misses.length), kernels.uint32(hits.length).fill(0)];
  const [stack, line] = [kernels.float64(2 * values.length + 16), kernels.float64(2 * values.length + 16)];
  a.set(hits);
  b.set(misses);
  kernels.pairWins(a, b, below);
  return [...stack.subarray(0, 2 * kernels.poolPlaces(a, hits.length, below, misses.length, 0, stack, line))];
}

describe.each(Object.entries(kinds))('estimates that are %s', (_, [estimate, truth]) => {
  it('are pooled into the same blocks by both backends, together or from both sides', async () => {
    for (const length of [1, 2, 3, 63, 64, 65, 200, 1000, 10_000, 60_000]) {
      const values = signed(length, estimate, truth);
      const wanted = pooled(plainKernels(), values);
      for (const kernels of [await wasmKernels(8 << 20), plainKernels()]) {
        expect(pooled(kernels, values), `${length}`).toEqual(wanted);
        expect(pooledPlaces(kernels, values), `${length}`).toEqual(wanted);
      }
      // Each above the one before, and no row lost.
      const [hits, rows] = [0, 1].map((at) => wanted.filter((_, i) => i % 2 === at));
      expect(rows.reduce((a, b) => a + b)).toBe(length);
      expect(hits.reduce((a, b) => a + b)).toBe(values.filter(isHit).length);
      for (let i = 1; i < rows.length; i++) expect(hits[i] * rows[i - 1]).toBeGreaterThan(hits[i - 1] * rows[i]);
    }
  });
});
