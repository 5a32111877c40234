import { evaluate } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { BucketSorter } from '../../dist/columns/calibration/bucketSorter.js';
import { miscalibration } from '../../dist/columns/calibration/miscalibration.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { random } from '../support/random.js';

/** Korb, Hope & Hughes 2001, eq. 3, as it is written: sorted whole, cut into cells, each about its own frequency of truth. */
function asWritten(values: readonly number[]): { miscalibration: number; cells: number } {
  const sorted = [...values].sort((a, b) => Math.abs(a) - Math.abs(b) || b - a);
  const cells: number[][] = [];
  let cell: number[] = [];
  for (const [i, value] of sorted.entries()) {
    if (cell.length >= 10 && Math.abs(value) !== Math.abs(sorted[i - 1]) && sorted.length - i >= 10) {
      cells.push(cell);
      cell = [];
    }
    cell.push(value);
  }
  cells.push(cell);
  let sum = 0;
  for (const each of cells) {
    const f = each.filter((value) => value > 0).length / each.length;
    sum += each.reduce((squares, value) => squares + (f - Math.abs(value)) ** 2, 0) / (each.length - 1);
  }
  return { miscalibration: Math.sqrt(sum), cells: cells.length };
}

const next = random(41);
const kinds: Record<string, () => number> = {
  'anywhere from 1/3 to 1': () => 1 / 3 + (next() * 2) / 3,
  'a few values': () => Math.ceil(next() * 7) / 7,
  'one value': () => 0.7,
  'two neighbours': () => (next() < 0.5 ? 0.7 : 0.7000000000000001),
  'close to 1': () => 1 - next() ** 8 * 1e-4,
  'most close to 1, some ties': () => (next() < 0.9 ? 1 - Math.floor(next() * 50) * 1e-9 : 0.5 + next() / 2),
  'exactly 1 and a half': () => (next() < 0.3 ? 1 : 0.5),
  'far apart': () => Math.floor(next() * 256) / 256 + 2 ** -40,
};

describe('miscalibration of dealt estimates is that of all of them sorted, and the same to the bit on both backends', () => {
  const sizes = [2, 3, 9, 10, 11, 19, 20, 21, 25, 250, 4097, 40_000, 70_001];
  for (const [name, kind] of Object.entries(kinds)) {
    it(name, async () => {
      for (const size of sizes) {
        const values = Float64Array.from({ length: size }, () => kind() * (next() < 0.4 ? -1 : 1));
        const found = [];
        for (const kernels of [await wasmKernels(4 << 20), plainKernels()]) {
          // In parts of any size, in any order.
          const dealer = new BucketSorter(kernels);
          const parts = [];
          const cut = Math.floor(next() * size);
          dealer.add(values.subarray(cut));
          parts.push(...dealer.drain());
          dealer.add(values.subarray(0, cut));
          parts.push(...dealer.drain());
          found.push(await miscalibration(parts, kernels.backend));
        }
        expect(found[0], `${size}`).toEqual(found[1]);
        const wanted = asWritten([...values]);
        expect(found[0].cells, `${size}`).toBe(wanted.cells);
        expect(found[0].miscalibration, `${size}`).toBeCloseTo(wanted.miscalibration, 9);
        const { overconfident: over, underconfident: under } = found[0];
        expect(Math.hypot(over as number, under as number)).toBeCloseTo(wanted.miscalibration, 9);
      }
    });
  }

  it('fewer than two rows have none', async () => {
    const dealer = new BucketSorter(plainKernels());
    expect(await miscalibration(dealer.drain(), 'plain')).toMatchObject({ miscalibration: null, cells: 0, reason: 'a cell needs two rows' });
    dealer.add(Float64Array.of(0.7));
    expect(await miscalibration(dealer.drain(), 'plain')).toMatchObject({ miscalibration: null, cells: 1, reason: 'a cell needs two rows' });
  });

  it('rows that weigh less than two together are one cell, however many', async () => {
    const p = Float64Array.of(0.6, 0.7, 0.8);
    const { calibration } = await evaluate(p, Uint8Array.of(0, 1, 1), { weights: Float64Array.of(0.5, 0.2, 0.3) });
    expect(calibration).toMatchObject({ miscalibration: null, cells: 1, reason: 'a cell needs two rows' });
  });
});
