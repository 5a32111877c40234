import { type ScoreOptions, scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { rejected } from '../support/error.js';
import { figures, write } from './cli.js';
import { hardCsv } from './hardCsv.js';
import { slowRows } from './slowReader.js';

/** One line for each row, and what they come to. */
async function scored(path: string, options: ScoreOptions): Promise<{ lines: string; report: string; restarts: number; skippedFirst: string[] }> {
  let lines = '';
  let restarts = 0;
  const rewards = {
    restart: () => {
      restarts++;
    },
    write: (text: string) => {
      lines += text;
    },
  };
  const { report, skipped, skippedFirst } = await scoreFiles([path], { prior: 'uniform', ...options, rewards });
  return { lines, report: JSON.stringify([figures(report as never), skipped]), restarts, skippedFirst };
}

describe('rows are those of a slow reader, wherever the file is cut', () => {
  it.each([0, 1, 2, 3, 4])('seed %i', async (seed) => {
    const text = hardCsv(seed, 60);
    const path = write(`hard-${seed}.csv`, text);
    const [head, ...rows] = slowRows(text) as string[][];
    const simple = write(`simple-${seed}.csv`, `${head.slice(1).join(',')}\n${rows.map((row) => row.slice(1).join(',')).join('\n')}\n`);
    const expected = await scored(simple, { threads: 1, ranking: false });
    expect(rows.length).toBe(60);
    for (let rangeBytes = 7 + seed; rangeBytes < 4000; rangeBytes = Math.ceil(rangeBytes * 1.7)) {
      const { lines, restarts } = await scored(path, { threads: 1, ranking: false, rangeBytes });
      expect(lines, `ranges of ${rangeBytes}`).toBe(expected.lines);
      expect(restarts).toBe(1);
    }
  });

  it('on any number of threads, to the bit, under either kind of prior', async () => {
    for (const seed of [11, 12]) {
      const path = write(`threads-${seed}.csv`, hardCsv(seed, 200));
      for (const prior of ['uniform', 'test'] as const)
        for (const rangeBytes of [61, 1000]) {
          const one = await scored(path, { prior, threads: 1, rangeBytes });
          for (const threads of [2, 3]) expect(await scored(path, { prior, threads, rangeBytes })).toEqual(one);
        }
    }
  });

  it('with bad rows among them, which are named by their lines', async () => {
    for (const seed of [21, 22]) {
      const text = hardCsv(seed, 80, 0.1);
      const path = write(`bad-${seed}.csv`, text);
      const whole = await scored(path, { threads: 1, skipBad: true, ranking: false });
      expect(whole.lines.split('\n').length - 1).toBeLessThan(80);
      for (const rangeBytes of [13, 50, 111, 700])
        for (const threads of [1, 2]) {
          const { lines, skippedFirst } = await scored(path, { threads, skipBad: true, ranking: false, rangeBytes });
          expect(lines).toBe(whole.lines);
          expect(skippedFirst).toEqual(whole.skippedFirst);
        }
      const message = (options: ScoreOptions): Promise<string> => scoreFiles([path], { prior: 'uniform', ...options }).then(() => 'none', String);
      const first = await message({ threads: 1 });
      expect(first).toMatch(/bad-\d+\.csv:\d+: /);
      for (const rangeBytes of [13, 50, 700]) for (const threads of [1, 2]) expect(await message({ threads, rangeBytes })).toBe(first);
    }
  });
});

describe('a row is read to its end, however far that is', () => {
  const head = 'note,label,p_a,p_b\n';
  const rows = async (text: string, options: ScoreOptions): Promise<[number, number]> => {
    const { report, skipped } = await scoreFiles([write('far.csv', head + text)], { prior: 'uniform', ranking: false, ...options });
    return [report.rows, skipped];
  };

  it('over many ranges, which come to nothing', async () => {
    const long = `"${'a,b\n'.repeat(5000)}",a,0.5,0.5\n`;
    for (const rangeBytes of [100, 1024, 19_999, 20_010])
      for (const threads of [1, 2]) expect(await rows(`x,a,0.5,0.5\n${long}x,b,0.5,0.5\n`, { rangeBytes, threads })).toEqual([3, 0]);
  });

  it('with no newline in it', async () => {
    for (const rangeBytes of [100, 1024]) expect(await rows(`x,a,0.5,0.5\n${'y'.repeat(5000)},a,0.5,0.5\nx,b,0.5,0.5`, { rangeBytes })).toEqual([3, 0]);
  });

  it('one whose quote does not end is bad, and those behind it are rows', async () => {
    const text = `x,a,0.5,0.5\n"open,a,0.5,0.5\n${'x,b,0.5,0.5\n'.repeat(40)}`;
    for (let rangeBytes = 5; rangeBytes < 120; rangeBytes += 6) {
      expect(await rows(text, { rangeBytes, skipBad: true })).toEqual([41, 1]);
      expect((await rejected('format', scoreFiles([write('far.csv', head + text)], { rangeBytes, prior: 'uniform' }))).line).toBe(3);
    }
  });

  it('text behind a closing quote ends with its line', async () => {
    const text = `x,a,0.5,0.5\n"one\ntwo" x,"y\nz",b,0.5,0.5\n${'x,b,0.5,0.5\n'.repeat(9)}`;
    for (let rangeBytes = 3; rangeBytes < 150; rangeBytes += 4)
      expect(await rows(text, { rangeBytes, skipBad: true })).toEqual(await rows(text, { skipBad: true }));
  });
});

it('lines are counted in a header of several lines, too', async () => {
  const path = write('header.csv', '"a\nnote",label,p_a,p_b\nx,a,0.5,0.5\nx,a,0.5,0.75\n');
  for (const rangeBytes of [5, 2 ** 20]) expect((await rejected('estimates-sum', scoreFiles([path], { prior: 'uniform', rangeBytes }))).line).toBe(4);
});
