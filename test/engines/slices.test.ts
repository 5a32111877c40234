import { scoreDatabase } from 'fairbits/engines';
import { scoreFiles } from 'fairbits/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { write } from '../score/cli.js';
import { predictions } from './predictions.js';
import { RUNNERS, type Runner, type Value } from './runners.js';

const { p, labels, classes } = predictions(3, 600, 17);
const REGIONS = ['north', "it's", null, 'say "hi"', ' south', 'back\\slash', '1.0', '1'];
const NUMBERS = ['17', '18', ' 65.5', '1e2', '.5', 'none', null, 'old', '-3'];
const DATES = ['2026-01-31', '2026-02-01T10:00', '2026/02/28', '2026-13-01', null, '2026-02-01x', '2026-03'];
const names = ['label', 'p_a', 'p_b', 'p_c', 'w', 'region', 'age', 'height', 'day', 'fold', 'own'];
const rows = Array.from(labels, (label, r): Value[] => [
  classes[label],
  ...p.subarray(r * 3, r * 3 + 3),
  (r % 5) + 0.5,
  REGIONS[r % REGIONS.length],
  NUMBERS[r % NUMBERS.length],
  ((r * 37) % 600) / 8,
  DATES[r % DATES.length],
  r % 4,
  `value ${r}`,
]);
const columns = names.map((name) => [name, ['p_a', 'p_b', 'p_c', 'w', 'height'].includes(name) ? 'double' : name === 'fold' ? 'integer' : 'text']) as never;
const cell = (value: Value): string => (value === null ? '' : typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : String(value));
const file = write('sliced.csv', [names.join(), ...rows.map((row) => row.map(cell).join())].join('\n'));

type Sliced = Awaited<ReturnType<typeof scoreFiles>>['slices'];

/** The same slices, with the same figures: means, differences and bits to 1e-12, p as near as bins of rewards allow. */
function sameSlices(found: Sliced, expected: Sliced): void {
  expect(found?.by).toEqual(expected?.by);
  const known = new Map(expected?.slices.map((slice) => [`${slice.column} ${slice.value}`, slice]));
  expect(found?.slices.map(({ column, value }) => `${column} ${value}`).sort()).toEqual([...known.keys()].sort());
  for (const slice of found?.slices ?? []) {
    const other = known.get(`${slice.column} ${slice.value}`);
    expect(slice.rows).toBe(other?.rows);
    for (const figure of [
      (each: typeof slice) => each.bayesianReward.mean,
      (each: typeof slice) => each.bayesianReward.standardError,
      (each: typeof slice) => each.accuracy.mean,
      (each: typeof slice) => each.confidence,
      (each: typeof slice) => each.ece,
      (each: typeof slice) => each.difference.value,
      (each: typeof slice) => each.bitsLost,
    ])
      expect(Number(figure(slice)), `${slice.column} ${slice.value}: ${figure}`).toBeCloseTo(Number(figure(other as never)), 9);
    expect(Number(slice.difference.p)).toBeCloseTo(Number(other?.difference.p), 3);
  }
}

describe.each(['duckdb', 'postgres'] as const)('slices in %s', (name) => {
  let runner: Runner;
  beforeAll(async () => {
    runner = await RUNNERS[name]();
    await runner.create({ name: 'whole', columns, rows });
    for (let shard = 0; shard < 3; shard++) await runner.create({ name: `part${shard}`, columns, rows: rows.filter((_, r) => r % 3 === shard) });
  });
  afterAll(() => runner.close());
  const url = (table: string): string => (name === 'duckdb' ? `duckdb:?table=${table}` : `postgres://host/db?table=${table}`);
  const ask = (tables: string[], options: object) => scoreDatabase(tables.map(url), { ranking: false, query: (sql) => runner.query(sql), ...options });

  it('are those of the same rows in a file', async () => {
    const by = { columns: ['region', 'age:18:65', 'day', 'fold', 'height:20:40'], pairs: true };
    const expected = await scoreFiles([file], { by, ranking: false });
    const found = await ask(['whole'], { by });
    sameSlices(found.slices, expected.slices);
    expect(found.slices?.folds?.folds.map(({ fold, testRows }) => [fold, testRows])).toEqual(
      expected.slices?.folds?.folds.map(({ fold, testRows }) => [fold, testRows]),
    );
    expect(found.guesses.join()).toContain('passed over');
    expect(found.guesses.join()).not.toContain('region');
  });

  it('are those of a file with weights, a prior, a condition', async () => {
    const by = { columns: ['fold'] };
    const options = { weights: 'w', prior: 'uniform' as const, by };
    sameSlices((await ask(['whole'], options)).slices, (await scoreFiles([file], { ...options, ranking: false })).slices);
    const some = await ask(['whole'], { by, where: 'fold < 2' });
    expect(some.slices?.slices.map(({ value, rows: n }) => [value, n]).sort()).toEqual([
      ['0', 150],
      ['1', 150],
    ]);
  });

  it('are chosen by the same rules, and the same bits for any shards', async () => {
    const whole = await ask(['whole'], { by: {} });
    expect(whole.slices?.by.map(({ column }) => column)).toEqual(['w', 'region', 'age', 'height', 'day', 'fold']);
    expect(whole.slices?.by.find(({ column }) => column === 'height')).toMatchObject({ kind: 'bins', slices: 10 });
    expect(whole.slices?.notes.join()).toContain('"own" is left out: nearly every row has a value of its own');
    const by = { columns: ['region', 'age:18:65', 'day'] };
    const [one, three] = [await ask(['whole'], { by }), await ask(['part2', 'part0', 'part1'], { by })];
    expect(three.slices).toEqual(one.slices);
  });

  it('say what is wrong', async () => {
    await expect(ask(['whole'], { by: { columns: ['nowhere'] } })).rejects.toThrow(/"nowhere"/);
    await expect(ask(['whole'], { by: { columns: ['label'] } })).rejects.toThrow(/holds the true classes/);
  });
});
