import { Random } from 'fairbits';
import { allRows, type Column, createLearner, type Dataset } from 'fairbits/learners';
import { describe, expect, it } from 'vitest';
import { furthest } from './support.js';

const TREES = ['j48', 'c4.5', 'c5.0', 'c4.5rules', 'adaboost'];

function dataOf(attributes: readonly Column[], labels: Uint16Array, k = 2): Dataset {
  return { name: 'made', rows: labels.length, attributes, className: 'y', classes: Array.from({ length: k }, (_, c) => `c${c}`), labels, dropped: 0 };
}

const numeric = (values: ArrayLike<number>, name = 'x'): Column => ({ kind: 'numeric', name, values: Float64Array.from(values) });
const nominal = (codes: ArrayLike<number>, values: number, name = 'c'): Column => ({
  kind: 'nominal',
  name,
  categories: Array.from({ length: values }, (_, v) => `v${v}`),
  codes: Int32Array.from(codes),
});

function estimates(name: string, data: Dataset): Float64Array {
  const rows = allRows(data);
  return createLearner(name, data).fit(rows, data.labels, { classes: data.classes }).predict(rows);
}

/** Rows of two halves, told apart by a number. */
function halves(low: number, high: number): Dataset {
  const labels = Uint16Array.from({ length: 40 }, (_, i) => (i < 20 ? 0 : 1));
  return dataOf([numeric(Array.from(labels, (label) => (label === 0 ? low : high)))], labels);
}

/** How many rows the most probable class is right for. */
function right(name: string, data: Dataset): number {
  const k = data.classes.length;
  const found = estimates(name, data);
  return data.labels.reduce((sum, label, i) => {
    const own = found.subarray(i * k, (i + 1) * k);
    return sum + (own.indexOf(Math.max(...own)) === label ? 1 : 0);
  }, 0);
}

/** Rows of numbers with few and with many different values and of names, a tenth of them missing. */
function mixed(rows: number, seed: number, missing = 0.1): Dataset {
  const random = new Random(seed);
  const labels = Uint16Array.from({ length: rows }, () => random.below(3));
  const gap = () => random.uniform() < missing;
  return dataOf(
    [
      numeric(
        Array.from(labels, (label) => (gap() ? NaN : Math.round(4 * (label + 2 * random.uniform())))),
        'few',
      ),
      numeric(
        Array.from(labels, (label) => (gap() ? NaN : label + 3 * random.uniform())),
        'many',
      ),
      nominal(
        Array.from(labels, (label) => (gap() ? -1 : random.uniform() < 0.5 ? label : random.below(4))),
        4,
      ),
    ],
    labels,
    3,
  );
}

describe.each(TREES)('%s', (name) => {
  it('tells values apart whose middle rounds to the upper one, or overflows', () => {
    expect(right(name, halves(1e308, 1.7e308))).toBe(name === 'j48' || name === 'adaboost' ? 40 : 20);
    if (name === 'j48' || name === 'adaboost') {
      // Two doubles next to each other.
      expect(right(name, halves(1e12 + 0.0001220703125, 1e12 + 0.000244140625))).toBe(40);
    } else {
      // Two single-precision numbers next to each other; and of doubles that are one number to it, neither is known.
      expect(right(name, halves(16777218, 16777220))).toBe(40);
      expect(right(name, halves(2e38, 3e38))).toBe(40);
      expect(right(name, halves(1, 1 + 1e-9))).toBe(20);
    }
  });

  it('answers with a class for each row of its own, with values that are names of rows, with nothing known', () => {
    const labels = Uint16Array.from({ length: 60 }, (_, i) => i);
    expect(estimates(name, dataOf([numeric(labels)], labels, 60)).every((p) => p >= 0 && p <= 1)).toBe(true);
    const two = labels.map((i) => i & 1);
    expect(estimates(name, dataOf([nominal(labels, 60)], two)).every((p) => p >= 0 && p <= 1)).toBe(true);
    expect(right(name, dataOf([nominal(labels, 60), nominal(two, 2, 'told')], two))).toBe(60);
    const unknown = dataOf([numeric(new Float64Array(60).fill(NaN)), nominal(new Int32Array(60).fill(-1), 3)], two);
    expect(furthest(estimates(name, unknown), new Float64Array(120).fill(0.5))).toBeLessThan(1e-12);
  });

  it('answers the same where numbers are in another unit', () => {
    const data = mixed(300, 4);
    const scaled = data.attributes.map((column) => (column.kind === 'numeric' ? { ...column, values: column.values.map((x) => 8 * x) } : column));
    expect(furthest(estimates(name, { ...data, attributes: scaled }), estimates(name, data))).toBeLessThan(1e-12);
  });

  it('takes 2,000 rows with missing values, and 1,000 attributes', () => {
    const data = mixed(2_000, 9);
    expect(right(name, data) / data.rows).toBeGreaterThan(0.6);
    const random = new Random(2);
    const labels = Uint16Array.from({ length: 60 }, () => random.below(2));
    const many = Array.from({ length: 1000 }, (_, a) =>
      a % 2 === 0
        ? numeric(
            Array.from(labels, () => random.uniform()),
            `n${a}`,
          )
        : nominal(
            Array.from(labels, () => random.below(3)),
            3,
            `c${a}`,
          ),
    );
    expect(right(name, dataOf(many, labels))).toBeGreaterThan(50);
  });
});
