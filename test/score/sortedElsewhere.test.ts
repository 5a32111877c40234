import { createEngine } from 'fairbits';
import { scoreFiles } from 'fairbits/node';
import { expect, it } from 'vitest';
import { BucketSorter, STACKS } from '../../dist/columns/calibration/bucketSorter.js';
import { modalCalibration } from '../../dist/columns/calibration/miscalibration.js';
import { groupsIn, type StackRange, sortStacks, stackRanges, stacksOf } from '../../dist/columns/calibration/sortStacks.js';
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
  const stacks = stacksOf(parts);
  const ranges = stackRanges(stacks.sizes, 5);
  // Every stack is in one range, and they follow one another.
  expect(ranges.length).toBeLessThanOrEqual(6);
  expect(ranges.map(({ from }) => from)).toEqual([0, ...ranges.slice(0, -1).map(({ to }) => to)]);
  expect(ranges.at(-1)?.to).toBe(STACKS);
  const sorted = ranges.map((range, i) => (i === 1 ? [] : sortStacks(kernels, stacks, range)));
  expect(sorted).toEqual(ranges.map((range, i) => (i === 1 ? [] : groupsIn(stacks.sizes, range).map(({ from }) => from))));
  const elsewhere = async (_: unknown, take: (range: StackRange, done: readonly number[]) => void) => ranges.forEach((range, i) => void take(range, sorted[i]));
  sameStructure(await modalCalibration(parts, backend, undefined, elsewhere), wanted);
  // A core without room for a stack leaves it as it is; the twin has all the memory there is.
  const { kernels: small } = await createEngine({ memory: 2 ** 18 });
  expect(sortStacks(small, stacks, { from: 128, to: 129 })).toEqual(backend === 'wasm' ? [] : [128]);
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
