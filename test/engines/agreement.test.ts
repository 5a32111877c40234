import { createEngine, evaluate, lemma1, measures, type RewardStatistics } from 'fairbits';
import { type StatisticsSpec, statisticsFromRows, statisticsSql } from 'fairbits/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { predictions } from './predictions.js';
import { RUNNERS, type Runner, type TestTable } from './runners.js';

/** Every figure, of either, to 1e-12. */
function agree(found: RewardStatistics, expected: RewardStatistics, priors: (Float64Array | 'test')[], without: readonly string[] = []): void {
  expect(found.rows).toBe(expected.rows);
  expect(found.tally.confusion.table()).toEqual(expected.tally.confusion.table());
  const { ties, impossible, certain, clamped, roundedOnes, roundedOutside } = expected.tally;
  const { tally } = found;
  expect({
    ties: tally.ties,
    impossible: tally.impossible,
    certain: tally.certain,
    clamped: tally.clamped,
    roundedOnes: tally.roundedOnes,
    roundedOutside: tally.roundedOutside,
  }).toEqual({ ties, impossible, certain, clamped, roundedOnes, roundedOutside });
  for (const prior of priors)
    for (const { id } of measures) {
      if (without.includes(id)) continue;
      const [a, b] = [found.summary(id, prior), expected.summary(id, prior)];
      expect({ id, infinite: a.infinite }).toEqual({ id, infinite: b.infinite });
      near(a.mean, b.mean, id);
      near(a.standardError, b.standardError, `${id}, standard error`);
    }
  if (found.k === 2)
    for (const [name, value] of Object.entries(lemma1(expected.tally))) if (typeof value === 'number') near(lemma1(tally)[name as 'logW'], value, name);
}

function near(found: number, expected: number, what: string): void {
  if (!Number.isFinite(expected)) expect(found, what).toBe(expected);
  else expect(Math.abs(found - expected), `${what}: ${found}, expected ${expected}`).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(expected)));
}

describe.each(Object.keys(RUNNERS) as (keyof typeof RUNNERS)[])('%s', (name) => {
  let runner: Runner;
  beforeAll(async () => {
    runner = await RUNNERS[name]();
  });
  afterAll(() => runner.close());
  let tables = 0;

  async function ask(table: Omit<TestTable, 'name'>, spec: Omit<StatisticsSpec, 'table'>) {
    const called = `t${tables++}`;
    await runner.create({ ...table, name: called });
    return statisticsFromRows(await runner.query(statisticsSql({ ...spec, table: called }, runner.dialect)));
  }

  it.each([2, 3, 5, 16])('agrees with score, %i classes', async (k) => {
    const { p, labels, classes } = predictions(k, 400, 7 * k);
    const wide = {
      columns: [['label', 'text'], ...classes.map((each) => [`p_${each}`, 'double'] as const)] as TestTable['columns'],
      rows: Array.from(labels, (label, r) => [classes[label], ...p.subarray(r * k, (r + 1) * k)]),
    };
    const prior = Float64Array.from(classes, (_, i) => (2 * (i + 1)) / (k * (k + 1)));
    const { statistics } = await ask(wide, { truth: 'label', probs: classes.map((each) => `p_${each}`), classes, prior });
    const expected = (await createEngine()).statistics(classes, { turnAt: prior }).add(p, labels);
    agree(statistics, expected, [prior]);
    agree(statistics, expected, ['test'], ['kononenkoBratko']);
  });

  const EXTREME = {
    // Certain and right, certain and wrong, impossible, ties, a rounded 1, outside by rounding, tiny numbers.
    rows: [
      [1, 0, 0, 0],
      [1, 0, 0, 1],
      [0.5, 0.5, 0, 2],
      [0.4, 0.4, 0.2, 1],
      [1, 1e-9, 1e-12, 1],
      [1, 1e-9, 1e-12, 0],
      [1 + 1e-9, -1e-9, 0, 0],
      [0.5, 0.5 - 1e-300, 1e-300, 2],
      [0.999, 0.001, 5e-324, 0],
      [1 / 3, 1 / 3, 1 / 3, 2],
    ],
  };

  it.each([undefined, 'mml:20', 'epsilon:1e-5'] as const)('agrees where estimates are extreme, cutoff %s', async (cutoff) => {
    for (const some of [EXTREME.rows, EXTREME.rows.filter(([, , , c], r) => ![1, 2].includes(r) && c !== 2)]) {
      const classes = ['a', 'b', 'c'];
      const p = Float64Array.from(some.flatMap((row) => row.slice(0, 3)));
      const labels = Uint16Array.from(some, (row) => row[3]);
      const table = {
        columns: [
          ['y', 'text'],
          ['a', 'double'],
          ['b', 'double'],
          ['c', 'double'],
        ] as TestTable['columns'],
        rows: some.map(([a, b, c, y]) => [classes[y], a, b, c]),
      };
      const options = cutoff ? { cutoff } : {};
      const { statistics } = await ask(table, { truth: 'y', probs: ['a', 'b', 'c'], classes, ...options });
      agree(statistics, (await createEngine()).statistics(classes, options).add(p, labels), [new Float64Array(3).fill(1 / 3)]);
    }
  });

  it.each(['no', 'yes'])('agrees for one column, of P(%s)', async (positive) => {
    const { p, labels } = predictions(2, 300, 5);
    const classes = ['no', 'yes'];
    const column = Float64Array.from(labels, (_, r) => (r === 7 ? 0.5 : p[2 * r]));
    const table = {
      columns: [
        ['y', 'integer'],
        ['p', 'double'],
      ] as TestTable['columns'],
      rows: Array.from(labels, (label, r) => [label, column[r]]),
    };
    const { statistics } = await ask(table, { truth: 'y', probs: 'p', classes, positive });
    agree(statistics, (await createEngine()).statistics(classes, { positive }).add(column, labels), [Float64Array.of(0.5, 0.5)]);
  });

  it('agrees for one column with certainties, and for pairs', async () => {
    const classes = ['0', '1'];
    const column = Float64Array.of(0, 1, 1, 0.5, 0.3, 0);
    const labels = Uint16Array.of(0, 1, 0, 1, 0, 1);
    const rows = Array.from(column, (x, r) => [labels[r] === 1, x, 1 - x]);
    const table = {
      columns: [
        ['y', 'boolean'],
        ['p', 'double'],
        ['q', 'double'],
      ] as TestTable['columns'],
      rows,
    };
    const engine = await createEngine();
    const one = await ask(table, { truth: 'y', probs: 'p', classes });
    agree(one.statistics, engine.statistics(classes).add(column, labels), [Float64Array.of(0.5, 0.5)]);
    const two = await ask(table, { truth: 'y', probs: ['q', 'p'], classes });
    const pairs = Float64Array.from(rows.flatMap(([, p, q]) => [q as number, p as number]));
    agree(two.statistics, engine.statistics(classes).add(pairs, labels), [Float64Array.of(0.5, 0.5)]);
  });

  it.each([false, true])('agrees with weights, float sums %s', async (floatSums) => {
    const k = 3;
    const { p, labels, classes } = predictions(k, 300, 11);
    const weights = Float64Array.from(labels, (_, r) => (r % 7 === 0 ? 0 : (r % 5) + 0.25));
    const table = {
      columns: [['y', 'text'], ['w', 'double'], ...classes.map((each) => [each, 'double'] as const)] as TestTable['columns'],
      rows: Array.from(labels, (label, r) => [classes[label], weights[r], ...p.subarray(r * k, (r + 1) * k)]),
    };
    const { statistics } = await ask(table, { truth: 'y', probs: classes, classes, weights: 'w', floatSums });
    const expected = (await createEngine()).statistics(classes).add(p, labels, weights);
    near(statistics.weight, expected.weight, 'weight');
    expect(statistics.tally.weightless).toBe(expected.tally.weightless);
    for (const { id } of measures)
      for (const name of ['mean', 'standardError'] as const) near(statistics[name](id, 'uniform'), expected[name](id, 'uniform'), `${id}, ${name}`);
  });

  it.each([3, 20])('agrees for arrays and for long tables, %i classes', async (k) => {
    const { p, labels, classes } = predictions(k, 60, 3 * k);
    const arrays = {
      columns: [
        ['y', 'text'],
        ['e', 'array'],
      ] as TestTable['columns'],
      rows: Array.from(labels, (label, r) => [classes[label], [...p.subarray(r * k, (r + 1) * k)]]),
    };
    const long = {
      columns: [
        ['id', 'integer'],
        ['y', 'text'],
        ['name', 'text'],
        ['p', 'double'],
      ] as TestTable['columns'],
      rows: Array.from(p, (x, i) => [Math.floor(i / k), classes[labels[Math.floor(i / k)]], classes[i % k], x]).sort(
        (a, b) => Math.sin((a[3] as number) * 1e6) - Math.sin((b[3] as number) * 1e6),
      ),
    };
    const prior = Float64Array.from(classes, (_, i) => (2 * (i + 1)) / (k * (k + 1)));
    const expected = (await createEngine()).statistics(classes, { turnAt: prior }).add(p, labels);
    const rewards = (await createEngine()).score('generalizedReward', p, labels, { classes, prior });
    for (const [table, spec] of [
      [arrays, { layout: 'array', truth: 'y', probs: 'e' }],
      [long, { layout: 'long', truth: 'y', probs: 'p', id: 'id', classColumn: 'name' }],
    ] as const) {
      const { statistics, generalized } = await ask(table, { ...spec, classes, prior });
      agree(statistics, expected, [prior], k > 16 ? ['generalizedReward'] : []);
      if (k > 16) {
        near(Number(generalized?.spread.sum) / 2 ** 256 / 60, rewards.mean, 'generalizedReward');
        near(statistics.tally.mean('generalizedReward', prior), rewards.mean, 'generalizedReward of the tally');
      }
    }
  });

  it('counts weights to the last digit', async () => {
    const { p, labels, classes } = predictions(3, 40, 8);
    const weights = Float64Array.from(labels, (_, r) => (r % 2 === 0 ? 599 : 123456789));
    const rows = Array.from(labels, (label, r) => [classes[label], ...p.subarray(3 * r, 3 * r + 3), weights[r]]);
    await runner.create({ name: 'heavy', columns: [['label', 'text'], ...classes.map((each) => [`p_${each}`, 'double']), ['w', 'double']] as never, rows });
    const spec = { table: 'heavy', truth: 'label', probs: classes.map((each) => `p_${each}`), classes, weights: 'w' };
    const { statistics } = await statisticsFromRows(await runner.query(statisticsSql(spec, runner.dialect)));
    expect(statistics.tally.confusion.table()).toEqual((await evaluate(p, labels, { classes, weights })).confusion);
  });

  it('gives the same bits however rows are sharded', async () => {
    const k = 3;
    const { p, labels, classes } = predictions(k, 500, 1);
    const columns = [['y', 'text'], ...classes.map((each) => [each, 'double'] as const)] as TestTable['columns'];
    const rows = Array.from(labels, (label, r) => [classes[label], ...p.subarray(r * k, (r + 1) * k)]);
    const spec = { truth: 'y', probs: classes, classes };
    const saved = new Set<string>();
    for (const shards of [1, 2, 3, 7]) {
      const answers = [];
      for (let shard = 0; shard < shards; shard++) {
        const called = `shard${shards}_${shard}`;
        await runner.create({ name: called, columns, rows: rows.filter((_, r) => (r * 31) % shards === shard) });
        answers.push(...(await runner.query(statisticsSql({ ...spec, table: called }, runner.dialect))));
      }
      saved.add(JSON.stringify((await statisticsFromRows(answers.reverse())).statistics));
    }
    expect(saved.size).toBe(1);
  });

  it('gives rows that are all the same no standard error', async () => {
    const table = {
      columns: [
        ['y', 'text'],
        ['a', 'double'],
        ['b', 'double'],
      ] as TestTable['columns'],
      rows: Array.from({ length: 40 }, () => ['a', 0.7, 0.3]),
    };
    const { statistics } = await ask(table, { truth: 'y', probs: ['a', 'b'], classes: ['a', 'b'] });
    for (const { id } of measures) expect({ id, error: statistics.standardError(id, 'uniform') }).toEqual({ id, error: 0 });
  });
});
