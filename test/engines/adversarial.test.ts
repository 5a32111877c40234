import { createEngine } from 'fairbits';
import { dialects, type StatisticsSpec, statisticsFromRows, statisticsSql } from 'fairbits/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUNNERS, type Runner, type TestTable } from './runners.js';

const NAMES = [
  `it's`,
  `say "hi"`,
  'back`tick',
  'back\\slash',
  '\\',
  "'; DROP TABLE t; --",
  '/* comment */ -- more',
  '$' + '{x} %s :name @var ?',
  'Straße, 東京 🙂',
  ' tab\tand line\nbreak ',
  '[brackets]',
  'select',
  'n'.repeat(10_000),
];

const P = [
  [0.7, 0.2, 0.1],
  [0.1, 0.8, 0.1],
  [0.3, 0.3, 0.4],
  [0.25, 0.5, 0.25],
];

describe.each(Object.keys(RUNNERS) as (keyof typeof RUNNERS)[])('%s', (name) => {
  let runner: Runner;
  let tables = 0;
  beforeAll(async () => {
    runner = await RUNNERS[name]();
  });
  afterAll(() => runner.close());

  async function ask(columns: TestTable['columns'], rows: TestTable['rows'], spec: Omit<StatisticsSpec, 'table'>, called = `t${tables++}`) {
    await runner.create({ name: called, columns, rows });
    return statisticsFromRows(await runner.query(statisticsSql({ ...spec, table: called }, runner.dialect)));
  }

  /** Labels as they are said, of a class each; estimates are those above. */
  async function scored(type: TestTable['columns'][number][1], labels: TestTable['rows'][number], classes: string[], spec: Partial<StatisticsSpec> = {}) {
    const rows = labels.map((label, r) => [label, ...P[r % P.length]]);
    return ask(
      [
        ['y', type],
        ['a', 'double'],
        ['b', 'double'],
        ['c', 'double'],
      ],
      rows,
      { truth: 'y', probs: ['a', 'b', 'c'], classes, ...spec },
    );
  }

  it.each(NAMES)('takes %j for a table, a column and a class', async (odd) => {
    // PostgreSQL cuts names off at 63 bytes, which makes one of a long one; so do most others somewhere.
    const short = odd.length < 60 ? odd : odd.slice(0, 50);
    const classes = [odd, 'plain', `${odd} too`];
    const columns: TestTable['columns'] = [
      [short, 'text'],
      ['p 1', 'double'],
      [`2${short.slice(0, 40)}`, 'double'],
      ['p"3', 'double'],
    ];
    const rows = P.map((p, r) => [classes[r % 3], ...p]);
    const { statistics } = await ask(
      columns,
      rows,
      { truth: short, probs: columns.slice(1).map(([column]) => column), classes },
      `${short}${tables++}`.slice(-60),
    );
    const expected = (await createEngine()).statistics(classes).add(Float64Array.from(P.flat()), Uint16Array.of(0, 1, 2, 0));
    expect(statistics.classes).toEqual(classes);
    expect(statistics.tally.confusion.table()).toEqual(expected.tally.confusion.table());
    expect(statistics.mean('bayesianReward')).toBeCloseTo(expected.mean('bayesianReward'), 12);
  });

  it.each([
    ['numbers', 'integer', [0, 1, 2, 1], ['0', '1', '2'], [1, 2, 1]],
    ['numbers for classes with a point', 'integer', [0, 1, 2, 1], ['0.0', '1.0', '2.0'], [1, 2, 1]],
    ['doubles', 'double', [0, 1, 2.5, 1], ['0', '1', '2.5'], [1, 2, 1]],
    ['decimals', 'decimal', [0, 1, 2.5, 1], ['0', '1', '2.50'], [1, 2, 1]],
    ['dates', 'date', ['2026-01-31', '2025-12-01', '2025-12-01', '2025-12-02'], ['2026-01-31', '2025-12-01', '2025-12-02'], [1, 2, 1]],
    ['padded texts', 'text', [' a', 'b\t ', '\ta ', 'c'], ['a', 'b', 'c'], [2, 1, 1]],
    ['texts of one letter in both cases', 'text', ['a', 'A', 'A', 'b'], ['a', 'A', 'b'], [1, 2, 1]],
    ['numbers as texts', 'text', ['1', '01', '01', '2.00'], ['01', '1', '2'], [2, 1, 1]],
  ] as const)('takes labels that are %s', async (_, type, labels, classes, counts) => {
    const { statistics } = await scored(type, labels, [...classes]);
    expect([...statistics.tally.confusion.actual()]).toEqual([...counts]);
  });

  it.each([[['0', '1']], [['no', 'yes']], [['False', 'True']]])('takes booleans for %j', async (classes) => {
    const { statistics } = await ask(
      [
        ['y', 'boolean'],
        ['p', 'double'],
      ],
      [
        [true, 0.9],
        [false, 0.2],
        [true, 0.4],
      ],
      { truth: 'y', probs: 'p', classes },
    );
    expect([...statistics.tally.confusion.actual()]).toEqual([1, 2]);
  });

  it('does not take another case for the class', async () => {
    await expect(scored('text', ['a', 'B', 'c', 'b'], ['a', 'b', 'c'])).rejects.toThrow('1 row cannot be scored: 1 with an unknown class');
  });

  it('counts what cannot be scored by kind, and refuses it or passes it over', async () => {
    const columns: TestTable['columns'] = [
      ['y', 'text'],
      ['a', 'double'],
      ['b', 'double'],
      ['w', 'double'],
    ];
    const rows: TestTable['rows'] = [
      ['a', 0.6, 0.4, 1],
      ['b', 0.6, 0.4, 2],
      [null, 0.6, 0.4, 1],
      ['c', 0.6, 0.4, 1],
      ['', 0.6, 0.4, 1],
      ['a', null, 0.4, 1],
      ['a', 1.5, -0.5, 1],
      ['a', Infinity, 0.5, 1],
      ['a', -Infinity, 0.5, 1],
      ['a', 0.6, 0.5, 1],
      ['a', 0.6, 0.4, -1],
      ['a', 0.6, 0.4, null],
      ...(name === 'sqlite'
        ? []
        : ([
            ['a', NaN, 0.5, 1],
            ['a', 0.5, NaN, 1],
          ] as const)),
    ];
    const spec = { truth: 'y', probs: ['a', 'b'], classes: ['a', 'b'], weights: 'w' };
    const { statistics, skipped } = await ask(columns, rows, { ...spec, skipBad: true });
    expect(skipped).toEqual({
      'no true class': 1,
      'an unknown class': 2,
      'a missing estimate': 1,
      'an estimate outside 0 to 1': name === 'sqlite' ? 3 : 5,
      'estimates that do not sum to 1': 1,
      'a bad weight': 2,
    });
    expect(statistics.rows).toBe(2);
    await expect(ask(columns, rows, spec)).rejects.toThrow('1 with a missing estimate');
  });

  it('takes denormals, decimals and single precision', async () => {
    const tiny = await ask(
      [
        ['y', 'text'],
        ['a', 'double'],
        ['b', 'double'],
      ],
      [
        ['a', 1, 5e-324],
        ['b', 2.2250738585072014e-308, 1],
        ['a', 1e-200, 1],
      ],
      { truth: 'y', probs: ['a', 'b'], classes: ['a', 'b'] },
    );
    expect(tiny.statistics.mean('bayesianReward', 'uniform')).toBeCloseTo(
      (await createEngine())
        .statistics(['a', 'b'])
        .add(Float64Array.of(1, 5e-324, 2.2250738585072014e-308, 1, 1e-200, 1), Uint16Array.of(0, 1, 0))
        .mean('bayesianReward', 'uniform'),
      9,
    );
    for (const type of ['decimal', 'float'] as const) {
      const { statistics } = await ask(
        [
          ['y', 'text'],
          ['a', type],
          ['b', type],
        ],
        [
          ['a', 0.125, 0.875],
          ['b', 0.5, 0.5],
        ],
        { truth: 'y', probs: ['a', 'b'], classes: ['a', 'b'] },
      );
      expect(statistics.rows).toBe(2);
    }
  });

  it('takes a text that is no number for none', async () => {
    const rows: TestTable['rows'] = [
      ['a', '0.3'],
      ['b', '25e-2'],
      ['a', 'zebra'],
      ['a', '0.5abc'],
      ['b', ''],
    ];
    const columns: TestTable['columns'] = [
      ['y', 'text'],
      ['p', 'text'],
    ];
    const spec = { truth: 'y', probs: 'p', classes: ['a', 'b'], skipBad: true };
    const found = ask(columns, rows, spec);
    // PostgreSQL ends the query.
    if (name === 'postgres') return expect(found).rejects.toThrow('invalid input syntax for type double precision');
    const { statistics, skipped } = await found;
    expect(skipped).toEqual({ 'a missing estimate': 3 });
    expect(statistics.rows).toBe(2);
    expect(statistics.mean('quadraticLoss')).toBeCloseTo((2 * 0.3 ** 2 + 2 * 0.75 ** 2) / 2, 12);
  });

  it('says that an empty table has no rows, and scores one', async () => {
    const spec = { truth: 'y', probs: ['a', 'b', 'c'], classes: ['x', 'y', 'z'] };
    const none = await ask(
      [
        ['y', 'text'],
        ['a', 'double'],
        ['b', 'double'],
        ['c', 'double'],
      ],
      [],
      spec,
    );
    expect(none.statistics.rows).toBe(0);
    const one = await scored('text', ['y'], ['x', 'y', 'z']);
    expect(one.statistics.rows).toBe(1);
    expect(one.statistics.standardError('logLoss')).toBeNaN();
    await expect(scored('text', ['p', 'q'], ['x', 'y', 'z'])).rejects.toThrow('2 with an unknown class');
  });

  it('takes percentages, a condition and a table in a schema', async () => {
    const { statistics } = await ask(
      [
        ['y', 'text'],
        ['a', 'integer'],
        ['b', 'integer'],
      ],
      [
        ['a', 70, 30],
        ['b', 20, 80],
        ['b', 50, 50],
      ],
      { truth: 'y', probs: ['a', 'b'], classes: ['a', 'b'], percent: true, where: 'a <> 50 -- and no more' },
    );
    expect(statistics.rows).toBe(2);
    expect(statistics.mean('accuracy')).toBe(1);
  });

  it('leaves an array of another length, and a long row that lacks a class, without estimates', async () => {
    const arrays = await ask(
      [
        ['y', 'text'],
        ['e', 'array'],
      ],
      [
        ['a', [0.5, 0.5]],
        ['a', [0.5, 0.5, 0]],
        ['b', []],
        ['b', null],
      ],
      { layout: 'array', truth: 'y', probs: 'e', classes: ['a', 'b'], skipBad: true },
    );
    expect(arrays.skipped).toEqual({ 'a missing estimate': 3 });
    const long: TestTable['rows'] = [
      [1, 'a', 'a', 0.4],
      [1, 'a', 'b', 0.6],
      [2, 'b', 'a', 1],
      [3, 'a', 'a', 0.5],
      [3, 'b', 'b', 0.5],
      [4, 'b', 'b', 0.5],
      [4, 'b', 'b', 0.5],
    ];
    const spec = { layout: 'long', truth: 'y', probs: 'p', id: 'id', classColumn: 'of', classes: ['a', 'b'], skipBad: true } as const;
    const found = await ask(
      [
        ['id', 'integer'],
        ['y', 'text'],
        ['of', 'text'],
        ['p', 'double'],
      ],
      long,
      spec,
    );
    expect(found.skipped).toEqual({ 'a missing estimate': 2, 'no true class': 1 });
    expect(found.statistics.rows).toBe(1);
  });
});

describe('every dialect', () => {
  it.each(dialects)('%s has no name or text of ours outside of quotes', (dialect) => {
    const marked = NAMES.map((odd, i) => `${odd}zq${i}zq`);
    const sql = statisticsSql(
      { table: ['sch"ema', marked[0]], truth: marked[1], probs: [marked[2], marked[3]], classes: [marked[4], marked[5]], weights: marked[6] },
      dialect,
    );
    const outside = withoutQuoted(sql, dialect);
    expect(outside).not.toContain('zq');
    expect(outside.match(/\(/g)?.length).toBe(outside.match(/\)/g)?.length);
    expect(outside).not.toMatch(/DROP|--|\/\*/);
  });

  it.each(dialects)('%s refuses what SQL cannot say', (dialect) => {
    const spec = { table: 't', truth: 'y', probs: ['a', 'b'], classes: ['a', 'b'] };
    for (const odd of ['a\0b', 'a\uD800'])
      for (const each of [{ table: odd }, { truth: odd }, { probs: [odd, 'b'] }, { classes: [odd, 'b'] }, { weights: odd }])
        expect(() => statisticsSql({ ...spec, ...each }, dialect)).toThrow('which SQL cannot say'.replace('which', 'that'));
  });
});

/** A query without what is between quotes, read as the engine would. */
function withoutQuoted(sql: string, dialect: string): string {
  const backslash = ['clickhouse', 'spark', 'databricks', 'snowflake', 'bigquery', 'mysql'].includes(dialect);
  const backslashNames = ['clickhouse', 'bigquery'].includes(dialect);
  let out = '';
  for (let i = 0; i < sql.length; i++) {
    const open = sql[i];
    const isName = open === '"' || open === '`' || (open === '[' && dialect === 'mssql');
    if (open !== "'" && !isName) {
      out += open;
      continue;
    }
    const close = open === '[' ? ']' : open;
    const escapes = isName ? backslashNames : backslash;
    for (i++; i < sql.length; i++) {
      if (escapes && sql[i] === '\\') i++;
      else if (sql[i] === close) {
        if (sql[i + 1] === close && dialect !== 'bigquery') i++;
        else break;
      }
    }
  }
  return out;
}
