import { bestEstimate, createEngine } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from './support/compare.js';
import { caught } from './support/error.js';

/** Hope & Korb 2004, eq. 7: the expected generalized reward of always quoting p. */
const generalized = (f: number, p: number, q: number) => 1 - (f * Math.log(p)) / Math.log(q) - ((1 - f) * Math.log(1 - p)) / Math.log(1 - q);
/** Hope & Korb 2004, eq. 10 for two classes, in nats. */
const bayesian = (f: number, p: number, q: number) => f * Math.log(p / q) + (1 - f) * Math.log((1 - p) / (1 - q));

/** Where a unimodal function is largest, by comparing its values alone. */
function largest(value: (p: number) => number): number {
  let [low, high] = [1e-9, 1 - 1e-9];
  for (let turn = 0; turn < 200; turn++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (value(a) < value(b)) low = a;
    else high = b;
  }
  return (low + high) / 2;
}

const engine = await createEngine();
const frequencies = [0.01, 0.1, 0.3, 0.5, 0.77, 0.95];
const priors = [0.02, 0.1, 0.4, 0.5, 0.8, 0.99];

describe('bestEstimate', () => {
  it.each(frequencies)('f = %d: where the generalized reward is largest', (f) => {
    for (const q of priors) {
      // A maximum is flat: its place is known to about √ε.
      close(
        bestEstimate(f, q),
        largest((p) => generalized(f, p, q)),
        1e-7,
        `q = ${q}`,
      );
    }
  });

  it('solves f(1 − p)/(p(1 − f)) = ln q/ln(1 − q) (Hope & Korb 2004, eq. 9)', () => {
    for (const f of frequencies)
      for (const q of priors) {
        const p = bestEstimate(f, q);
        close((f * (1 - p)) / (p * (1 - f)), Math.log(q) / Math.log(1 - q), 1e-12);
      }
  });

  it('is the frequency itself only for a prior of ½', () => {
    for (const f of frequencies) for (const q of priors) expect(bestEstimate(f, q) === f).toBe(q === 0.5);
  });

  it('is the frequency itself for the Bayesian reward, whose maximum is there', () => {
    for (const f of frequencies)
      for (const q of priors) {
        expect(bestEstimate(f, q, 'bayesianReward')).toBe(f);
        close(
          f,
          largest((p) => bayesian(f, p, q)),
          1e-7,
        );
      }
  });

  it.each([
    ['generalizedReward', 0.2],
    ['bayesianReward', 0.2],
  ] as const)('no other constant estimate earns more on a test set: %s', (id, q) => {
    // 300 positives in 1000, so f = .3 exactly.
    const labels = Uint8Array.from({ length: 1000 }, (_, r) => (r < 300 ? 1 : 0));
    const earned = (p: number) => engine.score(id, new Float64Array(1000).fill(p), labels, { prior: [1 - q, q] }).mean;
    const best = bestEstimate(0.3, q, id);
    for (const off of [-0.05, -0.01, -0.001, 0.001, 0.01, 0.05]) expect(earned(best), `${best} + ${off}`).toBeGreaterThan(earned(best + off));
  });

  it('certainty stays certainty', () => {
    expect(bestEstimate(0, 0.2)).toBe(0);
    expect(bestEstimate(1, 0.2)).toBe(1);
  });

  it('refuses what is no frequency, and no prior', () => {
    for (const f of [-0.1, 1.1, NaN]) expect(caught('option', () => bestEstimate(f, 0.5)).found).toBe(f);
    for (const q of [0, 1, NaN, -1]) expect(caught('prior', () => bestEstimate(0.5, q)).found).toBe(q);
  });
});
