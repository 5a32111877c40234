import { createEngine, evaluate, type Report } from 'fairbits';
import { histogramSql, type StatisticsSpec, scoreDatabase, statisticsFromRows, statisticsSql } from 'fairbits/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { histogramsFromRows, turnedSides } from '../../dist/engines/histogramRows.js';
import { turnedStatistics } from '../../dist/engines/statisticsFromRows.js';
import { histogramFigures } from '../../dist/tasks/database/histogramFigures.js';
import { predictions } from './predictions.js';
import { RUNNERS, type Runner, type TestTable } from './runners.js';

type Calibration = NonNullable<Report['calibration']['modal']>;

function near(found: unknown, expected: unknown, what: string, tolerance = 1e-12): void {
  if (typeof expected !== 'number') expect(typeof found === 'number' ? String(found) : found, what).toEqual(expected);
  else
    expect(Math.abs((found as number) - expected), `${what}: ${found}, expected ${expected}`).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(expected)));
}

/** A figure is no further off than it says. */
function within(found: unknown, expected: unknown, error: unknown, what: string): void {
  expect(typeof error, `${what} has a bound`).toBe('number');
  near(found, expected, what, (error as number) + 1e-12);
}

function sameCalibration(found: Calibration, expected: Calibration, what: string): void {
  near(found.equalWidth.expected, expected.equalWidth.expected, `${what}: equal width`);
  near(found.equalWidth.maximum, expected.equalWidth.maximum, `${what}: equal width, maximum`);
  expect(found.equalWidth.bins.map(({ rows, from, to }) => ({ rows, from, to }))).toEqual(
    expected.equalWidth.bins.map(({ rows, from, to }) => ({ rows, from, to })),
  );
  near(found.spiegelhalter.z, expected.spiegelhalter.z, `${what}: Spiegelhalter's z`, 1e-10);
  expect(found.spiegelhalter.reason).toBe(expected.spiegelhalter.reason);
  within(found.equalMass.expected, expected.equalMass.expected, found.equalMass.error?.expected, `${what}: equal mass`);
  for (const loss of ['quadratic', 'log'] as const) {
    const [own, other] = [found.decompositions[loss].corp, expected.decompositions[loss].corp];
    near(own.loss, other.loss, `${what}: ${loss} loss`);
    if (typeof other.miscalibration === 'number') within(own.miscalibration, other.miscalibration, own.error, `${what}: ${loss}, CORP`);
  }
}

/** Every figure of ranking and calibration is that of rows in memory, or no further off than it says. */
function sameFigures(found: Pick<Report, 'calibration' | 'ranking'>, expected: Report): void {
  expect(found.calibration.miscalibration).toBeNull();
  expect(found.calibration.reason).toMatch(/cells of rows in the order of their estimates.*write the rows to a file/);
  sameCalibration(found.calibration.modal as Calibration, expected.calibration.modal as Calibration, 'modal');
  for (const [name, each] of Object.entries(expected.calibration.byClass ?? {})) sameCalibration(found.calibration.byClass?.[name] as Calibration, each, name);
  near(found.calibration.classWise?.equalWidth, expected.calibration.classWise?.equalWidth, 'class-wise');
  const [own, other] = [found.ranking, expected.ranking] as never as Record<string, never>[];
  for (const name of expected.classes.length === 2 ? ['auc', 'averagePrecision', 'standardError'] : ['aucOneVsOne', 'aucOneVsRest'])
    if (other[name] === null) expect(own[name]).toBeNull();
    else within(own[name], other[name], (own.error as Record<string, unknown>)[name], name);
}

describe.each(Object.keys(RUNNERS) as (keyof typeof RUNNERS)[])('histograms in %s', (name) => {
  let runner: Runner;
  beforeAll(async () => {
    runner = await RUNNERS[name]();
  });
  afterAll(() => runner.close());
  let tables = 0;

  async function ask(table: Omit<TestTable, 'name'>, given: Omit<StatisticsSpec, 'table'>) {
    const called = `h${tables++}`;
    await runner.create({ ...table, name: called });
    const spec = { ...given, table: called };
    const rows = await runner.query(statisticsSql(spec, runner.dialect));
    const histograms = histogramsFromRows(await runner.query(histogramSql(spec, runner.dialect)));
    const { statistics } = await statisticsFromRows(rows);
    return { rows, histograms, statistics, figures: histogramFigures(histograms, statistics.tally) as unknown as Report };
  }

  const wide = (p: Float64Array, labels: ArrayLike<number>, classes: readonly string[], more: readonly number[][] = []): Omit<TestTable, 'name'> => ({
    columns: [['label', 'text'], ...classes.map((each) => [`p_${each}`, 'double']), ...(more.length > 0 ? [['w', 'double']] : [])] as never,
    rows: Array.from(labels, (label, r) => [classes[label], ...p.subarray(r * classes.length, (r + 1) * classes.length), ...(more[r] ?? [])]),
  });

  it.each([2, 3, 16])('tell ranking and calibration of %i classes, with bounds', async (k) => {
    const { p, labels, classes } = predictions(k, 300, 3 * k);
    const { figures } = await ask(wide(p, labels, classes), { truth: 'label', probs: classes.map((each) => `p_${each}`), classes });
    sameFigures(figures, await evaluate(p, labels, { classes }));
  });

  it('tell them where estimates are extreme, repeated, 0 and 1', async () => {
    const some = [0, 1, 0.5, 1e-300, 5e-324, 1 - 2 ** -53, 0.1, 0.2, 0.30000000000000004, 0.3, 0.7, 1e-9];
    const p = Float64Array.from({ length: 2 * 96 }, (_, i) => (i % 2 === 0 ? some[(i >> 1) % 12] : 1 - some[(i >> 1) % 12]));
    const labels = Uint16Array.from({ length: 96 }, (_, r) => ((r * 7) % 5 < 2 ? 0 : 1));
    const spec = { truth: 'label', probs: ['p_no', 'p_yes'], classes: ['no', 'yes'] };
    for (const cutoff of [undefined, 'mml:50'] as const) {
      const options = cutoff ? { cutoff } : {};
      const { figures } = await ask(wide(p, labels, spec.classes), { ...spec, ...options });
      sameFigures(figures, await evaluate(p, labels, { classes: spec.classes, ...options }));
    }
  });

  it.each(['no', 'yes'])('tell them of one column, of P(%s)', async (positive) => {
    const { p, labels } = predictions(2, 300, 5);
    const classes = ['no', 'yes'];
    const column = Float64Array.from(labels, (_, r) => (r === 7 ? 0.5 : p[2 * r]));
    const table = { columns: [['label', 'text'] as const, ['p', 'double'] as const], rows: Array.from(labels, (label, r) => [classes[label], column[r]]) };
    const { figures } = await ask(table, { truth: 'label', probs: 'p', classes, positive });
    sameFigures(figures, await evaluate(column, labels, { classes, positive }));
  });

  it('tell them with weights', async () => {
    const { p, labels, classes } = predictions(3, 300, 9);
    const weights = Float64Array.from(labels, (_, r) => (r % 7 === 0 ? 0 : (r % 5) + 0.25));
    const table = wide(
      p,
      labels,
      classes,
      Array.from(weights, (w) => [w]),
    );
    const { figures } = await ask(table, { truth: 'label', probs: classes.map((each) => `p_${each}`), classes, weights: 'w' });
    sameFigures(figures, await evaluate(p, labels, { classes, weights }));
  });

  it("tell Kononenko & Bratko's information under any prior, with a bound", async () => {
    const { p, labels, classes } = predictions(3, 400, 21);
    const { rows, histograms } = await ask(wide(p, labels, classes), { truth: 'label', probs: classes.map((each) => `p_${each}`), classes });
    const engine = await createEngine();
    for (const prior of [Float64Array.of(0.5, 0.25, 0.25), Float64Array.of(0.01, 0.04, 0.95), Float64Array.of(1 / 3, 1 / 3, 1 / 3)]) {
      const expected = engine.statistics(classes, { turnAt: prior }).add(p, labels);
      const { statistics } = await turnedStatistics(rows, { engine, turned: { histograms, prior } });
      const { bound } = turnedSides(histograms, prior);
      within(statistics.mean('kononenkoBratko', prior), expected.mean('kononenkoBratko', prior), bound, `under ${prior}`);
      expect(bound).toBeLessThan(1e-3);
      for (const id of ['bayesianReward', 'quadraticLoss'] as const) near(statistics.mean(id, prior), expected.mean(id, prior), id);
    }
  });

  it('of more than 16 classes tell the calibration of the modal ones', async () => {
    const k = 40;
    const { p, labels, classes } = predictions(k, 60, 2);
    const table = {
      columns: [
        ['y', 'text'],
        ['e', 'array'],
      ] as never,
      rows: Array.from(labels, (label, r) => [classes[label], [...p.subarray(r * k, (r + 1) * k)]]),
    };
    const { figures } = await ask(table, { layout: 'array', truth: 'y', probs: 'e', classes });
    const expected = await evaluate(p, labels, { classes });
    sameCalibration(figures.calibration.modal as Calibration, expected.calibration.modal as Calibration, 'modal');
    expect(figures.ranking).toMatchObject({ aucOneVsOne: null, reason: expect.stringContaining('40 classes') });
  });

  it('give the same bits however rows are sharded, and pass bad rows over', async () => {
    const { p, labels, classes } = predictions(3, 200, 1);
    const { columns, rows } = wide(p, labels, classes);
    const spec = { truth: 'label', probs: classes.map((each) => `p_${each}`), classes, skipBad: true };
    const saved = new Set<string>();
    for (const shards of [1, 3]) {
      const answers = [];
      for (let shard = 0; shard < shards; shard++) {
        const called = `hs${shards}_${shard}`;
        const bad =
          shard === 0
            ? [
                [null, 0.2, 0.3, 0.5],
                ['z', 0.2, 0.3, 0.5],
                ['a', 0.9, 0.9, 0.9],
              ]
            : [];
        await runner.create({ name: called, columns, rows: [...rows.filter((_, r) => (r * 31) % shards === shard), ...bad] });
        answers.push(...(await runner.query(histogramSql({ ...spec, table: called }, runner.dialect))));
      }
      const { bins } = histogramsFromRows(answers.reverse());
      saved.add(JSON.stringify(bins, (_, x) => (typeof x === 'bigint' ? String(x) : x)));
    }
    expect(saved.size).toBe(1);
  });
});

describe('histograms of other rows than the statistics', () => {
  it('are not taken for them', async () => {
    const runner = await RUNNERS.duckdb();
    const { p, labels, classes } = predictions(3, 50, 1);
    const columns = [['label', 'text'], ...classes.map((each) => [`p_${each}`, 'double'])] as never;
    const rows = Array.from(labels, (label, r) => [classes[label], ...p.subarray(r * 3, (r + 1) * 3)]);
    await runner.create({ name: 't', columns, rows });
    const score = async (between: () => Promise<void>) => {
      let asked = 0;
      return scoreDatabase(['duckdb:?table=t'], {
        query: async (sql) => {
          if (sql.includes('fairbits-histograms')) await between();
          asked++;
          return runner.query(sql);
        },
      }).then(({ report }) => ({ report, asked }));
    };
    const { report } = await score(async () => {});
    sameFigures(report, await evaluate(p, labels, { classes }));
    const other = await score(async () => {
      await runner.create({ name: 'u', columns, rows: rows.slice(0, 1) });
      await runner.query('INSERT INTO t SELECT * FROM u');
    });
    expect(other.report.ranking?.reason).toContain('rows came or went');
    expect(other.report.calibration.modal).toBeUndefined();
    const without = await scoreDatabase(['duckdb:?table=t'], { ranking: false, query: (sql) => runner.query(sql) });
    expect(without.report.ranking?.reason).toContain('no histograms were asked for');
    await runner.close();
  });
});
