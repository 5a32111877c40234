import { auc, calibrate, createEngine, decide, type Engine, evaluate, lemma1, type MeasureId, measures, ranking, reliability } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close, closeStructure, sameBits, sameStructure } from './support/compare.js';
import { caught, rejected } from './support/error.js';
import { type Random, random, slice, type TestSet, testSet } from './support/random.js';
import { reference } from './support/reference.js';

const engine = await createEngine();
const plain = await createEngine({ backend: 'plain' });
const ids = measures.map(({ id }) => id as MeasureId);

/** Rows as rounding leaves them among ordinary ones: 1 beside tiny numbers, numbers below 0, numbers above 1. */
function roundedSet(next: Random, rows: number, k: number, share = 0.3, outside = 0): TestSet & { ones: number; outside: number } {
  const set = testSet(next, rows, k);
  let [ones, out] = [0, 0];
  for (let r = 0; r < rows; r++) {
    const row = set.estimates.subarray(r * k, (r + 1) * k);
    if (next() < share) {
      // The true class is above 0, and one of two others at least.
      for (let i = 0; i < k; i++) row[i] = i > 1 && i !== set.labels[r] && next() < 0.3 ? 0 : 10 ** -(8 + 300 * next() ** 3);
      row[Math.floor(next() * k)] = 1;
      ones++;
    } else if (next() < outside) {
      row.fill(0);
      const i = Math.floor(next() * k);
      row[i] = 1 + 2 ** -52;
      row[(i + 1) % k] = -1e-18 * (1 + next());
      out += 2;
    }
  }
  return { ...set, ones, outside: out };
}

describe('a 1 beside others above 0', () => {
  it.each([2, 3, 5, 40])('%d classes: every measure is as the others of the row say, by tally and by row', (k) => {
    const next = random(k);
    const set = roundedSet(next, 400, k);
    const { estimates, labels } = set;
    const q = Float64Array.from({ length: k }, () => 1 / k);
    const tally = engine.tally(k).add(estimates, labels);
    expect([tally.roundedOnes, tally.impossible, tally.certain]).toEqual([set.ones, 0, 0]);
    for (const { id, total } of measures) {
      const wanted = reference(id, set, q);
      const { values, ...summary } = engine.score(id as MeasureId, estimates, labels, { classes: k, prior: q });
      values.forEach((value, r) => {
        close(value, wanted[r], 1e-12, `${id} of row ${r}`);
      });
      const sum = wanted.reduce((a, b) => a + b, 0);
      close(summary.total, sum, 1e-12, id);
      if (total) close(tally.total(id, q), sum, 1e-12, id);
    }
  });

  it('1 and 1.86e-19 with the second true earn log2 1.86e-19, as one column of P(second) does', () => {
    const rows = [1.86e-19, 3e-7, 0.25, 1.86e-19, 1e-300];
    const pairs = Float64Array.from(rows.flatMap((p) => [p < 1e-6 ? 1 : 1 - p, p]));
    for (const labels of [Uint8Array.of(1, 1, 1, 0, 1), Uint8Array.of(0, 0, 0, 1, 0)]) {
      const [two, one] = [pairs, Float64Array.from(rows)].map((estimates) => engine.tally(2).add(estimates, labels));
      expect([two.roundedOnes, one.roundedOnes]).toEqual([4, 0]);
      for (const id of ids) {
        const [a, b] = [pairs, Float64Array.from(rows)].map((estimates) => engine.rewards(id, estimates, labels, { prior: [0.3, 0.7] }));
        // Of one column 1 − 3e-7 is what it is.
        for (let r = 0; r < 5; r++) close(a[r], b[r], 1e-6, `${id} of row ${r}`);
      }
      closeStructure({ ...lemma1(two, [0.3, 0.7]) }, { ...lemma1(one, [0.3, 0.7]) }, 1e-6);
    }
    expect(engine.rewards('goodReward', Float64Array.of(1, 1.86e-19), Uint8Array.of(1))[0]).toBeCloseTo(1 + Math.log2(1.86e-19), 12);
  });

  it('is counted, and earns what it did, where the true class has it', () => {
    const estimates = Float64Array.of(1, 1e-19, 0, 1, 0, 0);
    const tally = engine.tally(3).add(estimates, Uint8Array.of(0, 0));
    expect([tally.roundedOnes, tally.impossible]).toEqual([1, 0]);
    for (const id of ids) {
      const [rounded, certain] = engine.rewards(id, estimates, Uint8Array.of(0, 0), { prior: 'uniform' });
      close(rounded, certain, 1e-37, id);
    }
  });

  it('stays −∞ beside zeros alone, and where the true class has 0; a report says which', async () => {
    const estimates = Float64Array.of(1, 0, 0, 1, 0, 1e-19, 0.5, 0, 0.5, 1, 1e-19, 0);
    const labels = Uint8Array.of(1, 1, 1, 1);
    const tally = engine.tally(3).add(estimates, labels);
    expect([tally.roundedOnes, tally.impossible, tally.certain, tally.total('bayesianReward')]).toEqual([2, 3, 1, -Infinity]);
    // Nothing is 0 in the first class's bets but the certain row's.
    const without = engine.tally(3).add(estimates.subarray(3), labels.subarray(1)).statistics();
    expect([...without.B].every(Number.isFinite)).toBe(true);
    const [first, ...rest] = engine.rewards('goodReward', estimates, labels);
    expect(first).toBe(-Infinity);
    expect(rest.every(Number.isFinite)).toBe(true);
    const warned = async (...rows: number[]) => {
      const p = rows.flatMap((r) => [...estimates.subarray(3 * r, 3 * r + 3)]);
      return (await evaluate(Float64Array.from(p), new Uint8Array(rows.length).fill(1), { engine })).warnings.join('\n');
    };
    expect(await warned(0, 1, 2)).toMatch(
      /3 of 3 predictions called impossible what then happened .*: in 2 the true class had 0, in 1 another class had 1, all others 0;/,
    );
    expect(await warned(0)).toMatch(/earn −∞: another class had 1, all others 0;/);
    expect(await warned(1, 2)).toMatch(/earn −∞: the true class had 0;/);
    expect(await warned(3)).toMatch(/^1 of 1 rows have an estimate of 1 beside others above 0/);
    const column = engine.tally(2).add(Float64Array.of(1, 0, 1, 0.5), Uint8Array.of(0, 1, 1, 0));
    expect([column.impossible, column.certain]).toEqual([2, 2]);
  });

  it('several in a row, within a large tolerance, each leave over the sum of the others', () => {
    const set = { k: 3, estimates: Float64Array.of(1, 1, 0.25, 1, 1, 0.25, 0.5, 1, 1), labels: Uint16Array.of(2, 0, 1), column: false };
    const q = [0.2, 0.3, 0.5];
    for (const each of [engine, plain]) {
      const tally = each.tally(3, { tolerance: 2 }).add(set.estimates, set.labels);
      expect([tally.roundedOnes, tally.impossible]).toEqual([3, 0]);
      for (const { id, total } of measures) {
        const wanted = reference(id, set, q);
        const values = each.rewards(id as MeasureId, set.estimates, set.labels, { prior: q, tolerance: 2 });
        for (let r = 0; r < 3; r++) close(values[r], wanted[r], 1e-12, id);
        const sum = wanted.reduce((a, b) => a + b, 0);
        if (total) close(tally.total(id, q), sum, 1e-12, id);
      }
    }
  });

  it('is looked for after a cutoff, which leaves none, and after renormalizing', () => {
    const estimates = Float64Array.of(1, 1e-19, 0.5, 0.5);
    for (const cutoff of ['mml:100', 'epsilon:0.001'] as const) expect(engine.tally(2, { cutoff }).add(estimates, Uint8Array.of(1, 0)).roundedOnes).toBe(0);
    // A cutoff that is 1 in float64 keeps nothing away from it.
    expect(engine.tally(2, { cutoff: 'mml:1e17' }).add(estimates, Uint8Array.of(1, 0))).toMatchObject({ roundedOnes: 1, impossible: 0 });
    const tally = engine.tally(2, { renormalize: true }).add(Float64Array.of(4, 4e-19, 1, 1e-9), Uint8Array.of(1, 1));
    expect([tally.renormalized, tally.roundedOnes, tally.impossible]).toEqual([2, 1, 0]);
    close(tally.total('goodReward'), 2 + Math.log2(1e-19) + Math.log2(1 - 1 / (1 + 1e-9)), 1e-12);
  });
});

describe('estimates barely outside 0 to 1', () => {
  it('are taken as 0 or 1 and counted, and no array of the caller is changed', async () => {
    const chunk = engine.chunk(1, 3);
    for (const [given, taken, labels] of [
      [Float64Array.of(-1.35e-18, 0.25, 0.75), [0, 0.25, 0.75], Uint8Array.of(2)],
      [Float64Array.of(1.0000000000000002, 0, -0), [1, 0, 0], Uint8Array.of(0)],
      [Float64Array.of(-1.35e-18, 1.0000000000000002), [0, 1], Uint8Array.of(1)],
      [Float64Array.of(0.5, -9e-7, 1.0000009, 0.25), [0.5, 0, 1, 0.25], Uint8Array.of(0, 0, 1, 1)],
      [Float32Array.of(-9e-4, 0.5, 0.5), [0, 0.5, 0.5], Uint8Array.of(1)],
    ] as const) {
      const before = given.slice();
      const changed = given.filter((p, i) => p !== taken[i]).length;
      const [a, b] = [engine, plain].map((each) => each.tally(given.length === 3 ? 3 : 2).add(given, labels));
      expect([a.roundedOutside, b.roundedOutside]).toEqual([changed, changed]);
      sameStructure(a.statistics(), engine.tally(a.k).add(Float64Array.from(taken), labels).statistics());
      sameStructure(a.toJSON(), b.toJSON());
      for (const id of ids)
        for (const each of [engine, plain]) sameBits(each.rewards(id, given, labels), engine.rewards(id, Float64Array.from(taken), labels), id);
      const report = await evaluate(given, labels, { engine });
      expect(report.roundedOutside).toBe(changed);
      expect(report.warnings.join('\n')).toMatch(
        `${changed} estimate${changed === 1 ? '' : 's'} outside 0 to 1, by no more than the tolerance, taken as 0 or 1`,
      );
      sameBits(given, before);
    }
    // Nor is what lies in the core's own memory.
    chunk.probabilities.set([-1e-18, 1, 0]);
    chunk.labels[0] = 1;
    expect(engine.tally(3).add(chunk.probabilities, chunk.labels).roundedOutside).toBe(1);
    expect(chunk.probabilities[0]).toBe(-1e-18);
    chunk.free();
  });

  it('the sum is that of what they are taken as', () => {
    const off = Float64Array.of(0.5 + 9e-7, -9e-7, 0.5, -9e-7);
    expect(engine.tally(4).add(off, Uint8Array.of(0)).roundedOutside).toBe(2);
    const error = caught('estimates-sum', () => engine.tally(4).add(Float64Array.of(0.5 + 9e-7, -9e-7, 0.5 + 9e-7, -9e-7), Uint8Array.of(0)));
    expect(error.found).toBeCloseTo(1 + 1.8e-6, 12);
  });

  it('by more than the tolerance is an error with the number as it came, behind others that rounding moved', () => {
    for (const [estimates, code, found, options] of [
      [Float64Array.of(-1e-18, 1, 0.5, 0.5, 1.5, -0.5), 'estimate-above-one', 1.5, {}],
      [Float64Array.of(-1e-18, 1, 0.5, 0.5, -2e-6, 1), 'estimate-negative', -2e-6, {}],
      [Float32Array.of(-1e-4, 1, 0.5, 0.5, 1, Math.fround(-2e-3)), 'estimate-negative', Math.fround(-2e-3), {}],
      [Float64Array.of(-1e-18, 1, 0.5, 0.5, -1e-9, 1), 'estimate-negative', -1e-9, { tolerance: 1e-10 }],
      [Float64Array.of(-1e-18, 1, 0.5, 0.5, -1e-18, 0.5), 'estimates-sum', 0.5, {}],
      [Float64Array.of(0.5, 0.5, -1e-18, 1, 60, -10), 'estimate-above-one', 60, { renormalize: true }],
      [Float64Array.of(-1e-18, 0.5, 1.5), 'estimate-above-one', 1.5, {}],
    ] as const)
      for (const each of [engine, plain]) {
        const tally = each.tally(2, options);
        const before = JSON.stringify(tally);
        const error = caught(code, () => tally.add(estimates, Uint8Array.of(0, 1, 0)));
        expect([error.row, error.found]).toEqual([2, found]);
        expect(JSON.stringify(tally)).toBe(before);
        caught(code, () => each.rewards('bayesianReward', estimates, Uint8Array.of(0, 1, 0), options));
      }
    // Where any sum will do, rounding is still no more than that.
    caught('estimate-above-one', () => engine.tally(2, { tolerance: Infinity }).add(Float64Array.of(1.5, 0), Uint8Array.of(0)));
    const label = caught('label-out-of-range', () => engine.tally(2).add(Float64Array.of(-1e-18, 1), Uint8Array.of(2)));
    expect(label.found).toBe(2);
  });

  it('ranking, calibration, curves and decisions take them as they are scored', async () => {
    for (const k of [2, 3]) {
      const { estimates, labels, outside } = roundedSet(random(k), 500, k, 0.2, 0.3);
      expect(outside).toBeGreaterThan(50);
      const taken = estimates.map((p) => Math.min(1, Math.max(0, p)));
      const weights = Float64Array.from(labels, (_, r) => 1 + (r % 3));
      for (const backend of ['wasm', 'plain'] as const) {
        const about = { backend, positive: 1, ...(k === 3 ? { positive: 'c', classes: ['a', 'b', 'c'] } : {}) };
        for (const options of [{ backend }, { backend, weights }]) {
          const [one, other] = await Promise.all([estimates, taken].map((p) => evaluate(p, labels, options)));
          expect([one.roundedOutside, other.roundedOutside]).toEqual([outside, 0]);
          sameStructure({ ...one, roundedOutside: 0, warnings: [] }, { ...other, warnings: [] });
          sameStructure(await ranking(estimates, labels, options), await ranking(taken, labels, options));
          sameStructure(await calibrate(estimates, labels, options), await calibrate(taken, labels, options));
          sameStructure(await reliability(estimates, labels, { ...about, ...options }), await reliability(taken, labels, { ...about, ...options }));
          if (k === 2) expect(await auc(estimates, labels, options)).toBe(await auc(taken, labels, options));
        }
      }
      const names = ['a', 'b', 'c'].slice(0, k);
      const costs = names.map((_, i) => names.map((_, j) => Math.abs(i - j)));
      sameStructure(decide(estimates, labels, names, costs), decide(taken, labels, names, costs));
      await rejected('estimate-negative', ranking(Float64Array.of(0.5, -2e-6), Uint8Array.of(0, 1)));
    }
  });
});

describe.each([2, 3, 5, 40])('%d classes: the same bits', (k) => {
  const set = roundedSet(random(10 + k), 70000, k, 0.2, 0.02);
  const { estimates, labels } = set;
  const whole = engine.tally(k).add(estimates, labels);

  it('in chunks of any size, in any grouping of merges, and through JSON on the way', () => {
    expect([whole.roundedOnes, whole.roundedOutside]).toEqual([set.ones, set.outside]);
    for (const size of [997, 4096, 30001]) {
      let tally = engine.tally(k);
      const parts = [];
      for (let from = 0; from < labels.length; from += size) {
        const rows = slice(set, from, Math.min(labels.length, from + size));
        tally.add(...rows);
        if (from % (3 * size) === 0) tally = engine.tallyFrom(JSON.stringify(tally));
        parts.push(engine.tally(k).add(...rows));
      }
      expect(JSON.stringify(tally)).toBe(JSON.stringify(whole));
      const forth = parts.reduce((sum, part) => sum.merge(part), engine.tally(k));
      const back = parts.reduceRight((sum, part) => sum.merge(part), engine.tally(k));
      sameStructure(forth.statistics(), back.statistics());
      expect([forth.roundedOnes, forth.roundedOutside, forth.impossible, forth.certain]).toEqual([set.ones, set.outside, whole.impossible, whole.certain]);
    }
  });

  it('on both backends, also of each row', () => {
    const few = slice(set, 0, 9000);
    sameStructure(plain.tally(k).add(estimates, labels).toJSON(), whole.toJSON());
    const prior = Float64Array.from({ length: k }, (_, i) => (i + 1) / ((k * (k + 1)) / 2));
    for (const id of ids) sameStructure(plain.score(id, ...few, { classes: k, prior }), engine.score(id, ...few, { classes: k, prior }));
  });

  it('whatever pieces rows come in, and whichever measures are made together', async () => {
    const few = slice(set, 0, 9000);
    const [one, other] = await Promise.all([engine, plain].map((each) => evaluate(...few, { classes: k, engine: each })));
    sameStructure({ ...one, backend: '' }, { ...other, backend: '' });
    for (const id of ids) close(engine.score(id, ...few, { classes: k }).total, Number(one.measures[id].total), 1e-12, id);
  });

  it('weights of 1 are none, and of 2 a row twice', () => {
    const [p, truths] = slice(set, 0, 3000);
    const twice = engine.tally(k).add(p, truths).add(p, truths);
    const tally = engine.tally(k).add(p, truths, new Float64Array(3000).fill(2));
    for (const id of ['bayesianReward', 'generalizedReward', 'goodReward', 'modalReward'])
      close(tally.total(id, 'uniform'), twice.total(id, 'uniform'), 1e-11, id);
    expect([tally.impossible, tally.certain, tally.roundedOnes * 2, tally.roundedOutside * 2]).toEqual([
      twice.impossible / 2,
      twice.certain / 2,
      twice.roundedOnes,
      twice.roundedOutside,
    ]);
    const both = (each: Engine) => each.tally(k).add(p, truths, new Float64Array(3000).fill(2)).toJSON();
    sameStructure(both(engine), both(plain));
  });
});

it('tallies saved before these were counted are read', () => {
  const { roundedOnes, roundedOutside, certain, ...old } = engine.tally(2).add(Float64Array.of(0.25, 0.75), Uint8Array.of(1)).toJSON();
  expect([roundedOnes, roundedOutside, certain]).toEqual([0, 0, 0]);
  expect(engine.tallyFrom(old)).toMatchObject({ rows: 1, roundedOnes: 0, roundedOutside: 0, certain: 0 });
});
