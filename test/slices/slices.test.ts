import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine, measures } from '../../dist/index.js';
import { scoreFiles } from '../../dist/node.js';
import { fairbits, folder, json, write } from '../score/cli.js';
import { csvOf, madeRows, ndjsonOf } from './rows.js';

const measureIds = measures.map(({ id }) => id);
const rows = madeRows(3000);
const file = write('rows.csv', csvOf(rows));

interface Found {
  column: string;
  value: string;
  rows: number;
  bayesianReward: { mean: number };
  difference: { value: number; adjustedP: number | null };
  bitsLost: number;
  ece: number;
  confidence: number;
}

describe('slices', () => {
  // Slices of few rows take another way.
  it.each([3000, 160])('are what score makes of a file of their rows alone, bit for bit: %s rows', async (count) => {
    const some = rows.slice(0, count);
    const { slicedRows, report } = await scoreFiles([write('some.csv', csvOf(some))], { by: { columns: ['region', 'device'] } });
    const prior = report.prior.values;
    for (const [c, column] of (['region', 'device'] as const).entries())
      for (const slice of slicedRows?.columns[c].slices ?? []) {
        const mine = some.filter((row) => (row[column] || '(missing)') === slice.name);
        expect(slice.rows).toBe(mine.length);
        const { report: alone } = await scoreFiles([write('alone.csv', csvOf(mine))], { prior });
        for (const [id, found] of Object.entries(alone.measures)) {
          const { mean, standardError, total } = slice.statistics.summary(id, prior);
          expect([id, mean, standardError, total]).toEqual([id, found.mean, found.standardError, found.total]);
        }
      }
  });

  // Sixty parts and more; the largest slice has more rows than a block of sums.
  it('do not depend on where a file is cut, nor on the backend, and are what the same rows come to in memory, bit for bit', async () => {
    const many = madeRows(150_000, 4).map((row, i) => ({ ...row, device: i % 3 ? 'phone' : 'desk' }));
    const path = write('cut.csv', csvOf(many));
    const by = { columns: ['region', 'device', 'age:40:60', 'day'] };
    const [whole, cut, plain] = await Promise.all(
      [{}, { rangeBytes: 2 ** 17 }, { backend: 'plain' as const, rangeBytes: 2 ** 18 }].map((options) =>
        scoreFiles([path], { by, ranking: false, ...options }),
      ),
    );
    const prior = whole.report.prior.values;
    const figures = ({ slicedRows }: typeof whole) =>
      slicedRows?.columns.map(({ name, slices }) =>
        slices.map((slice) => [name, slice.name, slice.rows, ...slice.calibration, ...measureIds.map((id) => slice.statistics.summary(id, prior))]),
      );
    expect(figures(cut)).toEqual(figures(whole));
    expect(figures(plain)).toEqual(figures(whole));
    const engine = await createEngine();
    for (const slice of whole.slicedRows?.columns[1].slices ?? []) {
      const mine = many.filter(({ device }) => device === slice.name);
      const alone = engine.statistics(['a', 'b', 'c']).add(
        Float64Array.from(mine.flatMap(({ p }) => p)),
        Uint8Array.from(mine, ({ label }) => 'abc'.indexOf(label)),
      );
      expect(slice.rows).toBe(mine.length);
      for (const id of measureIds) {
        const { mean, standardError, total } = slice.statistics.summary(id, prior);
        const own = alone.untold(id, prior) ? undefined : alone.summary(id, prior);
        // Kononenko & Bratko's information is summed up on the sides of a band that a sample of the file tells.
        if (id === 'kononenkoBratko') expect(mean).toBeCloseTo(own?.mean as number, 12);
        else expect([id, mean, standardError, total]).toEqual([id, own?.mean, own?.standardError, own?.total]);
      }
    }
  });

  it('have the calibration of those rows', async () => {
    const { slices } = await scoreFiles([file], { by: { columns: ['region'] } });
    const east = slices?.slices.find(({ value }) => value === 'east');
    const { report } = await scoreFiles([write('east.csv', csvOf(rows.filter(({ region }) => region === 'east')))]);
    expect(east?.ece).toBeCloseTo(report.calibration.modal?.equalWidth.expected as number, 12);
    expect(slices?.slices[0].value).toBe('east');
    expect(slices?.slices[0].difference.adjustedP).toBeLessThan(0.01);
  });

  it('are the same on any number of threads and in every format', async () => {
    const large = write('large.csv', csvOf(madeRows(120_000, 2)));
    const [one, two] = ['1', '3'].map((threads) => fairbits(['slices', large, '--json', '--pairs', '--threads', threads]).stdout);
    expect(two).toBe(one);
    const without = ({ slices }: { slices: unknown }): unknown => slices;
    expect(without(json(['slices', write('rows.ndjson', ndjsonOf(rows))]))).toEqual(without(json(['slices', file])));
  });

  it('cut numbers into bins of equal mass and dates into months, and leave out what tells rows apart', () => {
    const found = json(['slices', file]);
    expect(found.by.map(({ column, kind, slices }: { column: string; kind: string; slices: number }) => [column, kind, slices])).toEqual([
      ['region', 'values', 5],
      ['age', 'bins', 10],
      ['day', 'months', 4],
      ['device', 'values', 3],
      ['fold', 'values', 5],
    ]);
    const ages = found.slices.filter(({ column }: Found) => column === 'age').map((slice: Found) => slice.rows);
    expect(Math.min(...ages)).toBeGreaterThan(200);
    expect(Math.max(...ages)).toBeLessThan(400);
    const cut = json(['slices', file, '--by', 'age:30:50']).slices;
    expect(cut.map(({ value }: Found) => value).sort()).toEqual(['< 30', '[30, 50)', '≥ 50']);
    expect(cut.find(({ value }: Found) => value === '< 30').rows).toBe(rows.filter(({ age }) => age < 30).length);
  });

  it('say what is lost: rows times what they earn less than the others', () => {
    const { slices, bayesianReward, rows: all } = json(['slices', file, '--by', 'region']);
    for (const { rows: n, bayesianReward: own, difference, bitsLost } of slices as Found[]) {
      const others = (bayesianReward.mean * all - own.mean * n) / (all - n);
      expect(difference.value).toBeCloseTo(own.mean - others, 12);
      expect(bitsLost).toBeCloseTo(n * (others - own.mean), 9);
    }
  });

  it('give folds under the prior of their training rows, as the tests read them', () => {
    const out = join(folder, 'folds.csv');
    const { folds } = json(['slices', file, '--by', 'fold', '--folds', out]);
    expect(folds.testTrainRatio).toBeCloseTo(0.25, 12);
    const training = rows.filter(({ fold }) => fold !== 2);
    const count = training.filter(({ label }) => label === 'a').length;
    expect(folds.folds[1].prior.a).toBeCloseTo((count + 0.5) / (training.length + 1.5), 14);
    expect(readFileSync(out, 'utf8').split('\n').slice(0, 2)).toEqual(['fold,rows', `1,${folds.folds[0].measures.bayesianReward}`]);
    const both = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line, i) => `${line},${i === 0 ? 'other' : 0.1 + i / 100}`);
    expect(fairbits(['test', 'corrected-t', write('both.csv', both.join('\n')), '--test-train-ratio', '1/4']).status).toBe(0);
  });

  it('are saved and merged', () => {
    const [first, second] = [rows.slice(0, 1000), rows.slice(1000)].map((part, i) => write(`part${i}.csv`, csvOf(part)));
    const saved = [first, second].map((part, i) => {
      const to = join(folder, `saved${i}.json`);
      expect(fairbits(['score', part, '--by', 'region,age:40:60', '--save', to]).stderr).toBe('');
      return to;
    });
    const merged = json(['merge', ...saved]).slices;
    const { slices } = json(['score', first, second, '--by', 'region,age:40:60']);
    expect(merged.slices.length).toBe(8);
    for (const [i, slice] of (slices.slices as Found[]).entries()) {
      expect(merged.slices[i].rows).toBe(slice.rows);
      expect(merged.slices[i].value).toBe(slice.value);
      expect(merged.slices[i].bayesianReward).toEqual(slice.bayesianReward);
      expect(merged.slices[i].difference.adjustedP).toBeCloseTo(slice.difference.adjustedP as number, 9);
    }
    expect(fairbits(['merge', saved[0], saved[1].replace('saved1', 'saved0')]).status).toBe(0);
    const edited = readFileSync(saved[0], 'utf8').replace('"name":"north","rows":', '"name":"north","rows":1');
    expect(fairbits(['merge', write('edited.json', edited), saved[1]]).stderr).toMatch(/edited\.json: these statistics cannot be read: the field columns\[0\]/);
  });

  it('of a column with very many values keep the most frequent, and say so', () => {
    const many = madeRows(20_000, 3).map((row, i) => ({ ...row, region: i % 2 ? `often${i % 7}` : `user${i}` }));
    const large = write('many.csv', csvOf(many));
    const { by, notes, slices } = json(['slices', large, '--by', 'region']);
    expect(notes[0]).toMatch(/"region" has more than \d+ values/);
    expect(by[0].slices).toBe(1001);
    expect(by[0].others).toBeUndefined();
    expect(slices.find(({ value }: Found) => value === 'often3').rows).toBe(many.filter(({ region }) => region === 'often3').length);
    expect(slices.reduce((sum: number, slice: Found) => sum + slice.rows, by[0].others?.rows ?? 0)).toBe(20_000);
    expect(json(['slices', large, '--by', 'region,fold']).by[1].column).toBe('fold');
    expect(json(['slices', large]).notes.join()).toContain('"region" is left out');
  });

  it.each([
    [['--by', 'nothing'], /there is no column "nothing"; the columns are .* --by/],
    [['--by', 'label'], /the column "label" holds the true classes, and rows cannot be sliced by it/],
    [['--by', 'p_a'], /the column "p_a" holds estimates/],
    [['--by', 'age:5:2'], /--by age:5:2: expected numbers in ascending order/],
    [['--by', 'region', '--folds', '/dev/null'], /--folds: no column that rows are sliced by says in which fold/],
    [['--measure', 'x'], /--measure x: expected one of bayesianReward/],
  ])('refuse %s', (args, message) => {
    const { status, stderr } = fairbits(['slices', file, ...args]);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});
