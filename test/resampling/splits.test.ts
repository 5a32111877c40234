import { fiveByTwo, holdout, kFold, leaveOneOut, outOfBag, type Plan, type Split, trainValidationTest } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { Random } from '../../dist/core/resampling/random.js';
import { apportion } from '../../dist/resampling/splits/apportion.js';
import { caught } from '../support/error.js';
import fc from '../support/properties.js';

const seeds = fc.nat(2 ** 31);
/** Labels of up to six classes, some of them rare, or of one class only. */
const labelled = (least: number) =>
  fc
    .tuple(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: least, maxLength: 80 }),
    )
    .map(([k, power, xs]) => Uint16Array.from(xs, (x) => Math.floor(x ** power * k)));

const ascending = (rows: Uint32Array) => rows.every((row, i) => i === 0 || rows[i - 1] < row);
const union = (...parts: Uint32Array[]) => parts.flatMap((part) => [...part]).sort((a, b) => a - b);
const all = (n: number) => Array.from({ length: n }, (_, r) => r);
const plain = (splits: Iterable<Split>) =>
  [...splits].map((split) => Object.fromEntries(Object.entries(split).map(([key, value]) => [key, typeof value === 'number' ? value : [...value!]])));

function classCounts(labels: Uint16Array, rows: Iterable<number> = labels.keys()): number[] {
  const counts = new Array(6).fill(0);
  for (const row of rows) counts[labels[row]]++;
  return counts;
}

/** Every part is a Uint32Array, in order; together they are all rows, each once. */
function expectPartition({ train, validation, test }: Split, n: number): void {
  const parts = [train, ...(validation ? [validation] : []), test];
  for (const part of parts) {
    expect(part).toBeInstanceOf(Uint32Array);
    expect(part.length).toBeGreaterThan(0);
    expect(ascending(part)).toBe(true);
  }
  expect(union(...parts)).toEqual(all(n));
}

describe('k-fold', () => {
  it('tests on every row once a repetition, in folds of the same size to within one row; stratified, of the same classes to within one row each', () => {
    fc.assert(
      fc.property(
        labelled(2),
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        seeds,
        (labels, wanted, repetitions, stratified, seed) => {
          const n = labels.length;
          const folds = Math.min(wanted, n);
          const plan = kFold({ folds, repetitions, stratified, seed });
          const splits = [...plan.splits(labels)];
          expect(splits).toHaveLength(plan.count(n));
          for (const split of splits) expectPartition(split, n);
          for (let repetition = 0; repetition < repetitions; repetition++) {
            const own = splits.filter((split) => split.repetition === repetition);
            expect(own.map(({ fold }) => fold)).toEqual(all(folds));
            expect(union(...own.map(({ test }) => test))).toEqual(all(n));
            for (const { test } of own) {
              expect(Math.abs(test.length - n / folds)).toBeLessThan(1);
              if (stratified)
                for (const [c, count] of classCounts(labels).entries()) expect(Math.abs(classCounts(labels, test)[c] - count / folds)).toBeLessThan(1);
            }
          }
        },
      ),
    );
  });

  it('takes as many folds as rows, and no more', () => {
    expect(plain(kFold({ folds: 2 }).splits(2)).map(({ test }) => test)).toHaveLength(2);
    const { message, expected } = caught('option', () => kFold({ folds: 6 }).splits(5));
    expect(message).toContain('6 folds of 5 rows');
    expect(message).toContain('leaveOneOut()');
    expect(expected).toBe('2 to 5 folds');
    for (const folds of [1, 0, -2, 2.5, NaN, Infinity]) caught('option', () => kFold({ folds }));
  });
});

describe('5×2', () => {
  it.each([false, true])('is two halves, five times (stratified: %s)', (stratified) => {
    const labels = Uint8Array.from({ length: 40 }, (_, r) => +(r % 4 === 0));
    const plan = fiveByTwo({ stratified, seed: 3 });
    const splits = [...plan.splits(labels)];
    expect(splits.map(({ repetition, fold }) => [repetition, fold])).toEqual(
      [0, 1, 2, 3, 4].flatMap((r) => [
        [r, 0],
        [r, 1],
      ]),
    );
    for (const [i, { train, test }] of splits.entries()) {
      expect(test).toHaveLength(20);
      // The two folds of a repetition change places.
      expect([...train]).toEqual([...splits[i ^ 1].test]);
      if (stratified) expect(test.reduce((sum, row) => sum + labels[row], 0)).toBe(5);
    }
  });
});

describe('holdout and train/validation/test', () => {
  it('has parts of the sizes asked for; stratified, of each class its share to within one row', () => {
    fc.assert(
      fc.property(
        labelled(8),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 3 }),
        seeds,
        fc.double({ min: 0.15, max: 0.4, noNaN: true }),
        (labels, three, stratified, repetitions, seed, share) => {
          const n = labels.length;
          const settings = { test: share, stratified, repetitions, seed };
          const plan = three ? trainValidationTest({ validation: 0.3, ...settings }) : holdout(settings);
          const splits = [...plan.splits(labels)];
          expect(splits).toHaveLength(plan.count(n));
          for (const split of splits) {
            expectPartition(split, n);
            expect(split.validation !== undefined).toBe(three);
            expect(split.test).toHaveLength(Math.round(share * n));
            if (three) expect(split.validation).toHaveLength(Math.round(0.3 * n));
            if (!stratified) continue;
            for (const part of [split.train, split.test, split.validation ?? []]) {
              const found = classCounts(labels, part);
              for (const [c, count] of classCounts(labels).entries()) expect(Math.abs(found[c] - (count * part.length) / n)).toBeLessThan(1);
            }
          }
        },
      ),
    );
  });

  it('is 25 times two thirds and a third as in Korb, Hope & Hughes 2001, each drawn anew', () => {
    const splits = plain(holdout({ repetitions: 25 }).splits(150));
    expect(splits).toHaveLength(25);
    for (const { train, test } of splits) expect([train, test].map((part) => (part as number[]).length)).toEqual([100, 50]);
    expect(new Set(splits.map(({ test }) => String(test))).size).toBe(25);
  });

  it('takes numbers of rows, and one of two rows', () => {
    expect(plain(holdout({ test: 7 }).splits(10))[0].test).toHaveLength(7);
    expect(plain(holdout().splits(2))[0].test).toHaveLength(1);
    expect(plain(trainValidationTest({ validation: 1, test: 1 }).splits(3))).toHaveLength(1);
  });

  it('says so where a part would be empty', () => {
    expect(caught('option', () => holdout({ test: 0.2 }).splits(2)).message).toContain('take a larger share, or a number of rows');
    expect(caught('option', () => holdout({ test: 5 }).splits(5)).message).toContain('none left');
    expect(caught('option', () => holdout({ test: 0.99 }).splits(5)).message).toContain('take smaller shares');
    expect(caught('option', () => trainValidationTest({ validation: 0.5, test: 0.5 }).splits(10)).message).toContain('10 of 10 rows');
    for (const test of [0, 1.5, -0.1, NaN, Infinity]) caught('option', () => holdout({ test }));
    for (const validation of [0, -1, NaN]) caught('option', () => trainValidationTest({ validation }));
  });
});

describe('leave-one-out', () => {
  it('tests on each row by all the others, in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 30 }), (n) => {
        const splits = [...leaveOneOut().splits(n)];
        expect(splits).toHaveLength(leaveOneOut().count(n));
        for (const [i, split] of splits.entries()) {
          expectPartition(split, n);
          expect([...split.test]).toEqual([i]);
          expect(split.fold).toBe(i);
        }
      }),
    );
  });
});

describe('out of bag', () => {
  it('learns from n rows drawn with replacement and tests on those not drawn', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1, max: 5 }), seeds, (n, samples, seed) => {
        const plan = outOfBag({ samples, seed });
        const splits = [...plan.splits(n)];
        expect(splits).toHaveLength(plan.count(n));
        for (const { train, test } of splits) {
          expect(train).toHaveLength(n);
          expect(ascending(test)).toBe(true);
          expect([...train]).toEqual([...train].sort((a, b) => a - b));
          expect(union(Uint32Array.from(new Set(train)), test)).toEqual(all(n));
        }
      }),
    );
  });

  it('leaves out 36.8 % of many rows', () => {
    const n = 100_000;
    const [{ test }] = outOfBag({ samples: 1, seed: 5 }).splits(n);
    // The number left out has variance n (1/e)(1 − 2/e): sd 98 here. Four of them.
    expect(Math.abs(test.length - n / Math.E)).toBeLessThan(4 * Math.sqrt((n / Math.E) * (1 - 2 / Math.E)));
  });

  it('may leave out nothing of two rows', () => {
    const sizes = plain(outOfBag({ samples: 100, seed: 1 }).splits(2)).map(({ test }) => (test as number[]).length);
    expect(new Set(sizes)).toEqual(new Set([0, 1]));
  });
});

const plans: [string, (seed: number, stratified: boolean) => Plan][] = [
  ['kFold', (seed, stratified) => kFold({ folds: 4, repetitions: 3, seed, stratified })],
  ['fiveByTwo', (seed, stratified) => fiveByTwo({ seed, stratified })],
  ['holdout', (seed, stratified) => holdout({ repetitions: 4, seed, stratified })],
  ['trainValidationTest', (seed, stratified) => trainValidationTest({ repetitions: 4, seed, stratified })],
  ['outOfBag', (seed) => outOfBag({ samples: 4, seed })],
];

describe.each(plans)('%s', (_, plan) => {
  it('gives the same splits for the same seed, others for another, and others in each repetition', () => {
    fc.assert(
      fc.property(labelled(40), seeds, fc.boolean(), (labels, seed, stratified) => {
        const first = plain(plan(seed, stratified).splits(labels));
        expect(plain(plan(seed, stratified).splits(labels))).toEqual(first);
        expect(plain(plan(seed + 1, stratified).splits(labels))).not.toEqual(first);
        const trained = first.map(({ train }) => String(train));
        expect(new Set(trained).size).toBe(trained.length);
      }),
      { numRuns: 30 },
    );
  });

  it('does without labels, and with labels of one class, in the same way', () => {
    const one = new Uint8Array(40);
    expect(plain(plan(7, false).splits(40))).toEqual(plain(plan(7, false).splits(one)));
    expect(plain(plan(7, true).splits(one))).toEqual(plain(plan(7, false).splits(40)));
  });

  it('needs two rows, and says so before the first split is asked for', () => {
    for (const rows of [1, 0, new Uint8Array(1)]) expect(caught('length', () => plan(1, false).splits(rows)).message).toContain('at least two');
    for (const rows of [-1, 1.5, NaN, 2 ** 32, undefined, {}]) caught('type', () => plan(1, false).splits(rows as number));
    for (const seed of [-1, 0.5, NaN, 2 ** 53]) caught('option', () => plan(seed, false).splits(40));
  });
});

it('leave-one-out needs two rows too', () => {
  expect(caught('length', () => leaveOneOut().splits(1)).message).toContain('one row');
  expect(plain(leaveOneOut().splits(2)).map(({ train }) => train)).toEqual([[1], [0]]);
});

it('a stratified split needs labels, of any kind', () => {
  expect(caught('type', () => kFold({ stratified: true }).splits(40)).message).toContain('Give the labels');
  const names = Array.from({ length: 12 }, (_, r) => (r % 3 === 0 ? 'ill' : 'healthy'));
  for (const { test } of kFold({ folds: 4, stratified: true }).splits(names)) expect([...test].filter((row) => names[row] === 'ill')).toHaveLength(1);
});

it('makes splits when they are asked for, and a repetition does not depend on how many there are', () => {
  const [first] = plain([holdout({ repetitions: 1, seed: 4 }).splits(20).next().value as Split]);
  const many = holdout({ repetitions: 2 ** 32, seed: 4 }).splits(20);
  expect(plain([many.next().value as Split])[0]).toEqual(first);
  for (const repetitions of [0, -1, 1.5, NaN, 2 ** 32 + 1]) caught('option', () => holdout({ repetitions }));
});

describe('apportioning', () => {
  it('gives every cell its due rounded down or up, with the sums of rows and columns as they are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(40), { minLength: 1, maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        seeds,
        (counts, weights, seed) => {
          const n = counts.reduce((a, b) => a + b, 0);
          fc.pre(n > 0);
          // Sizes that sum to n, in about these proportions.
          const total = weights.reduce((a, b) => a + b, 0);
          const sizes = weights.map((weight) => Math.floor((n * weight) / total));
          sizes[0] += n - sizes.reduce((a, b) => a + b, 0);
          const table = apportion(counts, sizes, new Random(seed));
          for (const [c, row] of table.entries()) {
            expect(row.reduce((a, b) => a + b, 0)).toBe(counts[c]);
            for (const [p, cell] of row.entries()) {
              expect(cell).toBeGreaterThanOrEqual(Math.floor((counts[c] * sizes[p]) / n));
              expect(cell).toBeLessThanOrEqual(Math.ceil((counts[c] * sizes[p]) / n));
            }
          }
          for (const [p, size] of sizes.entries()) expect(table.reduce((sum, row) => sum + row[p], 0)).toBe(size);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('takes 60,000 classes and four billion rows', () => {
    const singles = apportion(new Array(60_000).fill(1), [36_000, 12_000, 12_000], new Random(1));
    expect([0, 1, 2].map((p) => singles.reduce((sum, row) => sum + row[p], 0))).toEqual([36_000, 12_000, 12_000]);
    const [a, b] = apportion([4_000_000_000, 294_967_295], [1_431_655_765, 2_863_311_530], new Random(1));
    expect(a[0] + b[0]).toBe(1_431_655_765);
    expect(Math.abs(a[0] - 4e9 / 3)).toBeLessThan(1);
  });
});
