import { beforeAll, expect, it } from 'vitest';
import type { Kernels } from '../../dist/kernels/kernels.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { random } from '../support/random.js';

let both: Kernels[];
beforeAll(async () => {
  both = [await wasmKernels(4 << 20), plainKernels()];
});

/** Numbers as estimates, by both backends, which must agree in every bit. */
function made(how: 'softmax' | 'sigmoid', numbers: readonly number[], rows: number, stride: number, columns: number, from = 0): number[] {
  const [wasm, plain] = both.map((kernels) => {
    const p = kernels.float64(numbers.length);
    p.set(numbers);
    kernels[how](p.subarray(from), rows, stride, columns);
    const result = [...p];
    kernels.free(p);
    return result;
  });
  wasm.forEach((x, i) => void expect(Object.is(x, plain[i]) || (Number.isNaN(x) && Number.isNaN(plain[i])), `${numbers[i]}: ${x}, ${plain[i]}`).toBe(true));
  return wasm;
}

const ODD = [0, -0, 1e-320, -1e-320, 1e-9, -1e-9, 0.5, 36.7, -36.7, 37, 709.7, 709.79, -745.1, -745.3, -708.4, 1e300, -1e300, Infinity, -Infinity, NaN];
/** Where x / ln 2 lies between two whole numbers. */
const HALVES = Array.from({ length: 400 }, (_, i) => (i - 200 + 0.5) * Math.LN2);

it('makes the same bits of logits on both backends', () => {
  const next = random(5);
  for (const spread of [1, 30, 1000]) {
    const numbers = Array.from({ length: 6000 }, () => (next() - 0.5) * spread);
    for (const columns of [1, 2, 3, 5, 10]) {
      made('sigmoid', numbers, 6000 / 10, 10, columns);
      made('softmax', numbers, 6000 / 10, 10, columns);
    }
  }
  made('sigmoid', [...ODD, ...HALVES], ODD.length + HALVES.length, 1, 1);
  for (const x of ODD) made('softmax', [x, ...ODD], 1, ODD.length + 1, ODD.length + 1);
  for (const x of ODD) for (const y of ODD) made('softmax', [x, y], 1, 2, 2);
});

it('is softmax and sigmoid, and leaves other columns alone', () => {
  const [a, b, c, rest] = made('softmax', [1, 2, 3, 7], 1, 4, 3);
  const sum = Math.exp(1) + Math.exp(2) + Math.exp(3);
  for (const [i, x] of [a, b, c].entries()) expect(x).toBeCloseTo(Math.exp(i + 1) / sum, 15);
  expect(rest).toBe(7);
  expect(made('sigmoid', [9, 0, 9, -800, 9, 40], 3, 2, 1, 1)).toEqual([9, 0.5, 9, 0, 9, 1 / (1 + Math.exp(-40))]);
  expect(made('softmax', [1000, 1000], 1, 2, 2)).toEqual([0.5, 0.5]);
});
