import { readFileSync } from 'node:fs';
import { FairbitsError } from 'fairbits';
import { scoreFiles as scoreBlobs, scoreJson } from 'fairbits/files';
import { type ScoreOptions, scoreFiles } from 'fairbits/node';
import { afterAll, describe, expect, it } from 'vitest';
import { random } from '../support/random.js';
import { Folder, parquet, sameReport } from './fixtures.js';

const folder = new Folder();
afterAll(() => folder.remove());

/** Enough rows for three ranges: a range takes groups of 9,000 until it has 65,536 rows. */
const ROWS = 150_000;
const next = random(5);
const columns = (() => {
  const label: string[] = [];
  const estimates: number[][] = [[], [], []];
  for (let r = 0; r < ROWS; r++) {
    const x = [next() + 0.01, next() + 0.01, next() + 0.01];
    const sum = x[0] + x[1] + x[2];
    const p = [x[0] / sum, x[1] / sum];
    p.push(1 - p[0] - p[1]);
    for (let i = 0; i < 3; i++) estimates[i].push(p[i]);
    label.push('abc'[Math.floor(next() * 3)]);
  }
  return { label, p_a: estimates[0], p_b: estimates[1], p_c: estimates[2] };
})();

describe('Parquet on several threads', () => {
  const path = folder.write('many.parquet', parquet(columns, { rowGroupSize: 9000, codec: 'SNAPPY' }));
  const csv = folder.write(
    'many.csv',
    `label,p_a,p_b,p_c\n${columns.label.map((label, r) => `${label},${columns.p_a[r]},${columns.p_b[r]},${columns.p_c[r]}\n`).join('')}`,
  );
  const json = async (options: ScoreOptions) => JSON.stringify(scoreJson(await scoreFiles([path], options)));

  it.each<[string, Pick<ScoreOptions, 'cutoff' | 'skipBad'> & { prior?: 'uniform' }]>([
    ['the prior of the test set', {}],
    ['another prior, and a cutoff', { prior: 'uniform', cutoff: 'mml:1000' }],
    ['rows skipped', { skipBad: true }],
  ])('gives the same bits for any number of them, and in a page: %s', async (_, options) => {
    const one = await json({ ...options, threads: 1 });
    // Fewer threads than ranges, and more; below as many.
    for (const threads of [2, 7]) expect(await json({ ...options, threads })).toBe(one);
    expect(JSON.stringify(scoreJson(await scoreBlobs([new File([readFileSync(path)], path)], options)))).toBe(one);
    sameReport(JSON.parse(one), { ...(await scoreFiles([csv], options)).report, files: [path], guesses: JSON.parse(one).guesses, skipped: 0 } as never);
  });

  it('writes the same lines, and hears of all rows', async () => {
    const lines = async (threads: number) => {
      const parts: string[] = [];
      const steps = new Map<string, number>();
      await scoreFiles([path], {
        threads,
        rewards: { restart: () => void parts.splice(0), write: (text) => void parts.push(text) },
        onProgress: ({ step, rows, bytes, totalBytes }) => {
          expect(bytes).toBeLessThanOrEqual(totalBytes);
          steps.set(step, rows);
        },
      });
      expect([...steps]).toEqual([['scoring', ROWS]]);
      return parts.join('');
    };
    const one = await lines(1);
    expect(one.split('\n')).toHaveLength(ROWS + 1);
    expect(await lines(3)).toBe(one);
  });

  it('stops at the first bad row of the file, or skips and counts them all', async () => {
    const p_b = [...columns.p_b] as (number | null)[];
    for (const row of [70_000, 120_000, 149_999]) p_b[row] = null;
    const label = [...columns.label];
    label[145_000] = 'd';
    const bad = folder.write('bad.parquet', parquet({ ...columns, p_b, label }, { rowGroupSize: 9000 }));
    for (const threads of [1, 2, 3]) {
      for (const prior of ['uniform', 'test'] as const) {
        const error = await scoreFiles([bad], { threads, prior }).catch((problem) => problem);
        expect(error).toBeInstanceOf(FairbitsError);
        expect(error).toMatchObject({ code: 'value', line: 70_001, column: 'p_b', file: bad });
      }
      const { report, skipped, skippedFirst } = await scoreFiles([bad], { threads, skipBad: true });
      expect([report.rows, skipped]).toEqual([ROWS - 4, 4]);
      expect(skippedFirst.map((text) => /row (\d+)/.exec(text)?.[1])).toEqual(['70001', '120001', '145001', '150000']);
    }
  });

  it('can be stopped', async () => {
    const control = new AbortController();
    const reason = new Error('enough');
    const promise = scoreFiles([path], { threads: 2, signal: control.signal, onProgress: () => control.abort(reason) });
    await expect(promise).rejects.toBe(reason);
  });

  it('several files are one test set', async () => {
    const half = (from: number, to: number) => Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values.slice(from, to)]));
    const files = [
      folder.write('first.parquet', parquet(half(0, 75_000), { rowGroupSize: 14_000 })),
      folder.write('second.parquet', parquet(half(75_000, ROWS), { rowGroupSize: 100_000 })),
    ];
    const one = await scoreFiles(files, { threads: 1 });
    expect(JSON.stringify((await scoreFiles(files, { threads: 3 })).report)).toBe(JSON.stringify(one.report));
    sameReport(one.report, (await scoreFiles([csv])).report);
  });
});
