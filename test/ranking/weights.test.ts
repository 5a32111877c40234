import { auc, calibrate, delongTest, ranking, rankingCurves, reliability } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { detailsOf } from '../../src/columns/calibration/detailsOf.js';
import { KeptRows } from '../../src/columns/ranking/keptRows.js';
import { WeightedBins } from '../../src/columns/ranking/weightedBins.js';
import { WeightedRanks } from '../../src/columns/ranking/weightedRanks.js';
import { createEngine } from '../../src/core/engine.js';
import { treat } from '../../src/core/treatment.js';
import { closeStructure, sameStructure } from '../support/compare.js';
import { rejected } from '../support/error.js';
import { extremeSet, random, testSet } from '../support/random.js';

interface Rows {
  estimates: Float64Array;
  labels: Uint16Array;
  k: number;
  /** Estimates to a row. */
  width: number;
}

/** Each function that takes weights. */
const functions: Record<string, (rows: Rows, weights?: Float64Array) => unknown> = {
  ranking: ({ estimates, labels, k }, weights) => ranking(estimates, labels, { classes: k, ...(weights && { weights }) }),
  auc: ({ estimates, labels, k }, weights) => (k === 2 ? auc(estimates, labels, { classes: k, ...(weights && { weights }) }) : null),
  curves: ({ estimates, labels, k }, weights) => rankingCurves(estimates, labels, { classes: k, positive: 1, ...(weights && { weights }) }),
  'reliability, equal mass': ({ estimates, labels, k }, weights) =>
    reliability(estimates, labels, { classes: k, positive: 1, bins: 7, ...(weights && { weights }) }),
  'reliability, equal width': ({ estimates, labels, k }, weights) =>
    reliability(estimates, labels, { classes: k, positive: 1, binning: 'equal-width', ...(weights && { weights }) }),
  calibrate: ({ estimates, labels, k }, weights) => calibrate(estimates, labels, { classes: k, ...(weights && { weights }) }),
  delongTest: ({ estimates, labels, width }, weights) => {
    const scores = Float64Array.from(labels, (_, r) => estimates[r * width]);
    return delongTest(
      scores,
      scores.map((x) => (x * 7.3) % 1),
      labels,
      1,
      weights,
    );
  },
};

/** Rows as often as whole weights say. */
function repeated({ estimates, labels, k, width }: Rows, weights: Float64Array): Rows {
  const at = Array.from(weights).flatMap((weight, r) => new Array<number>(weight).fill(r));
  return {
    estimates: Float64Array.from(at.flatMap((r) => [...estimates.subarray(r * width, (r + 1) * width)])),
    labels: Uint16Array.from(at, (r) => labels[r]),
    k,
    width,
  };
}

const sets: [string, Rows][] = [
  ['two classes, a column', { ...testSet(random(1), 200, 2, true), k: 2, width: 1 }],
  ['two classes', { ...testSet(random(2), 200, 2), k: 2, width: 2 }],
  ['ties and extremes', { ...extremeSet(random(3), 200, 2, false, 0.3), k: 2, width: 2 }],
  ['four classes', { ...testSet(random(4), 200, 4), k: 4, width: 4 }],
] as [string, Rows][];

describe.each(sets)('%s', (_, rows) => {
  const next = random(9);
  const weights = Float64Array.from(rows.labels, () => Math.floor(next() * 4));
  describe.each(Object.entries(functions))('%s', (_, run) => {
    it('a row of weight 2 is two rows, one of weight 0 none', async () => {
      closeStructure(await run(rows, weights), await run(repeated(rows, weights)), 1e-12);
    });
    it('weights of 1 are no weights, to the last bit', async () => {
      sameStructure(await run(rows, new Float64Array(rows.labels.length).fill(1)), await run(rows));
    });
    it('twice a weight of ½ is one', async () => {
      const twice = repeated(rows, new Float64Array(rows.labels.length).fill(2));
      closeStructure(await run(twice, new Float64Array(twice.labels.length).fill(0.5)), await run(rows), 1e-12);
    });
  });

  it('above what is kept: weights by bin, within the error of the exact ones', async () => {
    const { backend } = await createEngine();
    const names = Array.from({ length: rows.k }, (_, i) => String(i));
    const found = async (most: number) => {
      const treatment = treat(names, rows.estimates, {});
      const kept = new KeptRows(treatment, rows.width === 1, 'ranking', true);
      const ranks = new WeightedRanks(names, treatment.positive, most, detailsOf({ curves: true }), (...of) => WeightedBins.create(backend, ...of));
      for (let from = 0; from < 200; from += 50) {
        kept.add(
          rows.estimates.subarray(from * rows.width, (from + 50) * rows.width),
          rows.labels.subarray(from, from + 50),
          weights.subarray(from, from + 50),
        );
        await ranks.add(kept.drain());
      }
      return ranks.finish(backend, 0.95);
    };
    const [exact, rough] = [await found(1e6), await found(100)];
    expect(rough.ranking.approximate).toMatch(/200 rows are too many to be kept/);
    // biome-ignore lint/suspicious/noExplicitAny: both shapes of a ranking are looked into
    const flat = ({ byClass, ...own }: any): Record<string, number> => ({ ...own, ...byClass });
    const [a, b] = [exact, rough].map(({ ranking }) => flat(ranking));
    const errors = Object.entries(flat(rough.ranking.error));
    expect(errors.length).toBe(rows.k === 2 ? 3 : 2 + rows.k);
    for (const [key, bound] of errors) expect(Math.abs(a[key] - b[key]), key).toBeLessThanOrEqual(bound + 1e-12);
    rough.ofClass?.forEach((got, i) => {
      const one = exact.ofClass?.[i] as typeof got;
      closeStructure(got.equalWidth, one.equalWidth, 1e-12);
      closeStructure(got.spiegelhalter, one.spiegelhalter, 1e-11);
      closeStructure(got.decompositions.log.corp.loss, one.decompositions.log.corp.loss, 1e-12);
      expect(Math.abs(got.equalMass.expected - one.equalMass.expected)).toBeLessThanOrEqual((got.equalMass.error?.expected as number) + 1e-12);
    });
    expect(rough.modal?.miscalibration.miscalibration).toBeGreaterThan(0);
  });
});

describe('weights that are none', () => {
  const p = Float64Array.of(0.1, 0.9, 0.4);
  const y = Uint8Array.of(0, 1, 1);
  it('are an error that says so', async () => {
    await rejected('length', ranking(p, y, { weights: [1, 2] }));
    for (const bad of [-1, NaN, Infinity]) await rejected('weight', ranking(p, y, { weights: [1, bad, 1] }));
    await rejected('value', calibrate(p, y, { weights: [0, 0, 0] }));
  });
  it('a class that weighs nothing has no ranking', async () => {
    expect(await ranking(p, y, { weights: [0, 1, 1] })).toMatchObject({ auc: null, reason: 'every row has the class 1' });
  });
});
