import { acceleration, accelerationOfMean, type BootstrapInterval, bootstrap, bootstrapInterval, createEngine, type IntervalKind } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { normalTail } from '../../dist/math/distributions.js';
import { exp } from '../../dist/math/exp.js';
import { normalQuantile } from '../../dist/math/normalQuantile.js';
import { quantile } from '../../dist/math/quantile.js';
import { caught } from '../support/error.js';

const normalCdf = (z: number): number => normalTail(-z);
const engine = await createEngine();
const mean = (values: ArrayLike<number>): number => Array.from(values).reduce((a, b) => a + b, 0) / values.length;
const ends = ({ interval }: BootstrapInterval): [number, number] => interval as [number, number];
const kinds: IntervalKind[] = ['normal', 'percentile', 'basic', 'bca'];

describe('R boot’s figures (MEASURES.md §6): a million replicates, within 0.5 %', () => {
  const data = Float64Array.of(10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213);
  const means = engine.bootstrapMeans(data, { replicates: 1e6, seed: 1 });

  it.each([
    ['basic', 23.77, 79.12],
    ['percentile', 28.86, 84.21],
    ['bca', 32.31, 91.43],
  ] as const)('%s', (kind, low, high) => {
    const found = ends(bootstrapInterval(kind, mean(data), means, { confidence: 0.95, acceleration: accelerationOfMean(data) }));
    expect(Math.abs(found[0] / low - 1)).toBeLessThan(0.005);
    expect(Math.abs(found[1] / high - 1)).toBeLessThan(0.005);
  });

  it('normal: the mean less its bias, and z standard deviations of the replicates either way', () => {
    const found = ends(bootstrapInterval('normal', mean(data), means));
    // Of a resampled mean the variance is known: that of the data, divided by n twice.
    const deviation = Math.sqrt(data.reduce((sum, x) => sum + (x - mean(data)) ** 2, 0)) / data.length;
    expect(Math.abs((found[1] - found[0]) / (2 * 1.959963984540054 * deviation) - 1)).toBeLessThan(0.005);
    expect(Math.abs((found[0] + found[1]) / 2 - mean(data))).toBeLessThan(0.1);
  });
});

describe('acceleration', () => {
  const data = Float64Array.of(1, 2, 2, 5, 11, 30);

  it('of the mean is the jackknife’s, in closed form', () => {
    const leftOut = Array.from(data, (_, i) => mean(data.filter((_, j) => j !== i)));
    expect(accelerationOfMean(data)).toBeCloseTo(acceleration(leftOut), 14);
    expect(accelerationOfMean(data)).toBeGreaterThan(0);
    expect(accelerationOfMean(data.map((x) => -x))).toBeLessThan(0);
  });

  it('of a constant is 0, of infinite values nothing', () => {
    expect(accelerationOfMean(Float64Array.of(3, 3, 3))).toBe(0);
    expect(accelerationOfMean(Float64Array.of(3, -Infinity, 3))).toBeNaN();
  });
});

describe('BCa', () => {
  it('without bias and acceleration is the percentile interval', () => {
    const replicates = Float64Array.from({ length: 999 }, (_, i) => i - 499);
    expect(ends(bootstrapInterval('bca', 0, replicates, { acceleration: 0 }))[0]).toBeCloseTo(ends(bootstrapInterval('percentile', 0, replicates))[0], 6);
  });

  it('ties count half: a mean of many equal replicates has no bias', () => {
    const replicates = Float64Array.from({ length: 1000 }, (_, i) => Math.floor(i / 100) - 4.5).map(Math.trunc);
    // −4 to 4, with 200 zeros: 400 below, 400 above. Counting ties as below, z₀ would be 0.25.
    expect(replicates.filter((x) => x < 0).length).toBe(400);
    const [low, high] = ends(bootstrapInterval('bca', 0, replicates, { confidence: 0.5, acceleration: 0 }));
    expect([low, high]).toEqual(ends(bootstrapInterval('percentile', 0, replicates, { confidence: 0.5 })));
  });

  it('has a reason where it has no value', () => {
    const replicates = Float64Array.from({ length: 100 }, (_, i) => i);
    expect(bootstrapInterval('bca', -1, replicates, { acceleration: 0 })).toMatchObject({ interval: null, reason: /one side/ });
    expect(bootstrapInterval('bca', 50, replicates, { acceleration: NaN })).toMatchObject({ interval: null, reason: /acceleration/ });
    expect(caught('option', () => bootstrapInterval('bca', 50, replicates)).message).toMatch(/accelerationOfMean/);
  });
});

describe('extremes', () => {
  it('a constant column: both ends are the constant, whatever the kind', () => {
    for (const value of [0, 1, 0.1, -1e-300, 1e300]) {
      const means = engine.bootstrapMeans(new Float64Array(1500).fill(value), { replicates: 200 });
      for (const kind of kinds) {
        const [low, high] = ends(bootstrapInterval(kind, value, means, { acceleration: 0 }));
        expect(Math.abs(low - value)).toBeLessThanOrEqual(1e-13 * Math.abs(value));
        expect(Math.abs(high - value)).toBeLessThanOrEqual(1e-13 * Math.abs(value));
      }
    }
  });

  it('infinite replicates: a percentile end is infinite, the others say why they are not there', () => {
    const replicates = Float64Array.from({ length: 999 }, (_, i) => (i < 100 ? -Infinity : i));
    expect(bootstrapInterval('percentile', -Infinity, replicates).interval).toEqual([-Infinity, quantile(replicates, 0.975)]);
    for (const kind of ['normal', 'basic', 'bca'] as const)
      expect(bootstrapInterval(kind, -Infinity, replicates, { acceleration: 0 })).toMatchObject({ interval: null, reason: /infinite value/ });
  });

  it('too few replicates for the ends to lie among them', () => {
    const few = Float64Array.from({ length: 38 }, (_, i) => i);
    for (const kind of ['percentile', 'basic', 'bca'] as const)
      expect(caught('option', () => bootstrapInterval(kind, 19, few, { acceleration: 0 })).message).toContain('at least 39');
    expect(bootstrapInterval('normal', 19, few).interval).not.toBeNull();
    const just = ends(
      bootstrapInterval(
        'percentile',
        19,
        Float64Array.from({ length: 39 }, (_, i) => i),
      ),
    );
    expect(just[0]).toBeCloseTo(0, 12);
    expect(just[1]).toBe(38);
  });

  it('bad options', () => {
    const replicates = new Float64Array(100);
    for (const confidence of [0, 1, -1, NaN, 95]) caught('option', () => bootstrapInterval('percentile', 0, replicates, { confidence }));
    expect(caught('option', () => bootstrapInterval('student' as 'bca', 0, replicates)).message).toContain('normal, percentile, basic, bca');
  });
});

describe('quantile', () => {
  it('lies at (n + 1)p', () => {
    const sorted = Float64Array.of(1, 2, 3, 4);
    expect([0, 0.2, 0.3, 0.5, 0.8, 0.81, 1].map((p) => quantile(sorted, p))).toEqual([1, 1, 1.5, 2.5, 4, 4, 4]);
    expect(quantile(Float64Array.of(7), 0.3)).toBe(7);
  });
});

describe('the normal distribution', () => {
  it('cdf and quantile undo each other', () => {
    for (let p = 0.0005; p < 1; p += 0.0005) expect(Math.abs(normalCdf(normalQuantile(p)) - p)).toBeLessThan(5e-15);
    for (const z of [-8, -12, -30]) expect(Math.abs(normalQuantile(normalCdf(z)) / z - 1)).toBeLessThan(1e-12);
    expect([normalCdf(0), normalCdf(Infinity), normalCdf(-Infinity), normalCdf(40)]).toEqual([0.5, 1, 0, 1]);
    // Known values.
    expect(Math.abs(normalCdf(-1.959963984540054) - 0.025)).toBeLessThan(1e-16);
    expect(Math.abs(normalCdf(-5) - 2.866515718791939e-7)).toBeLessThan(1e-16);
  });

  it('exp agrees with Math.exp to two units in the last place', () => {
    for (let x = -690; x < 690; x += 0.37) expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(4.5e-16);
    expect(exp(0)).toBe(1);
  });
});

describe('bootstrap of any statistic', () => {
  const values = Float64Array.from({ length: 200 }, (_, i) => (i * i) % 101);

  it('of a mean agrees with the kernel’s', () => {
    const generic = bootstrap(mean, values, { replicates: 4000 });
    const kernel = engine.bootstrapMeans(values, { replicates: 4000 });
    expect(generic.estimate).toBe(mean(values));
    const spread = (x: Float64Array) => Math.sqrt(mean(x.map((y) => (y - mean(x)) ** 2)));
    // Two standard deviations from 4,000 replicates each: they differ by 1.6 % in a standard error.
    expect(Math.abs(generic.standardError / spread(kernel) - 1)).toBeLessThan(0.06);
    for (const kind of kinds) {
      const [low, high] = ends(generic.interval(kind));
      const [otherLow, otherHigh] = ends(bootstrapInterval(kind, mean(values), kernel, { acceleration: accelerationOfMean(values) }));
      expect(Math.abs(low - otherLow)).toBeLessThan(0.25 * generic.standardError);
      expect(Math.abs(high - otherHigh)).toBeLessThan(0.25 * generic.standardError);
    }
  });

  it('of rows of any kind, by seed and by number', () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({ a: i, b: i % 3 }));
    const ratio = (sample: readonly { a: number; b: number }[]) => sample.reduce((sum, { a }) => sum + a, 0) / (1 + sample.reduce((sum, { b }) => sum + b, 0));
    const all = bootstrap(ratio, rows, { replicates: 50, seed: 4 });
    expect(bootstrap(ratio, rows, { replicates: 20, seed: 4, first: 30 }).replicates).toEqual(all.replicates.slice(30));
    expect(bootstrap(ratio, rows, { replicates: 50, seed: 5 }).replicates).not.toEqual(all.replicates);
    expect(all.bias).toBeCloseTo(mean(all.replicates) - all.estimate, 12);
  });

  it('a statistic may sort its sample', () => {
    const median = (sample: Float64Array) => quantile(sample.sort(), 0.5);
    const before = values.slice();
    const { estimate } = bootstrap((sample: Float64Array) => median(sample.slice()), values, { replicates: 10 });
    bootstrap((sample: Float64Array) => (sample === values ? 0 : median(sample)), values, { replicates: 10 });
    expect(values).toEqual(before);
    expect(estimate).toBe(median(values.slice()));
  });

  it('a statistic without a value, nothing to resample, one row', () => {
    expect(bootstrap(() => NaN, values, { replicates: 50 }).interval()).toMatchObject({ interval: null, reason: /no value/ });
    caught('length', () => bootstrap(mean, new Float64Array(0)));
    const one = bootstrap(mean, Float64Array.of(4), { replicates: 50 });
    expect(one.interval('percentile').interval).toEqual([4, 4]);
    expect(one.interval('bca').interval).toBeNull();
  });
});
