import { bestEstimate, createEngine, klDivergence, lemma1, measures } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from './support/compare.js';
import { random, testSet } from './support/random.js';

/** Figures and statements of the papers: Hope & Korb 2002 and 2004, Korb, Hope & Hughes 2001. */
const engine = await createEngine();

describe('the lazy expert (Hope & Korb 2002, §2.2, Hope & Korb 2004, §3.3)', () => {
  // One patient in ten has the disease; the expert says .9 "healthy" whoever comes.
  const labels = Uint8Array.from({ length: 1000 }, (_, r) => (r % 10 === 0 ? 1 : 0));
  const pairs = Float64Array.from({ length: 2000 }, (_, i) => (i % 2 ? 0.1 : 0.9));
  const column = new Float64Array(1000).fill(0.1);
  const classes = ['healthy', 'ill'];

  it.each([
    ['two columns', pairs],
    ['one column', column],
  ])('earns 0.531 a patient under Good from %s', (_, estimates) => {
    const { mean } = engine.score('goodReward', estimates, labels, { classes });
    expect(mean).toBeCloseTo(0.9 * (1 + Math.log2(0.9)) + 0.1 * (1 + Math.log2(0.1)), 12);
    expect(mean.toFixed(3)).toBe('0.531');
  });

  it.each(['bayesianReward', 'generalizedReward'] as const)('earns exactly nothing from any patient under %s', (id) => {
    const { values, total, mean } = engine.score(id, pairs, labels, { classes, prior: [0.9, 0.1] });
    for (const value of values) expect(value).toBe(0);
    expect([total, mean]).toEqual([0, 0]);
    const tally = engine.tally(classes).add(pairs, labels);
    expect(Math.abs(tally.mean(id, { healthy: 0.9, ill: 0.1 }))).toBeLessThan(1e-15);
  });

  it.each(['bayesianReward', 'generalizedReward'] as const)('earns at most a rounding error as one column under %s, since 1 − .1 is .9', (id) => {
    for (const value of engine.rewards(id, column, labels, { classes, prior: [0.9, 0.1] })) expect(Math.abs(value)).toBeLessThanOrEqual(1e-15);
  });

  it('quoting the prior earns exactly nothing for any number of classes', () => {
    const next = random(11);
    for (const k of [2, 3, 4, 5, 7, 10, 26, 100]) {
      const raw = Array.from({ length: k }, () => 0.05 + next());
      const sum = raw.reduce((a, b) => a + b, 0);
      const prior = Float64Array.from(raw, (x) => x / sum);
      const labels = Uint8Array.from({ length: k }, (_, r) => r);
      const estimates = Float64Array.from({ length: k * k }, (_, i) => prior[i % k]);
      for (const id of ['bayesianReward', 'generalizedReward'] as const)
        for (const value of engine.rewards(id, estimates, labels, { prior })) expect(value, `k = ${k}`).toBe(0);
    }
  });
});

describe('Definition 1 is a special case (Hope & Korb 2002, §2.2 and §2.3)', () => {
  it.each([
    ['two columns', false],
    ['one column', true],
  ])('with two classes and a uniform prior the four rewards agree on every instance of %s', (_, asColumn) => {
    // Multiples of 2^-32, so that 1 − p is exact and both forms say the same.
    const { estimates: column, labels } = testSet(random(21), 3000, 2, true);
    const estimates = asColumn ? column : Float64Array.from({ length: 6000 }, (_, i) => (i % 2 ? column[i >> 1] : 1 - column[i >> 1]));
    const [good, ...others] = (['goodReward', 'modalReward', 'generalizedReward', 'bayesianReward'] as const).map((id) =>
      engine.rewards(id, estimates, labels, { classes: 2, prior: 'uniform' }),
    );
    for (const other of others) for (let r = 0; r < good.length; r++) close(other[r], good[r], 1e-12, `row ${r}`);
  });
});

describe('mushrooms (Hope & Korb 2002, tables 2 and 6, dataset mu)', () => {
  // 8124 mushrooms, 4208 edible; 5×2cv trains on half. Every one right with certainty, held by the MML cutoff.
  const rows = 4062;
  const labels = Uint8Array.from({ length: rows }, (_, r) => (r < 2104 ? 0 : 1));
  const estimates = Float64Array.from({ length: 2 * rows }, (_, i) => (i % 2 === labels[i >> 1] ? 1 : 0));
  const options = { classes: ['edible', 'poisonous'], cutoff: 'mml:4062', prior: { counts: [2104, 1958], start: 0 } } as const;

  it('accuracy 1, information reward .9998', () => {
    expect(engine.score('accuracy', estimates, labels, options).mean).toBe(1);
    const { mean } = engine.score('generalizedReward', estimates, labels, options);
    // The table has 0.9998209, averaged over ten training sets.
    expect(Math.abs(mean - 0.9998209)).toBeLessThan(2e-6);
  });

  it('K&B .69259, in nats as Hope & Korb 2002 report it', () => {
    const { mean } = engine.score('kononenkoBratko', estimates, labels, options);
    expect(Math.abs(mean * Math.LN2 - 0.69259095)).toBeLessThan(1e-3);
  });
});

describe('Lemma 1 and 2 (Hope & Korb 2002, §4)', () => {
  it('add up to what Definitions 3 and 1 give instance by instance', () => {
    const { estimates, labels } = testSet(random(31), 2000, 2, true);
    const tally = engine.tally(2).add(estimates, labels);
    const { reward, uniformReward } = lemma1(tally, [0.3, 0.7]);
    const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);
    close(reward, sum(engine.rewards('generalizedReward', estimates, labels, { prior: [0.3, 0.7] })), 1e-11);
    close(uniformReward, sum(engine.rewards('goodReward', estimates, labels)), 1e-11);
  });
});

describe('Theorem 1 (Hope & Korb 2004, §3.3)', () => {
  it('the lazy expert of a rare disease should not quote its frequency under the generalized reward', () => {
    expect(bestEstimate(0.1, 0.1)).not.toBeCloseTo(0.1, 3);
    expect(bestEstimate(0.1, 0.1, 'bayesianReward')).toBe(0.1);
  });
});

describe('Kullback–Leibler divergence (Hope & Korb 2004, eq. 1, Korb, Hope & Hughes 2001, eq. 1)', () => {
  it('is Σ t log2(t/p)', () => {
    const next = random(41);
    for (const k of [2, 3, 10]) {
      const truths = testSet(next, 50, k).estimates;
      const { estimates } = testSet(next, 50, k);
      klDivergence(truths, estimates, k).forEach((bits, r) => {
        let wanted = 0;
        for (let i = r * k; i < (r + 1) * k; i++) wanted += truths[i] * Math.log2(truths[i] / estimates[i]);
        close(bits, wanted, 1e-13);
      });
    }
  });

  it('is 0 for the truth itself, ∞ where what can happen is called impossible, and leaves out what cannot happen', () => {
    const bits = klDivergence(Float64Array.of(0.25, 0.75, 0.5, 0.5, 0, 1), Float64Array.of(0.25, 0.75, 1, 0, 0.5, 0.5), 2);
    expect([...bits]).toEqual([0, Infinity, 1]);
    expect([...klDivergence(Float64Array.of(0, 1), Float64Array.of(0, 1), 2)]).toEqual([0]);
  });

  it('is no measure of a test set', () => {
    expect(measures.map(({ id }) => id)).not.toContain('klDivergence');
  });
});
