import { createEngine, evaluate, lemma1, type MeasureId, measures } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close, sameStructure } from './support/compare.js';
import { rejected } from './support/error.js';
import { extremeSet, random, testSet } from './support/random.js';

const engine = await createEngine();

describe('evaluate', () => {
  it('reports what the parts say, for every measure', async () => {
    for (const [k, column] of [
      [2, true],
      [2, false],
      [5, false],
    ] as const) {
      const { estimates, labels } = testSet(random(k), 5000, k, column);
      const report = await evaluate(estimates, labels, { engine, classes: k });
      expect(Object.keys(report.measures)).toEqual(measures.map(({ id }) => id));
      const tally = engine.tally(k).add(estimates, labels);
      const statistics = engine.statistics(k).add(estimates, labels);
      for (const { id, unit, total } of measures) {
        const score = engine.score(id as MeasureId, estimates, labels, { classes: k });
        const { mean, total: sum, standardError } = statistics.summary(id);
        // Where rows are cut for Kononenko & Bratko's information is not the same here.
        if (id !== 'kononenkoBratko') expect(report.measures[id]).toMatchObject({ mean, total: sum, standardError, infinite: 0, unit });
        for (const name of ['mean', 'total', 'standardError'] as const) close(report.measures[id][name] as number, score[name], 1e-11, id);
        const [low, high] = report.measures[id].interval as [number, number];
        expect(low < score.mean && score.mean < high).toBe(true);
        if (total) close(report.measures[id].total as number, tally.total(id), 1e-11, id);
      }
      expect(report).toMatchObject({
        rows: 5000,
        classes: Array.from({ length: k }, (_, i) => String(i)),
        backend: engine.backend,
        renormalized: 0,
        ties: tally.ties,
      });
      expect(report.cutoff).toEqual({ name: 'none', low: 0, high: 1, changed: 0 });
      expect(report.confusion).toEqual(tally.confusion.table());
      if (k === 2) expect(report.lemma1).toEqual(lemma1(tally));
      else expect(report.lemma1).toBeUndefined();
    }
  });

  it('is plain data: JSON gives it back as it was', async () => {
    for (const share of [0, 0.5]) {
      const { estimates, labels } = extremeSet(random(4), 300, 3, false, share);
      const report = await evaluate(estimates, labels, { engine });
      expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    }
    const { estimates, labels } = extremeSet(random(4), 300, 2, true, 0.5);
    const report = await evaluate(estimates, labels, { engine });
    expect(report.lemma1?.reward).toBe('-Infinity');
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('counts the classes for itself: k to a row, or two from one column', async () => {
    const labels = Uint8Array.of(0, 1);
    expect((await evaluate(new Float64Array(8).fill(0.25), labels, { engine })).classes).toHaveLength(4);
    expect((await evaluate(new Float64Array(4).fill(0.5), labels, { engine })).classes).toHaveLength(2);
    expect((await evaluate(new Float64Array(2).fill(0.5), labels, { engine })).classes).toHaveLength(2);
  });

  it('the confusion matrix has rows by actual, columns by modal class', async () => {
    const estimates = Float64Array.of(0.8, 0.1, 0.1, 0.1, 0.8, 0.1, 0.1, 0.8, 0.1, 0.3, 0.3, 0.4);
    const { confusion, measures: found } = await evaluate(estimates, Uint8Array.of(0, 0, 1, 1), { engine });
    expect(confusion).toEqual([
      [1, 1, 0],
      [0, 1, 1],
      [0, 0, 0],
    ]);
    expect(found.accuracy).toMatchObject({ mean: 0.5, total: 2, unit: 'share' });
  });

  it('leaves the matrix out above a hundred classes', async () => {
    for (const [k, shown] of [
      [100, true],
      [101, false],
    ] as const) {
      const { estimates, labels } = testSet(random(k), 5, k);
      expect('confusion' in (await evaluate(estimates, labels, { engine }))).toBe(shown);
    }
  });

  it('the positive class matters to one column and to Lemma 1, and can be named', async () => {
    const estimates = Float64Array.of(0.9, 0.2);
    const labels = Uint8Array.of(0, 1);
    const options = { engine, classes: ['yes', 'no'] };
    const right = await evaluate(estimates, labels, { ...options, positive: 'yes' });
    const wrong = await evaluate(estimates, labels, options);
    expect(right.measures.accuracy.mean).toBe(1);
    expect(wrong.measures.accuracy.mean).toBe(0);
    expect(right.lemma1).toMatchObject({ positive: 'yes', truePositives: 1, trueNegatives: 1 });
    expect(wrong.lemma1).toMatchObject({ positive: 'no', falsePositives: 1, falseNegatives: 1 });
  });

  it('makes an engine of its own when none is given', async () => {
    const { estimates, labels } = testSet(random(4), 50, 3);
    const own = await evaluate(estimates, labels);
    expect(own).toEqual(await evaluate(estimates, labels, { engine }));
    expect((await evaluate(estimates, labels, { backend: 'plain' })).backend).toBe('plain');
  });

  it('sorts in the memory of an engine that has room, elsewhere if it has none, and gives it back', async () => {
    for (const backend of ['wasm', 'plain'] as const)
      for (const [k, column] of [
        [2, true],
        [2, false],
        [3, false],
        [11, false],
      ] as const) {
        const { estimates, labels } = extremeSet(random(k), 3000, k, column, 0.1);
        const own = await evaluate(estimates, labels, { backend, classes: k });
        for (const memory of [2 ** 21, 2 ** 24]) {
          const small = await createEngine({ backend, memory });
          // The first time staging and statistics take what they keep.
          await evaluate(estimates, labels, { engine: small, classes: k });
          const { available } = small.kernels;
          for (let again = 0; again < 3; again++) sameStructure(await evaluate(estimates, labels, { engine: small, classes: k }), own);
          const together = await Promise.all([0, 1, 2].map(() => evaluate(estimates, labels, { engine: small, classes: k })));
          for (const each of together) sameStructure(each, own);
          await rejected(
            'estimate-above-one',
            evaluate(
              estimates.map((p, r) => (r === estimates.length - 1 ? 2 : p)),
              labels,
              { engine: small, classes: k },
            ),
          );
          expect(small.kernels.available).toBe(available);
        }
      }
  });

  it('ordinary rows give no warnings', async () => {
    const { estimates, labels } = testSet(random(4), 200, 3);
    expect((await evaluate(estimates, labels, { engine })).warnings).toEqual([]);
  });

  it('takes many pieces and blocks', async () => {
    const { estimates, labels } = testSet(random(6), 140000, 2, true);
    const report = await evaluate(estimates, labels, { engine, prior: 'uniform' });
    // −ln p_c, added up in another way.
    let wanted = 0;
    for (let r = 0; r < labels.length; r++) wanted -= Math.log(labels[r] ? estimates[r] : 1 - estimates[r]);
    close(report.measures.logLoss.total as number, wanted, 1e-11);
    close(report.lemma1?.uniformReward as number, report.measures.goodReward.total as number, 1e-11);
  });
});
