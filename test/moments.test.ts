import { createEngine } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { MOMENT_ROWS, Moments } from '../dist/core/moments.js';
import { close } from './support/compare.js';
import { exactSummary } from './support/exact.js';
import fc from './support/properties.js';
import { random } from './support/random.js';

const { kernels } = await createEngine();

/** The summary of a column, block by block as Scoring hands it over. */
function summary(values: ArrayLike<number>) {
  const moments = new Moments(kernels);
  const room = kernels.float64(MOMENT_ROWS);
  const all = Float64Array.from(values);
  for (let from = 0; from < all.length; from += MOMENT_ROWS) {
    const part = all.subarray(from, from + MOMENT_ROWS);
    room.set(part);
    moments.add(room, part.length);
  }
  kernels.free(room);
  return moments.summary();
}

describe('Moments', () => {
  it('are those of two passes without rounding', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.double({ min: -1e6, max: 1e6, noNaN: true }).filter((x) => x === 0 || Math.abs(x) > 1e-30),
          { minLength: 2, maxLength: 60 },
        ),
        (values) => {
          const { total, mean, standardError, rows } = summary(values);
          const wanted = exactSummary(values);
          const scale = values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
          expect(Math.abs(total - wanted.total)).toBeLessThanOrEqual(values.length * 2 ** -52 * scale * values.length);
          expect(Math.abs(mean - wanted.mean)).toBeLessThanOrEqual(values.length * 2 ** -52 * scale);
          expect(Math.abs(standardError - wanted.standardError)).toBeLessThanOrEqual(1e-13 * wanted.standardError + values.length * 2 ** -52 * scale);
          expect(rows).toBe(values.length);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('of values on a line over others come from the moments of those', () => {
    const next = random(6);
    for (const [offset, scale] of [
      [0, -1],
      [1, 1],
      [0, -Math.LN2],
      [-3, 0.125],
    ]) {
      const values = Float64Array.from({ length: 777 }, () => Math.log2(next()));
      values[3] = -Infinity;
      const infinite = new Moments(kernels);
      const finite = new Moments(kernels);
      const room = kernels.float64(MOMENT_ROWS);
      room.set(values);
      infinite.add(room, 777, undefined, { offset, scale });
      room.set(values.subarray(4));
      finite.add(room, 773, undefined, { offset, scale });
      kernels.free(room);
      const direct = summary(values.map((x) => offset + scale * x));
      expect(infinite.summary()).toMatchObject({ total: direct.total, infinite: 1, infiniteRows: [3] });
      const wanted = exactSummary([...values.subarray(4)].map((x) => offset + scale * x));
      close(finite.summary().mean, wanted.mean, 1e-15);
      close(finite.summary().standardError, wanted.standardError, 1e-15);
    }
  });

  it('do not cancel: a large mean with a small spread over several blocks', () => {
    const next = random(4);
    for (const offset of [0, 1e3, 1e6, -1e8]) {
      const values = Float64Array.from({ length: 3 * MOMENT_ROWS + 123 }, () => offset + next());
      const { mean, standardError } = summary(values);
      const wanted = exactSummary(values);
      close(mean, wanted.mean, 1e-15);
      expect(Math.abs(standardError / wanted.standardError - 1)).toBeLessThan(1e-12 + 1e-15 * Math.abs(offset));
    }
  });

  it.each([0, 1, -1, 0.5, 1024])('a constant %d has a standard error of exactly 0', (value) => {
    for (const rows of [2, 3, 100, MOMENT_ROWS, MOMENT_ROWS + 1, 10000])
      expect(Object.is(summary(new Float64Array(rows).fill(value)).standardError, 0)).toBe(true);
  });

  it.each([0.1, -3.321928094887362, 1e-9, 745.1332191019412])('a constant %d has at most the rounding of its mean: 1e-13 of it', (value) => {
    for (const rows of [2, 3, 100, MOMENT_ROWS, MOMENT_ROWS + 1, 10000]) {
      const { mean, standardError } = summary(new Float64Array(rows).fill(value));
      expect(Math.abs(mean / value - 1)).toBeLessThan(1e-13);
      expect(standardError).toBeLessThanOrEqual(1e-13 * Math.abs(value));
    }
  });

  it('leave infinite values out of nothing: the total is infinite, and they are counted and named', () => {
    const values = new Float64Array(2 * MOMENT_ROWS).fill(1);
    for (const r of [3, 70, MOMENT_ROWS - 1, MOMENT_ROWS, MOMENT_ROWS + 5, MOMENT_ROWS + 6, 8000]) values[r] = -Infinity;
    expect(summary(values)).toEqual({
      rows: 2 * MOMENT_ROWS,
      weight: 2 * MOMENT_ROWS,
      total: -Infinity,
      mean: -Infinity,
      standardError: NaN,
      infinite: 7,
      infiniteRows: [3, 70, MOMENT_ROWS - 1, MOMENT_ROWS, MOMENT_ROWS + 5],
    });
    expect(summary([Infinity, 1]).total).toBe(Infinity);
    expect(summary(new Float64Array(5000).fill(-Infinity))).toMatchObject({ total: -Infinity, infinite: 5000, infiniteRows: [0, 1, 2, 3, 4] });
  });

  it('of one row and of none', () => {
    expect(summary([2.5])).toEqual({ rows: 1, weight: 1, total: 2.5, mean: 2.5, standardError: NaN, infinite: 0, infiniteRows: [] });
    expect(summary([])).toMatchObject({ rows: 0, total: 0, mean: NaN, standardError: NaN });
  });

  it.each([1e150, 1e200, 1e300, 1e304])('of values whose squares overflow: %d', (scale) => {
    const next = random(5);
    for (const rows of [2, 1000, 9000]) {
      const small = Float64Array.from({ length: rows }, () => next() - 0.5);
      const { mean, standardError } = summary(small.map((x) => x * scale));
      const wanted = exactSummary(small);
      expect(Math.abs(mean / scale - wanted.mean)).toBeLessThan(1e-13);
      expect(Math.abs(standardError / scale / wanted.standardError - 1)).toBeLessThan(1e-12);
    }
  });
});
