import { type Cutoff, createEngine, evaluate, type MeasureId, measures } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from './support/compare.js';
import { caught } from './support/error.js';
import { extremeSet, random, testSet } from './support/random.js';
import { reference } from './support/reference.js';

const engine = await createEngine();

const ranges: [Cutoff, number, number, number][] = [
  // Hope & Korb 2002, §6: [0.5/(N + 0.5k), (N + 0.5)/(N + 0.5k)].
  ['mml:200', 3, 0.5 / 201.5, 200.5 / 201.5],
  ['mml:4062', 2, 0.5 / 4063, 4062.5 / 4063],
  ['mml:10', 26, 0.5 / 23, 10.5 / 23],
  // Korb, Hope & Hughes 2001, §5: [0.5/(N + 1), (N + 0.5)/(N + 1)], whatever k.
  ['mml-binary:200', 3, 0.5 / 201, 200.5 / 201],
  ['mml-binary:99', 2, 0.5 / 100, 99.5 / 100],
  ['epsilon:0.001', 4, 0.001, 0.999],
];

describe.each(ranges)('%j', (cutoff, k, low, high) => {
  it(`holds ${k} classes to its range`, () => {
    const tally = engine.tally(k, { cutoff });
    close(tally.cutoff.low, low, 1e-15);
    close(tally.cutoff.high, high, 1e-15);
  });

  it('every measure is that of the held estimates, which are not renormalized; changes are counted', async () => {
    const set = extremeSet(random(k), 700, k, false, 0.3);
    const held = { ...set, estimates: set.estimates.map((p) => Math.min(Math.max(p, low), high)) };
    const changed = set.estimates.reduce((count, p) => count + Number(p < low || p > high), 0);
    expect(changed).toBeGreaterThan(0);
    const prior = Array.from({ length: k }, (_, i) => (2 * (i + 1)) / (k * (k + 1)));
    const tally = engine.tally(k, { cutoff }).add(set.estimates, set.labels);
    expect(tally.clamped).toBe(changed);
    for (const { id, total } of measures) {
      const wanted = reference(id, held, prior);
      engine.rewards(id as MeasureId, set.estimates, set.labels, { cutoff, prior }).forEach((value, r) => {
        close(value, wanted[r], 1e-12, `${id}, row ${r}`);
      });
      if (total) {
        close(
          tally.total(id, prior),
          wanted.reduce((a, b) => a + b, 0),
          1e-10,
          id,
        );
      }
    }
    const report = await evaluate(set.estimates, set.labels, { engine, classes: k, cutoff });
    expect(report.cutoff.changed).toBe(changed);
    expect(report.warnings.some((text) => text.includes(`changed ${changed} estimates`))).toBe(true);
    if (low > 0 && high < 1) for (const { id } of measures) expect(report.measures[id].infinite, id).toBe(0);
  });
});

describe('cutoffs', () => {
  it('none is the default and changes nothing', () => {
    const set = extremeSet(random(1), 300, 3);
    const [bare, none] = [{}, { cutoff: 'none' as const }].map((options) => engine.tally(3, options).add(set.estimates, set.labels));
    expect(JSON.stringify(bare)).toBe(JSON.stringify(none));
    expect(bare.clamped).toBe(0);
    expect(bare.cutoff).toEqual({ name: 'none', low: 0, high: 1 });
  });

  it('one column is held too: both ends, and each estimate counted once', () => {
    const tally = engine.tally(2, { cutoff: 'epsilon:0.01' }).add(Float64Array.of(0, 0.5, 1, 0.999, 0.02), Uint8Array.of(1, 0, 0, 1, 0));
    expect(tally.clamped).toBe(3);
    expect(tally.impossible).toBe(0);
    close(tally.total('logLoss'), -(Math.log(0.01) + Math.log(0.5) + Math.log(0.01) + Math.log(0.99) + Math.log(0.98)), 1e-14);
  });

  it('the modal class is that of the held estimates', () => {
    const tally = engine.tally(3, { cutoff: 'epsilon:0.45' }).add(Float64Array.of(0.13, 0.43, 0.44), Uint8Array.of(2));
    expect(tally.ties).toBe(1);
    expect(tally.statistics().hits).toBe(0);
  });

  it('rows are checked before they are held', () => {
    for (const bad of [-0.1, 1.1, NaN]) {
      const estimates = Float64Array.of(bad, 1 - bad, 0);
      expect(() => engine.tally(3, { cutoff: 'mml:10' }).add(estimates, Uint8Array.of(0))).toThrow('row 0:');
    }
    caught('estimates-sum', () => engine.tally(3, { cutoff: 'mml:10' }).add(Float64Array.of(0.5, 0.1, 0.1), Uint8Array.of(0)));
    caught('estimates-sum', () => engine.tally(2, { cutoff: 'mml:10' }).add(Float64Array.of(0.5, 0.1), Uint8Array.of(0)));
  });

  it.each([
    'mml',
    'mml:',
    'mml:0',
    'mml:-5',
    'mml:x',
    'mml:Infinity',
    'mml:1:2',
    'mml-binary:0',
    'epsilon:0',
    'epsilon:0.5',
    'epsilon:-1',
    'clip:0.1',
    '',
    'NONE',
  ])('"%s" is none', (cutoff) => {
    const error = caught('cutoff', () => engine.tally(3, { cutoff: cutoff as Cutoff }));
    expect(error.found).toBe(cutoff);
    expect(error.message).toContain('expected');
    expect(error.expected).toBeTruthy();
  });

  it('a tally keeps its cutoff through JSON', () => {
    for (const cutoff of ['mml:33', 'mml-binary:33', 'epsilon:0.01'] as Cutoff[]) {
      const set = testSet(random(2), 50, 3);
      const tally = engine.tally(3, { cutoff }).add(set.estimates, set.labels);
      const back = engine.tallyFrom(JSON.stringify(tally));
      expect(back.cutoff).toEqual(tally.cutoff);
      expect(JSON.stringify(back.add(set.estimates, set.labels))).toBe(JSON.stringify(tally.add(set.estimates, set.labels)));
    }
  });
});

describe('renormalize', () => {
  it('divides rows by their sums, and counts those it changed', async () => {
    const labels = Uint8Array.of(0, 1, 2, 0);
    const estimates = Float64Array.of(0.2, 0.3, 0.5, 1, 2, 1, 0.1, 0.1, 0.2, 0.25, 0.25, 0.5);
    const wanted = Float64Array.of(0.2, 0.3, 0.5, 0.25, 0.5, 0.25, 0.25, 0.25, 0.5, 0.25, 0.25, 0.5);
    const tally = engine.tally(3, { renormalize: true }).add(estimates, labels);
    expect(tally.renormalized).toBe(2);
    expect(tally.rows).toBe(4);
    for (const { id } of measures) {
      const [one, other] = [
        engine.rewards(id as MeasureId, estimates, labels, { renormalize: true, prior: 'uniform' }),
        engine.rewards(id as MeasureId, wanted, labels, { prior: 'uniform' }),
      ];
      one.forEach((value, r) => {
        close(value, other[r], 1e-14, id);
      });
    }
    const report = await evaluate(estimates, labels, { engine, renormalize: true });
    expect(report.renormalized).toBe(2);
    expect(report.warnings).toContain('2 rows were divided by their sum');
    // The caller's array is the caller's.
    expect(estimates[3]).toBe(1);
  });

  it('cannot help a row without a positive sum, or with a negative estimate', () => {
    const one = Uint8Array.of(0);
    caught('estimates-sum', () => engine.tally(3, { renormalize: true }).add(new Float64Array(3), one));
    caught('estimate-not-finite', () => engine.tally(3, { renormalize: true }).add(Float64Array.of(Infinity, 0, 0), one));
    caught('estimate-negative', () => engine.tally(3, { renormalize: true }).add(Float64Array.of(-1, 1, 1), one));
  });

  it('leaves rows alone that are off by rounding only', () => {
    const tenths = new Float64Array(10).fill(0.1);
    expect(engine.tally(10, { renormalize: true }).add(tenths, Uint8Array.of(3)).renormalized).toBe(0);
  });
});
