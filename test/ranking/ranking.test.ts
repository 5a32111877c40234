import { auc, calibrate, createEngine, evaluate, ranking, rankingCurves, reliability } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close, closeStructure, sameBits, sameStructure } from '../support/compare.js';
import { rejected } from '../support/error.js';
import fc from '../support/properties.js';
import { distribution, random } from '../support/random.js';
import * as reference from './reference.js';

const scores = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(0, -0, 1, 0.5, 0.25, 5e-324, 1e-310, 1 - 2 ** -53, 2 ** -53),
  fc.integer({ min: 0, max: 10 }).map((i) => i / 10),
);
const pairs = fc.array(fc.record({ score: scores, positive: fc.boolean() }), { minLength: 4, maxLength: 60 });
const mixed = pairs.filter((rows) => [true, false].every((side) => rows.filter(({ positive }) => positive === side).length > 1));

// biome-ignore lint/suspicious/noExplicitAny: both shapes of a ranking are looked into
const rank = async (rows: reference.Scored[], options = {}): Promise<any> =>
  ranking(
    Float64Array.from(rows, ({ score }) => score),
    Uint8Array.from(rows, ({ positive }) => Number(positive)),
    options,
  );

describe('two classes', () => {
  it('every pair and every threshold looked at gives the same', async () => {
    await fc.assert(
      fc.asyncProperty(mixed, async (rows) => {
        const got = await rank(rows);
        close(got.auc, reference.auc(rows), 1e-14, 'auc');
        close(got.averagePrecision, reference.averagePrecision(rows), 1e-14, 'average precision');
        close(got.standardError, Math.sqrt(reference.delongCovariance(rows, rows)), 1e-12, 'standard error');
        if (got.interval) {
          expect(got.interval[0]).toBeCloseTo(Math.max(0, got.auc - 1.959963984540054 * got.standardError), 12);
          expect(got.interval[1]).toBeCloseTo(Math.min(1, got.auc + 1.959963984540054 * got.standardError), 12);
        } else expect(got.standardError).toBe(0);
      }),
    );
  });

  it('the order of rows changes nothing, to the bit; nor does anything that keeps the order of scores', async () => {
    await fc.assert(
      fc.asyncProperty(mixed, fc.integer(), async (rows, seed) => {
        const next = random(seed);
        const whole = await rank(rows);
        const shuffled = rows.map((row) => ({ row, at: next() })).sort((a, b) => a.at - b.at);
        sameStructure(await rank(shuffled.map(({ row }) => row)), whole);
        const values = [...new Set(rows.map(({ score }) => score + 0))].sort((a, b) => a - b);
        sameStructure(await rank(rows.map(({ score, positive }) => ({ positive, score: (values.indexOf(score + 0) + 1) / (values.length + 1) }))), whole);
      }),
      { numRuns: 40 },
    );
  });

  it('the classes swapped, and the estimates with them, have the same area', async () => {
    await fc.assert(
      fc.asyncProperty(mixed, async (rows) => {
        // Halves, so that 1 − p is exact and ties stay ties.
        const even = rows.map(({ score, positive }) => ({ positive, score: Math.round(score * 1024) / 1024 }));
        const other = even.map(({ score, positive }) => ({ positive: !positive, score: 1 - score }));
        const [one, two] = [await rank(even), await rank(other)];
        close(two.auc, one.auc, 1e-15);
        close(two.standardError, one.standardError, 1e-13);
        // The other class named as positive, from two columns, is the same question.
        const both = Float64Array.from(even.flatMap(({ score }) => [1 - score, score]));
        const labels = Uint8Array.from(even, ({ positive }) => Number(positive));
        close(((await ranking(both, labels, { positive: 0 })) as typeof two).auc, two.auc, 0);
      }),
      { numRuns: 40 },
    );
  });

  it('all rows twice: the same area and precision', async () => {
    await fc.assert(
      fc.asyncProperty(mixed, async (rows) => {
        const [one, two] = [await rank(rows), await rank([...rows, ...rows])];
        close(two.auc, one.auc, 1e-15);
        close(two.averagePrecision, one.averagePrecision, 1e-14);
      }),
      { numRuns: 30 },
    );
  });

  it('has an answer, or a reason, for degenerate rows', async () => {
    const rows = (...given: [number, boolean][]) => given.map(([score, positive]) => ({ score, positive }));
    expect(await rank(rows([0.2, false], [0.9, false]))).toMatchObject({ auc: null, averagePrecision: null, interval: null, reason: 'no row has the class 1' });
    expect(await rank(rows([0.2, true], [0.9, true]))).toMatchObject({ auc: null, averagePrecision: 1, reason: 'every row has the class 1' });
    expect(await rank(rows([0.5, true], [0.5, false], [0.5, true], [0.5, false]))).toMatchObject({ auc: 0.5, averagePrecision: 0.5, interval: null });
    expect(await rank(rows([0.1, false], [0.2, false], [0.8, true], [0.9, true]))).toMatchObject({
      auc: 1,
      averagePrecision: 1,
      standardError: 0,
      interval: null,
    });
    expect((await rank(rows([0.1, false], [0.8, true]))).reason).toMatch(/two rows of each side; found 1 and 1/);
    // 49 · (1/49) is not 1: what the placements are rounded by is no variance.
    const many = (negative: number, positive: number) => Array.from({ length: 98 }, (_, r) => ({ score: r % 2 ? positive : negative, positive: r % 2 === 1 }));
    for (const [negative, positive, area] of [
      [0.2, 0.7, 1],
      [0.7, 0.2, 0],
      [0.4, 0.4, 0.5],
    ]) {
      const found = await rank(many(negative, positive));
      expect(found).toMatchObject({ auc: area, standardError: 0, interval: null });
      expect(found.reason).toMatch(/variance is 0/);
    }
    // 0 and −0 are one estimate.
    expect((await rank(rows([0, true], [-0, false]))).auc).toBe(0.5);
    expect((await rank(rows([-0, true], [0, false]))).auc).toBe(0.5);
  });

  it('says which row cannot be ranked', async () => {
    for (const [score, code] of [
      [NaN, 'estimate-not-finite'],
      [Infinity, 'estimate-not-finite'],
      [-0.1, 'estimate-negative'],
      [1.5, 'estimate-above-one'],
    ] as const) {
      const error = await rejected(code, ranking(Float64Array.of(0.5, score), Uint8Array.of(0, 1)));
      expect(error.row).toBe(1);
    }
    await rejected('label-out-of-range', ranking(Float64Array.of(0.5, 0.6), Uint8Array.of(0, 7)));
    await rejected('length', ranking(new Float64Array(), new Uint8Array()));
  });
});

describe('more classes', () => {
  const set = (seed: number, rows: number, k: number, digits: number) => {
    const next = random(seed);
    return Array.from({ length: rows }, (_, r) => ({
      estimates: distribution(next, k).map((p) => Math.round(p * 10 ** digits) / 10 ** digits),
      label: r < k ? r : Math.floor(next() * k),
    }));
  };
  it.each([3, 4, 7])('k = %d: ranks as Hand and Till write them, and each class against the rest', async (k) => {
    for (let seed = 0; seed < 10; seed++) {
      const rows = set(seed, 40, k, seed % 2 ? 1 : 12);
      const estimates = Float64Array.from(rows.flatMap(({ estimates }) => estimates));
      // biome-ignore lint/suspicious/noExplicitAny: both shapes of a ranking are looked into
      const got: any = await ranking(
        estimates,
        Uint8Array.from(rows, ({ label }) => label),
        { classes: k },
      );
      close(got.aucOneVsOne, reference.handTill(rows, k), 1e-14, 'one against one');
      const rest = Array.from({ length: k }, (_, i) => reference.auc(rows.map(({ estimates, label }) => ({ score: estimates[i], positive: label === i }))));
      close(got.aucOneVsRest, rest.reduce((a, b) => a + b, 0) / k, 1e-14, 'one against the rest');
      rest.forEach((area, i) => {
        close(got.byClass[i], area, 1e-14);
      });
      // Classes in another order: the same.
      const turned = Float64Array.from(rows.flatMap(({ estimates }) => [...estimates.slice(1), estimates[0]]));
      // biome-ignore lint/suspicious/noExplicitAny: as above
      const other: any = await ranking(
        turned,
        Uint8Array.from(rows, ({ label }) => (label + k - 1) % k),
        { classes: k },
      );
      close(other.aucOneVsOne, got.aucOneVsOne, 1e-14);
    }
  });

  it('a class without a row: null, a reason, and what the others have', async () => {
    const got = await ranking(Float64Array.of(0.5, 0.3, 0.2, 0.2, 0.5, 0.3), Uint8Array.of(0, 1), { classes: ['a', 'b', 'c'] });
    expect(got).toMatchObject({ aucOneVsOne: null, aucOneVsRest: null, byClass: { a: 1, b: 1, c: null } });
    expect(got.reason).toMatch(/no row has the class c/);
  });
});

describe('backends', () => {
  it('wasm and plain give the same bits: sorted numbers, and all that follows', async () => {
    const [wasm, plain] = [await createEngine({ backend: 'wasm' }), await createEngine({ backend: 'plain' })];
    const next = random(5);
    const kinds: [string, () => number][] = [
      ['even', next],
      ['tied', () => Math.floor(next() * 20) / 20],
      ['near 0', () => next() * 2 ** Math.floor(-1074 * next())],
      ['near 1', () => 1 - next() * 2 ** -40],
      ['all the same', () => 0.3],
      ['extremes', () => [0, 1, 5e-324, 0.5][Math.floor(4 * next())]],
    ];
    for (const [name, make] of kinds)
      for (const length of [0, 1, 2, 17, 1000, 16384, 16385, 70000]) {
        const values = Float64Array.from({ length }, () => make() * (next() < 0.4 ? -1 : 1));
        const [one, two] = [wasm, plain].map(({ kernels }) => {
          const out = kernels.float64(length);
          expect(kernels.sortRanked(length, (piece, from) => piece.set(values.subarray(from, from + piece.length)), out)).toBe(-1);
          const state = new Float64Array(8);
          kernels.rankWins(out, length, state);
          const spread = new Float64Array(8);
          kernels.rankSpread(out, length, state[1] + state[3], state[2] + state[4], 0.6, spread);
          const copy = [...out, ...state, ...spread];
          kernels.free(out);
          return copy;
        });
        sameBits(one, two, `${name}, ${length}`);
      }
  });

  it('rank alike, and evaluate() reports the same', async () => {
    const next = random(6);
    for (const k of [2, 3]) {
      const rows = 20000;
      const estimates = new Float64Array(rows * k);
      const labels = Uint16Array.from({ length: rows }, () => Math.floor(next() * k));
      for (let r = 0; r < rows; r++) estimates.set(distribution(next, k), r * k);
      const [one, two] = await Promise.all((['wasm', 'plain'] as const).map((backend) => ranking(estimates, labels, { classes: k, backend })));
      sameStructure(one, two);
      sameStructure((await evaluate(estimates, labels, { classes: k })).ranking, one);
      const float32 = (await evaluate(Float32Array.from(estimates), Uint32Array.from(labels), { classes: k })).ranking;
      sameStructure(float32, await ranking(Float32Array.from(estimates), labels, { classes: k }));
    }
  });
});

describe('parts of it alone', () => {
  it('auc() and reliability() are those of ranking() and calibrate(), and an engine serves again and again', async () => {
    const next = random(12);
    const estimates = Float64Array.from({ length: 3000 }, () => Math.round(next() * 500) / 500);
    const labels = Uint8Array.from(estimates, (p) => Number(next() < p));
    const { byClass } = await calibrate(estimates, labels, { bins: 7 });
    for (const backend of ['wasm', 'plain'] as const) {
      // Room for the rows once, and a little.
      const engine = await createEngine({ backend, memory: 2 ** 19 });
      for (let again = 0; again < 30; again++) {
        expect(await auc(estimates, labels, { engine })).toBe((await rank([...estimates].map((score, r) => ({ score, positive: labels[r] === 1 })))).auc);
        closeStructure(await reliability(estimates, labels, { engine, bins: 7 }), byClass[1].equalMass, 1e-14);
        closeStructure(await reliability(estimates, labels, { engine, bins: 7, binning: 'equal-width' }), byClass[1].equalWidth, 1e-14);
        await rejected(
          'estimate-above-one',
          auc(
            Float64Array.from(estimates, (p, r) => (r === 2999 ? 2 : p)),
            labels,
            { engine },
          ),
        );
        await rejected(
          'label-out-of-range',
          auc(
            estimates,
            Uint8Array.from(labels, (label, r) => (r === 2999 ? 2 : label)),
            { engine },
          ),
        );
      }
    }
    expect(
      await auc(
        estimates,
        labels.map(() => 0),
      ),
    ).toBeNull();
    expect((await rejected('class-count', auc(new Float64Array(9), new Uint8Array(3)))).message).toMatch(/3 classes: expected 2/);
    await rejected('option', reliability(new Float64Array(9), new Uint8Array(3)));
    await rejected('option', reliability(estimates, labels, { bins: 1.5 }));
  });
});

describe('curves', () => {
  it('hold what thresholds select, and the areas under them are those of the ranking', async () => {
    await fc.assert(
      fc.asyncProperty(mixed, async (rows) => {
        const estimates = Float64Array.from(rows, ({ score }) => score);
        const labels = Uint8Array.from(rows, ({ positive }) => Number(positive));
        const { points, costCurve, given, corners } = await rankingCurves(estimates, labels);
        expect(given).toBe(corners);
        for (const { threshold, selected, truePositives } of points) {
          const chosen = rows.filter(({ score }) => threshold !== null && score >= threshold);
          expect([selected, truePositives]).toEqual([chosen.length, chosen.filter(({ positive }) => positive).length]);
        }
        // Trapezoids under the corners.
        let area = 0;
        for (let i = 1; i < points.length; i++) {
          const [a, b] = [points[i - 1], points[i]];
          area += (((b.falsePositiveRate as number) - (a.falsePositiveRate as number)) * ((a.truePositiveRate as number) + (b.truePositiveRate as number))) / 2;
        }
        close(area, reference.auc(rows), 1e-13);
        const last = points[points.length - 1];
        expect(last).toMatchObject({ share: 1, truePositiveRate: 1, falsePositiveRate: 1, lift: 1 });
        // The cost curve is the least over all thresholds.
        for (let pc = 0; pc <= 1; pc += 0.05) {
          const least = Math.min(...points.map((p) => (1 - (p.truePositiveRate as number)) * pc + (p.falsePositiveRate as number) * (1 - pc)));
          const segment = (costCurve ?? []).find(({ from, to }) => pc >= from - 1e-12 && pc <= to + 1e-12);
          if (!segment) expect.fail(`no segment holds ${pc}`);
          close((1 - segment.truePositiveRate) * pc + segment.falsePositiveRate * (1 - pc), least, 1e-12);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are thinned to what is asked for, with their ends', async () => {
    const next = random(9);
    const estimates = Float64Array.from({ length: 5000 }, next);
    const labels = Uint8Array.from(estimates, (p) => Number(next() < p));
    const { points, given, corners } = await rankingCurves(estimates, labels, { points: 100 });
    expect(given).toBeLessThanOrEqual(100);
    expect(corners).toBeGreaterThan(1000);
    expect([points[0].selected, points[points.length - 1].selected]).toEqual([0, 5000]);
    for (let i = 1; i < points.length; i++) expect(points[i].selected).toBeGreaterThan(points[i - 1].selected);
  });

  it('Witten & Frank, §5.7: of a million households 0.1 % answer; the best 100,000 hold 400 of the 1,000, the best 400,000 hold 800', async () => {
    // One in a hundred of each.
    const estimates = new Float64Array(10000).fill(0.1).fill(0.5, 0, 4000).fill(0.9, 0, 1000);
    const labels = new Uint8Array(10000).fill(1, 0, 4).fill(1, 1000, 1004).fill(1, 4000, 4002);
    const { points } = await rankingCurves(estimates, labels);
    expect(points.find(({ threshold }) => threshold === 0.9)).toMatchObject({ share: 0.1, truePositiveRate: 0.4, precision: 0.004, lift: 4 });
    expect(points.find(({ threshold }) => threshold === 0.5)).toMatchObject({ share: 0.4, truePositiveRate: 0.8, precision: 0.002, lift: 2 });
  });

  it('of one class only say why there is no cost curve', async () => {
    const got = await rankingCurves(Float64Array.of(0.1, 0.7), Uint8Array.of(0, 0));
    expect(got).toMatchObject({ costCurve: null, reason: 'no row is of the positive class' });
    expect(got.points.every(({ truePositiveRate, lift }) => truePositiveRate === null && lift === null)).toBe(true);
  });
});
