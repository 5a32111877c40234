import { createEngine } from 'fairbits';
import { scoreFiles } from 'fairbits/node';
import { expect, it } from 'vitest';
import { BucketSorter, STACKS } from '../../dist/columns/calibration/bucketSorter.js';
import { modalCalibration } from '../../dist/columns/calibration/miscalibration.js';
import { sortStacks, stackRanges, stackSizes } from '../../dist/columns/calibration/sortStacks.js';
import { npy } from '../sources/fixtures.js';
import { sameStructure } from '../support/compare.js';
import { distribution, random } from '../support/random.js';
import { write } from './cli.js';

it('stacks that were sorted where they lie, by ranges, give the bits of those sorted at the end', async () => {
  const { kernels, backend } = await createEngine({ memory: 2 ** 24 });
  const next = random(5);
  const values = Float64Array.from({ length: 150_000 }, (_, i) => (next() < 0.5 ? 1 : -1) * (i % 7 === 0 ? 0.5 : next()));
  const dealt = (shared: boolean) => {
    const sorter = new BucketSorter(kernels, undefined, true, shared);
    sorter.add(values);
    const parts = sorter.drain();
    sorter.free();
    return parts;
  };
  const wanted = await modalCalibration(dealt(false), backend);
  const parts = dealt(true);
  expect(parts.every(({ values: { buffer } }) => buffer instanceof SharedArrayBuffer)).toBe(true);
  const ranges = stackRanges(stackSizes(parts), 5);
  // Every stack is in one range, and they follow one another.
  expect(ranges.length).toBeLessThanOrEqual(6);
  expect(ranges.map(({ from }) => from)).toEqual([0, ...ranges.slice(0, -1).map(({ to }) => to)]);
  expect(ranges.at(-1)?.to).toBe(STACKS);
  const sorted = new Set(ranges.filter((_, i) => i !== 1).flatMap((range) => sortStacks(kernels, parts, range)));
  expect(sorted.size).toBe(STACKS - (ranges[1].to - ranges[1].from));
  sameStructure(await modalCalibration(parts, backend, undefined, sorted), wanted);
  // A core without room for a stack leaves it as it is; the twin has all the memory there is.
  const { kernels: small } = await createEngine({ memory: 2 ** 18 });
  expect(sortStacks(small, parts, { from: 128, to: 129 })).toEqual(backend === 'wasm' ? [] : [128]);
});

it('scores the same on one thread and on several, which then sort', async () => {
  const rows = 200_000;
  const next = random(6);
  const estimates = new Float64Array(3 * rows);
  for (let r = 0; r < rows; r++) estimates.set(distribution(next, 3), 3 * r);
  const file = write('p.npy', npy(estimates, '<f8', [rows, 3]));
  const labels = [
    write(
      'l.npy',
      npy(
        Uint8Array.from({ length: rows }, (_, r) => r % 3),
        '|u1',
        [rows],
      ),
    ),
  ];
  const [wanted, ...others] = await Promise.all([1, 2, 3].map((threads) => scoreFiles([file], { labels, classes: ['a', 'b', 'c'], threads, ranking: false })));
  for (const { report } of others) sameStructure(JSON.parse(JSON.stringify(report)), JSON.parse(JSON.stringify(wanted.report)));
});
