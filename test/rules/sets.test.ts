import { createEngine, predictSets, ruleSets, significanceCurve } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from '../support/compare.js';
import { caught } from '../support/error.js';
import fc from '../support/properties.js';
import { distribution, random, testSet } from '../support/random.js';

const engine = await createEngine();

/** Sets as arrays, to look at. */
function lists({ members, sizes }: ReturnType<typeof predictSets>): number[][] {
  let at = 0;
  return Array.from(sizes, (size) => {
    at += size;
    return [...members.subarray(at - size, at)];
  });
}

describe('sets from estimates', () => {
  const p = Float64Array.of(0.5, 0.3, 0.2, 0.1, 0.1, 0.8, 0.4, 0.4, 0.2);

  it('above a threshold, the largest few, above the prior', () => {
    expect(lists(predictSets(p, 3, { above: 0.3 }))).toEqual([[0], [2], [0, 1]]);
    expect(lists(predictSets(p, 3, { above: 0 }))).toEqual([
      [0, 1, 2],
      [0, 1, 2],
      [0, 1, 2],
    ]);
    expect(lists(predictSets(p, 3, { above: 1 }))).toEqual([[], [], []]);
    expect(lists(predictSets(p, 3, { top: 1 }))).toEqual([[0], [2], [0]]);
    expect(lists(predictSets(p, 3, { top: 2 }))).toEqual([
      [0, 1],
      [2, 0],
      [0, 1],
    ]);
    expect(lists(predictSets(p, 3, { top: 0 }))).toEqual([[], [], []]);
    expect(lists(predictSets(p, 3, { prior: [0.4, 0.1, 0.5] }))).toEqual([[0, 1], [2], [1]]);
    expect(lists(predictSets(Float32Array.from(p), 3, { top: 3 }))).toEqual([
      [0, 1, 2],
      [2, 0, 1],
      [0, 1, 2],
    ]);
  });

  it('are what sorting would give', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 2, max: 40 }), fc.nat({ max: 40 }), (seed, k, wanted) => {
        const top = Math.min(wanted, k);
        const { estimates } = testSet(random(seed), 20, k);
        // Ties, too.
        const coarse = estimates.map((x) => Math.round(x * 8) / 8);
        const order = (r: number) => Array.from({ length: k }, (_, i) => i).sort((a, b) => coarse[r * k + b] - coarse[r * k + a] || a - b);
        expect(lists(predictSets(coarse, k, { top }))).toEqual(Array.from({ length: 20 }, (_, r) => order(r).slice(0, top)));
      }),
    );
  });

  it('rules that make no sense', () => {
    expect(caught('option', () => predictSets(p, 3, { top: 4 })).message).toMatch(/from 0 to 3/);
    expect(caught('option', () => predictSets(p, 3, { above: 30 })).message).toMatch(/threshold from 0 to 1/);
    expect(caught('option', () => predictSets(p, 3, { prior: [0.5, 0.5] })).message).toMatch(/prior of 3 classes/);
    expect(caught('length', () => predictSets(p, 2, { top: 1 })).message).toMatch(/2 to a row/);
  });

  it('a classifier that knows more is worth more by Sf, as by its reward', () => {
    const next = random(4);
    const rows = 5000;
    const k = 4;
    const truths = Array.from({ length: rows }, () => distribution(next, k, 4));
    const labels = Uint16Array.from(truths, (t) => {
      let u = next();
      return Math.max(
        0,
        t.findIndex((x) => {
          u -= x;
          return u < 0;
        }),
      );
    });
    const blurred = (share: number) => Float64Array.from(truths.flatMap((t) => t.map((x) => (1 - share) * x + share / k)));
    // Thresholds blur with the estimates, so the rule is the prior: what stands out from it.
    const worth = [0, 0.9].map((share) => {
      const noisy = blurred(share).map((x) => x + (share * (next() - 0.5)) / 4);
      return engine
        .ruleTally(k)
        .add(predictSets(noisy, k, { prior: new Float64Array(k).fill(1 / k) }), labels)
        .report().significance;
    });
    expect(worth[0]).toBeGreaterThan(worth[1] + 500);
    expect(worth[1]).toBeGreaterThan(0);
  });
});

describe('the curve of Sf against percent correct', () => {
  it('is 0 where as many are correct as the most frequent class has, and grows from there', () => {
    const { points, share } = significanceCurve(1000, 700);
    expect(share).toBe(0.7);
    expect(points.length).toBe(101);
    expect(points[70]).toEqual({ percentCorrect: 70, significance: 0, stirling: 0 });
    for (let i = 51; i <= 100; i++) expect(points[i].significance).toBeGreaterThan(points[i - 1].significance);
    expect(points[0].stirling).toBeNull();
    expect(points[100].stirling).toBeNull();
  });

  it('the paper’s formula comes close to the closed form', () => {
    for (const [rows, most] of [
      [200, 120],
      [3000, 2600],
    ])
      for (const { significance, stirling, percentCorrect } of significanceCurve(rows, most).points)
        if (percentCorrect > 3 && percentCorrect < 97) expect(Math.abs((stirling as number) - significance)).toBeLessThan(0.05);
  });

  it('lies near what a tally measures, for two classes and one prediction a row', () => {
    const next = random(6);
    const rows = 3000;
    const labels = Uint16Array.from({ length: rows }, () => Number(next() < 0.35));
    const most = labels.filter((label) => label === 0).length;
    for (const right of [0.7, 0.8, 0.95]) {
      const sets = ruleSets(
        2,
        Array.from(labels, (label) => [next() < right ? label : 1 - label]),
      );
      const { significance, percentCorrect } = engine.ruleTally(2).add(sets, labels).report();
      const { points } = significanceCurve(rows, most, rows + 1);
      const theory = points.find((point) => point.percentCorrect === percentCorrect);
      // The closed form leaves class frequencies out of If(D|T,Q): near, as in the paper's figure 1, not equal.
      expect(theory).toBeDefined();
      expect(Math.abs(significance - (theory?.significance as number)) / rows).toBeLessThan(0.1);
    }
  });

  it('few rows, and what makes no sense', () => {
    expect(significanceCurve(1, 1).points).toEqual([
      { percentCorrect: 0, significance: 0, stirling: null },
      { percentCorrect: 100, significance: 0, stirling: null },
    ]);
    close(significanceCurve(2, 1).points[2].significance, 1, 1e-15);
    for (const [rows, most, points] of [
      [0, 0, 9],
      [5, 6, 9],
      [5, 2, 1],
      [5, 2.5, 9],
    ])
      caught('option', () => significanceCurve(rows, most, points));
  });
});
