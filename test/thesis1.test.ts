import { createEngine, lemma1, priorCurve, reversals } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from './support/compare.js';
import { caught } from './support/error.js';
import { random, testSet } from './support/random.js';
import { reference } from './support/reference.js';

const engine = await createEngine();

/** 000 §5: w₁z₁ = .6 and x₁y₁ = .3 against .5 and .7, as one positive and one negative row each. */
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
    // ln(1 − q)/ln q = ln(x₂y₂/x₁y₁)/ln(w₁z₁/w₂z₂), from 000 eq. 14 with an equals sign.
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
