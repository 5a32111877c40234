import {
  createEngine,
  evaluate,
  evaluateLearner,
  fiveByTwo,
  foldDifferences,
  foldValues,
  holdout,
  kFold,
  type Learner,
  type LearnerData,
  leaveOneOut,
  measures,
  outOfBag,
  Random,
  trainValidationTest,
} from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from '../support/compare.js';
import { rejected } from '../support/error.js';
import { majority, memorizer, naiveBayes, priorLearner } from './learners.js';

/** Three classes about different points of the plane; sums of uniform numbers for normal ones. */
function clouds(n: number, seed: number): LearnerData<readonly number[]> & { labels: Uint8Array } {
  const random = new Random(seed);
  const uniform = () => random.uint32() / 2 ** 32;
  const normal = () => Array.from({ length: 12 }, uniform).reduce((a, b) => a + b, -6);
  const labels = Uint8Array.from({ length: n }, () => [0, 0, 0, 1, 1, 2][random.below(6)]);
  return { rows: Array.from(labels, (c) => [2 * (c % 2) + normal(), 2 * (c >> 1) + normal()]), labels, classes: ['a', 'b', 'c'] };
}

describe('the prior of each training part', () => {
  it('is what the prior learner quotes, and it earns exactly nothing by it, fold by fold', async () => {
    const data = clouds(90, 1);
    for (const plan of [kFold({ folds: 4, stratified: true }), holdout({ repetitions: 5 }), outOfBag({ samples: 5 }), trainValidationTest()]) {
      const result = await evaluateLearner(priorLearner, data, plan);
      for (const id of ['bayesianReward', 'generalizedReward', 'modalReward', 'kononenkoBratko'] as const) {
        for (const value of foldValues(result, id)) expect(Object.is(Math.abs(value), 0), `${plan.name} ${id} ${value}`).toBe(true);
        expect(result.pooled.measures[id].mean).toBe(0);
      }
      // The same learner under a uniform prior earns something: it knows the frequencies.
      const uniform = await evaluateLearner(priorLearner, data, plan, { prior: 'uniform' });
      expect(uniform.pooled.measures.bayesianReward.mean).toBeGreaterThan(0);
    }
  });

  it('counts the training part alone, from 0.5 or as asked', async () => {
    const labels = Uint8Array.of(0, 0, 0, 0, 1, 1);
    const { folds } = await evaluateLearner(priorLearner, { rows: labels, labels }, leaveOneOut());
    expect(folds[0].prior).toEqual([3.5 / 6, 2.5 / 6]);
    expect(folds[5].prior).toEqual([4.5 / 6, 1.5 / 6]);
    const laplace = await evaluateLearner(priorLearner, { rows: labels, labels }, leaveOneOut(), { start: 1 });
    expect(laplace.folds[5].prior).toEqual([5 / 7, 2 / 7]);
  });

  it('keeps the order of classes whose names are numbers', async () => {
    const labels = Uint8Array.of(0, 0, 0, 0, 1, 1);
    const { folds } = await evaluateLearner(priorLearner, { rows: labels, labels, classes: ['2', '1'] }, leaveOneOut());
    expect(folds[5].prior).toEqual([4.5 / 6, 1.5 / 6]);
  });

  it('gives a class that the training part lacks its starting count, and says so; from 0 it is an error that names class and split', async () => {
    const labels = Uint8Array.of(0, 1, 0, 1, 0, 1, 2);
    const data = { rows: labels, labels, classes: ['a', 'b', 'c'] };
    const { folds, warnings, pooled } = await evaluateLearner(priorLearner, data, leaveOneOut());
    expect(folds[6].prior).toEqual([3.5 / 7.5, 3.5 / 7.5, 0.5 / 7.5]);
    expect(warnings).toEqual([
      'the class c is missing from the training part of 1 of 7 splits (first: repetition 0, fold 6); its prior there comes from the starting count alone',
    ]);
    expect(pooled.measures.bayesianReward.infinite).toBe(0);
    const error = await rejected('prior', evaluateLearner(priorLearner, data, leaveOneOut(), { start: 0 }));
    expect(error.class).toBe('c');
    expect(error.message).toContain('learner "prior", repetition 0, fold 6: the prior of class "c" is 0');
    expect(error.message).toContain('Start the counts above 0');
  });
});

describe('the table', () => {
  const data = clouds(120, 2);
  const plan = kFold({ folds: 5, repetitions: 2, stratified: true, seed: 9 });

  it('has in each fold what evaluate gives', async () => {
    const result = await evaluateLearner(naiveBayes, data, plan, { reports: true });
    expect(result.folds).toHaveLength(10);
    let i = 0;
    for (const { train, test, repetition, fold } of plan.splits(data.labels)) {
      const pick = (rows: Uint32Array) => Array.from(rows, (r) => (data.rows as readonly number[][])[r]);
      const labels = (rows: Uint32Array) => Uint8Array.from(rows, (r) => data.labels[r]);
      const model = await naiveBayes.fit(pick(train), labels(train), { classes: ['a', 'b', 'c'], repetition, fold });
      const counts = [0, 1, 2].map((c) => labels(train).filter((label) => label === c).length);
      const report = await evaluate(await model.predict(pick(test)), labels(test), { classes: ['a', 'b', 'c'], prior: { counts } });
      const row = result.folds[i++];
      expect(row).toMatchObject({ repetition, fold, trainRows: 96, testRows: 24 });
      expect(row.report).toEqual(report);
      for (const { id } of measures) expect(row.measures[id as 'accuracy']).toBe(report.measures[id].mean);
      expect(row.measures.miscalibration).toBe(report.calibration.miscalibration);
    }
  });

  it('comes to means and standard deviations over folds, and to measures over all rows', async () => {
    const result = await evaluateLearner(naiveBayes, data, plan);
    for (const id of ['bayesianReward', 'accuracy', 'miscalibration'] as const) {
      const values = foldValues(result, id);
      const mean = values.reduce((a, b) => a + b, 0) / 10;
      const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 9;
      close(result.means[id].mean as number, mean, 1e-14);
      close(result.means[id].standardDeviation as number, Math.sqrt(variance), 1e-14);
      expect(result.means[id].folds).toBe(10);
    }
    // Folds of one size: the pooled mean is the mean of the folds.
    close(result.pooled.measures.quadraticLoss.mean as number, result.means.quadraticLoss.mean as number, 1e-14);
    expect(result.pooled.rows).toBe(240);
    expect(result.pooled.confusion!.flat().reduce((a, b) => a + b, 0)).toBe(240);
    expect(result.pooled.measures.accuracy.mean).toBe((result.pooled.confusion![0][0] + result.pooled.confusion![1][1] + result.pooled.confusion![2][2]) / 240);
    // It has learned something, and its pooled calibration is of all rows.
    expect(result.means.bayesianReward.mean).toBeGreaterThan(0.2);
    expect(result.pooled.miscalibration.cells).toBeGreaterThan(10);
    expect(result.folds[0].report).toBeUndefined();
  });

  it('weighs rows, not folds, where folds differ: pooled is the total by the rows', async () => {
    const { pooled, folds } = await evaluateLearner(naiveBayes, clouds(11, 3), kFold({ folds: 3 }));
    const total = folds.reduce((sum, fold) => sum + (fold.measures.quadraticLoss as number) * fold.testRows, 0);
    close(pooled.measures.quadraticLoss.mean as number, total / 11, 1e-13);
    expect(new Set(folds.map(({ testRows }) => testRows))).toEqual(new Set([3, 4]));
  });

  it('goes into JSON as it is, infinities included', async () => {
    const result = await evaluateLearner(majority, data, plan);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    expect(result.means.bayesianReward).toEqual({
      mean: '-Infinity',
      standardDeviation: null,
      folds: 10,
      reason: 'an infinite value has no standard deviation',
    });
    expect(result.warnings[0]).toMatch(/of 240 predictions called impossible what then happened and earn −∞; the cutoff mml/);
    expect(foldValues(result, 'bayesianReward')).toEqual(new Array(10).fill(-Infinity));
    const held = await evaluateLearner(majority, data, plan, { cutoff: 'mml', reports: true });
    expect(held.folds[0].report!.cutoff.name).toBe('mml:96');
    expect(Number.isFinite(held.means.bayesianReward.mean)).toBe(true);
    expect(held.warnings).toEqual([]);
  });

  it('is the same on both backends, with asynchronous learners, and with one column of two classes', async () => {
    const [wasm, plain] = await Promise.all((['wasm', 'plain'] as const).map((backend) => evaluateLearner(naiveBayes, data, plan, { backend })));
    expect(wasm).toEqual(plain);
    const later: Learner<readonly number[]> = {
      name: 'naive Bayes',
      async fit(rows, labels, context) {
        const model = await naiveBayes.fit(rows, labels, context);
        return { predict: async (wanted) => model.predict(wanted) };
      },
    };
    expect(await evaluateLearner(later, data, plan, { engine: await createEngine() })).toEqual(wasm);
    const labels = data.labels.map((label) => +(label > 0));
    const column: Learner<unknown> = { fit: () => ({ predict: (rows) => new Float32Array(rows.length).fill(0.25) }) };
    const { means, learner } = await evaluateLearner(column, { rows: labels, labels }, plan);
    const positives = labels.reduce((a, b) => a + b, 0);
    close(means.informationLoss.mean as number, (2 * positives + Math.log2(4 / 3) * (120 - positives)) / 120, 1e-12);
    expect(learner).toBe('learner');
  });
});

describe('differences for the significance tests', () => {
  const data = clouds(90, 4);

  it('are fold by fold, five pairs for 5×2, with the ratio of test to training rows', async () => {
    const plan = fiveByTwo({ stratified: true, seed: 2 });
    const [a, b] = [await evaluateLearner(naiveBayes, data, plan), await evaluateLearner(priorLearner, data, plan)];
    const { first, second, differences, fiveByTwo: pairs, testTrainRatio, scale } = foldDifferences(a, b, 'accuracy');
    expect(pairs!.map((pair) => pair.length)).toEqual([2, 2, 2, 2, 2]);
    expect(pairs!.flat()).toEqual(differences);
    expect(differences).toEqual(first.map((x, i) => x - second[i]));
    expect(scale).toBe(Math.max(...first, ...second));
    const ten = await evaluateLearner(priorLearner, data, kFold({ folds: 5, repetitions: 2 }));
    expect(foldDifferences(ten, ten, 'accuracy').fiveByTwo).toBeNull();
    expect(differences).toEqual(a.folds.map((fold, i) => (fold.measures.accuracy as number) - (b.folds[i].measures.accuracy as number)));
    expect(testTrainRatio).toBe(1);
    expect((await evaluateLearner(priorLearner, data, holdout({ repetitions: 3 }))).testTrainRatio).toBe(0.5);
    expect((await evaluateLearner(priorLearner, data, kFold({ folds: 10 }))).testTrainRatio).toBe(1 / 9);
  });

  it('are refused where the splits, the labels or the values do not allow them', async () => {
    const of = (seed: number, learner: Learner<readonly number[]> = naiveBayes, set = data) => evaluateLearner(learner, set, kFold({ folds: 3, seed }));
    const [one, two, certain, other] = [await of(1), await of(2), await of(1, majority), await of(1, naiveBayes, clouds(90, 5))];
    const run = async (...[a, b, id = 'accuracy']: [typeof one, typeof one, Parameters<typeof foldDifferences>[2]?]) => foldDifferences(a, b, id);
    expect((await rejected('option', run(one, two))).message).toContain('evaluated on different splits');
    await rejected('option', run(one, other));
    expect((await rejected('value', run(one, certain, 'bayesianReward'))).message).toMatch(
      /"majority" has an infinite bayesianReward in repetition 0, fold 0: .* a cutoff, such as mml/,
    );
    await rejected('option', run(one, one, 'nothing' as 'accuracy'));
    const single = await evaluateLearner(naiveBayes, clouds(6, 5), leaveOneOut());
    expect((await rejected('value', run(single, single, 'miscalibration'))).message).toContain('has no miscalibration in repetition 0, fold 0');
    expect(single.means.miscalibration).toEqual({ mean: null, standardDeviation: null, folds: 0, reason: 'no fold has a value' });
    expect(single.pooled.miscalibration.miscalibration).not.toBeNull();
  });
});

describe('Witten & Frank, §5.4', () => {
  it('leave-one-out says that the majority of two equally frequent classes is always wrong', async () => {
    const labels = Uint8Array.from({ length: 40 }, (_, r) => r % 2);
    const result = await evaluateLearner(majority, { rows: labels, labels }, leaveOneOut());
    expect(result.pooled.measures.accuracy.mean).toBe(0);
    // Stratified folds are right: half of the time.
    expect((await evaluateLearner(majority, { rows: labels, labels }, kFold({ folds: 10, stratified: true }))).pooled.measures.accuracy.mean).toBe(0.5);
  });

  it('the .632 bootstrap says 31.6 % of the memorizer on random labels, and .632+ the true 50 %', async () => {
    const random = new Random(11);
    const n = 400;
    const labels = Uint8Array.from(random.shuffle(Array.from({ length: n }, (_, r) => r % 2)));
    const rows = Array.from({ length: n }, (_, r) => r);
    const result = await evaluateLearner(memorizer, { rows, labels }, outOfBag({ samples: 50, seed: 3 }));
    const { outOfBag: out, resubstitution, noInformation, estimate, plus } = result.bootstrap632!.accuracy;
    expect(resubstitution).toBe(1);
    expect(noInformation).toBe(0.5);
    // Rows never seen are called class 0. Which are left out is random: about 147 of 400, without replacement, so that the
    // share of class 0 among them has a standard deviation of √(¼/147·(253/399)) = 0.033, and the mean of 50 of 0.0047.
    expect(Math.abs((out as number) - 0.5)).toBeLessThan(4 * 0.0047);
    expect(1 - (estimate as number)).toBeCloseTo(0.632 * (1 - (out as number)), 12);
    expect(Math.abs(1 - (estimate as number) - 0.316)).toBeLessThan(0.632 * 4 * 0.0047);
    expect(plus!.relativeOverfitting).toBeGreaterThan(0.96);
    expect(Math.abs(plus!.estimate - 0.5)).toBeLessThan(4 * 0.0047);
    expect(result.bootstrap632!.logLoss).toMatchObject({ plus: null, reason: expect.stringContaining('finite') });
  });

  it('no information is every label against every prediction, for every measure', async () => {
    const data = clouds(30, 6);
    const { bootstrap632 } = await evaluateLearner(naiveBayes, data, outOfBag({ samples: 3 }));
    const { rows, labels } = data as { rows: readonly number[][]; labels: Uint8Array };
    const model = await naiveBayes.fit(rows, labels, { classes: ['a', 'b', 'c'], repetition: -1, fold: -1 });
    const estimates = (await model.predict(rows)) as Float64Array;
    const crossed = { p: [] as number[], labels: [] as number[] };
    for (const label of labels) {
      for (let r = 0; r < 30; r++) {
        crossed.p.push(...estimates.subarray(3 * r, 3 * r + 3));
        crossed.labels.push(label);
      }
    }
    const counts = [0, 1, 2].map((c) => labels.filter((label) => label === c).length);
    const report = await evaluate(Float64Array.from(crossed.p), Uint8Array.from(crossed.labels), { prior: { counts } });
    for (const { id } of measures) close(bootstrap632![id as 'accuracy'].noInformation as number, report.measures[id].mean as number, 1e-12, id);
  });

  it('keeps samples that leave nothing out, without a value, and counts them', async () => {
    const labels = Uint8Array.of(0, 1);
    const result = await evaluateLearner(priorLearner, { rows: labels, labels }, outOfBag({ samples: 20, seed: 1 }));
    const empty = result.folds.filter(({ testRows }) => testRows === 0);
    expect(empty.length).toBeGreaterThan(0);
    expect(empty[0].measures.accuracy).toBeNull();
    expect(result.means.accuracy.folds).toBe(20 - empty.length);
    expect(result.warnings).toContainEqual(expect.stringContaining(`${empty.length} of 20 splits have nothing to test on`));
  });
});

describe('what can go wrong', () => {
  const labels = Uint8Array.of(0, 1, 0, 1, 0, 1);
  const data = { rows: labels, labels };
  const run = (learner: unknown, set: unknown = data, options = {}) =>
    evaluateLearner(learner as Learner<unknown>, set as LearnerData<unknown>, kFold({ folds: 3, seed: 1 }), options);

  it('says which split, and which row of the data', async () => {
    const [{ test }] = kFold({ folds: 3, seed: 1 }).splits(labels);
    const bad: Learner<unknown> = { name: 'bad', fit: () => ({ predict: () => Float64Array.of(0.5, 0.5, 0.5, 0.6) }) };
    const error = await rejected('estimates-sum', run(bad));
    expect(error.row).toBe(test[1]);
    expect(error.message).toContain('learner "bad", repetition 0, fold 0: row 1: the estimates sum to 1.1');
    expect(error.message).toContain(`Row 1 of this test part is row ${test[1]} of the data.`);
    await rejected('length', run({ fit: () => ({ predict: () => new Float64Array(5) }) }));
    await rejected('type', run({ fit: () => ({ predict: () => [0.5, '0.5'] }) }));
    await rejected('type', run({ fit: () => ({ predict: () => 'text' }) }));
  });

  it('refuses what is no learner, no model, no data', async () => {
    for (const learner of [{}, null, undefined]) await rejected('type', run(learner));
    for (const model of [{}, null, undefined])
      expect((await rejected('type', run({ fit: () => model }))).message).toContain('repetition 0, fold 0: fit gave no model');
    await rejected('length', run(priorLearner, { rows: [1, 2], labels }));
    await rejected('type', run(priorLearner, { rows: [0, 1], labels: [0, null] }));
    await rejected('class-count', run(priorLearner, { rows: labels, labels: new Uint8Array(6) }));
    expect((await rejected('label-out-of-range', run(priorLearner, { rows: labels, labels: Uint8Array.of(0, 1, 4, 1, 0, 1), classes: 3 }))).row).toBe(2);
    await rejected('prior', run(priorLearner, data, { prior: 'none' }));
    await rejected('cutoff', run(priorLearner, data, { cutoff: 'mml:' }));
  });

  it('takes labels of one class only where the classes are given', async () => {
    const { pooled } = await run(priorLearner, { rows: labels, labels: new Uint8Array(6), classes: 2 });
    expect(pooled.measures.accuracy.mean).toBe(1);
    expect(pooled.measures.bayesianReward.mean).toBe(0);
  });

  it('lets a learner’s own errors through, counts splits, and can be ended between them', async () => {
    const own = new Error('of the learner');
    await expect(run({ fit: () => Promise.reject(own) })).rejects.toBe(own);
    const seen: number[][] = [];
    const ended = new AbortController();
    await run(priorLearner, data, { onFold: (...at: number[]) => seen.push(at) });
    expect(seen).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    seen.length = 0;
    await expect(
      run(priorLearner, data, {
        signal: ended.signal,
        onFold: (...at: number[]) => {
          seen.push(at);
          ended.abort();
        },
      }),
    ).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toHaveLength(1);
  });

  it('hands the validation part to the learner, and the split’s numbers', async () => {
    const contexts: unknown[] = [];
    const curious: Learner<number> = {
      fit(rows, own, context) {
        contexts.push([rows.length, own.length, context.repetition, context.fold, context.validation?.rows.length, context.validation?.labels.length]);
        return priorLearner.fit(rows, own, context);
      },
    };
    await evaluateLearner(curious, data, trainValidationTest({ validation: 2, test: 1, repetitions: 2 }));
    expect(contexts).toEqual([
      [3, 3, 0, 0, 2, 2],
      [3, 3, 1, 0, 2, 2],
    ]);
  });
});
