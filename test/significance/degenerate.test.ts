import {
  anovaRepeated,
  bayesianCorrelatedT,
  bet,
  bonferroniIntervals,
  correctedResampledT,
  EProcess,
  eProcess,
  fiveByTwoF,
  fiveByTwoT,
  friedman,
  mcnemar,
  pairedT,
  shareInterval,
  wilcoxon,
} from 'fairbits/significance';
import { describe, expect, it } from 'vitest';
import { caught } from '../support/error.js';

/** No NaN anywhere, and every null beside a reason or a description. */
function plain(value: unknown, path = ''): void {
  if (typeof value === 'number') expect(Number.isFinite(value), path).toBe(true);
  if (value && typeof value === 'object') for (const [key, each] of Object.entries(value)) plain(each, `${path}.${key}`);
}

const same = [0.9, 0.8, 0.7];
const higher = [1.0, 0.9, 0.8];
const still = [0.1, 0.1];

describe('nothing differs: p = 1', () => {
  it.each([
    ['paired t', () => pairedT(same, same)],
    ['corrected t', () => correctedResampledT(same, same, { testTrainRatio: 0.5 })],
    ['5×2cv t', () => fiveByTwoT(new Array(5).fill([0, 0]))],
    ['5×2cv F', () => fiveByTwoF(new Array(5).fill([0, 0]))],
    ['Wilcoxon', () => wilcoxon(same, same)],
    ['McNemar', () => mcnemar(0, 0)],
    ['McNemar with its instances', () => mcnemar(0, 0, { instances: 10 })],
    ['Friedman', () => friedman([still, still, still])],
    ['rounding is no difference', () => pairedT([0.1 + 0.2, 0.7], [0.3, 0.7])],
  ])('%s', (_, run) => {
    const result = run();
    expect(result).toMatchObject({ p: 1, statistic: 0, degenerate: 'no-difference' });
    expect(result.notes.join()).toMatch(/p is 1/);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    plain(result);
  });
});

describe('a difference that never varies: p = 0 and a flag', () => {
  it.each([
    // In float64 the differences are 0.09999999999999998, 0.09999999999999998 and 0.10000000000000009.
    ['paired t', () => pairedT(higher, same)],
    ['corrected t', () => correctedResampledT(higher, same, { testTrainRatio: 0.5 })],
    ['5×2cv t', () => fiveByTwoT(new Array(5).fill([0.1, 0.1]))],
    ['5×2cv F', () => fiveByTwoF(new Array(5).fill([0.1, 0.1]))],
    ['5×2cv F of decimals', () => fiveByTwoF(new Array(5).fill([0.8 - 0.7, 0.7 - 0.6]), { scale: 0.8 })],
  ])('%s', (_, run) => {
    const result = run();
    expect(result).toMatchObject({ p: 0, statistic: 'Infinity', degenerate: 'constant-difference' });
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    expect(result.sentence).toMatch(/never varies, p = 0/);
    plain(result);
  });

  it('the other way round the statistic is −∞', () => {
    expect(pairedT(same, higher)).toMatchObject({ p: 0, statistic: '-Infinity' });
    expect(pairedT(same, higher, { alternative: 'greater' }).p).toBe(1);
  });

  it('the 5×2cv t has nothing to say of a first difference of 0, the F has', () => {
    const folds = [0, 1, 2, 3, 4].map((d) => [d, d] as const);
    const { p, statistic, sentence } = fiveByTwoT(folds);
    expect({ p, statistic }).toEqual({ p: 1, statistic: 0 });
    expect(sentence).toMatch(/nothing to say/);
    expect(fiveByTwoF(folds).p).toBe(0);
  });

  it('ranks still know how many pairs there are: Wilcoxon gives its p', () => {
    const { p, method, tied } = wilcoxon([1, 2, 3, 4], [0, 1, 2, 3]);
    expect({ method, tied }).toEqual({ method: 'normal', tied: 4 });
    expect(p).toBeGreaterThan(0);
  });

  it('every data set ranks alike: Iman and Davenport say 0, χ² does not', () => {
    const { p, imanDavenport } = friedman([
      [1, 2, 3],
      [4, 5, 6],
      [1, 5, 9],
    ]);
    expect(imanDavenport).toMatchObject({ statistic: 'Infinity', p: 0, reason: 'every data set ranks the learners alike' });
    expect(p).toBeGreaterThan(0.01);
  });

  it('the posterior is a point', () => {
    const certain = (rope: number) => bayesianCorrelatedT(higher, same, { testTrainRatio: 0.1, rope });
    expect(certain(0.01).probabilities).toEqual({ first: 1, equivalent: 0, second: 0 });
    expect(certain(0.2).probabilities).toEqual({ first: 0, equivalent: 1, second: 0 });
    expect(bayesianCorrelatedT(same, same, { testTrainRatio: 0.1, rope: 0 }).probabilities).toEqual({ first: 0, equivalent: 1, second: 0 });
    expect(certain(0.01)).toMatchObject({ p: null, reason: expect.any(String) });
    plain(certain(0.01));
  });
});

describe('analysis of variance', () => {
  const measured = (value: (s: number, i: number, j: number) => number) =>
    [0, 1, 2].flatMap((s) => [0, 1].flatMap((i) => [0, 1, 2].map((j) => ({ subject: String(s), levels: [`a${i}`, `b${j}`] as const, value: value(s, i, j) }))));

  it('nothing differs, or differs alike for all', () => {
    const { effects } = anovaRepeated(measured((s, i) => s + 0.1 * i));
    expect(effects.first).toMatchObject({ F: 'Infinity', p: 0, pGreenhouseGeisser: 0, epsilon: null, degenerate: 'constant-difference' });
    expect(effects.second).toMatchObject({ F: 0, p: 1, degenerate: 'no-difference' });
    expect(effects['first:second']).toMatchObject({ F: 0, p: 1, degenerate: 'no-difference' });
    plain(effects);
  });

  it('says which measurement is missing, double or no number', () => {
    const good = measured((s, i, j) => s * i * j);
    expect(caught('value', () => anovaRepeated(good.slice(1))).message).toMatch(/subject 0 is not measured with first a0 and second b0/);
    expect(caught('value', () => anovaRepeated([...good, good[4]])).message).toMatch(/subject 0 is measured twice with first a1 and second b1/);
    expect(caught('value', () => anovaRepeated([{ ...good[0], value: NaN }, ...good.slice(1)])).row).toBe(0);
    expect(caught('length', () => anovaRepeated([])).message).toMatch(/at least 2 subjects/);
    caught('length', () => anovaRepeated(good.filter(({ levels }) => levels[0] === 'a0')));
    caught('length', () => anovaRepeated(good.filter(({ subject }) => subject === '0')));
  });
});

describe('what cannot be tested is refused', () => {
  it('too few, unequal, or no numbers', () => {
    expect(caught('length', () => pairedT([1], [2])).message).toMatch(/at least 2 pairs, found 1/);
    expect(caught('length', () => pairedT([1, 2], [2])).message).toMatch(/2 scores of the first and 1 of the second/);
    expect(caught('value', () => pairedT([1, NaN], [2, 3]))).toMatchObject({ row: 1, expected: 'a finite number' });
    caught('value', () => correctedResampledT([1, 2], [3, Infinity], { testTrainRatio: 1 }));
    caught('length', () => fiveByTwoT([[1, 2]]));
    caught('value', () => fiveByTwoF(new Array(5).fill([NaN, 1])));
    caught('length', () => wilcoxon([], []));
    caught('value', () => wilcoxon([NaN], [1]));
    caught('length', () => friedman([]));
    caught('length', () => friedman([[1, 2]]));
    expect(caught('length', () => friedman([[1, 2], [1]])).row).toBe(1);
    expect(caught('value', () => friedman([still, [1, NaN]])).row).toBe(1);
    caught('option', () => friedman([still, still], { control: 'nobody' }));
    caught('value', () => mcnemar(-1, 2));
    caught('value', () => mcnemar(1.5, 2));
    caught('value', () => mcnemar(5, 5, { instances: 9 }));
    caught('length', () => bonferroniIntervals({ x: [1] }));
    caught('value', () => shareInterval(5, 0));
    caught('value', () => shareInterval(5, 4));
    caught('option', () => shareInterval(1, 4, 1));
  });

  it('a ratio, region, confidence or side that makes no sense', () => {
    for (const testTrainRatio of [0, -1, NaN, Infinity, undefined as unknown as number])
      caught('option', () => correctedResampledT(same, higher, { testTrainRatio }));
    for (const rope of [-1, NaN, Infinity, undefined as unknown as number])
      caught('option', () => bayesianCorrelatedT(same, higher, { testTrainRatio: 1, rope }));
    for (const confidence of [0, 1, NaN, 95]) caught('option', () => pairedT(same, higher, { confidence }));
    caught('option', () => pairedT(same, higher, { alternative: 'better' as 'greater' }));
  });

  it('e-processes: a bound that is none, a difference beyond it', () => {
    for (const bound of [0, -1, NaN, Infinity]) caught('option', () => new EProcess({ bound }));
    for (const alpha of [0, 1, NaN]) caught('option', () => new EProcess({ bound: 1, alpha }));
    expect(caught('value', () => eProcess([0.5, 1.5], { bound: 1 })).row).toBe(1);
    caught('value', () => eProcess([NaN], { bound: 1 }));
  });
});

describe('infinite scores', () => {
  it('have ranks', () => {
    const { ranks } = friedman([
      [-Infinity, 1, 2],
      [-Infinity, -Infinity, 3],
    ]);
    expect(ranks).toEqual([2.75, 2.25, 1]);
    const result = wilcoxon([-Infinity, 1, 2, -Infinity], [3, 2, 1, -Infinity]);
    expect(result).toMatchObject({ n: 3, zeros: 1, effect: { interval: null, reason: 'a difference is infinite' } });
    plain(result);
  });
});

describe('the bet', () => {
  it('−∞ for who calls impossible what happens', () => {
    const result = bet([1, Infinity, 1], [1, 1, 1]);
    expect(result).toMatchObject({
      statistic: '-Infinity',
      doublingRate: '-Infinity',
      ruined: { first: 1, firstRow: 1, second: 0, secondRow: null },
      wealth: { rows: [0, 1, 2], bits: [0, '-Infinity', '-Infinity'] },
    });
    expect(result.sentence).toMatch(/A is ruined/);
    expect(result.evidence.odds).toMatchObject({ first: { p: 1, crossedAt: null }, second: { bits: 'Infinity', p: 0, crossedAt: 1 } });
    expect(bet([1, 1], [Infinity, 1])).toMatchObject({ statistic: 'Infinity' });
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    plain(result);
  });

  it('the first ruin ends it; both at once leave no ratio', () => {
    expect(bet([Infinity, 1], [1, Infinity])).toMatchObject({ statistic: '-Infinity', ruined: { first: 1, second: 1 } });
    expect(bet([1, Infinity], [Infinity, 1])).toMatchObject({ statistic: 'Infinity' });
    const both = bet([1, Infinity], [2, Infinity]);
    expect(both).toMatchObject({ statistic: null, notes: expect.arrayContaining([expect.stringMatching(/same row/)]) });
    plain(both);
  });

  it('log ratios: no evidence without a bound, nor beyond one', () => {
    expect(bet([1, 1], [2, 2])).toMatchObject({ p: null, reason: expect.any(String), evidence: { log: { reason: expect.stringMatching(/no bound/) } } });
    const beyond = bet([1, 1], [2, 4], { bound: 2, quadratic: [still, still] });
    expect(beyond).toMatchObject({ p: null, evidence: { log: { reason: expect.stringMatching(/row 2 .*3 bits, beyond the bound of 2/) } } });
    expect(bet([1, 1], [2, 3], { bound: 2 }).p).toBeGreaterThan(0);
    expect(bet([1, 1], [2, 2], { quadratic: [still, [3, 0.1]] }).evidence.quadratic).toMatchObject({ reason: expect.stringMatching(/row 1 /) });
  });

  it('a curve of a bounded number of points, the last among them', () => {
    const n = 100_000;
    const a = new Float64Array(n).fill(1);
    const b = Float64Array.from(a, (_, i) => (i === 12_345 ? 0.5 : 1.25));
    const { wealth, statistic } = bet(a, b);
    expect(wealth.rows.length).toBeLessThanOrEqual(512);
    expect(wealth.rows.length).toBeGreaterThan(400);
    expect(wealth.rows.at(-1)).toBe(n - 1);
    expect(wealth.bits.at(-1)).toBe(statistic);
    expect(wealth.highest).toEqual({ row: n - 1, bits: statistic });
    expect(wealth.lowest).toEqual({ row: 0, bits: 0.25 });
    expect(bet(a, b, { points: 10 }).wealth.rows).toHaveLength(10);
    caught('option', () => bet(a, b, { points: 1 }));
  });

  it('refuses what is no loss', () => {
    caught('value', () => bet([NaN], [1]));
    caught('value', () => bet([-1], [1]));
    caught('length', () => bet([1], [1, 2]));
    caught('length', () => bet([], []));
    caught('length', () => bet([1], [1], { quadratic: [[], []] }));
  });

  it('one row, and a level bet', () => {
    expect(bet([1], [2])).toMatchObject({ statistic: 1, effect: { interval: null, reason: 'a standard error needs two rows' } });
    expect(bet([1, 1], [1, 1], { quadratic: [still, still] })).toMatchObject({ statistic: 0, p: 1, doublingRate: 0 });
  });
});
