import { describe, expect, it } from 'vitest';
import type { Kernels, RankedRows } from '../../dist/kernels/kernels.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { sameBits } from '../support/compare.js';
import { random } from '../support/random.js';

const next = random(23);
const kinds: Record<string, () => number> = {
  'from 0 to 1': next,
  'near 0': () => next() ** 8,
  'near 1': () => 1 - next() * 2 ** -40,
  'most of them 0': () => (next() < 0.8 ? 0 : next() ** 4),
  'two decimals': () => Math.round(next() * 100) / 100,
  'of all sizes': () => next() * 2 ** Math.floor(-1074 * next()),
  extremes: () => [0, -0, 1, 5e-324, 1e-310, 0.5, 1 - 2 ** -53][Math.floor(7 * next())],
  'one value': () => 0.7,
  'two neighbours': () => (next() < 0.5 ? 0.7 : 0.7000000000000001),
};

/** Rows as arrays hold them. */
function rowsOf(p: Float64Array, labels: Uint16Array, k: number, width: number, at: number): RankedRows {
  return {
    rows: labels.length,
    width,
    at,
    k,
    copy(out, sides, from) {
      out.set(p.subarray(from * width, from * width + out.length));
      sides.set(labels.subarray(from, from + sides.length));
    },
  };
}

/** All that sorting them gives: by class, together, and the places of each class among those of one. */
function sorted(kernels: Kernels, rows: RankedRows, positive: number): number[][] {
  const places = new Float64Array(rows.k);
  const sorts: [number | undefined, Float64Array | undefined][] = [
    [undefined, undefined],
    [positive, undefined],
    [positive, places],
  ];
  const found = sorts.map(([side, counted]) => {
    const out = kernels.float64(rows.rows);
    expect(kernels.sortRows(rows, side, out, counted)).toBe(-1);
    const copy = [...out];
    kernels.free(out);
    return copy;
  });
  return [...found, [...places]];
}

describe.each(Object.entries(kinds))('estimates %s', (_, make) => {
  it('are sorted by class and together, and counted, as the plain backend does to the bit', async () => {
    const wasm = await wasmKernels(16 << 20);
    for (const rows of [1, 2, 17, 1000, 5462, 40_000])
      for (const [k, width, at] of [
        [2, 1, 0],
        [2, 2, 1],
        [3, 3, 1],
        [11, 11, 10],
      ] as const) {
        const p = Float64Array.from({ length: rows * width }, make);
        const labels = Uint16Array.from({ length: rows }, () => Math.floor(next() * k));
        const about = rowsOf(p, labels, k, width, at);
        const [one, two] = [wasm, plainKernels()].map((kernels) => sorted(kernels, about, k - 1));
        one.forEach((numbers, what) => {
          sameBits(numbers, two[what], `${rows} rows of ${k}, ${what}`);
        });
      }
  });

  it('have the places that looking at every pair gives', () => {
    const [rows, k] = [120, 4];
    const p = Float64Array.from({ length: rows }, make);
    const labels = Uint16Array.from({ length: rows }, () => Math.floor(next() * k));
    const [, , , places] = sorted(plainKernels(), rowsOf(p, labels, k, 1, 0), 2);
    for (let j = 0; j < k; j++) {
      let wanted = 0;
      for (let r = 0; r < rows; r++)
        for (let s = 0; s < rows; s++) if (j !== 2 && labels[r] === j && labels[s] === 2) wanted += Number(p[s] < p[r]) + Number(p[s] <= p[r]);
      expect(places[j]).toBe(wanted);
    }
  });
});

it('says which row cannot be sorted, and gives the memory back', async () => {
  for (const kernels of [await wasmKernels(2 << 20), plainKernels()])
    for (const [x, label] of [
      [NaN, 0],
      [-1e-9, 0],
      [1.0000001, 0],
      [0.5, 3],
      [0.5, 65535],
    ]) {
      const p = Float64Array.from({ length: 9000 * 3 }, next);
      const labels = new Uint16Array(9000).fill(1);
      p[3 * 8000 + 1] = x;
      labels[8000] = label;
      for (const positive of [undefined, 1]) {
        const out = kernels.float64(9000);
        expect(kernels.sortRows(rowsOf(p, labels, 3, 3, 1), positive, out)).toBe(8000);
        kernels.free(out);
      }
    }
});
