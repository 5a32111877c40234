import { createEngine, Random } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { caught } from '../support/error.js';
import { chiSquareZ } from '../support/multinomial.js';
import { random } from '../support/random.js';

const engine = await createEngine();

describe('infinite values', () => {
  it.each([1, 3, 9])('give −∞ in just the replicates that draw one, never NaN (%d columns)', (columns) => {
    const rows = 3000;
    const bad = [5, 1023, 1024, 2999];
    const reward = Float64Array.from({ length: rows }, (_, r) => (bad.includes(r) ? -Infinity : r / rows));
    const drawn = Float64Array.from({ length: rows }, (_, r) => (bad.includes(r) ? 1 : 0));
    const others = Array.from({ length: columns - 1 }, () => drawn);
    const found = engine.bootstrapMeans([reward, ...others], { replicates: 500, seed: 3 });
    const [hits] = engine.bootstrapMeans([drawn], { replicates: 500, seed: 3 });
    let infinite = 0;
    for (let r = 0; r < 500; r++) {
      if (hits[r] > 0) {
        expect(found[0][r]).toBe(-Infinity);
        infinite++;
      } else expect(found[0][r]).toBeGreaterThan(0.4);
    }
    // e^-4 of the replicates have none.
    expect(infinite).toBeGreaterThan(460);
    expect(infinite).toBeLessThan(500);
  });

  it('of both signs have no mean', () => {
    const values = new Float64Array(2000);
    values[3] = Infinity;
    values[1500] = -Infinity;
    expect(caught('value', () => engine.bootstrapMeans(values)).row).toBe(1500);
    caught('value', () => engine.bootstrapMeans(values, { weights: new Float64Array(2000).fill(1) }));
    caught('value', () => engine.bootstrapMeans(values, { strata: new Float64Array(2000) }));
    const stream = engine.bootstrapStream({ rows: 2000 }).add(values.subarray(0, 1000));
    expect(caught('value', () => stream.add(values.subarray(1000))).row).toBe(1500);
  });
});

describe('bad input', () => {
  it('NaN is named by row and column', () => {
    const values = new Float64Array(2000);
    values[1234] = NaN;
    const error = caught('value', () => engine.bootstrapMeans([new Float64Array(2000), values]));
    expect(error.row).toBe(1234);
    expect(error.message).toContain('column 1');
  });

  it('lengths, types and counts', () => {
    const values = new Float64Array(10);
    caught('length', () => engine.bootstrapMeans(new Float64Array(0)));
    caught('length', () => engine.bootstrapMeans([]));
    caught('length', () => engine.bootstrapMeans([values, new Float64Array(9)]));
    caught('type', () => engine.bootstrapMeans([[1, 2, 3] as unknown as Float64Array]));
    for (const replicates of [0, -1, 1.5, NaN, 2 ** 32 + 1]) caught('option', () => engine.bootstrapMeans(values, { replicates }));
    for (const seed of [-1, 0.5, NaN, 2 ** 53]) caught('option', () => engine.bootstrapMeans(values, { seed }));
    caught('option', () => engine.bootstrapMeans(values, { first: 2 ** 32 }));
    for (const rows of [0, -1, 2.5, 2 ** 31]) caught('length', () => engine.bootstrapStream({ rows }));
    caught('length', () => engine.bootstrapStream({ rows: 5, columns: 0 }));
  });

  it('a stream wants just the rows and columns that were announced, and an error leaves it as it was', () => {
    const values = Float64Array.from({ length: 3000 }, (_, i) => i);
    const stream = engine.bootstrapStream({ rows: 3000, replicates: 10 });
    caught('length', () => stream.means());
    stream.add(values.subarray(0, 1500));
    caught('length', () => stream.add(values));
    caught('length', () => stream.add([values, values]));
    caught('value', () => stream.add(Float64Array.of(1, NaN)));
    stream.add(values.subarray(1500));
    expect(stream.means()[0]).toEqual(engine.bootstrapMeans(values, { replicates: 10 }));
    caught('length', () => stream.add(Float64Array.of(1)));
    stream.free();
  });

  it('differences that have no value', () => {
    const error = caught('value', () => engine.bootstrapDifferences(Float64Array.of(1, -Infinity), Float64Array.of(2, -Infinity)));
    expect(error.row).toBe(1);
    expect(error.message).toMatch(/cutoff/);
  });
});

it('paired differences: the same as differencing first', () => {
  const next = random(2);
  const a = Float64Array.from({ length: 2500 }, next);
  const b = Float64Array.from({ length: 2500 }, next);
  expect(engine.bootstrapDifferences(a, b, { replicates: 100 })).toEqual(
    engine.bootstrapMeans(
      a.map((x, i) => x - b[i]),
      { replicates: 100 },
    ),
  );
  // And the same draws as those of the columns: the mean of a difference is the difference of the means.
  const [meanA, meanB] = engine.bootstrapMeans([a, b], { replicates: 100 });
  const found = engine.bootstrapDifferences(a, b, { replicates: 100 });
  for (let r = 0; r < 100; r++) expect(Math.abs(found[r] - (meanA[r] - meanB[r]))).toBeLessThan(1e-15);
});

it('one row is drawn every time', () => {
  expect([...new Set(engine.bootstrapMeans(Float64Array.of(0.1), { replicates: 100 }))]).toEqual([0.1]);
});

describe('weights', () => {
  it('are how likely a row is: χ² over blocks of rows of unequal weight, a row without weight never', () => {
    const rows = 2500;
    const weights = Float64Array.from({ length: rows }, (_, r) => (r % 5 === 0 ? 0 : 1 + (r % 7)));
    const cells = Float64Array.from({ length: rows }, (_, r) => (weights[r] === 0 ? 8 : 4 * Math.floor(r / 1250) + (r % 4)));
    const columns = Array.from({ length: 9 }, (_, c) => cells.map((cell) => (cell === c ? 1 : 0)));
    const means = engine.bootstrapMeans(columns, { replicates: 400, weights });
    const totals = means.map((column) => Math.round(column.reduce((a, b) => a + b) * rows));
    expect(totals[8]).toBe(0);
    const sum = weights.reduce((a, b) => a + b);
    const p = columns.map((column) => column.reduce((total, one, r) => total + one * weights[r], 0) / sum);
    expect(Math.abs(chiSquareZ(totals.slice(0, 8), p.slice(0, 8)))).toBeLessThan(4.5);
  });

  it('whole blocks without weight, and weights of any size', () => {
    const values = Float64Array.from({ length: 5000 }, (_, r) => r);
    const only = Float64Array.from({ length: 5000 }, (_, r) => (r === 3500 ? 5e-324 : 0));
    expect([...new Set(engine.bootstrapMeans(values, { replicates: 20, weights: only }))]).toEqual([3500]);
    const tiny = Float64Array.from({ length: 5000 }, (_, r) => (r === 4999 ? 1e-300 : 1e300 / 5000));
    expect(engine.bootstrapMeans(values, { replicates: 20, weights: tiny }).every((mean) => mean > 2300 && mean < 2700)).toBe(true);
  });

  it('bad ones', () => {
    const values = new Float64Array(3);
    for (const weight of [-1, NaN, Infinity])
      expect(caught('value', () => engine.bootstrapMeans(values, { weights: Float64Array.of(1, weight, 1) })).row).toBe(1);
    caught('value', () => engine.bootstrapMeans(values, { weights: new Float64Array(3) }));
    caught('length', () => engine.bootstrapMeans(values, { weights: new Float64Array(2) }));
    caught('option', () => engine.bootstrapMeans(values, { weights: new Float64Array(3).fill(1), strata: [1, 2, 3] }));
  });
});

describe('strata', () => {
  const next = random(8);
  const strata = Float64Array.from({ length: 4000 }, () => Math.floor(3 * next() ** 2));
  it('keep their sizes, and are resampled apart', () => {
    const inOne = strata.map((s) => (s === 1 ? 1 : 0));
    const size = inOne.reduce((a, b) => a + b);
    const [shares, values] = engine.bootstrapMeans([inOne, strata.map((s, r) => (s === 1 ? r : 0))], { replicates: 200, strata });
    for (const share of shares) expect(Math.round(share * 4000)).toBe(size);
    expect(new Set(values).size).toBeGreaterThan(190);
  });

  it('of one row each change nothing', () => {
    const values = Float64Array.from({ length: 50 }, next);
    const mean = values.reduce((a, b) => a + b) / 50;
    for (const found of engine.bootstrapMeans(values, { replicates: 5, strata: Float64Array.from({ length: 50 }, (_, i) => i) }))
      expect(found).toBeCloseTo(mean, 14);
    caught('length', () => engine.bootstrapMeans(values, { strata: [1, 2] }));
  });
});

describe('permutationTest', () => {
  it('goes through all signs of a few differences', () => {
    // Fisher's own example (1935, §21; Darwin's maize): 15 differences, sum 314; 863 of 32,768 sums are as large or larger on one side.
    const darwin = Float64Array.of(49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48);
    const test = engine.permutationTest(darwin);
    expect(test).toEqual({ statistic: 314 / 15, p: 1726 / 32768, exact: true, replicates: 32768, extreme: 1726 });
    expect(engine.permutationTest(darwin, { alternative: 'greater' }).extreme).toBe(863);
    expect(engine.permutationTest(darwin, { alternative: 'less' }).p).toBeGreaterThan(0.97);
  });

  it('random signs agree with all of them', () => {
    const next = random(6);
    const few = Float64Array.from({ length: 16 }, () => next() - 0.35);
    const exact = engine.permutationTest(few);
    expect(exact.exact).toBe(true);
    // A tiny 17th difference makes it random, and hardly another.
    const { p, exact: all } = engine.permutationTest(Float64Array.of(...few, 1e-9), { replicates: 40_000 });
    expect(all).toBe(false);
    expect(Math.abs(p - exact.p)).toBeLessThan(4.5 * Math.sqrt((exact.p * (1 - exact.p)) / 40_000) + 1e-4);
  });

  it('of many differences agrees with the normal distribution', () => {
    const next = random(7);
    const rows = 20_000;
    const noise = Float64Array.from({ length: rows }, () => next() - 0.5);
    const size = Math.sqrt(noise.reduce((sum, x) => sum + x * x, 0)) / rows;
    const centre = noise.reduce((a, b) => a + b) / rows;
    const shifted = noise.map((x) => x - centre + 1.959964 * size);
    expect(Math.abs(engine.permutationTest(shifted, { replicates: 20_000 }).p - 0.05)).toBeLessThan(0.007);
  });

  it('degenerate differences', () => {
    expect(engine.permutationTest(new Float64Array(100))).toMatchObject({ statistic: 0, p: 1, exact: true });
    expect(engine.permutationTest(new Float64Array(30).fill(0.1), { replicates: 999 })).toMatchObject({ p: 1 / 1000, extreme: 0 });
    expect(engine.permutationTest(Float64Array.of(5)).p).toBe(1);
    caught('length', () => engine.permutationTest(new Float64Array(0)));
    expect(caught('value', () => engine.permutationTest(Float64Array.of(1, -Infinity))).row).toBe(1);
    caught('value', () => engine.permutationTest(Float64Array.of(NaN)));
    caught('option', () => engine.permutationTest(Float64Array.of(1), { alternative: 'both' as 'less' }));
  });

  it('zeros change nothing', () => {
    const some = Float64Array.of(1, -2, 3, 4, -1);
    expect(engine.permutationTest(Float64Array.of(...some, 0, 0, 0)).p).toBe(engine.permutationTest(some).p);
  });

  it('rounding does not make ties less extreme', () => {
    // Ten times 0.1 and −0.1 in any order: |sum| of the data is as large as can be, up to rounding.
    const tenths = Float64Array.from({ length: 12 }, () => 0.1);
    expect(engine.permutationTest(tenths).extreme).toBe(2);
    const mixed = Float64Array.of(0.1, 0.2, 0.3, -0.6, 0.7);
    // 0.1 + 0.2 + 0.3 − 0.6 + 0.7 = 0.7; sums of these with |sum| ≥ 0.7, counted by hand in tenths.
    let wanted = 0;
    for (let signs = 0; signs < 32; signs++) {
      const sum = [1, 2, 3, 6, 7].reduce((total, x, i) => total + (signs & (1 << i) ? x : -x), 0);
      if (Math.abs(sum) >= 7) wanted++;
    }
    expect(engine.permutationTest(mixed).extreme).toBe(wanted);
  });
});

describe('Random', () => {
  it('below(n) is uniform, and refuses what it cannot do', () => {
    const generator = new Random(3);
    const seen = new Array(7).fill(0);
    for (let i = 0; i < 70_000; i++) seen[generator.below(7)]++;
    expect(Math.abs(chiSquareZ(seen, new Array(7).fill(1 / 7)))).toBeLessThan(4.5);
    expect(generator.below(1)).toBe(0);
    for (const n of [0, -1, 1.5, NaN, 2 ** 33]) caught('option', () => generator.below(n));
  });

  it('uniform() is below 1; shuffle gives every order as often', () => {
    const generator = new Random(4);
    const orders = new Map<string, number>();
    for (let i = 0; i < 24_000; i++) {
      const order = generator.shuffle([0, 1, 2, 3]).join('');
      orders.set(order, (orders.get(order) ?? 0) + 1);
      const u = generator.uniform();
      expect(u >= 0 && u < 1).toBe(true);
    }
    expect(orders.size).toBe(24);
    expect(Math.abs(chiSquareZ([...orders.values()], new Array(24).fill(1 / 24)))).toBeLessThan(4.5);
  });

  it('forks depend on seed and number alone', () => {
    const generator = new Random(5);
    const before = generator.fork(2).uint32();
    for (let i = 0; i < 100; i++) generator.uint32();
    expect(generator.fork(2).uint32()).toBe(before);
    expect(new Set(Array.from({ length: 1000 }, (_, i) => generator.fork(i).uint32())).size).toBe(1000);
  });
});
