import { bootstrap632, bootstrap632Plus } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { caught } from '../support/error.js';
import fc from '../support/properties.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });

it('Witten & Frank, §5.4: the memorizer on random labels, 31.6 %', () => {
  expect(bootstrap632({ outOfBag: 0.5, resubstitution: 0 })).toBe(0.316);
  expect(bootstrap632Plus({ outOfBag: 0.5, resubstitution: 0, noInformation: 0.5 })).toEqual({ estimate: 0.5, weight: 1, relativeOverfitting: 1 });
});

describe('.632+', () => {
  it('is the weighted mean, by hand', () => {
    // R = 0.2/0.4 = ½; weight = 0.632/0.816; estimate = 0.1 + weight · 0.2.
    const { estimate, weight, relativeOverfitting } = bootstrap632Plus({ outOfBag: 0.3, resubstitution: 0.1, noInformation: 0.5 });
    expect(relativeOverfitting).toBeCloseTo(0.5, 15);
    expect(weight).toBeCloseTo(0.632 / 0.816, 14);
    expect(estimate).toBeCloseTo(0.1 + (0.632 / 0.816) * 0.2, 14);
  });

  it('agrees with the paper’s closing formula, .632 and a correction, wherever nothing had to be held', () => {
    fc.assert(
      fc.property(share, share, share, (x, y, z) => {
        const [resubstitution, outOfBag, noInformation] = [x, y, z].sort((a, b) => a - b);
        const { estimate, relativeOverfitting: R } = bootstrap632Plus({ outOfBag, resubstitution, noInformation });
        const wanted = bootstrap632({ outOfBag, resubstitution }) + ((outOfBag - resubstitution) * 0.368 * 0.632 * R) / (1 - 0.368 * R);
        expect(Math.abs(estimate - wanted)).toBeLessThan(1e-12);
      }),
    );
  });

  it('keeps its rate in [0, 1], its weight in [.632, 1], and itself among what it is made of', () => {
    fc.assert(
      fc.property(share, share, share, (outOfBag, resubstitution, noInformation) => {
        const { estimate, weight, relativeOverfitting } = bootstrap632Plus({ outOfBag, resubstitution, noInformation });
        expect(relativeOverfitting).toBeGreaterThanOrEqual(0);
        expect(relativeOverfitting).toBeLessThanOrEqual(1);
        expect(weight).toBeGreaterThanOrEqual(0.632);
        expect(weight).toBeLessThanOrEqual(1);
        expect(estimate).toBeGreaterThanOrEqual(Math.min(outOfBag, resubstitution) - 1e-15);
        expect(estimate).toBeLessThanOrEqual(Math.max(outOfBag, resubstitution) + 1e-15);
      }),
    );
  });

  it('is the plain .632 where nothing is worse than resubstitution', () => {
    for (const [outOfBag, resubstitution, noInformation] of [
      [0.1, 0.2, 0.5],
      [0.3, 0.2, 0.1],
      [0.2, 0.2, 0.2],
      [0, 0, 0],
    ])
      expect(bootstrap632Plus({ outOfBag, resubstitution, noInformation })).toEqual({
        estimate: bootstrap632({ outOfBag, resubstitution }),
        weight: 0.632,
        relativeOverfitting: 0,
      });
  });

  it('is the same of a reward as of the loss that it is turned into', () => {
    fc.assert(
      fc.property(share, share, share, (outOfBag, resubstitution, noInformation) => {
        const loss = bootstrap632Plus({ outOfBag, resubstitution, noInformation });
        const reward = bootstrap632Plus({ outOfBag: -outOfBag, resubstitution: -resubstitution, noInformation: -noInformation, better: 'higher' });
        expect(reward.estimate + loss.estimate).toBeCloseTo(0, 14);
        expect(reward.relativeOverfitting).toBe(loss.relativeOverfitting);
      }),
    );
  });

  it('says so where something is infinite', () => {
    for (const bad of [NaN, Infinity, -Infinity])
      expect(caught('value', () => bootstrap632Plus({ outOfBag: bad, resubstitution: 0, noInformation: 1 })).message).toContain('cutoff');
  });
});
