import { type ScoreOptions, scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { rejected } from '../support/error.js';
import { random, testSet } from '../support/random.js';
import { figures, write } from './cli.js';

/** Rows of 3,000 instances; those behind the first `long` are written with few digits. */
function file(name: string, k: number, { column = false, long = Infinity, sums = false } = {}): string {
  const next = random(k + Number(column));
  const { estimates, labels } = testSet(next, 3000, k, column);
  const width = column ? 1 : k;
  const lines = Array.from(labels, (label, r) => {
    const row = Array.from(estimates.subarray(r * width, (r + 1) * width));
    const written = r < long ? row.map((p) => (sums ? p * (1 + r / 1e5) : p)) : row.map((_, i) => Number(i === label));
    return `${['a', 'b', 'c'][label]},${written.join(',')}`;
  });
  const header = column ? 'p_b' : ['p_a', 'p_b', 'p_c'].slice(0, k).join(',');
  return write(`${name}.csv`, `label,${header}\n${lines.join('\n')}\n`);
}

/** The same file, its rows held while they are counted; and read once, under the prior that was found. */
async function both(path: string, options: ScoreOptions): Promise<[held: string, read: string]> {
  const held = (await scoreFiles([path], options)).report;
  const read = (await scoreFiles([path], { ...options, prior: held.prior.values })).report;
  expect(read.prior.values).toEqual(held.prior.values);
  expect(held.rows).toBe(3000);
  expect(held.ranking).not.toBeNull();
  return [held, read].map((report) => JSON.stringify({ ...figures(report as never), prior: undefined })) as [string, string];
}

describe('rows that are held until the prior is known', () => {
  it.each([
    ['two classes', file('held-two', 2), {}],
    ['a single column', file('held-one', 2, { column: true }), { probs: 'p_b', positive: 'b' }],
    ['three classes', file('held-three', 3), {}],
    ['three classes and a cutoff', file('held-cut', 3), { cutoff: 'epsilon:0.05' }],
    ['sums that are made 1', file('held-sums', 3, { sums: true }), { renormalize: true }],
    ['more rows than the first ones let expect', file('held-many', 3, { long: 1200 }), {}],
    ['no ranking', file('held-unranked', 3), { ranking: false }],
  ] as [string, string, ScoreOptions][])('come to the same bits as rows that are read when it is: %s', async (_, path, options) => {
    for (const threads of [1, 2]) {
      const [held, read] = await both(path, { ...options, threads, rangeBytes: 6000 });
      expect(held).toBe(read);
    }
  });

  it.each([
    ['a sum', 'a,0.5,0.75', 'estimates-sum'],
    ['a word', 'a,half,0.5', 'value'],
  ] as const)('are read again to say which is bad, the first of all: %s', async (_, bad, code) => {
    const rows = Array.from({ length: 400 }, (_, r) => (r % 2 ? 'a,0.5,0.5' : 'b,0.25,0.75'));
    rows[100] = bad;
    rows[110] = 'a,0.9,0.9';
    rows[111] = 'a,word,1';
    rows[350] = 'a,one,0';
    const path = write(`held-bad-${code}.csv`, `label,p_a,p_b\n${rows.join('\n')}\n`);
    for (const rangeBytes of [50, 700, 2 ** 22]) {
      for (const threads of [1, 2]) expect((await rejected(code, scoreFiles([path], { rangeBytes, threads }))).line).toBe(102);
    }
  });
});
