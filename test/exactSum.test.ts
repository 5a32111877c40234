import { describe, expect, it } from 'vitest';
import { fromFixed, toFixed } from '../dist/math/exactSum.js';
import { exactTotal } from './support/exact.js';
import fc from './support/properties.js';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
/** Numbers whose last bit is not below 2^-256: what a log, or a sum of logs, can be. */
const kept = finite.filter((x) => x === 0 || Math.abs(x) >= 2 ** -203);

describe('toFixed and fromFixed', () => {
  it('there and back is the same number, up to the largest', () => {
    fc.assert(
      fc.property(kept, (x) => {
        expect(fromFixed(toFixed(x))).toBe(x === 0 ? 0 : x);
      }),
      { numRuns: 2000 },
    );
    for (const x of [0, 1, -1, Number.MAX_VALUE, -Number.MAX_VALUE, 2 ** 767, 2 ** 768, 2 ** -203, -745.1332191019412]) expect(fromFixed(toFixed(x))).toBe(x);
  });

  it('is a multiple of 2^-256, cut off towards 0', () => {
    expect(toFixed(1)).toBe(2n ** 256n);
    expect(toFixed(-0.5)).toBe(-(2n ** 255n));
    expect(toFixed(2 ** -256)).toBe(1n);
    expect(toFixed(-1.5 * 2 ** -256)).toBe(-1n);
    expect(toFixed(5e-324)).toBe(0n);
    expect(toFixed(2 ** 1023)).toBe(2n ** 1279n);
  });

  it('a sum is the exact sum, rounded once, in any order', () => {
    fc.assert(
      fc.property(fc.array(kept, { maxLength: 40 }), (values) => {
        const sum = (list: number[]) => fromFixed(list.reduce((total, x) => total + toFixed(x), 0n));
        const wanted = exactTotal(values);
        expect(sum(values)).toBe(sum([...values].reverse()));
        if (Math.abs(wanted) > 1e-60 && Math.abs(wanted) < 1e307) expect(Math.abs(sum(values) / wanted - 1)).toBeLessThanOrEqual(2 ** -52);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps what floating point loses', () => {
    const total = [1e16, 1, -1e16].reduce((sum, x) => sum + toFixed(x), 0n);
    expect(fromFixed(total)).toBe(1);
  });
});
