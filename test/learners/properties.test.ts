import { evaluateLearner, kFold, Random } from 'fairbits';
import { allRows, type Column, createLearner, type Dataset, learnerKinds } from 'fairbits/learners';
import { describe, expect, it } from 'vitest';
import { furthest } from './support.js';

const NAMES = learnerKinds.map((kind) => kind.name);
const K = 3;

/** Rows of two numeric and three nominal attributes that tell something of the class, some of them missing. */
function drawn(rows: number, seed: number, missing = 0.05): Dataset {
  const random = new Random(seed);
  const labels = Uint16Array.from({ length: rows }, () => random.below(K));
  const numeric = (name: string, step: number): Column => ({
    kind: 'numeric',
    name,
    values: Float64Array.from(labels, (label) => (random.uniform() < missing ? NaN : Math.round((label + 2 * random.uniform()) * step) / step)),
  });
  const nominal = (name: string, values: number): Column => ({
    kind: 'nominal',
    name,
    categories: Array.from({ length: values }, (_, v) => `${name}${v}`),
    codes: Int32Array.from(labels, (label) => (random.uniform() < missing ? -1 : random.uniform() < 0.6 ? label % values : random.below(values))),
  });
  return {
    name: 'drawn',
    rows,
    attributes: [numeric('u', 8), nominal('a', 2), nominal('b', 3), numeric('v', 50), nominal('c', 4)],
    className: 'class',
    classes: ['p', 'q', 'r'],
    labels,
    dropped: 0,
  };
}

/** A short search is search enough here. */
const optionsOf = (name: string) => (name === 'camml' ? { effort: 0.02 } : {});

function estimates(data: Dataset, name: string, train: readonly number[], test: readonly number[]): Float64Array {
  const labels = Uint16Array.from(train, (row) => data.labels[row]);
  return createLearner(name, data, optionsOf(name)).fit(train, labels, { classes: data.classes }).predict(test);
}

describe.each(NAMES)('%s', (name) => {
  const data = drawn(120, 7);
  const rows = allRows(data);
  const [train, test] = [rows.filter((row) => row % 3 !== 2), rows.filter((row) => row % 3 === 2)];
  const before = estimates(data, name, train, test);

  it('gives every row estimates that are probabilities', () => {
    for (let i = 0; i < test.length; i++) {
      const own = before.subarray(i * K, (i + 1) * K);
      expect(own.every((p) => p >= 0 && p <= 1 + 1e-12)).toBe(true);
      expect(own.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
    }
  });

  it('answers the same whatever the order of rows', () => {
    const shuffled = new Random(3).shuffle(train.slice());
    expect(furthest(estimates(data, name, shuffled, test), before)).toBeLessThan(1e-9);
  });

  it('answers the same whatever classes and attributes are called', () => {
    const renamed: Dataset = {
      ...data,
      className: 'z',
      classes: ['x1', 'x2', 'x3'],
      attributes: data.attributes.map((column, i) => ({ ...column, name: `attribute ${9 - i}` })),
    };
    expect(estimates(renamed, name, train, test)).toEqual(before);
  });

  it('learns from values that are all missing, an attribute of one value, a class of one row', () => {
    const gone: Dataset = {
      ...data,
      labels: data.labels.map((label, i) => (i === 0 ? 2 : label % 2)),
      attributes: [
        { kind: 'numeric', name: 'none', values: new Float64Array(data.rows).fill(NaN) },
        { kind: 'nominal', name: 'gone', categories: ['x', 'y'], codes: new Int32Array(data.rows).fill(-1) },
        { kind: 'nominal', name: 'one', categories: ['x'], codes: new Int32Array(data.rows) },
        { kind: 'numeric', name: 'same', values: new Float64Array(data.rows).fill(3) },
      ],
    };
    const found = estimates(gone, name, train, test);
    expect(found.every((p) => p >= 0 && p <= 1 + 1e-12)).toBe(true);
    for (let i = 0; i < test.length; i++) expect(found.subarray(i * K, (i + 1) * K).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
  });

  it('takes numbers next to each other, and such as overflow when they are added', () => {
    for (const [low, high] of [
      [1 + 2 ** -52, 1 + 2 ** -51],
      [1 - 2 ** -53, 1],
      [1e308, 1.7e308],
      [-1.7e308, -1e308],
      [5e-324, 1e-323],
    ]) {
      const values = Float64Array.from(data.labels, (label) => (label === 0 ? low : high));
      const found = estimates({ ...data, attributes: [{ kind: 'numeric', name: 'x', values }] }, name, train, test);
      expect(found.every((p) => p >= 0 && p <= 1 + 1e-12)).toBe(true);
    }
  });

  it('refuses infinite values, and data without attributes', () => {
    const values = Float64Array.from(data.labels, (_, i) => (i === 4 ? Infinity : i));
    expect(() => estimates({ ...data, attributes: [{ kind: 'numeric', name: 'x', values }] }, name, train, test)).toThrow(
      '"x" is Infinity in row 4; expected a number, or NaN where it is missing',
    );
    expect(() => estimates({ ...data, attributes: [] }, name, train, test)).toThrow(`${name}: drawn has no attributes; expected at least one beside the class`);
  });

  it('learns from a single row and from one class', () => {
    for (const few of [[0], rows.filter((row) => data.labels[row] === 1).slice(0, 6)])
      expect(estimates(data, name, few, test).every((p) => p >= 0 && p <= 1 + 1e-12)).toBe(true);
  });

  it('describes what it learned', () => {
    const model = createLearner(name, data, optionsOf(name)).fit(
      train,
      Uint16Array.from(train, (row) => data.labels[row]),
      { classes: data.classes },
    );
    expect(model.describe().length).toBeGreaterThan(20);
    const complexity = model.complexity();
    if (complexity) {
      expect(complexity.bits).toBeGreaterThan(0);
      expect(Object.values(complexity.parts).reduce((sum, bits) => sum + bits, 0)).toBeCloseTo(complexity.bits, 9);
    }
  });
});

describe('what adding a constant attribute changes', () => {
  const data = drawn(120, 11);
  const more: Dataset = {
    ...data,
    attributes: [...data.attributes, { kind: 'nominal', name: 'constant', categories: ['only'], codes: new Int32Array(data.rows) }],
  };
  const rows = allRows(data);
  // The others count it by their formulas: AODE has one model more, a network and a message name one attribute more, FOIL has one literal more to choose from.
  const UNMOVED = ['zeror', '1r', 'stump', 'naive-bayes', 'naive-bayes-m', 'j48', 'c4.5', 'c5.0', 'adaboost', 'tan-friedman'];
  it.each([...UNMOVED, 'c4.5rules', 'induct-dnf', 'induct-rdr'])('nothing in the estimates of %s', (name) => {
    expect(furthest(estimates(more, name, rows, rows), estimates(data, name, rows, rows))).toBeLessThan(1e-12);
  });
});

describe('large data', () => {
  it('100,000 rows', () => {
    const data = drawn(100_000, 5);
    const rows = allRows(data);
    for (const name of ['j48', 'naive-bayes', 'aode']) {
      const found = estimates(data, name, rows, rows.slice(0, 1000));
      let right = 0;
      for (let i = 0; i < 1000; i++)
        if (found.subarray(i * K, (i + 1) * K).indexOf(Math.max(...found.subarray(i * K, (i + 1) * K))) === data.labels[i]) right++;
      expect(right, name).toBeGreaterThan(600);
    }
  });

  it('1,000 attributes', () => {
    const small = drawn(60, 5);
    const random = new Random(1);
    const noise = Array.from(
      { length: 1000 },
      (_, i): Column => ({ kind: 'nominal', name: `n${i}`, categories: ['x', 'y'], codes: Int32Array.from({ length: 60 }, () => random.below(2)) }),
    );
    const data = { ...small, attributes: noise };
    const rows = allRows(data);
    for (const name of ['zeror', '1r', 'stump', 'naive-bayes', 'naive-bayes-m', 'j48', 'aode', 'foil', 'induct-rdr'])
      expect(estimates(data, name, rows, rows).every(Number.isFinite), name).toBe(true);
    // Searches that would take hours say so, and what to take instead.
    expect(() => estimates(data, 'tan', rows, rows)).toThrow('tan: 1000 attributes; expected 256 at most: leave some out, or take tan-friedman');
    expect(() => estimates(data, 'camml', rows, rows)).toThrow('camml: 1000 attributes; expected 103 at most: leave some out, or take tan-friedman or aode');
    const wide = { ...data, attributes: noise.map((column) => ({ ...column, categories: Array.from({ length: 20 }, (_, v) => `v${v}`) })) };
    expect(() => estimates(wide, 'aode', rows, rows)).toThrow('leave attributes out, or take naive-bayes');
  });
});

it('fits evaluateLearner as any learner does', async () => {
  const data = drawn(150, 2);
  const result = await evaluateLearner(
    createLearner('naive-bayes', data),
    { rows: allRows(data), labels: data.labels, classes: data.classes },
    kFold({ folds: 5, seed: 1 }),
  );
  expect(result.learner).toBe('naive-bayes');
  expect(result.folds.length).toBe(5);
  expect(result.means.bayesianReward.mean).toBeGreaterThan(0.2);
});
