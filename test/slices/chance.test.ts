import { describe, expect, it } from 'vitest';
import { resolvePrior } from '../../dist/core/priors.js';
import { createEngine } from '../../dist/index.js';
import { benjaminiHochberg } from '../../dist/significance/benjaminiHochberg.js';
import { addRewards, noRewards, shapeOf } from '../../dist/slices/rewardShape.js';
import { sliceReport } from '../../dist/slices/sliceReport.js';
import { noCalibration } from '../../dist/slices/sliceSums.js';
import { sliceTest } from '../../dist/slices/sliceTest.js';
import { random } from './rows.js';

describe("Benjamini and Hochberg's adjustment", () => {
  it('is theirs', () => {
    expect(benjaminiHochberg([0.01, 0.04, 0.03, 0.2])).toEqual([0.04, expect.closeTo(0.0533333333), expect.closeTo(0.0533333333), 0.2]);
    expect(benjaminiHochberg([])).toEqual([]);
  });
});

/** Rows of two classes by their rewards: the mean of the logs of both bets is 1 less, for each is −1 under equal priors. */
function madePiece(rewards: Float64Array, labels: Uint8Array): Parameters<typeof addRewards>[2] {
  return { rows: labels.length, labels: Uint16Array.from(labels), bits: rewards.map((reward) => reward - 1), weights: undefined };
}

describe('the test of a slice', () => {
  it('is near the share of random draws that are as far off', () => {
    const next = random(7);
    const n = 400;
    const p = Float64Array.from({ length: n }, () => next() ** 3);
    const labels = Uint8Array.from(p, (q) => Number(next() < q));
    return createEngine().then((engine) => {
      const rewards = engine.rewards(
        'bayesianReward',
        Float64Array.from({ length: 2 * n }, (_, i) => (i % 2 ? p[i >> 1] : 1 - p[i >> 1])),
        labels,
        {
          classes: 2,
          prior: 'uniform',
        },
      );
      const histogram = noRewards(2);
      addRewards(histogram, 2, madePiece(rewards, labels));
      const shape = shapeOf(histogram, Float64Array.of(0.5, 0.5));
      const mean = rewards.reduce((sum, x) => sum + x, 0) / n;
      expect(shape.mean).toBeCloseTo(mean, 12);
      for (const [rows, off] of [
        [15, -0.25],
        [15, 0.2],
        [60, -0.12],
        [300, -0.03],
      ]) {
        let beyond = 0;
        const order = [...rewards];
        for (let draw = 0; draw < 20_000; draw++) {
          let sum = 0;
          for (let i = 0; i < rows; i++) {
            const j = i + Math.floor(next() * (n - i));
            [order[i], order[j]] = [order[j], order[i]];
            sum += order[i];
          }
          if (off < 0 ? sum / rows <= mean + off : sum / rows >= mean + off) beyond++;
        }
        const found = sliceTest(mean + off, rows, shape) / 2;
        expect(found / (beyond / 20_000)).toBeGreaterThan(0.75);
        expect(found / (beyond / 20_000)).toBeLessThan(1.35);
      }
    });
  });

  it('flags anything in at most 5 % of test sets without a difference', async () => {
    const engine = await createEngine();
    const next = random(11);
    const classes = ['no', 'yes'];
    const [runs, rows] = [160, 600];
    let flagged = 0;
    for (let run = 0; run < runs; run++) {
      const p = new Float64Array(2 * rows);
      const labels = new Uint8Array(rows);
      for (let r = 0; r < rows; r++) {
        const q = 0.3 * next() ** 2;
        p.set([1 - q, q], 2 * r);
        labels[r] = Number(next() < q);
      }
      const whole = engine.statistics(classes).add(p, labels);
      const rewards = noRewards(2);
      addRewards(rewards, 2, madePiece(engine.rewards('bayesianReward', p, labels, { classes, prior: 'uniform' }), labels));
      const columns = [3, 12].map((values, c) => {
        const codes = Array.from({ length: rows }, () => Math.floor(next() * values));
        const slices = Array.from({ length: values }, (_, value) => {
          const mine = codes.flatMap((code, r) => (code === value ? [r] : []));
          const statistics = engine.statistics(classes).add(
            Float64Array.from(mine.flatMap((r) => [p[2 * r], p[2 * r + 1]])),
            Uint8Array.from(mine, (r) => labels[r]),
          );
          return { name: String(value), rows: mine.length, statistics, calibration: noCalibration() };
        });
        return { name: `c${c}`, kind: 'values' as const, slices };
      });
      const prior = resolvePrior('test', classes, () => whole.tally.confusion.actual());
      const report = sliceReport({ columns, rewards }, whole, prior, 0.95);
      if (report.slices.some(({ difference }) => (difference.adjustedP ?? 1) < 0.05)) flagged++;
    }
    // 5 %, and three standard deviations of so many runs.
    expect(flagged / runs).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs));
  });
});
