import { createEngine, measures } from 'fairbits';
import { type StatisticsSpec, statisticsFromRows, statisticsSql } from 'fairbits/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { predictions } from './predictions.js';
import { RUNNERS, type Runner, type TestTable, type Value } from './runners.js';

function near(found: number, expected: number, what: string, within = 1e-12): void {
  if (!Number.isFinite(expected)) expect(found, what).toBe(expected);
  else expect(Math.abs(found - expected), `${what}: ${found}, expected ${expected}`).toBeLessThanOrEqual(within * Math.max(1, Math.abs(expected)));
}

/** The same rows in each layout: a column of arrays, and a row to each class. */
function tables(
  p: Float64Array,
  labels: ArrayLike<number>,
  classes: readonly string[],
  more: Record<string, Value[]> = {},
): Record<'wide' | 'array' | 'long', Omit<TestTable, 'name'>> {
  const k = classes.length;
  const each = (r: number): Value[] => Object.values(more).map((values) => values[r]);
  const beside = Object.entries(more).map(([name, values]) => [name, typeof values[0] === 'number' ? 'double' : 'text']);
  const row = (r: number): number[] => [...p.subarray(r * k, (r + 1) * k)];
  return {
    wide: {
      columns: [['y', 'text'], ...classes.map((_, i) => [`p${i}`, 'double']), ...beside] as never,
      rows: Array.from(labels, (label, r) => [classes[label] ?? 'nothing', ...row(r), ...each(r)]),
    },
    array: {
      columns: [['y', 'text'], ['e', 'array'], ...beside] as never,
      rows: Array.from(labels, (label, r) => [classes[label] ?? 'nothing', row(r), ...each(r)]),
    },
    long: {
      columns: [['id', 'integer'], ['y', 'text'], ['name', 'text'], ['p', 'double'], ...beside] as never,
      rows: Array.from(labels).flatMap((label, r) => row(r).map((x, i) => [r, classes[label] ?? 'nothing', classes[i], x, ...each(r)])),
    },
  };
}

const LAYOUTS: Record<'wide' | 'array' | 'long', (k: number) => Pick<StatisticsSpec, 'layout' | 'truth' | 'probs' | 'id' | 'classColumn'>> = {
  wide: (k) => ({ truth: 'y', probs: Array.from({ length: k }, (_, i) => `p${i}`) }),
  array: () => ({ layout: 'array', truth: 'y', probs: 'e' }),
  long: () => ({ layout: 'long', truth: 'y', probs: 'p', id: 'id', classColumn: 'name' }),
};

/** As many as a query may have take half a minute for each engine: npm run test:engines asks for them. */
const MANY = process.env.FAIRBITS_MANY ? 1000 : 60;

describe.each(Object.keys(RUNNERS) as (keyof typeof RUNNERS)[])('%s', (name) => {
  let runner: Runner;
  beforeAll(async () => {
    runner = await RUNNERS[name]();
  });
  afterAll(() => runner.close());
  let made = 0;

  async function ask(table: Omit<TestTable, 'name'>, spec: Omit<StatisticsSpec, 'table'>) {
    const called = `m${made++}`;
    await runner.create({ ...table, name: called });
    return statisticsFromRows(await runner.query(statisticsSql({ ...spec, table: called }, runner.dialect)));
  }

  // SQLite gathers the classes of a long table by a condition for each, which takes minutes for so many.
  const layouts = name === 'sqlite' && MANY > 100 ? (['array'] as const) : (['array', 'long'] as const);
  it.each(layouts)(`takes ${MANY} classes, %s`, async (layout) => {
    const k = MANY;
    const { p, labels } = predictions(k, 8, 3);
    const classes = Array.from({ length: k }, (_, i) => `class ${i}`);
    const { statistics } = await ask(tables(p, labels, classes)[layout], { ...LAYOUTS[layout](k), classes });
    const expected = (await createEngine({ memory: 2 ** 26 })).statistics(classes, { turnAt: new Float64Array(k).fill(1 / k) }).add(p, labels);
    expect(statistics.rows).toBe(8);
    // Logs are summed in steps of 2⁻⁴³, and the modal reward divides them by ln(1 − 1/k), which is about −1/k.
    const within = (id: string): number => (id === 'modalReward' ? Math.max(1e-12, k * 2 ** -43) : 1e-12);
    for (const { id } of measures)
      if (id !== 'generalizedReward')
        for (const what of ['mean', 'standardError'] as const)
          near(statistics[what](id, 'uniform'), expected[what](id, 'uniform'), `${id}, ${what}`, within(id));
  });

  it.each(['wide', 'array', 'long'] as const)('has weights, a cutoff, a tolerance, a condition and rows to skip, %s', async (layout) => {
    const k = 3;
    const { p, labels, classes } = predictions(k, 40, 6);
    const weights = Array.from(labels, (_, r) => (r % 4) + 0.5);
    const day = Array.from(labels, (_, r) => (r % 5) + 0.25);
    // Row 0 is 2 % too much, which the tolerance allows; row 1 is far off; row 2 has no known class.
    for (let i = 0; i < k; i++) {
      p[i] *= 1.02;
      p[k + i] *= 0.5;
    }
    const named = Uint16Array.from(labels, (label, r) => (r === 2 ? 9 : label));
    const table = tables(p, named, classes, { w: weights, d: day })[layout];
    const spec = { ...LAYOUTS[layout](k), classes, weights: 'w', cutoff: 'mml:50' as const, tolerance: 0.05, where: 'd < 4', skipBad: true };
    const { statistics, skipped } = await ask(table, spec);
    expect(skipped).toEqual({ 'estimates that do not sum to 1': 1, 'an unknown class': 1 });
    const kept = Array.from(labels.keys()).filter((r) => day[r] < 4 && r !== 1 && r !== 2);
    const expected = (await createEngine()).statistics(classes, { cutoff: 'mml:50', tolerance: 0.05 }).add(
      Float64Array.from(kept.flatMap((r) => [...p.subarray(r * k, (r + 1) * k)])),
      Uint16Array.from(kept, (r) => labels[r]),
      Float64Array.from(kept, (r) => weights[r]),
    );
    expect(statistics.rows).toBe(kept.length);
    expect(statistics.tally.clamped).toBe(expected.tally.clamped);
    for (const { id } of measures)
      for (const what of ['mean', 'standardError'] as const) near(statistics[what](id, 'uniform'), expected[what](id, 'uniform'), `${id}, ${what}`);
    await expect(ask(table, { ...spec, skipBad: false })).rejects.toThrow(/2 rows cannot be scored/);
  });
});

describe('more classes than a query takes', () => {
  it('are refused', () => {
    const classes = Array.from({ length: 1001 }, (_, i) => `class ${i}`);
    expect(() => statisticsSql({ table: 't', layout: 'array', truth: 'y', probs: 'e', classes }, 'duckdb')).toThrow(
      /1001 classes are too many for a query: expected at most 1000/,
    );
  });
});
