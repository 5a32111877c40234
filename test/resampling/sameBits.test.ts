import { fstatSync } from 'node:fs';
import { createEngine, Random } from 'fairbits';
import { bootstrapOnThreads } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { bootstrapRows } from '../../dist/tasks/resample/onThreads.js';
import { RowStore } from '../../dist/tasks/resample/rowStore.js';
import { sameBits, sameStructure } from '../support/compare.js';
import fc from '../support/properties.js';
import { random } from '../support/random.js';

const engine = await createEngine();
const next = random(3);
const columns = Array.from({ length: 3 }, () => Float64Array.from({ length: 5000 }, () => next() ** 3));
const options = { replicates: 100, seed: 5 };
const wanted = engine.bootstrapMeans(columns, options);

describe('the replicates are the same', () => {
  it('for chunks of any size', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2500 }), { maxLength: 12 }), (sizes) => {
        const stream = engine.bootstrapStream({ ...options, rows: 5000, columns: 3 });
        let done = 0;
        for (const size of [...sizes, 5000]) {
          const to = Math.min(5000, done + size);
          stream.add(columns.map((column) => column.subarray(done, to)));
          done = to;
        }
        sameStructure(stream.means(), wanted);
        stream.free();
      }),
      { numRuns: 20 },
    );
  });

  it('whichever part of them is made', () => {
    for (const [first, replicates] of [
      [0, 1],
      [37, 5],
      [99, 1],
    ]) {
      const some = engine.bootstrapMeans(columns, { ...options, first, replicates });
      for (const [c, column] of some.entries()) sameBits(column, wanted[c].subarray(first, first + replicates));
    }
  });

  it('however many there are: more than fit one pass', () => {
    const many = engine.bootstrapMeans(columns[0], { seed: 5, replicates: 9000 });
    const last = engine.bootstrapMeans(columns[0], { seed: 5, replicates: 10, first: 8990 });
    sameBits(many.subarray(8990), last);
  });

  it.each([1, 2, 3])('on %d threads', async (threads) => {
    sameStructure(await bootstrapOnThreads(columns, { ...options, threads }), wanted);
  });

  it('from rows that were spilled to a file, which is removed', async () => {
    const large = Array.from({ length: 2 }, () => Float64Array.from({ length: 200_000 }, () => next()));
    const direct = engine.bootstrapMeans(large, { replicates: 8 });
    // Room for one chunk of two columns in memory; two and a bit go to the file.
    const store = new RowStore(2, 2 ** 20);
    for (let at = 0; at < 200_000; at += 70_001) store.add(large.map((column) => column.subarray(at, at + 70_001)));
    const source = store.source();
    expect(source.buffers).toHaveLength(1);
    const descriptor = source.descriptor as number;
    expect(fstatSync(descriptor).size).toBe(3 * 2 ** 20);
    // It has no name: nothing is left of it, whatever ends the process.
    expect(fstatSync(descriptor).nlink).toBe(0);
    for (const threads of [1, 2]) sameStructure(await bootstrapRows(source, { replicates: 8, threads }), direct);
    store.close();
    expect(() => fstatSync(descriptor)).toThrow('EBADF');
  });

  it('draws of one column and of many: sums differ by rounding alone', () => {
    const alone = engine.bootstrapMeans(columns[1], options);
    for (let r = 0; r < 100; r++) expect(Math.abs(alone[r] - wanted[1][r])).toBeLessThan(1e-15);
  });
});

it('differ by seed and by replicate', () => {
  const other = engine.bootstrapMeans(columns[0], { ...options, seed: 6 });
  expect(new Set([...wanted[0], ...other]).size).toBe(200);
  // A seed has 53 bits, and all of them count.
  const seeds = [0, 1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 52, 2 ** 53 - 1];
  expect(new Set(seeds.map((seed) => engine.bootstrapMeans(columns[0], { replicates: 1, seed })[0])).size).toBe(seeds.length);
});

it('never change: these were drawn when the generator was written', () => {
  const values = Float64Array.from({ length: 3000 }, (_, i) => i);
  const found = engine.bootstrapMeans(values, { replicates: 3, seed: 1 });
  expect([...found]).toEqual(PINNED.means);
  const generator = new Random(1);
  expect([generator.uint32(), generator.below(1000), generator.uniform(), generator.fork(7).uint32()]).toEqual(PINNED.random);
});
const PINNED = {
  means: [1496.6916666666666, 1494.3596666666667, 1522.6826666666666],
  random: [3749703527, 418, 0.18218430733881064, 1351789138],
};

describe('sums', () => {
  it('lose nothing over many blocks: values that cancel', () => {
    // 10^16 in half of the rows and −10^16 in the others, and 1 in all: plain sums would lose the ones.
    const values = Float64Array.from({ length: 100_000 }, (_, i) => (i % 2 === 0 ? 2 ** 40 : -(2 ** 40)) + 1 / 1024);
    const signs = values.map(Math.sign);
    const [means, ups] = engine.bootstrapMeans([values, signs], { replicates: 50 });
    for (let r = 0; r < 50; r++) {
      const exact = ups[r] * 2 ** 40 + 1 / 1024;
      expect(Math.abs(means[r] - exact)).toBeLessThanOrEqual(2 ** 40 * 2 ** -48);
    }
  });
});
