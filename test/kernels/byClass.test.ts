import { describe, expect, it } from 'vitest';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { sameBits } from '../support/compare.js';
import { random } from '../support/random.js';

const backends = [await wasmKernels(2 ** 24), plainKernels()] as const;
const ROWS = 5003;
const EXTREMES = [0, -0, 5e-324, 2 ** -1022, 2 ** -53, 2 ** -8, 0.25, 0.5 - 2 ** -54, 0.5, 0.5 + 2 ** -53, 0.75, 1 - 2 ** -53, 1];

/** Numbers of all sizes towards 0 and towards 1, ties and extremes; and classes. */
function drawn(seed: number, k: number, rows: number) {
  const next = random(seed);
  const number = (): number => (next() < 0.3 ? EXTREMES[Math.floor(next() * EXTREMES.length)] : next() < 0.5 ? 2 ** (-40 * next() ** 2) : next());
  return {
    p: Float64Array.from({ length: rows * k }, number),
    labels: Uint16Array.from({ length: rows }, () => Math.floor(k * next() ** 2)),
  };
}

describe('numbers by class', () => {
  it.each([1, 3, 1000])('are counted and dealt out in their order: %i classes', (k) => {
    const { p, labels } = drawn(k, k, ROWS);
    const values = p.subarray(0, ROWS);
    const wanted = Array.from({ length: k }, (_, c) => values.filter((_, r) => labels[r] === c));
    for (const kernels of backends) {
      const [x, own, counts, out] = [kernels.float64(ROWS), kernels.uint16(ROWS), kernels.uint32(k).fill(0), kernels.float64(ROWS)];
      x.set(values);
      own.set(labels);
      kernels.countByClass(own, ROWS, counts);
      expect([...counts]).toEqual(wanted.map(({ length }) => length));
      let start = 0;
      const places = kernels.uint32(k);
      counts.forEach((count, c) => {
        places[c] = start;
        start += count;
      });
      kernels.dealByClass(x, own, ROWS, places, out);
      sameBits(out, Float64Array.from(wanted.flatMap((each) => [...each])));
      for (const view of [x, own, counts, out, places]) kernels.free(view);
    }
  });
});

describe('rows that are dealt out in pieces', () => {
  it.each([
    [3, 7],
    [4, 7],
    [8, 6],
    [5, 1],
  ])('are sorted as whole ones are: %i classes', (k, log) => {
    const pieces = [ROWS, 1, 4096, 17].map((rows, i) => ({ rows, ...drawn(100 * k + i, k, rows) }));
    const all = pieces.reduce((sum, { rows }) => sum + rows, 0);
    const dealt = backends.map((kernels) =>
      Array.from({ length: k }, (_, i) =>
        pieces.map(({ rows, p, labels }) => {
          const [x, own] = [kernels.float64(rows * k), kernels.uint16(rows)];
          const [keys, ends] = [kernels.float64(rows), kernels.uint32(k * (2 ** log + 1))];
          x.set(p);
          own.set(labels);
          expect(kernels.dealRows(x, own, rows, k, i, log, keys, ends)).toBe(-1);
          const column = { keys: keys.slice(), ends: ends.slice() };
          for (const view of [x, own, keys, ends]) kernels.free(view);
          return column;
        }),
      ),
    );
    const bits = (of: Float64Array): BigUint64Array => new BigUint64Array(of.buffer, of.byteOffset, of.length);
    dealt[0].forEach((columns, i) => {
      columns.forEach(({ keys, ends }, piece) => {
        expect(bits(keys)).toEqual(bits(dealt[1][i][piece].keys));
        expect(ends).toEqual(dealt[1][i][piece].ends);
      });
    });
    const wanted = (i: number): Float64Array =>
      Float64Array.from(
        Array.from({ length: k }, (_, j) =>
          pieces
            .flatMap(({ rows, p, labels }) => Array.from({ length: rows }, (_, r) => (labels[r] === j ? [p[r * k + i] + 0] : [])).flat())
            .sort((a, b) => a - b),
        ).flat(),
      );
    backends.forEach((kernels, b) => {
      for (let i = 0; i < k; i++) {
        const out = kernels.float64(all);
        kernels.sortDealt(dealt[b][i], k, log, out);
        sameBits(out, wanted(i));
        kernels.free(out);
      }
    });
  });

  it('say which row cannot be ranked', () => {
    for (const kernels of backends)
      for (const [bad, label] of [
        [1.5, 0],
        [-0.1, 0],
        [NaN, 0],
        [0.5, 3],
      ]) {
        const [x, own, keys, ends] = [kernels.float64(30), kernels.uint16(10), kernels.float64(10), kernels.uint32(3 * 9)];
        x.fill(0.25);
        own.fill(1);
        x[7 * 3 + 2] = bad;
        own[7] = label;
        expect(kernels.dealRows(x, own, 10, 3, 2, 3, keys, ends)).toBe(7);
        for (const view of [x, own, keys, ends]) kernels.free(view);
      }
  });
});
