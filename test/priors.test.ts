import { createEngine, evaluate, type Prior } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { close } from './support/compare.js';
import { caught, rejected } from './support/error.js';

const engine = await createEngine();
const classes = ['a', 'b', 'c'];
const labels = Uint8Array.of(0, 0, 0, 1);
const estimates = new Float64Array(12).fill(1 / 3);
const tally = engine.tally(classes).add(estimates, labels);

const close3 = (found: ArrayLike<number>, wanted: number[]) => {
  expect(found).toHaveLength(3);
  wanted.forEach((q, i) => {
    close(found[i], q, 1e-15);
  });
};

describe('priors', () => {
  it('uniform', () => {
    close3(tally.prior('uniform'), [1 / 3, 1 / 3, 1 / 3]);
  });

  it('test: frequencies, every count starting at 0.5 (Hope & Korb 2004, footnote 3); the default', () => {
    close3(tally.prior('test'), [3.5 / 5.5, 1.5 / 5.5, 0.5 / 5.5]);
    expect([...tally.prior()]).toEqual([...tally.prior('test')]);
  });

  it('counts of a training set: start 0.5, or as set', () => {
    close3(tally.prior({ counts: [10, 20, 70] }), [10.5 / 101.5, 20.5 / 101.5, 70.5 / 101.5]);
    close3(tally.prior({ counts: [10, 20, 70], start: 0 }), [0.1, 0.2, 0.7]);
    close3(tally.prior({ counts: Uint32Array.of(0, 20, 70), start: 1 }), [1 / 93, 21 / 93, 71 / 93]);
  });

  it('values, by place or by name', () => {
    close3(tally.prior([0.2, 0.3, 0.5]), [0.2, 0.3, 0.5]);
    close3(tally.prior(Float32Array.of(0.25, 0.25, 0.5)), [0.25, 0.25, 0.5]);
    close3(tally.prior({ c: 0.5, a: 0.2, b: 0.3 }), [0.2, 0.3, 0.5]);
  });

  it('a class may be called counts', () => {
    const { values } = engine.resolve({ counts: 0.25, other: 0.75 }, ['counts', 'other'], labels);
    expect([...values]).toEqual([0.25, 0.75]);
  });

  it('the report says where they come from', async () => {
    for (const [prior, source] of [
      ['uniform', 'uniform'],
      ['test', 'test'],
      [undefined, 'test'],
      [{ counts: [1, 2, 3] }, 'train'],
      [[0.2, 0.3, 0.5], 'given'],
      [{ a: 0.2, b: 0.3, c: 0.5 }, 'given'],
    ] as [Prior | undefined, string][]) {
      const report = await evaluate(estimates, labels, { engine, classes, ...(prior ? { prior } : {}) });
      expect(report.prior.source).toBe(source);
      expect(Object.keys(report.prior.values)).toEqual(classes);
      close(
        Object.values(report.prior.values).reduce((a, b) => a + b),
        1,
        1e-15,
      );
    }
  });

  it('may be off by 1e-6 together', () => {
    tally.prior([0.2, 0.3, 0.5 + 9e-7]);
    expect(caught('prior', () => tally.prior([0.2, 0.3, 0.5 + 2e-6])).expected).toBe('1');
  });
});

describe('priors that are none', () => {
  it.each([
    ['0', [0, 0.5, 0.5], 'a', 0],
    ['1', [1, 0, 0], 'a', 1],
    ['negative', [0.6, -0.1, 0.5], 'b', -0.1],
    ['above 1', [0.1, 0.2, 1.5], 'c', 1.5],
    ['NaN', [0.5, 0.5, NaN], 'c', NaN],
    ['by name', { a: 0.5, b: 0.5, c: 0 }, 'c', 0],
    ['an unseen class of a training set that starts at 0', { counts: [1, 0, 2], start: 0 }, 'b', 0],
    ['a negative count', { counts: [1, -1, 2] }, 'b', -1],
  ] as [string, Prior, string, number][])('%s: names the class', (_, prior, name, found) => {
    const error = caught('prior', () => tally.prior(prior));
    expect(error.class).toBe(name);
    expect(error.found).toBe(found);
    expect(error.message).toContain(`"${name}"`);
    expect(error.message).toContain(String(found));
  });

  it('a name too many, and a name too few', () => {
    const unknown = caught('prior', () => tally.prior({ a: 0.2, b: 0.3, d: 0.5 }));
    expect([unknown.class, unknown.found]).toEqual(['d', 'd']);
    expect(unknown.message).toContain('a, b, c');
    const missing = caught('prior', () => tally.prior({ a: 0.2, b: 0.8 }));
    expect(missing.class).toBe('c');
    expect(missing.message).toContain('"c"');
  });

  it('sums, lengths, names and starts', async () => {
    const sum = caught('prior', () => tally.prior([0.2, 0.3, 0.4]));
    close(sum.found as number, 0.9, 1e-12);
    expect(caught('prior', () => tally.prior([0.5, 0.5])).found).toBe(2);
    expect(caught('prior', () => tally.prior({ counts: [1, 2] })).found).toBe(2);
    expect(caught('prior', () => tally.prior('flat' as 'uniform')).found).toBe('flat');
    expect(caught('prior', () => tally.prior({ counts: [1, 2, 3], start: -1 })).found).toBe(-1);
    await rejected('prior', evaluate(estimates, labels, { engine, prior: [0.5, 0.5] }));
  });
});
