import { applyRecalibration, calibrate, evaluate, fitRecalibration, type Recalibration, reliability } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close, sameStructure } from '../support/compare.js';
import { caught, rejected } from '../support/error.js';
import fc from '../support/properties.js';
import { ranAlready } from '../support/ranAlready.js';
import { distribution, extremeSet, random, testSet } from '../support/random.js';

const binary = (y: number[], p: number[], options = {}) => calibrate(Float64Array.from(p), Uint8Array.from(y), { bins: 10, ...options });

describe('the reliability table', () => {
  it('has intervals that reach 0 and 1 where nothing, or everything, came true', async () => {
    const p = Float64Array.from({ length: 14 }, (_, r) => (r < 7 ? 0.1 : 0.9));
    const labels = Uint8Array.from(p, (x) => Number(x > 0.5));
    const { bins } = await reliability(p, labels, { bins: 2 });
    expect(bins.map(({ interval }) => interval[0])).toContain(0);
    expect(bins.map(({ interval }) => interval[1])).toContain(1);
  });
});

describe('bins', () => {
  it.each([0, 1.5, 2 ** 16 + 1, 1e9, Infinity])('%s of them are an error, not a fault', async (bins) => {
    const { message } = await rejected('option', binary([0, 1], [0.2, 0.7], { bins }));
    expect(message).toMatch(/expected a whole number from 1 to 65536/);
  });
});

describe('decompositions', () => {
  it('model-diagnostics’ example: a Brier score of .2266667 = .1016667 − .125 + .25', async () => {
    const { byClass } = await binary([0, 0, 0, 1, 1, 1], [0.4, 0.3, 0.2, 0.1, 0.5, 0.9]);
    const { loss, miscalibration, discrimination, uncertainty } = byClass[1].decompositions.quadratic.corp;
    close(loss, 0.22666666666666668, 1e-15);
    close(miscalibration, 0.10166666666666668, 1e-15);
    close(discrimination, 0.125, 1e-15);
    close(uncertainty, 0.25, 1e-15);
  });

  it('add up: of all classes to the quadratic loss; of the log ones to what the Bayesian reward is made of', async () => {
    for (const k of [2, 3, 6])
      for (let seed = 0; seed < 8; seed++) {
        const { estimates, labels } = testSet(random(seed), 300, k);
        const { decompositions, byClass } = await calibrate(estimates, labels, { classes: k });
        const { measures } = await evaluate(estimates, labels, { classes: k, prior: 'uniform' });
        close(decompositions.quadratic.corp.loss, measures.quadraticLoss.mean as number, 1e-12);
        // Σ over classes of log2 of the uniform prior's bets, less the reward, is the mean log loss of a class.
        const bets = (Math.log2(k) + (k - 1) * Math.log2(k / (k - 1))) / k;
        close(decompositions.log.corp.loss, bets - (measures.bayesianReward.mean as number), 1e-10);
        for (const of of [decompositions, ...Object.values(byClass).map((each) => each.decompositions)])
          for (const { corp, murphy } of [of.quadratic, of.log]) {
            close(corp.miscalibration - corp.discrimination + corp.uncertainty, corp.loss, 1e-12);
            close(murphy.miscalibration - murphy.discrimination + murphy.uncertainty + murphy.within, murphy.loss, 1e-12);
            for (const part of [corp.miscalibration, corp.discrimination, murphy.miscalibration, murphy.discrimination]) expect(part).toBeGreaterThan(-1e-12);
          }
      }
  });

  it('of estimates that take few values bins leave nothing over, and Murphy’s parts are their textbook sums', async () => {
    const next = random(4);
    const p = Array.from({ length: 500 }, () => Math.floor(next() * 5) / 5 + 0.1);
    const y = p.map((x) => Number(next() < x * 0.8));
    const { byClass } = await binary(y, p, { bins: 50 });
    const { quadratic, log } = byClass[1].decompositions;
    close(quadratic.murphy.within, 0, 1e-14);
    close(log.murphy.within, 0, 1e-14);
    const base = y.reduce((a, b) => a + b) / 500;
    let [reliability, resolution] = [0, 0];
    for (const value of new Set(p)) {
      const own = y.filter((_, r) => p[r] === value);
      const f = own.reduce((a, b) => a + b, 0) / own.length;
      reliability += (own.length / 500) * (value - f) ** 2;
      resolution += (own.length / 500) * (f - base) ** 2;
    }
    close(quadratic.murphy.miscalibration, reliability, 1e-13);
    close(quadratic.murphy.discrimination, resolution, 1e-13);
    close(quadratic.murphy.uncertainty, base * (1 - base), 1e-15);
  });

  it('what was called impossible and happened is infinite miscalibration, and no NaN', async () => {
    const { byClass } = await binary([1, 0, 1, 0], [0, 0.5, 0.75, 1]);
    const { corp } = byClass[1].decompositions.log;
    expect([corp.loss, corp.miscalibration]).toEqual([Infinity, Infinity]);
    expect(Number.isFinite(corp.discrimination)).toBe(true);
  });
});

describe('reliability and calibration errors', () => {
  it('right-closed bins of equal width, 0 in the first', async () => {
    const p = [0, 0.1, 0.1 + 1e-12, 0.2, 0.25, 0.5, 0.9, 0.95, 1];
    const { byClass } = await binary(
      p.map(() => 1),
      p,
    );
    const bins = byClass[1].equalWidth.bins.map(({ rows, from, to }) => [rows, from, to]);
    expect(bins).toEqual([
      [2, 0, 0.1],
      [2, 0.1 + 1e-12, 0.2],
      [1, 0.25, 0.25],
      [1, 0.5, 0.5],
      [1, 0.9, 0.9],
      [2, 0.95, 1],
    ]);
  });

  it('bins of equal mass are even, the first ones larger by one; ties are never split', async () => {
    const sizes = async (p: number[], bins: number) =>
      (
        await binary(
          p.map(() => 0),
          p,
          { bins },
        )
      ).byClass[1].equalMass.bins.map(({ rows }) => rows);
    const even = (n: number) => Array.from({ length: n }, (_, i) => (i + 1) / (n + 1));
    expect(await sizes(even(10), 5)).toEqual([2, 2, 2, 2, 2]);
    expect(await sizes(even(11), 3)).toEqual([4, 4, 3]);
    expect(await sizes(even(3), 10)).toEqual([1, 1, 1]);
    expect(await sizes([0.1, 0.5, 0.5, 0.5, 0.5, 0.9], 3)).toEqual([5, 1]);
    expect(await sizes([0.5, 0.5, 0.5], 2)).toEqual([3]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 12 }), async (values, bins) => {
        const { byClass } = await binary(
          values.map((v) => v % 2),
          values.map((v) => v / 8),
          { bins },
        );
        const found = byClass[1].equalMass.bins;
        expect(found.length).toBeLessThanOrEqual(bins);
        expect(found.reduce((sum, { rows }) => sum + rows, 0)).toBe(values.length);
        for (let b = 1; b < found.length; b++) expect(found[b].from).toBeGreaterThan(found[b - 1].to);
      }),
      { numRuns: 60 },
    );
  });

  it('the errors by hand', async () => {
    // Two bins of equal mass: mean .2 against ⅓, mean .8 against 1.
    const { byClass, classWise } = await binary([0, 0, 1, 1, 1, 1], [0.1, 0.2, 0.3, 0.7, 0.8, 0.9], { bins: 2 });
    const { equalMass } = byClass[1];
    close(equalMass.expected, (1 / 3 - 0.2 + 0.2) / 2, 1e-15);
    close(equalMass.maximum, 0.2, 1e-15);
    close(equalMass.bias, (0.2 - 1 / 3 - 0.2) / 2, 1e-15);
    // The other class's are the same the other way round.
    close(classWise.equalMass, equalMass.expected, 1e-14);
    expect(equalMass.bins[0].interval[0]).toBeGreaterThan(0);
    expect(equalMass.bins[0].interval[1]).toBeLessThan(1);
  });

  it('a bin of one row has the error |p − y| of that row: as many bins as rows give the mean absolute error', async () => {
    const next = random(3);
    const p = Array.from({ length: 50 }, next);
    const y = p.map((x) => Number(next() < x));
    const { byClass } = await binary(y, p, { bins: 50 });
    close(byClass[1].equalMass.expected, p.reduce((sum, x, r) => sum + Math.abs(x - y[r]), 0) / 50, 1e-14);
  });

  it('the cells of Korb, Hope & Hughes 2001 are those of the measure, and sum up to it where each holds one estimate', async () => {
    for (let seed = 0; seed < 5; seed++) {
      const { estimates, labels } = testSet(random(seed), 333, 3);
      const { miscalibration: whole, modal } = await calibrate(estimates, labels, { classes: 3 });
      const { modal: _, byClass: __, classWise: ___, decompositions: ____, ...reported } = (await evaluate(estimates, labels, { classes: 3 })).calibration;
      const { table, ...rest } = whole;
      expect(rest).toEqual(reported);
      expect(table?.length).toBe(rest.cells);
      expect(table?.reduce((sum, { rows }) => sum + rows, 0)).toBe(333);
      for (const { rows } of table ?? []) expect(rows).toBeGreaterThanOrEqual(10);
      expect(modal.equalMass.bins.length).toBe(10);
    }
    const p = [...new Array(20).fill(0.6), ...new Array(30).fill(0.9)];
    const y = p.map((x, r) => Number(x === 0.6 ? r < 10 : r < 44));
    const { miscalibration } = await binary(y, p);
    const squares = (20 * (0.5 - 0.6) ** 2) / 19 + (30 * (24 / 30 - 0.9) ** 2) / 29;
    close(miscalibration.miscalibration as number, Math.sqrt(squares), 1e-13);
    expect(miscalibration.table?.map(({ rows, frequency }) => [rows, frequency])).toEqual([
      [20, 0.5],
      [30, 24 / 30],
    ]);
  });
});

describe('Spiegelhalter’s test', () => {
  it('by its formula', async () => {
    const { estimates, labels } = testSet(random(8), 200, 2, true);
    const { byClass } = await calibrate(estimates, labels);
    let [above, below] = [0, 0];
    estimates.forEach((p, r) => {
      above += (labels[r] - p) * (1 - 2 * p);
      below += (1 - 2 * p) ** 2 * p * (1 - p);
    });
    close(byClass[1].spiegelhalter.z as number, above / Math.sqrt(below), 1e-11);
    close(byClass[0].spiegelhalter.z as number, above / Math.sqrt(below), 1e-9);
  });
  it('calibrated estimates pass about as often as it says', async () => {
    let rejected = 0;
    for (let seed = 0; seed < 400; seed++) {
      const next = random(seed + 1000);
      const p = Float64Array.from({ length: 60 }, next);
      const labels = Uint8Array.from(p, (x) => Number(next() < x));
      if (((await calibrate(p, labels, { backend: 'plain' })).byClass[1].spiegelhalter.p as number) < 0.1) rejected++;
    }
    // 40 ± 6 expected.
    expect(rejected).toBeGreaterThan(18);
    expect(rejected).toBeLessThan(62);
  });
  it('has a reason where it has no value', async () => {
    expect((await binary([0, 1], [0.5, 0.5])).byClass[1].spiegelhalter).toMatchObject({ z: null, p: null, reason: expect.stringMatching(/0, ½ or 1/) });
    expect((await binary([1, 1], [0, 1])).byClass[1].spiegelhalter).toMatchObject({ z: null, p: 0, reason: expect.stringMatching(/impossible/) });
  });
});

describe('calibrate', () => {
  it('the same bits on either backend, in any order of rows that ties allow', async () => {
    for (const [k, column] of [
      [2, true],
      [2, false],
      [4, false],
    ] as const) {
      const { estimates, labels } = extremeSet(random(k), 400, k, column, 0.2);
      const [one, two] = await Promise.all((['wasm', 'plain'] as const).map((backend) => calibrate(estimates, labels, { classes: k, backend })));
      sameStructure(one, two);
    }
  });
  it('one row, one class, all tied; and what cannot be looked at', async () => {
    const one = await binary([1], [0.7]);
    expect(one.miscalibration).toMatchObject({ miscalibration: null, reason: 'a cell needs two rows' });
    const { byClass } = await binary([1, 1, 1], [0.7, 0.7, 0.7]);
    expect(byClass[1].decompositions.quadratic.corp).toMatchObject({ discrimination: 0, uncertainty: 0 });
    await rejected('length', calibrate(new Float64Array(), new Uint8Array()));
    await rejected('estimate-not-finite', binary([0, 1], [0.1, NaN]));
    await rejected('label-out-of-range', binary([0, 2], [0.1, 0.2], { classes: 2 }));
    await rejected('option', binary([0, 1], [0.1, 0.2], { bins: 0 }));
  });
});

describe('recalibration', () => {
  const METHODS = ['isotonic', 'platt', 'temperature'] as const;
  /** Estimates that are too sure: the true ones raised to a power. */
  const tooSure = (seed: number, rows: number, k: number, power: number) => {
    const next = random(seed);
    const estimates = new Float64Array(rows * k);
    const labels = new Uint16Array(rows);
    for (let r = 0; r < rows; r++) {
      const p = distribution(next, k);
      let rest = next();
      while (labels[r] < k - 1 && rest > p[labels[r]]) rest -= p[labels[r]++];
      const raised = p.map((x) => x ** power);
      const sum = raised.reduce((a, b) => a + b);
      estimates.set(
        raised.map((x) => x / sum),
        r * k,
      );
    }
    return { estimates, labels, classes: Array.from({ length: k }, (_, i) => String(i)) };
  };
  const reward = async (estimates: Float64Array, labels: Uint16Array, k: number) =>
    (await evaluate(estimates, labels, { classes: k, prior: 'uniform' })).measures.bayesianReward.mean as number;

  it.each(METHODS)('%s gains on other rows of a learner that is too sure', async (method) => {
    for (const k of [2, 4]) {
      const fit = tooSure(1, 4000, k, 3);
      const other = tooSure(2, 4000, k, 3);
      const model = fitRecalibration(method, fit.estimates, fit.labels, fit.classes);
      const { estimates } = applyRecalibration(model, other.estimates);
      for (let r = 0; r < 4000; r++)
        close(
          estimates.subarray(r * k, (r + 1) * k).reduce((a, b) => a + b),
          1,
          1e-12,
        );
      expect(await reward(estimates, other.labels, k)).toBeGreaterThan((await reward(other.estimates, other.labels, k)) + 0.02);
      // What was learned is plain data.
      const again = applyRecalibration(JSON.parse(JSON.stringify(model)) as Recalibration, other.estimates);
      expect(again.estimates).toEqual(estimates);
    }
  });

  // No kernel has a part in it.
  it.skipIf(ranAlready)('the temperature that made them too sure is found again, and so are Platt’s slope and intercept', () => {
    const fit = tooSure(5, 60000, 3, 2.5);
    const { temperature } = fitRecalibration('temperature', fit.estimates, fit.labels, fit.classes);
    expect(Math.abs((temperature?.temperature as number) - 2.5)).toBeLessThan(0.06);
    const next = random(6);
    const p = Float64Array.from({ length: 40000 }, () => 0.02 + 0.96 * next());
    const labels = Uint16Array.from(p, (x) => Number(next() < 1 / (1 + Math.exp(-(0.5 * Math.log(x / (1 - x)) - 0.7)))));
    const both = Float64Array.from({ length: 80000 }, (_, i) => (i % 2 ? p[i >> 1] : 1 - p[i >> 1]));
    const [{ slope, intercept }] = fitRecalibration('platt', both, labels, ['a', 'b']).platt as { slope: number; intercept: number }[];
    expect(Math.abs(slope - 0.5)).toBeLessThan(0.03);
    expect(Math.abs(intercept + 0.7)).toBeLessThan(0.04);
  });

  it('nothing near the temperature or Platt’s parameters is better', () => {
    const { estimates, labels, classes } = tooSure(7, 500, 2, 2);
    const loss = (model: Recalibration) => {
      const { estimates: p } = applyRecalibration(model, estimates);
      return -labels.reduce((sum, label, r) => sum + Math.log(p[2 * r + label]), 0);
    };
    const best = fitRecalibration('temperature', estimates, labels, classes);
    for (const factor of [0.99, 1.01]) {
      const near = { ...best, temperature: { temperature: (best.temperature?.temperature as number) * factor, atBound: false } };
      expect(loss(near)).toBeGreaterThan(loss(best));
    }
    const platt = fitRecalibration('platt', estimates, labels, classes);
    const [{ slope, intercept }] = platt.platt as { slope: number; intercept: number }[];
    // Platt's targets are not quite 0 and 1, so a little is allowed for.
    for (const [a, b] of [
      [0.1, 0],
      [-0.1, 0],
      [0, 0.1],
      [0, -0.1],
    ])
      expect(loss({ ...platt, platt: [{ slope: slope + a, intercept: intercept + b }] })).toBeGreaterThan(loss(platt) - 0.02);
  });

  it('isotonic: on the rows it was fitted to, CORP’s miscalibration is gone', async () => {
    const { estimates, labels, classes } = tooSure(9, 3000, 2, 3);
    const { estimates: better } = applyRecalibration(fitRecalibration('isotonic', estimates, labels, classes), estimates);
    const of = async (p: Float64Array) => (await calibrate(p, labels, { classes: 2 })).decompositions.quadratic.corp;
    const [before, after] = [await of(estimates), await of(better)];
    expect(before.miscalibration).toBeGreaterThan(0.01);
    expect(after.miscalibration).toBeLessThan(1e-3);
    close(after.discrimination, before.discrimination, 1e-3);
  });

  it('one row, one class, certainty: estimates stay between 0 and 1', () => {
    for (const method of METHODS)
      for (const [p, labels] of [
        [[0, 1], [1]],
        [
          [1, 0, 0, 1],
          [0, 0],
        ],
        [
          [0.5, 0.5, 0.5, 0.5],
          [0, 1],
        ],
        [
          [1, 0, 1, 0, 0, 1],
          [1, 0, 0],
        ],
      ] as const) {
        const model = fitRecalibration(method, Float64Array.from(p), labels, ['a', 'b']);
        const { estimates } = applyRecalibration(model, Float64Array.of(0, 1, 1, 0, 0.3, 0.7));
        for (const x of estimates) expect(x > 0 && x < 1, `${method} ${JSON.stringify(p)}: ${x}`).toBe(true);
      }
    caught('length', () => fitRecalibration('platt', new Float64Array(), [], ['a', 'b']));
    caught('option', () => fitRecalibration('magic' as never, Float64Array.of(1, 0), [0], ['a', 'b']));
  });
});
