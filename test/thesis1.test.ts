import { createEngine, lemma1, priorCurve, reversals, rewardLead } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { meanRounding } from '../dist/core/meanRounding.js';
import { close } from './support/compare.js';
import { caught } from './support/error.js';
import { distribution, random, testSet } from './support/random.js';
import { reference } from './support/reference.js';

const engine = await createEngine();

/** Hope & Korb 2002, §5: w₁z₁ = .6 and x₁y₁ = .3 against .5 and .7, as one positive and one negative row each. */
const learner = (positive: number, negative: number) => engine.tally(['no', 'yes']).add(Float64Array.of(positive, 1 - negative), Uint8Array.of(1, 0));
const first = learner(0.6, 0.3);
const second = learner(0.5, 0.7);
const at = (prior: number) => [1 - prior, prior];

/** Lemma 1 by hand. */
const byHand = (wz: number, xy: number, q: number) => 2 - (Math.log(wz) / Math.log(q) + Math.log(xy) / Math.log(1 - q));

describe('Thesis 1', () => {
  it('the statistics are those of the proof', () => {
    const { logW, logX, logY, logZ } = lemma1(first);
    close(logW + logZ, Math.log(0.6), 1e-15);
    close(logX + logY, Math.log(0.3), 1e-15);
    const other = lemma1(second);
    close(other.logW + other.logZ, Math.log(0.5), 1e-15);
    close(other.logX + other.logY, Math.log(0.7), 1e-15);
  });

  it('a uniform prior prefers the second learner, a prior of .8 the first', () => {
    expect(first.total('generalizedReward', 'uniform')).toBeLessThan(second.total('generalizedReward', 'uniform'));
    expect(first.total('generalizedReward', at(0.8))).toBeGreaterThan(second.total('generalizedReward', at(0.8)));
    close(first.total('generalizedReward', at(0.8)), byHand(0.6, 0.3, 0.8), 1e-14);
    close(second.total('generalizedReward', at(0.8)), byHand(0.5, 0.7, 0.8), 1e-14);
  });

  it('the order of the classes is no matter, for each tally has its own', () => {
    const turned = engine.tally(['yes', 'no']).add(Float64Array.of(0.5, 0.5, 0.3, 0.7), Uint8Array.of(0, 1));
    const options = { class: 'yes' };
    const [one, two] = [reversals(first, second, options), reversals(first, turned, options)];
    expect(two).toHaveLength(1);
    close(two[0].prior, one[0].prior, 1e-12);
    const [means, turnedMeans] = [second, turned].map((tally) => priorCurve([first, tally], { ...options, points: 9 }).means[1]);
    means.forEach((mean, i) => {
      close(turnedMeans[i], mean, 1e-13);
    });
    const other = engine.tally(['yes', 'maybe']).add(Float64Array.of(0.5, 0.5), Uint8Array.of(0));
    expect(caught('tally', () => reversals(first, other)).message).toContain('different classes: no, yes and yes, maybe');
  });

  it('the verdict turns once, between ½ and .8', () => {
    const found = reversals(first, second);
    expect(found).toHaveLength(1);
    const [{ prior, below, above }] = found;
    expect(prior).toBeGreaterThan(0.5);
    expect(prior).toBeLessThan(0.8);
    expect([below, above]).toEqual([1, 0]);
    // ln(1 − q)/ln q = ln(x₂y₂/x₁y₁)/ln(w₁z₁/w₂z₂), from Hope & Korb 2002, eq. 14 with an equals sign.
    close(Math.log(1 - prior) / Math.log(prior), Math.log(0.7 / 0.3) / Math.log(0.6 / 0.5), 1e-12);
    for (const step of [1e-6, 1e-3, 0.05]) {
      expect(byHand(0.6, 0.3, prior - step)).toBeLessThan(byHand(0.5, 0.7, prior - step));
      expect(byHand(0.6, 0.3, prior + step)).toBeGreaterThan(byHand(0.5, 0.7, prior + step));
    }
  });

  it('named the other way round the verdict is the other way round, at the same place', () => {
    const [one] = reversals(first, second);
    const [other] = reversals(second, first);
    expect(other).toEqual({ prior: one.prior, below: 0, above: 1 });
    const [mirrored] = reversals(first, second, { class: 'no' });
    close(mirrored.prior, 1 - one.prior, 1e-12);
    expect([mirrored.below, mirrored.above]).toEqual([0, 1]);
  });

  it('a learner that is better on both sides is better under every prior', () => {
    expect(reversals(learner(0.9, 0.8), learner(0.6, 0.7))).toEqual([]);
    expect(reversals(first, first)).toEqual([]);
  });

  it('the Bayesian reward’s verdict never turns: its difference is the same under every prior', () => {
    expect(reversals(first, second, { measure: 'bayesianReward' })).toEqual([]);
    const difference = (q: number) => first.total('bayesianReward', at(q)) - second.total('bayesianReward', at(q));
    for (const q of [0.001, 0.2, 0.8, 0.999]) close(difference(q), difference(0.5), 1e-12);
  });

  it('finds every turn between random learners of two classes and of more, by evaluating both sides', () => {
    let turns = 0;
    for (let seed = 0; seed < 60; seed++) {
      const next = random(seed);
      const k = 2 + (seed % 3);
      const one = testSet(next, 12, k);
      const two = { ...testSet(next, 12, k), labels: one.labels };
      const [a, b] = [one, two].map((set) => engine.tally(k).add(set.estimates, set.labels));
      const found = reversals(a, b);
      if (k === 2) expect(found.length).toBeLessThanOrEqual(1);
      const path = (q: number) => Array.from({ length: k }, (_, i) => (i === 1 ? q : (1 - q) / (k - 1)));
      const lead = (q: number) => [one, two].map((set) => reference('generalizedReward', set, path(q)).reduce((x, y) => x + y, 0)).reduce((x, y) => x - y);
      for (const { prior, below, above } of found) {
        turns++;
        const step = 1e-4 * Math.min(prior, 1 - prior);
        expect(lead(prior - step) > 0, `seed ${seed}`).toBe(below === 0);
        expect(lead(prior + step) > 0, `seed ${seed}`).toBe(above === 0);
      }
      // Where the ends of the range disagree there must be a turn, where they agree an even number of them.
      expect(found.length % 2 === 1, `seed ${seed}`).toBe(lead(1e-8) > 0 !== lead(1 - 1e-8) > 0);
    }
    expect(turns).toBeGreaterThan(5);
  });
});

describe('what rounding alone may have made', () => {
  /** A learner, and the same rows three times over in another order, by the file or by the row. */
  const twice = (k: number, rows: number, column = false) => {
    const next = random(31 * k + rows);
    const { estimates, labels } = testSet(next, rows, k, column);
    const width = column ? 1 : k;
    const order = Array.from({ length: 3 * rows }, (_, i) => [next(), i % rows] as const)
      .sort(([a], [b]) => a - b)
      .map(([, row]) => row);
    const shuffled = new Float64Array(3 * rows * width);
    order.forEach((row, i) => {
      shuffled.set(estimates.subarray(row * width, (row + 1) * width), i * width);
    });
    const once = engine.tally(k).add(estimates, labels);
    const tripled = engine.tally(k);
    for (let i = 0; i < 3; i++) tripled.add(estimates, labels);
    return [
      once,
      tripled,
      engine.tally(k).add(
        shuffled,
        Uint16Array.from(order, (row) => labels[row]),
      ),
    ];
  };

  it.each([
    [2, false],
    [2, true],
    [3, false],
    [10, false],
  ])('%i classes, one column %j: a learner against itself, three times over and in another order, never turns', (k, column) => {
    for (const rows of [1, 7, 1000, 60_000 / k]) {
      const all = twice(k, Math.round(rows), column);
      for (const measure of ['generalizedReward', 'modalReward'] as const)
        for (const [a, b] of [
          [0, 1],
          [0, 2],
          [2, 1],
        ]) {
          expect(reversals(all[a], all[b], { measure })).toEqual([]);
          expect(rewardLead(all[a], all[b], measure, 'uniform')).toBe(0);
          expect(rewardLead(all[a], all[b], 'bayesianReward', 'test')).toBe(0);
          expect(priorCurve([all[a], all[b]], { measure }).ahead.every((ahead) => ahead === null)).toBe(true);
        }
    }
  });

  it('is so small that what is a difference stays one', () => {
    const close = learner(0.6, 0.3 * (1 + 1e-12));
    expect(rewardLead(close, first, 'generalizedReward', 'uniform')).toBeGreaterThan(0);
    expect(rewardLead(first, close, 'bayesianReward')).toBeLessThan(0);
    expect(priorCurve([first, close]).ahead).toEqual(new Array(99).fill(1));
    const next = random(77);
    const set = testSet(next, 5000, 3);
    const tally = engine.tally(3).add(set.estimates, set.labels);
    for (const q of [1e-9, 0.01, 0.3, 0.9]) {
      const prior = Float64Array.of(q, (1 - q) / 2, (1 - q) / 2);
      for (const id of ['bayesianReward', 'generalizedReward', 'modalReward'] as const) {
        const bound = meanRounding(tally, id, prior);
        expect(bound).toBeGreaterThan(0);
        expect(bound).toBeLessThan(1e-14 * (1 + 1 / -Math.log1p(-q) + Math.abs(tally.mean(id, prior))));
      }
    }
  });

  it('holds the exact mean: that of the statistics, whose sums are exact', () => {
    for (const k of [2, 3, 10]) {
      const { estimates, labels } = testSet(random(k), Math.floor(100_000 / k), k);
      const statistics = engine.statistics(k).add(estimates, labels);
      for (let seed = 0; seed < 5; seed++) {
        const prior = Float64Array.from(distribution(random(seed), k, 6));
        for (const id of ['bayesianReward', 'generalizedReward', 'modalReward'] as const)
          expect(Math.abs(statistics.mean(id, prior) - statistics.tally.mean(id, prior))).toBeLessThanOrEqual(2 * meanRounding(statistics.tally, id, prior));
      }
    }
  });

  it('weights: rows that count twice are rows that are there twice', () => {
    const { estimates, labels } = testSet(random(3), 3000, 3);
    const weighed = engine.tally(3).add(estimates, labels, new Float64Array(3000).fill(2));
    const once = engine.tally(3).add(estimates, labels);
    expect(reversals(weighed, once)).toEqual([]);
    expect(rewardLead(weighed, once, 'generalizedReward', 'test')).toBe(0);
  });
});

it('statistics serve as well as the tally in them', () => {
  const statistics = (positive: number, negative: number) => engine.statistics(['no', 'yes']).add(Float64Array.of(positive, 1 - negative), Uint8Array.of(1, 0));
  const [one, two] = [statistics(0.6, 0.3), statistics(0.5, 0.7)];
  expect(reversals(one, two)).toEqual(reversals(first, second));
  expect(priorCurve([one, second])).toEqual(priorCurve([first, second]));
  expect(reversals({ tally: first }, two)).toHaveLength(1);
});

describe('priorCurve', () => {
  it('is the mean reward along the path of priors', () => {
    const curve = priorCurve([first, second], { points: 9 });
    expect(curve.class).toBe('yes');
    expect(curve.measure).toBe('generalizedReward');
    curve.priors.forEach((q, i) => {
      close(q, (i + 1) / 10, 1e-15);
      close(curve.means[0][i], byHand(0.6, 0.3, q) / 2, 1e-13);
      close(curve.means[1][i], byHand(0.5, 0.7, q) / 2, 1e-13);
    });
  });

  it('keeps the proportions of the other classes', () => {
    const set = testSet(random(5), 30, 3);
    const tally = engine.tally(['a', 'b', 'c']).add(set.estimates, set.labels);
    const { priors, means } = priorCurve([tally], { class: 'a', base: [0.2, 0.2, 0.6], points: 4 });
    priors.forEach((q, i) => {
      const wanted = reference('generalizedReward', set, [q, (1 - q) / 4, (3 * (1 - q)) / 4]);
      close(means[0][i], wanted.reduce((x, y) => x + y, 0) / 30, 1e-12);
    });
  });

  it('refuses what has no curve', () => {
    caught('tally', () => priorCurve([]));
    expect(caught('tally', () => priorCurve([engine.tally(2)])).found).toBe(0);
    const certain = engine.tally(2).add(Float64Array.of(1, 0), Uint8Array.of(0, 0));
    expect(caught('tally', () => reversals(certain, certain)).found).toBe(1);
    caught('tally', () => reversals(first, engine.tally(2).add(Float64Array.of(0.5), Uint8Array.of(0))));
    expect(caught('class-names', () => priorCurve([first], { class: 'maybe' })).message).toContain('no, yes');
  });
});
