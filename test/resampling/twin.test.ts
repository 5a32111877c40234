import { createEngine, type Engine } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { sameBits, sameStructure } from '../support/compare.js';
import { random } from '../support/random.js';

/** The two backends, side by side: every replicate must be the same number, by Object.is. */
const wasm = await createEngine({ backend: 'wasm' });
const plain = await createEngine({ backend: 'plain' });

function columnsOf(seed: number, rows: number, columns: number, infinite = 0): Float64Array[] {
  const next = random(seed);
  return Array.from({ length: columns }, () =>
    Float64Array.from({ length: rows }, () => (next() < infinite ? -Infinity : (next() - 0.5) * 10 ** Math.floor(20 * next() - 10))),
  );
}

function both(run: (engine: Engine) => unknown): void {
  sameStructure(run(wasm), run(plain));
}

describe('bootstrapMeans', () => {
  // Around the borders of blocks (1,024 rows), of words (six draws) and of the binomial tables (256, 1,024, 4,096).
  it.each([1, 2, 3, 7, 16, 255, 256, 1000, 1023, 1024, 1025, 2047, 2048, 2049, 3000, 4096, 5000, 9001, 70001])('%d rows', (rows) => {
    for (const columns of [1, 2, 4, 5, 9, 11]) {
      const data = columnsOf(rows + columns, rows, columns);
      both((engine) => engine.bootstrapMeans(data, { replicates: 20, seed: 2 ** 40 + rows }));
    }
  });

  it('infinite values', () => {
    for (const rows of [5, 1024, 3000])
      for (const columns of [1, 3, 9]) {
        const data = columnsOf(rows, rows, columns, 1 / rows);
        both((engine) => engine.bootstrapMeans(data, { replicates: 50 }));
      }
  });

  it('weights and strata', () => {
    const next = random(5);
    const data = columnsOf(9, 3000, 2);
    const weights = Float64Array.from({ length: 3000 }, () => (next() < 0.2 ? 0 : next()));
    const strata = Float64Array.from({ length: 3000 }, () => Math.floor(4 * next()));
    both((engine) => engine.bootstrapMeans(data, { replicates: 20, weights }));
    both((engine) => engine.bootstrapMeans(data, { replicates: 20, strata }));
  });
});

it('permutationTest: random signs', () => {
  for (const rows of [17, 63, 64, 65, 1000, 1024, 1025, 5000])
    for (const alternative of ['two-sided', 'greater', 'less'] as const)
      both((engine) => engine.permutationTest(columnsOf(rows, rows, 1)[0], { replicates: 200, alternative }));
});

it('splitCounts, any share of any number', () => {
  const next = random(11);
  const replicates = 40;
  for (let i = 0; i < 150; i++) {
    const whole = 1 + Math.floor(2 ** (25 * next()));
    const part = i % 10 === 0 ? whole / 2 : Math.floor(next() * whole);
    const drawn = [wasm, plain].map(({ kernels }) => {
      const counts = kernels.uint32(replicates);
      const left = kernels.uint32(replicates);
      counts.forEach((_, r) => {
        counts[r] = Math.floor(whole / (r + 1));
      });
      const all = counts.slice();
      kernels.splitCounts(counts, left, replicates, i, { low: i, high: 7 }, 3 * i, part, whole);
      const result = [counts.slice(), left.slice()];
      for (let r = 0; r < replicates; r++) expect(counts[r] + left[r]).toBe(all[r]);
      kernels.free(counts);
      kernels.free(left);
      return result;
    });
    sameBits(drawn[0][0], drawn[1][0]);
    sameBits(drawn[0][1], drawn[1][1]);
  }
});

it('gives the kernels’ memory back', async () => {
  const engine = await createEngine({ backend: 'wasm', memory: 2 ** 20 });
  const [values] = columnsOf(1, 5000, 1);
  for (let i = 0; i < 50; i++) {
    engine.bootstrapMeans(values, { replicates: 1000 });
    engine.permutationTest(values, { replicates: 1000 });
  }
});
