import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as distributions from '../../dist/math/distributions.js';
import { ln1p, sum } from '../../dist/math/elementary.js';
import { exp } from '../../dist/math/exp.js';
import fc from '../support/properties.js';
import { relative } from './close.js';

const { source: _, ...tails } = JSON.parse(readFileSync(new URL('distributions.json', import.meta.url), 'utf8')) as Record<string, number[][]>;
const { tTail, fTail, chiSquareTail, normalTail, fairCoinTail, rangeTail, tQuantile, fQuantile, rangeQuantile, incompleteBeta } = distributions;
const functions: Record<string, (...args: number[]) => number> = {
  t: tTail,
  f: fTail,
  chiSquare: chiSquareTail,
  normal: normalTail,
  fairCoin: fairCoinTail,
  range: rangeTail,
} as Record<string, (...args: number[]) => number>;

describe('tails against 50-digit values', () => {
  it.each(Object.keys(functions))('%s: 12 digits, of the smallest tails too', (name) => {
    expect(tails[name].length).toBeGreaterThan(5);
    for (const row of tails[name]) relative(functions[name](...row.slice(0, -1)), row[row.length - 1], 1e-12, `${name}(${row.slice(0, -1).join(', ')})`);
  });
});

describe('ends', () => {
  it('at 0 and at infinity', () => {
    expect(tTail(Infinity, 3)).toBe(0);
    expect(tTail(-Infinity, 3)).toBe(1);
    expect(tTail(1e200, 3)).toBe(0);
    expect(tTail(0, 3)).toBe(0.5);
    expect(fTail(0, 2, 3)).toBe(1);
    expect(fTail(Infinity, 2, 3)).toBe(0);
    expect(chiSquareTail(0, 1)).toBe(1);
    expect(chiSquareTail(Infinity, 1)).toBe(0);
    expect(normalTail(Infinity)).toBe(0);
    expect(normalTail(-Infinity)).toBe(1);
    expect(fairCoinTail(4, 4)).toBe(1);
    expect(rangeTail(0, 3)).toBe(1);
    expect(incompleteBeta(2, 3, 0, 1)).toBe(0);
    expect(incompleteBeta(2, 3, 1, 0)).toBe(1);
  });
});

describe('quantiles', () => {
  it('are where the tail has the probability', () => {
    for (const alpha of [0.999, 0.5, 0.1, 0.05, 0.01, 1e-6, 1e-12]) {
      for (const df of [1, 2, 5, 29, 1e6]) relative(2 * tTail(tQuantile(alpha, df), df), alpha, 1e-13);
      relative(fTail(fQuantile(alpha, 10, 5), 10, 5), alpha, 1e-13);
      for (const k of [2, 5, 20]) relative(rangeTail(rangeQuantile(alpha, k), k), alpha, 1e-13);
    }
  });

  // Demšar (2006), table 5a: q/√2 for the Nemenyi test, to three digits.
  it.each([
    [0.05, [1.96, 2.343, 2.569, 2.728, 2.85, 2.949, 3.031, 3.102, 3.164]],
    [0.1, [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.78, 2.855, 2.92]],
  ])("Demšar's critical values at %s", (alpha, values) => {
    values.forEach((q, i) => {
      expect(Math.abs(rangeQuantile(alpha, i + 2) / Math.SQRT2 - q), `k = ${i + 2}`).toBeLessThan(0.00101);
    });
  });
});

describe('identities', () => {
  it('I_x(a, b) = 1 − I_1−x(b, a), and t² is F', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 200, noNaN: true }),
        fc.double({ min: 0.5, max: 200, noNaN: true }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        (a, b, x) => {
          expect(Math.abs(incompleteBeta(a, b, x, 1 - x) + incompleteBeta(b, a, 1 - x, x) - 1)).toBeLessThan(1e-13);
          const t = x * 10;
          relative(2 * tTail(t, a), fTail(t * t, 1, a), 1e-12);
        },
      ),
    );
  });

  it('tails fall', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 30, noNaN: true }),
        fc.double({ min: 0.01, max: 5, noNaN: true }),
        fc.integer({ min: 1, max: 60 }),
        (x, step, df) => {
          expect(tTail(x + step, df)).toBeLessThan(tTail(x, df));
          expect(chiSquareTail(x + step, df)).toBeLessThanOrEqual(chiSquareTail(x, df));
          expect(fTail(x + step, df, 7)).toBeLessThanOrEqual(fTail(x, df, 7));
        },
      ),
    );
  });
});

describe('what they are built from', () => {
  it('exp and ln1p are within two units in the last place of the engine', () => {
    fc.assert(
      fc.property(fc.double({ min: -708, max: 709, noNaN: true }), fc.double({ min: -0.999, max: 10, noNaN: true }), (x, y) => {
        relative(exp(x), Math.exp(x), 5e-16);
        if (y !== 0) relative(ln1p(y), Math.log1p(y), 5e-16);
      }),
      { numRuns: 2000 },
    );
    expect([exp(0), exp(-Infinity), exp(Infinity), exp(-1000), exp(1000)]).toEqual([1, 0, Infinity, 0, Infinity]);
    expect(exp(NaN)).toBeNaN();
    relative(exp(-744), 10 ** -323, 0.02);
  });

  it('sums keep what additions lose', () => {
    expect(sum([1, 1e100, 1, -1e100])).toBe(2);
    expect(sum(new Array(10).fill(0.1))).toBe(1);
  });
});
