import { type Backend, createEngine, type Engine, type MeasureId, measures, type Prior, type RewardStatistics } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { caught } from '../support/error.js';
import { extremeSet, random, slice, type TestSet, testSet } from '../support/random.js';

const engines: Record<Backend, Engine> = { wasm: await createEngine({ backend: 'wasm' }), plain: await createEngine({ backend: 'plain' }) };
const ids = measures.map(({ id }) => id as MeasureId);

/** Relative to what is wanted; 0 and infinities must be themselves. */
function near(actual: number, wanted: number, tolerance: number, what: string): void {
  if (Object.is(actual, wanted) || actual === wanted) return;
  const off = Math.abs(actual - wanted) / Math.abs(wanted);
  if (!(off <= tolerance)) expect.fail(`${what}: ${actual} is off by ${off} from ${wanted}`);
}

function priorsOf(k: number): Prior[] {
  const rising = Array.from({ length: k }, (_, i) => (2 * (i + 1)) / (k * (k + 1)));
  return ['uniform', 'test', rising];
}

/** Means and standard errors as the columns of single rows give them. */
function asColumns(engine: Engine, { estimates, labels, k }: TestSet, statistics: RewardStatistics, options: object, what: string): void {
  for (const prior of priorsOf(k))
    for (const id of ids) {
      const where = `${what}, ${id}, ${typeof prior === 'string' ? prior : 'given'}`;
      if (id === 'generalizedReward' && k > 16 && statistics.tally.impossible === 0) {
        expect(statistics.untold(id, prior)).toContain('more than 16 classes');
        caught('tally', () => statistics.mean(id, prior));
        continue;
      }
      const rows = engine.score(id, estimates, labels, { classes: k, prior, ...options });
      const { mean, total, standardError, infinite, infiniteRows } = statistics.summary(id, prior);
      near(standardError, rows.standardError, 1e-11, `${where}: standard error`);
      // A mean near 0 is a sum of large numbers, and is as good as these are.
      if (Math.abs(mean - rows.mean) > 1e-12 * (1 + Math.abs(rows.mean))) expect.fail(`${where}: mean ${mean}, wanted ${rows.mean}`);
      near(total, mean * statistics.weight, 1e-14, `${where}: total`);
      expect([infinite, infiniteRows], where).toEqual([rows.infinite, rows.infiniteRows]);
    }
}

describe.each(['wasm', 'plain'] as const)('statistics are those of the columns (%s)', (backend) => {
  const engine = engines[backend];

  it.each([...Array.from({ length: 15 }, (_, i) => i + 2), 17, 18, 25, 40])('of %i classes', (k) => {
    for (const column of k === 2 ? [false, true] : [false]) {
      const set = testSet(random(k), 3000, k, column);
      asColumns(engine, set, engine.statistics(k, { turnAt: [...(priorsOf(k)[2] as number[])] }).add(set.estimates, set.labels), {}, `${k} classes`);
    }
  });

  it.each([2, 3, 10, 16, 17])('of %i classes with weights, and with a cutoff', (k) => {
    const set = testSet(random(7 * k), 2000, k, false);
    const next = random(k);
    const weights = Float64Array.from(set.labels, () => [0, 0.25, 1, 3][Math.floor(4 * next())]);
    asColumns(engine, set, engine.statistics(k).add(set.estimates, set.labels, weights), { weights }, 'weights');
    const cutoff = 'mml:20';
    asColumns(engine, set, engine.statistics(k, { cutoff }).add(set.estimates, set.labels), { cutoff }, 'cutoff');
  });

  it.each([2, 3, 5, 20])('of %i classes with estimates of the worst kinds: 0, 1, denormals, halves, 1 by rounding', (k) => {
    for (const column of k === 2 ? [false, true] : [false]) {
      const set = extremeSet(random(k + 5), 1500, k, column, 0.3);
      asColumns(engine, set, engine.statistics(k).add(set.estimates, set.labels), {}, `${k} classes`);
    }
  });

  it('one row has no standard error, no row no mean', () => {
    const statistics = engine.statistics(3);
    for (const id of ids) expect(statistics.mean(id, 'uniform')).toBeNaN();
    statistics.add(Float64Array.of(0.5, 0.25, 0.25), Uint8Array.of(1));
    for (const id of ids) expect([statistics.mean(id), statistics.standardError(id)]).toEqual([expect.any(Number), NaN]);
  });
});

it('Hope & Korb’s lazy expert earns nothing, to the last bit, and certainty everything', () => {
  for (const engine of Object.values(engines))
    for (const k of [2, 3, 7, 16]) {
      const prior = Array.from({ length: k }, (_, i) => (i === 0 ? 1 - 0.01 * (k - 1) : 0.01));
      const rows = 50;
      const quoted = Float64Array.from({ length: rows * k }, (_, i) => prior[i % k]);
      const labels = Uint16Array.from({ length: rows }, (_, r) => r % k);
      const lazy = engine.statistics(k).add(quoted, labels);
      const certain = engine.statistics(k).add(
        Float64Array.from({ length: rows * k }, (_, i) => Number(i % k === labels[Math.floor(i / k)])),
        labels,
      );
      for (const id of ['bayesianReward', 'generalizedReward', 'modalReward', 'kononenkoBratko'] as const) {
        expect([lazy.mean(id, prior), lazy.standardError(id, prior)], `${k} ${id}`).toEqual([0, 0]);
      }
      for (const id of ['generalizedReward', 'modalReward', 'goodReward', 'accuracy'] as const) {
        expect([certain.mean(id, prior), certain.standardError(id, prior)], `${k} ${id}`).toEqual([1, 0]);
      }
    }
});

/** Every figure under some priors, as text: the same text is the same bits. */
function figures(statistics: RewardStatistics): string {
  const lines: unknown[] = [];
  for (const prior of priorsOf(statistics.k))
    for (const id of ids) if (!statistics.untold(id, prior)) lines.push([id, statistics.summary(id, prior), statistics.interval(id, prior)]);
  return JSON.stringify(lines);
}

describe('the same bits', () => {
  const sizes = [1, 2, 3, 7, 100, 1365, 1366, 4097, 65_536];

  it.each([
    [2, true],
    [2, false],
    [3, false],
    [6, false],
    [17, false],
  ] as const)('%i classes (one column: %s): wasm and plain, in chunks of any size', (k, column) => {
    const set = extremeSet(random(k), 70_000, k, column, 0.01);
    const whole = JSON.stringify(engines.wasm.statistics(k).add(set.estimates, set.labels));
    for (const engine of Object.values(engines)) {
      const next = random(99);
      const statistics = engine.statistics(k);
      for (let from = 0; from < set.labels.length; ) {
        const to = Math.min(set.labels.length, from + sizes[Math.floor(next() * sizes.length)]);
        statistics.add(...slice(set, from, to));
        // To ask for figures, or to merge it into another, leaves it as it is.
        if (next() < 0.001) engine.statistics(k).merge(statistics).mean('bayesianReward');
        from = to;
      }
      expect(JSON.stringify(statistics)).toBe(whole);
    }
  });

  it.each([2, 3, 5, 18])('%i classes: merged in any order and grouping', (k) => {
    const set = testSet(random(k), 6000, k);
    const next = random(k);
    const cuts = [0, 1, 500, 501, 2000, 3999, 6000];
    const parts = cuts.slice(1).map((to, i) => slice(set, cuts[i], to));
    for (const engine of Object.values(engines)) {
      const made = () => parts.map(([p, labels]) => engine.statistics(k).add(p, labels));
      const wanted = figuresWithoutRows(made().reduce((all, part) => all.merge(part)));
      for (let turn = 0; turn < 10; turn++) {
        let left = made();
        while (left.length > 1) {
          const i = Math.floor(next() * left.length);
          const [one] = left.splice(i, 1);
          const j = Math.floor(next() * left.length);
          left = left.map((other, at) => (at === j ? other.merge(one) : other));
        }
        expect(figuresWithoutRows(left[0])).toBe(wanted);
      }
    }
  });

  /** Which rows are infinite depends on their order. */
  const figuresWithoutRows = (statistics: RewardStatistics): string => figures(statistics).replace(/"infiniteRows":\[[\d,]*\]/g, '');

  it('an error in any row leaves the statistics as they were', () => {
    for (const engine of Object.values(engines)) {
      const set = testSet(random(3), 30_000, 3);
      const statistics = engine.statistics(3).add(...slice(set, 0, 1000));
      const before = JSON.stringify(statistics);
      const bad = set.estimates.slice();
      bad[3 * 29_000] = 2;
      caught('estimate-above-one', () => statistics.add(bad, set.labels));
      caught('weight', () => statistics.add(set.estimates, set.labels, new Float64Array(30_000).fill(-1)));
      expect(JSON.stringify(statistics)).toBe(before);
    }
  });
});

describe('digits', () => {
  it('10⁷ rows with nearly equal rewards keep ten digits of the standard error', () => {
    const engine = engines.wasm;
    const rows = 2_500_000;
    const next = random(1);
    const statistics = engine.statistics(2);
    // Sums of the distances from one reward, which are exact but for their last bits.
    const [first] = engine.rewards('informationLoss', Float64Array.of(0.7), Uint8Array.of(1), { classes: 2 });
    let sum = 0;
    let squares = 0;
    const chunk = Float64Array.from({ length: rows }, () => 0.7 + 1e-8 * (next() - 0.5));
    const labels = new Uint8Array(rows).fill(1);
    for (const loss of engine.rewards('informationLoss', chunk, labels, { classes: 2 })) {
      sum += loss - first;
      squares += (loss - first) * (loss - first);
    }
    for (let turn = 0; turn < 4; turn++) statistics.add(chunk, labels);
    const n = 4 * rows;
    const wanted = Math.sqrt((4 * squares - (4 * sum * (4 * sum)) / n) / (n - 1) / n);
    for (const id of ['informationLoss', 'goodReward', 'bayesianReward'] as const) near(statistics.standardError(id, 'uniform'), wanted, 1e-10, id);
  });

  it('a mean of 10⁶ times the spread', () => {
    for (const engine of Object.values(engines))
      for (const k of [3, 8]) {
        const next = random(k);
        const rows = 100_000;
        const estimates = new Float64Array(rows * k);
        for (let r = 0; r < rows; r++) {
          const off = 1e-6 * (next() - 0.5);
          for (let i = 0; i < k; i++) estimates[r * k + i] = 1 / k + (i === 0 ? off : i === 1 ? -off : 0);
        }
        const labels = Uint16Array.from({ length: rows }, () => Math.floor(next() * k));
        const statistics = engine.statistics(k).add(estimates, labels);
        for (const id of ['bayesianReward', 'generalizedReward', 'informationLoss'] as const) {
          const prior = Array.from({ length: k }, (_, i) => (i === 0 ? 0.5 : 0.5 / (k - 1)));
          const { standardError } = engine.score(id, estimates, labels, { classes: k, prior });
          near(statistics.standardError(id, prior), standardError, 1e-11, `${k} ${id}`);
        }
      }
  });
});

describe('Kononenko & Bratko’s information turns at the prior', () => {
  const set = testSet(random(5), 200_000, 3);

  it('of few rows it is told under any prior', () => {
    for (const engine of Object.values(engines))
      asColumns(engine, testSet(random(6), 4000, 4), engine.statistics(4).add(...slice(testSet(random(6), 4000, 4), 0, 4000)), {}, 'few');
  });

  it('of many, under the prior of the test set, the uniform one and one that is said; else there is a reason', () => {
    for (const engine of Object.values(engines)) {
      const said = [0.6, 0.3, 0.1];
      const statistics = engine.statistics(3, { turnAt: said }).add(set.estimates, set.labels);
      for (const prior of ['test', said] as Prior[]) {
        const { mean, standardError } = engine.score('kononenkoBratko', set.estimates, set.labels, { classes: 3, prior });
        near(statistics.mean('kononenkoBratko', prior), mean, 1e-11, 'mean');
        near(statistics.standardError('kononenkoBratko', prior), standardError, 1e-11, 'standard error');
      }
      expect(statistics.untold('kononenkoBratko', [0.5, 0.3, 0.2])).toContain('above and below it');
      expect(caught('tally', () => statistics.mean('kononenkoBratko', [0.5, 0.3, 0.2])).message).toContain('kononenkoBratko cannot be told');
      const uniform = engine.statistics(3).add(set.estimates, set.labels);
      expect(uniform.untold('kononenkoBratko', 'uniform')).toBeUndefined();
    }
  });

  it('where the frequencies drift there is a reason, not a number', () => {
    const order = Array.from(set.labels, (_, r) => r).sort((a, b) => set.labels[a] - set.labels[b]);
    const estimates = Float64Array.from({ length: set.estimates.length }, (_, i) => set.estimates[3 * order[Math.floor(i / 3)] + (i % 3)]);
    const labels = Uint16Array.from(order, (r) => set.labels[r]);
    const statistics = engines.wasm.statistics(3).add(estimates, labels);
    expect(statistics.untold('kononenkoBratko', 'test')).toContain('above and below it');
    expect(statistics.untold('bayesianReward', 'test')).toBeUndefined();
  });
});

it('a prior too near to 0 to divide by its log is for the rows to say', () => {
  const { estimates, labels } = testSet(random(2), 100, 3);
  const statistics = engines.wasm.statistics(3).add(estimates, labels);
  const prior = [1e-40, 0.5, 0.5];
  expect(statistics.untold('generalizedReward', prior)).toContain('so near to 0 or 1');
  expect(statistics.untold('bayesianReward', prior)).toBeUndefined();
});

describe('the tally of statistics', () => {
  it.each([2, 3, 7, 16, 17, 40])('of %i classes is that of the rows, whatever they hold', (k) => {
    for (const engine of Object.values(engines))
      for (const weighted of [false, true]) {
        const set = extremeSet(random(k), 3000, k, false, 0.3);
        const next = random(9);
        const weights = weighted ? Float64Array.from(set.labels, () => [0, 0.5, 1, 2][Math.floor(4 * next())]) : undefined;
        const tally = engine.tally(k).add(set.estimates, set.labels, weights);
        const statistics = engine.statistics(k).add(set.estimates, set.labels, weights);
        const merged = engine.statistics(k).merge(statistics);
        for (const found of [
          statistics.tally,
          merged.tally,
          engine.tallyFrom(JSON.stringify(merged.tally)),
          engine.statisticsFrom(statistics.toJSON()).tally,
        ]) {
          for (const name of ['rows', 'weight', 'weightless', 'ties', 'impossible', 'certain', 'roundedOnes', 'roundedOutside', 'clamped'] as const)
            expect(found[name], name).toBe(tally[name]);
          expect([...found.confusion.cells()]).toEqual([...tally.confusion.cells()]);
          const [sums, wanted] = [found.statistics(), tally.statistics()];
          expect(sums.hits).toBe(wanted.hits);
          for (const name of ['A', 'B', 'G', 'H'] as const) for (let i = 0; i < k; i++) near(sums[name][i], wanted[name][i], 1e-12, `${name}[${i}]`);
        }
      }
  });
});
