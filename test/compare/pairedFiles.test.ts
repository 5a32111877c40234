import { createEngine } from 'fairbits';
import { scoreFiles } from 'fairbits/node';
import { afterAll, expect, it } from 'vitest';
import { pairedFiles } from '../../dist/tasks/compare/pairedFiles.js';
import { Folder } from '../sources/fixtures.js';
import { close } from '../support/compare.js';
import { rejected } from '../support/error.js';
import { random } from '../support/random.js';

const engine = await createEngine();
const folder = new Folder();
afterAll(() => folder.remove());

const ROWS = 3000;
const SMALL = { prior: 'uniform' as const, ranking: false, rangeBytes: 8192 };

/** Estimates of one learner, in a text whose lines are as long as `id` makes them. */
function text(seed: number, { order = ['no', 'yes'], column = false, rows = ROWS, id = (r: number) => String(r) } = {}): string {
  const truth = random(1);
  const next = random(seed);
  const lines = Array.from({ length: rows }, (_, r) => {
    const label = truth() < 0.4 ? 'yes' : 'no';
    const yes = Math.round(1e6 * (0.05 + 0.9 * next())) / 1e6;
    const p = { yes, no: Number((1 - yes).toFixed(6)) } as Record<string, number>;
    return `${id(r)},${label},${column ? yes : order.map((name) => p[name]).join(',')}`;
  });
  return `id,label,${column ? 'p_yes' : order.map((name) => `p_${name}`).join(',')}\n${lines.join('\n')}\n`;
}

const write = (name: string, ...given: Parameters<typeof text>): string => folder.write(name, text(...given));
const first = write('a.csv', 2);

it('two files in step: the differences of their rewards, from one way through each', async () => {
  const second = write('b.csv', 3);
  const prior = { no: 0.7, yes: 0.3 };
  const { scored, paired } = await pairedFiles(engine, [first, second], SMALL);
  if (typeof paired === 'string') throw new Error(paired);
  expect(paired.rows).toBe(ROWS);
  const columns: Float64Array[][] = [];
  for (const file of [first, second]) {
    const parts: Float64Array[][] = [];
    await scoreFiles([file], { prior, columns: { restart: () => parts.splice(0), add: (some) => parts.push(some) } });
    columns.push(Array.from({ length: 2 }, (_, c) => Float64Array.from(parts.flatMap((part) => [...part[c]]))));
  }
  for (const [c, id] of (['bayesianReward', 'generalizedReward'] as const).entries()) {
    const differences = columns[0][c].map((x, r) => x - columns[1][c][r]);
    const mean = differences.reduce((sum, x) => sum + x, 0) / ROWS;
    const error = Math.sqrt(differences.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (ROWS - 1) / ROWS);
    close(paired.difference(id, prior).mean, mean, 1e-11);
    close(paired.difference(id, prior).standardError, error, 1e-11);
    close(scored[0].statistics.mean(id, prior) - scored[1].statistics.mean(id, prior), mean, 1e-11);
  }
});

it('other ranges, another order of the columns, one column: the same rows', async () => {
  const wanted = await pairedFiles(engine, [first, write('b.csv', 3)], SMALL);
  const difference = ({ paired }: typeof wanted) => {
    if (typeof paired === 'string') throw new Error(paired);
    expect(paired.rows).toBe(ROWS);
    return paired.difference('generalizedReward', { no: 0.7, yes: 0.3 });
  };
  for (const second of [
    write('long.csv', 3, { id: (r) => 'x'.repeat(r % 50) }),
    write('turned.csv', 3, { order: ['yes', 'no'] }),
    write('column.csv', 3, { column: true }),
  ]) {
    const found = await pairedFiles(engine, [first, second], { ...SMALL, ...(second.includes('column') ? { positive: 'yes' } : {}) });
    close(difference(found).mean, difference(wanted).mean, 1e-12);
    close(difference(found).standardError, difference(wanted).standardError, 1e-12);
  }
});

it('line breaks inside of quotes, which are found too late, begin it anew', async () => {
  const second = write('quoted.csv', 3, { id: (r) => (r % 7 === 0 ? `"${'a\n'.repeat(40)}"` : String(r)) });
  const plain = await pairedFiles(engine, [first, write('b.csv', 3)], SMALL);
  for (const files of [
    [first, second],
    [second, first],
  ] as const) {
    const { paired } = await pairedFiles(engine, files, SMALL);
    if (typeof paired === 'string' || typeof plain.paired === 'string') throw new Error('not paired');
    expect(paired.rows).toBe(ROWS);
    close(Math.abs(paired.difference('bayesianReward').mean), Math.abs(plain.paired.difference('bayesianReward').mean), 1e-12);
  }
});

it('says why rows do not go together', async () => {
  const reason = async (...files: [string, string]) => (await pairedFiles(engine, files, SMALL)).paired;
  const shorter = write('shorter.csv', 3, { rows: ROWS - 1 });
  expect(await reason(first, shorter)).toBe('the files have different numbers of rows');
  expect(await reason(shorter, first)).toBe('the files have different numbers of rows');
  const other = folder.write(
    'other.csv',
    text(3).replace(/^(2000),(yes|no)/m, (_, id, label) => `${id},${label === 'yes' ? 'no' : 'yes'}`),
  );
  expect(await reason(first, other)).toBe('the files have different true classes');
  const classes = folder.write('classes.csv', text(3).replaceAll('yes', 'perhaps'));
  expect(await reason(first, classes)).toBe('the files have different classes');
  expect(await reason(classes, first)).toBe('the files have different classes');
});

it('a file that cannot be read is an error, wherever it stands and however far it was', async () => {
  const bad = folder.write('bad.csv', text(3).replace(/^(2900),(yes|no),[^,]+/m, '$1,$2,oops'));
  const missing = folder.path('missing.csv');
  for (const [broken, code] of [
    [bad, 'value'],
    [missing, 'file'],
  ] as const)
    for (const files of [
      [first, broken],
      [broken, first],
    ] as const)
      expect((await rejected(code, pairedFiles(engine, files, SMALL))).file).toBe(broken);
});
