import { delongTest } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from '../support/compare.js';
import { caught } from '../support/error.js';
import fc from '../support/properties.js';
import * as reference from './reference.js';

const score = fc.integer({ min: 0, max: 12 }).map((i) => i / 4);
const rows = fc
  .array(fc.record({ a: score, b: score, positive: fc.boolean() }), { minLength: 6, maxLength: 40 })
  .filter((all) => [true, false].every((side) => all.filter(({ positive }) => positive === side).length > 1));

describe('DeLong’s test of two areas', () => {
  it('has the variance of the paper’s structural components', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const got = delongTest(
          all.map(({ a }) => a),
          all.map(({ b }) => b),
          all.map(({ positive }) => Number(positive)),
        );
        const [one, two] = [all.map(({ a, positive }) => ({ score: a, positive })), all.map(({ b, positive }) => ({ score: b, positive }))];
        close(got.difference as number, reference.auc(one) - reference.auc(two), 1e-14);
        const { delongCovariance: covariance } = reference;
        const variance = covariance(one, one) + covariance(two, two) - 2 * covariance(one, two);
        close(got.standardError as number, Math.sqrt(Math.max(0, variance)), 1e-7);
        if (variance > 1e-6) close(got.z as number, (got.difference as number) / Math.sqrt(variance), 1e-9);
      }),
    );
  });

  it('two small rankings by hand, and the p of their z by adding up the bell', () => {
    const got = delongTest([6, 5, 2, 4, 3, 1], [6, 2, 4, 5, 3, 1], [1, 1, 1, 0, 0, 0]);
    expect(got.aucs?.map((area) => area * 9)).toEqual([7, 6]);
    const z = got.z as number;
    let inside = 0;
    const steps = 20000;
    for (let i = 0; i < steps; i++) inside += (Math.exp(-0.5 * (((i + 0.5) / steps) * z) ** 2) * z) / steps / Math.sqrt(2 * Math.PI);
    close(got.p as number, 1 - 2 * inside, 1e-9);
  });

  it('answers degenerate rows', () => {
    expect(delongTest([1, 2, 3, 4], [1, 2, 3, 4], [0, 1, 0, 1])).toMatchObject({ difference: 0, p: 1 });
    expect(delongTest([1, 2, 3, 4], [4, 3, 2, 1], [0, 0, 1, 1])).toMatchObject({ aucs: [1, 0], difference: 1, p: 0, z: null });
    expect(delongTest([1, 2], [2, 1], [1, 1]).reason).toMatch(/no row is outside the positive class/);
    expect(delongTest([1, 2], [2, 1], [0, 1]).reason).toMatch(/two rows of each side/);
    expect(caught('length', () => delongTest([1], [1, 2], [0, 1])).message).toMatch(/1 and 2 estimates for 2 labels/);
    expect(caught('estimate-not-finite', () => delongTest([1, NaN], [1, 2], [0, 1])).row).toBe(1);
  });
});
