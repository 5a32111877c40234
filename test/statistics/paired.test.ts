import { createEngine, type PairedStatistics } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from '../support/compare.js';
import { caught } from '../support/error.js';
import { distribution, extremeSet, random, testSet } from '../support/random.js';

const engine = await createEngine();
const IDS = ['bayesianReward', 'generalizedReward', 'informationLoss', 'logLoss'] as const;

/** Two learners on the same rows. */
function pair(seed: number, rows: number, k: number, columns: [boolean, boolean] = [false, false]) {
  const next = random(seed);
  const one = testSet(next, rows, k, columns[0]);
  const two = testSet(next, rows, k, columns[1]);
  return { first: one.estimates, second: two.estimates, labels: one.labels, prior: Float64Array.from(distribution(next, k)) };
}

/** Every bit that can be seen. */
const told = (statistics: PairedStatistics, prior: Float64Array) =>
  IDS.map((id) => (statistics.untold(id, prior) ? null : [statistics.difference(id, prior), statistics.interval(id, prior, 0.9)]));

/** The mean of the differences of two columns and its standard error, with weights. */
function byRow(a: Float64Array, b: Float64Array, weights = new Float64Array(a.length).fill(1)) {
  let weight = 0;
  let sum = 0;
  for (let r = 0; r < a.length; r++) {
    weight += weights[r];
    sum += weights[r] * (a[r] - b[r]);
  }
  const mean = sum / weight;
  let squares = 0;
  for (let r = 0; r < a.length; r++) squares += weights[r] * (a[r] - b[r] - mean) ** 2;
  return { mean, standardError: Math.sqrt(squares / (weight - 1) / weight) };
}

describe('two learners on the same rows', () => {
  it.each([
    [2, [false, false]],
    [2, [true, true]],
    [2, [true, false]],
    [3, [false, false]],
    [10, [false, false]],
    [16, [false, false]],
    [20, [false, false]],
  ] as const)('%i classes, columns %j: differences of the rewards of each row', (k, columns) => {
    for (const rows of [2, 700, 70_000 / k]) {
      const { first, second, labels, prior } = pair(k + Math.round(rows), Math.round(rows), k, [...columns]);
      const statistics = engine.pairedStatistics(k).add(first, second, labels);
      for (const id of IDS) {
        if (k > 16 && id === 'generalizedReward') {
          expect(statistics.untold(id, prior)).toContain('more than 16 classes');
          expect(caught('tally', () => statistics.difference(id, prior)).message).toContain('more than 16 classes');
          continue;
        }
        const [a, b] = [first, second].map((estimates) => engine.rewards(id, estimates, labels, { classes: k, prior }));
        const wanted = byRow(a, b);
        const { mean, standardError, rows: counted, weight } = statistics.difference(id, prior);
        expect([counted, weight]).toEqual([labels.length, labels.length]);
        close(mean, wanted.mean, 1e-11);
        close(standardError, wanted.standardError, 1e-11);
        const [low, high] = statistics.interval(id, prior, 0.95);
        close(low, mean - 1.959963984540054 * standardError, 1e-11);
        close(high, mean + 1.959963984540054 * standardError, 1e-11);
      }
    }
  });

  it('weights: a row that counts so often', () => {
    const { first, second, labels, prior } = pair(5, 500, 3);
    const next = random(6);
    const weights = Float64Array.from(labels, () => Math.floor(4 * next()) / 2);
    const statistics = engine.pairedStatistics(3).add(first, second, labels, weights);
    for (const id of IDS) {
      const [a, b] = [first, second].map((estimates) => engine.rewards(id, estimates, labels, { classes: 3, prior }));
      const wanted = byRow(a, b, weights);
      close(statistics.difference(id, prior).mean, wanted.mean, 1e-11);
      close(statistics.difference(id, prior).standardError, wanted.standardError, 1e-11);
    }
    const counts = [0, 0, 0];
    labels.forEach((label, r) => {
      counts[label] += weights[r];
    });
    expect([...statistics.prior('test')]).toEqual(counts.map((count) => (count + 0.5) / (statistics.weight + 1.5)));
  });

  it('the Bayesian reward’s difference has the same bits under every prior, and a learner is none better than itself', () => {
    const { first, second, labels } = pair(7, 4000, 4);
    const statistics = engine.pairedStatistics(4).add(first, second, labels);
    const wanted = statistics.difference('bayesianReward', 'uniform');
    for (let seed = 0; seed < 5; seed++) expect(statistics.difference('bayesianReward', distribution(random(seed), 4))).toEqual(wanted);
    const same = engine.pairedStatistics(4).add(first, first, labels);
    for (const id of IDS) expect(same.difference(id, 'test')).toMatchObject({ mean: 0, standardError: 0 });
  });

  it.each([2, 3, 16, 17])('%i classes: the same bits from chunks of any size, merged, and on both backends', async (k) => {
    const rows = 70_000;
    const { first, second, labels, prior } = pair(k, rows, k);
    const other = await createEngine({ backend: engine.backend === 'wasm' ? 'plain' : 'wasm' });
    const wanted = told(engine.pairedStatistics(k).add(first, second, labels), prior);
    expect(told(other.pairedStatistics(k).add(first, second, labels), prior)).toEqual(wanted);
    const part = (of: typeof engine, from: number, to: number, into = of.pairedStatistics(k)) =>
      into.add(first.subarray(from * k, to * k), second.subarray(from * k, to * k), labels.subarray(from, to));
    for (const size of [997, 40_000]) {
      const chunks = engine.pairedStatistics(k);
      for (let from = 0; from < rows; from += size) part(engine, from, Math.min(rows, from + size), chunks);
      expect(told(chunks, prior)).toEqual(wanted);
    }
    const cuts = [0, 12_345, 30_000, rows];
    const [a, b, c] = [0, 1, 2].map((i) => part(engine, cuts[i], cuts[i + 1]));
    const [x, y, z] = [0, 1, 2].map((i) => part(engine, cuts[i], cuts[i + 1]));
    expect(told(a.merge(b).merge(c), prior)).toEqual(told(x.merge(y.merge(z)), prior));
  });

  it('rows that are infinite are counted, and say who is', () => {
    const labels = Uint8Array.of(0, 1, 0, 1);
    const sound = Float64Array.of(0.75, 0.25, 0.5, 0.5, 0.75, 0.25, 0.5, 0.5);
    const ruined = Float64Array.of(0.75, 0.25, 1, 0, 0.75, 0.25, 0.5, 0.5);
    const mean = (a: Float64Array, b: Float64Array, id: (typeof IDS)[number] = 'bayesianReward') => {
      const statistics = engine.pairedStatistics(2).add(a, b, labels);
      return [statistics.difference(id, 'uniform').mean, statistics.infinite];
    };
    expect(mean(ruined, sound)).toEqual([-Infinity, { first: 1, second: 0, both: 0, rows: [1] }]);
    expect(mean(sound, ruined)).toEqual([Infinity, { first: 0, second: 1, both: 0, rows: [1] }]);
    expect(mean(ruined, ruined)).toEqual([NaN, { first: 0, second: 0, both: 1, rows: [1] }]);
    expect(mean(ruined, sound, 'logLoss')[0]).toBe(Infinity);
    // A row of weight 0 is none.
    const unweighed = engine.pairedStatistics(2).add(ruined, sound, labels, Float64Array.of(1, 0, 1, 1));
    expect(unweighed.difference('bayesianReward', 'uniform')).toMatchObject({ mean: 0, weight: 3, infinite: 0 });
  });

  it('extreme rows: as the statistics of each learner have it, on both backends', async () => {
    const other = await createEngine({ backend: engine.backend === 'wasm' ? 'plain' : 'wasm' });
    for (const k of [2, 3, 5]) {
      const next = random(100 + k);
      const one = extremeSet(next, 3000, k);
      const two = { ...extremeSet(next, 3000, k), labels: one.labels };
      const options = { cutoff: 'mml:1000' as const };
      const statistics = engine.pairedStatistics(k, options).add(one.estimates, two.estimates, one.labels);
      const [a, b] = [one, two].map(({ estimates }) => engine.statistics(k, options).add(estimates, one.labels));
      for (const id of IDS) close(statistics.difference(id, 'test').mean, a.mean(id, 'test') - b.mean(id, 'test'), 1e-11);
      const [mine, theirs] = [engine, other].map((each) => each.pairedStatistics(k).add(one.estimates, two.estimates, one.labels));
      expect(mine.infinite).toEqual(theirs.infinite);
      expect(told(mine, mine.prior('test'))).toEqual(told(theirs, mine.prior('test')));
    }
  });

  it('what is bad leaves the statistics as they were', () => {
    const { first, second, labels, prior } = pair(9, 100, 3);
    const statistics = engine.pairedStatistics(3).add(first, second, labels);
    const before = told(statistics, prior);
    const bad = second.slice();
    bad[200] = 2;
    caught('estimate-above-one', () => statistics.add(first, bad, labels));
    caught('length', () => statistics.add(first, second.subarray(3), labels));
    caught('weight', () => statistics.add(first, second, labels, new Float64Array(100).fill(-1)));
    caught('tally', () => statistics.merge(engine.pairedStatistics(['x', 'y', 'z'])));
    caught('option', () => statistics.difference('accuracy' as never));
    expect(told(statistics, prior)).toEqual(before);
  });
});
