import { correlations, evaluateLearner, foldCorrelations, foldValues, holdout } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from '../support/compare.js';
import { caught } from '../support/error.js';
import fc from '../support/properties.js';
import { majority, priorLearner } from './learners.js';

describe('correlations', () => {
  it('are Pearson’s', () => {
    // Anscombe's quartet: the first two have correlations of 0.81642 and 0.81624 with their x.
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const { names, matrix, replications, method, reasons } = correlations({
      x,
      y1: [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68],
      y2: [9.14, 8.14, 8.74, 8.77, 9.26, 8.1, 6.13, 3.1, 9.13, 7.26, 4.74],
      down: x.map((value) => -3 * value + 7),
    });
    expect({ names, replications, method, reasons }).toEqual({ names: ['x', 'y1', 'y2', 'down'], replications: 11, method: 'Pearson', reasons: {} });
    close(matrix[0][1]!, 0.81642051634484, 1e-13);
    close(matrix[0][2]!, 0.816236506000243, 1e-13);
    close(matrix[0][3]!, -1, 1e-15);
    for (let i = 0; i < 4; i++) {
      expect(matrix[i][i]).toBe(1);
      for (let j = 0; j < 4; j++) expect(matrix[i][j]).toBe(matrix[j][i]);
    }
  });

  it('do not change with unit and origin, stay in [−1, 1], and turn round with the sign', () => {
    const column = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(column, column, fc.constantFrom(1e-300, 1e-5, 3, 1e300), (a, b, unit) => {
        const { matrix } = correlations({ a, b, scaled: a.map((value) => value * unit), turned: b.map((value) => 5 - value) });
        fc.pre(matrix[0][1] !== null);
        expect(Math.abs(matrix[0][1]!)).toBeLessThanOrEqual(1);
        close(matrix[2][1]!, matrix[0][1]!, 1e-12);
        close(matrix[0][3]!, -matrix[0][1]!, 1e-12);
      }),
    );
  });

  it('are null, with the reason, where a column is constant, incomplete, infinite or too short (Korb, Hope & Hughes 2001, tables 4 and 6 print NaN)', () => {
    const { matrix, reasons } = correlations({
      reward: [0.2, 0.3, 0.1],
      accuracy: [1, 1, 1],
      calibration: [0.1, NaN, 0.2],
      loss: [1, Infinity, Infinity],
      fine: [1, 2, 0],
    });
    expect(matrix[0][1]).toBeNull();
    expect(matrix[1]).toEqual([null, null, null, null, null]);
    close(matrix[0][4]!, 1, 1e-15);
    expect(reasons).toEqual({
      accuracy: 'it is 1 in every replication',
      calibration: 'it has no value in 1 of 3 replications',
      loss: 'it is infinite in 2 of 3 replications',
    });
    expect(correlations({ a: [1], b: [2] })).toMatchObject({
      matrix: [
        [null, null],
        [null, null],
      ],
      reasons: { a: 'a correlation needs two replications' },
    });
    expect(correlations({})).toMatchObject({ names: [], matrix: [] });
    expect(caught('length', () => correlations({ a: [1, 2], b: [1] })).column).toBe('b');
  });

  it('of folds', async () => {
    const labels = Uint8Array.from({ length: 60 }, (_, r) => +(r % 3 === 0));
    const result = await evaluateLearner(priorLearner, { rows: labels, labels }, holdout({ repetitions: 25 }), { prior: 'uniform' });
    const { names, matrix, replications } = foldCorrelations(result, ['bayesianReward', 'accuracy', 'miscalibration']);
    expect(names).toEqual(['bayesianReward', 'accuracy', 'miscalibration']);
    expect(replications).toBe(25);
    const byHand = correlations({ a: foldValues(result, 'bayesianReward'), b: foldValues(result, 'accuracy') });
    expect(matrix[0][1]).toBe(byHand.matrix[0][1]);
    // Always the same bet: what is right more often earns more.
    expect(matrix[0][1]).toBeGreaterThan(0.9);
    const certain = await evaluateLearner(majority, { rows: labels, labels }, holdout({ repetitions: 5 }));
    expect(foldCorrelations(certain).reasons.bayesianReward).toBe('it is infinite in 5 of 5 replications');
  });
});
