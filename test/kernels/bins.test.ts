import { describe, expect, it } from 'vitest';
import { Bins } from '../../dist/columns/ranking/histogram.js';
import type { Kernels } from '../../dist/kernels/kernels.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { random } from '../support/random.js';

const ROWS = 5003;
const K = 3;
const next = random(23);
const extremes = [0, 5e-324, 2 ** -1022, 2 ** -34, 2 ** -33, 2 ** -32, 0.25, 0.5 - 2 ** -54, 0.5, 0.5 + 2 ** -53, 0.75, 1 - 2 ** -33, 1 - 2 ** -53, 1];
/** Of all sizes towards 0 and towards 1, and the extremes. */
const estimate = (): number => {
  const p = next() < 0.3 ? extremes[Math.floor(next() * extremes.length)] : 2 ** (-40 * next() ** 2);
  return next() < 0.5 ? p : 1 - p;
};
const estimates = Float64Array.from({ length: ROWS * K }, (_, i) => (i % 97 === 0 ? -0 : estimate()));
const labels = Uint16Array.from({ length: ROWS }, () => Math.floor(next() * K));

/** What every loop over bins leaves behind. */
function all(kernels: Kernels, wanted: number): Record<string, ArrayLike<number>> {
  const bins = new Bins(wanted);
  const p = kernels.float64(ROWS * K);
  p.set(estimates);
  const sides = kernels.uint16(ROWS);
  sides.set(labels);
  const x = kernels.float64(ROWS);
  const places = kernels.uint32(ROWS);
  const byClass = kernels.uint32(K * bins.count).fill(0);
  const bySide = kernels.uint32(2 * bins.count).fill(0);
  const records = kernels.float64(4 * bins.count).fill(0);
  for (let at = 2; at < records.length; at += 4) records[at] = Infinity;
  const marks = kernels.uint8(bins.count);
  for (let bin = 0; bin < bins.count; bin++) marks[bin] = Number(bin % 7 === 0);
  const marked = kernels.uint32(ROWS);
  const cells = kernels.float64(4 * bins.count).fill(0);
  kernels.signedColumn(p, sides, ROWS, K, 1, x);
  bins.place(kernels, x, ROWS, places);
  kernels.binByClass(places, sides, ROWS, bins.count, byClass);
  kernels.binBySide(x, places, ROWS, bins.count, bySide);
  const found = kernels.binRecords(x, places, ROWS, 1, records, marks, marked);
  kernels.binCells(x, places, ROWS, cells);
  const counts = new Uint32Array(records.buffer, records.byteOffset, 2 * records.length).filter((_, i) => i % 8 < 2);
  return { x, places, byClass, bySide, records, counts, marked: marked.subarray(0, found), cells };
}

describe.each([2 ** 8, 2 ** 11, 2 ** 16])('about %i bins', (wanted) => {
  it('both backends leave the same bits behind', async () => {
    const [plain, wasm] = [all(plainKernels(), wanted), all(await wasmKernels(16 << 20), wanted)];
    for (const name of Object.keys(plain)) {
      expect(wasm[name].length, name).toBe(plain[name].length);
      for (let i = 0; i < plain[name].length; i++)
        if (!Object.is(wasm[name][i], plain[name][i])) expect.fail(`${name}[${i}]: ${wasm[name][i]}, ${plain[name][i]}`);
    }
  });

  it('a bin never falls where the estimate rises, and no bin is wider than it may be', () => {
    const bins = new Bins(wanted);
    const sorted = Float64Array.from(estimates, Math.abs).sort();
    const places = bins.all(sorted);
    expect(places[0]).toBe(0);
    for (let r = 1; r < sorted.length; r++) {
      if (places[r] < places[r - 1]) expect.fail(`${sorted[r]} is in bin ${places[r]}, ${sorted[r - 1]} in ${places[r - 1]}`);
      if (places[r] === places[r - 1]) expect(sorted[r] - sorted[r - 1]).toBeLessThanOrEqual(2 / wanted);
      expect(bins.of(sorted[r])).toBe(places[r]);
    }
    expect(bins.of(1)).toBeLessThan(bins.count);
  });

  it('every row is counted once', () => {
    const { byClass, bySide, counts, cells } = all(plainKernels(), wanted);
    const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((a, b) => a + b, 0);
    const every = (values: ArrayLike<number>, stride: number, from: number) => Array.from(values).filter((_, i) => i % stride === from);
    const hits = labels.filter((label) => label === 1).length;
    expect([sum(byClass), sum(bySide), sum(every(counts, 2, 0)), sum(every(cells, 4, 0))]).toEqual([ROWS, ROWS, ROWS, ROWS]);
    expect([sum(Array.from(bySide).slice(0, bySide.length / 2)), sum(every(counts, 2, 1))]).toEqual([hits, hits]);
  });
});
