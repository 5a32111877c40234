import { createEngine, type MeasureId, measures } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from './support/compare.js';
import { caught } from './support/error.js';
import { exactSummary, exactTotal } from './support/exact.js';
import { distribution, random, slice, type TestSet, testSet } from './support/random.js';
import { formulas, reference } from './support/reference.js';

const engine = await createEngine();
const ids = measures.map(({ id }) => id as MeasureId);

const sets: [string, TestSet, Float64Array][] = (
  [
    ['two classes, one column', 2, true],
    ['two classes, two columns', 2, false],
    ['3 classes', 3, false],
    ['7 classes', 7, false],
    ['10 classes', 10, false],
    ['26 classes', 26, false],
  ] as const
).map(([name, k, column], i) => {
  const next = random(100 + i);
  return [name, testSet(next, 5000, k, column), Float64Array.from(distribution(next, k))];
});

describe('the registry', () => {
  it('holds the measures that the tests know, and no other', () => {
    expect([...ids].sort()).toEqual(Object.keys(formulas).sort());
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids[0]).toBe('bayesianReward');
  });

  it.each(measures.map((measure) => [measure.id, measure] as const))('%s says what it is', (id, measure) => {
    expect(id).toMatch(/^[a-z][A-Za-z]+$/);
    expect(['bits', 'nats', 'share', 'squares']).toContain(measure.unit);
    expect(['higher', 'lower']).toContain(measure.better);
    for (const field of ['name', 'formula', 'source', 'meaning', 'range', 'extremes'] as const) expect(measure[field].length, field).toBeGreaterThan(5);
    expect(measure.source).toMatch(/Hope & Korb|Witten & Frank/);
  });

  it('units are those of the definitions', () => {
    const unit = (id: string) => measures.find((each) => each.id === id)?.unit;
    for (const id of ['bayesianReward', 'goodReward', 'kononenkoBratko', 'informationLoss']) expect(unit(id), id).toBe('bits');
    expect(unit('logLoss')).toBe('nats');
  });

  it('an unknown measure is an error that names the known ones', () => {
    const error = caught('option', () => engine.rewards('brier' as MeasureId, Float64Array.of(0.5), Uint8Array.of(0)));
    expect(error.found).toBe('brier');
    for (const id of ids) expect(error.message).toContain(id);
  });
});

describe.each(sets)('%s', (_, set, prior) => {
  const { k, estimates, labels, column } = set;
  const options = { classes: k, prior };

  it.each(ids)('%s is its formula on every instance', (id) => {
    const wanted = reference(id, set, prior);
    engine.rewards(id, estimates, labels, options).forEach((value, r) => {
      close(value, wanted[r], 1e-12, `row ${r}`);
    });
  });

  it.each(ids)('%s: mean, total and standard error are those of the values', (id) => {
    const { values, total, mean, standardError, infinite, rows } = engine.score(id, estimates, labels, options);
    const wanted = exactSummary(values);
    close(total, wanted.total, 1e-13, 'total');
    close(mean, wanted.mean, 1e-14, 'mean');
    expect(Math.abs(standardError / wanted.standardError - 1)).toBeLessThan(1e-12);
    expect([infinite, rows]).toEqual([0, labels.length]);
  });

  it.each(ids)('%s: a tally’s total is the sum of the values, where a tally determines it', (id) => {
    const tally = engine.tally(k).add(estimates, labels);
    if (id === 'kononenkoBratko' || id === 'quadraticLoss') expect(caught('tally', () => tally.total(id, prior)).found).toBe(id);
    else {
      const wanted = exactTotal(engine.rewards(id, estimates, labels, options));
      close(tally.total(id, prior), wanted, 1e-9);
      close(tally.mean(id, prior), wanted / labels.length, 1e-9);
    }
  });

  it.each(ids)('%s does not change when the classes are named in another order', (id) => {
    const next = random(k);
    const order = Array.from({ length: k }, (_, i) => i);
    for (let i = k - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    if (order.every((to, i) => to === i)) order.reverse();
    // Class i becomes class order[i]. Of one column only the name of the positive class moves.
    const moved = column ? estimates.slice() : new Float64Array(estimates.length);
    if (!column) for (const [at, p] of estimates.entries()) moved[at - (at % k) + order[at % k]] = p;
    const renamed = new Float64Array(k);
    for (const [i, q] of prior.entries()) renamed[order[i]] = q;
    const before = engine.rewards(id, estimates, labels, options);
    const after = engine.rewards(
      id,
      moved,
      labels.map((c) => order[c]),
      { classes: k, prior: renamed, ...(column ? { positive: order[1] } : {}) },
    );
    after.forEach((value, r) => {
      close(value, before[r], 1e-12, `row ${r}`);
    });
  });

  it.each(ids)('%s does not look at the other rows', (id) => {
    const all = engine.rewards(id, estimates, labels, options);
    for (const r of [0, 1, 17, 4095, 4096, 4999]) expect(engine.rewards(id, ...slice(set, r, r + 1), options)[0]).toBe(all[r]);
  });
});

describe('measures without a prior', () => {
  it.each(measures.map(({ id, usesPrior }) => [id as MeasureId, usesPrior] as const))('%s looks at the prior: %s', (id, usesPrior) => {
    const [, { estimates, labels }] = sets[2];
    const [one, other] = [
      [0.1, 0.2, 0.7],
      [0.5, 0.3, 0.2],
    ].map((prior) => engine.rewards(id, estimates, labels, { prior }));
    expect(one.every((value, r) => value === other[r])).toBe(!usesPrior);
  });
});
