import type { LearnerKind } from '../base/learner.js';
import { normalBelow } from '../base/normal.js';
import type { OptionSpecs } from '../base/options.js';
import { normalize, type RankedValues, rankedValues, type Training } from '../base/training.js';
import { WekaSort } from '../base/wekaSort.js';
import { binOf } from '../data/binned.js';
import { entropyCuts } from '../data/discretise.js';

const OPTIONS = {
  discretise: { default: false, about: 'numeric attributes in bins by entropy (Fayyad & Irani) instead of normal densities' },
} satisfies OptionSpecs;

/** No factor is smaller, and products below it are brought back into range. */
const LEAST = 1e-75;

/** Multiplies estimates of rows, k to a row, by the factors of one attribute. */
type Multiply = (rows: ArrayLike<number>, estimates: Float64Array) => void;

/** Naive Bayes as John & Langley 1995 and Weka have it: Laplace estimates, and normal densities of numeric attributes. */
export const naiveBayes: LearnerKind<typeof OPTIONS> = {
  name: 'naive-bayes',
  about: 'Naive Bayes (John & Langley; Weka)',
  options: OPTIONS,
  fit(training, { discretise }) {
    const { data, k, n, classCounts, classes } = training;
    const cuts = discretise ? entropyCuts(training, 'standard') : undefined;
    const words: string[] = [];
    const ranked = training.columns.map((column) => (column.kind === 'numeric' && !cuts ? rankedValues(column.values) : undefined));
    const order = wekaOrder(n, ranked);
    const factors = data.attributes.map((column, a): Multiply => {
      if (column.kind === 'numeric' && !cuts) return normalFactors(training, a, ranked[a]!.distinct, order, words);
      const size = column.kind === 'nominal' ? column.categories.length : cuts![a].length + 1;
      words.push(`${column.name}: ${size} value${size === 1 ? '' : 's'}${column.kind === 'nominal' ? '' : `, cuts ${cuts![a].join(', ') || 'none'}`}`);
      return tableFactors(training, a, size, cuts?.[a] ?? []);
    });
    const priors = classCounts.map((count) => (count + 1) / (n + k));
    return {
      predict(rows) {
        const estimates = new Float64Array(rows.length * k);
        for (let at = 0; at < estimates.length; at += k) estimates.set(priors, at);
        for (const multiply of factors) multiply(rows, estimates);
        for (let at = 0; at < estimates.length; at += k) normalize(estimates, at, at + k);
        return estimates;
      },
      describe: () => ['Naive Bayes', '', `priors: ${classes.map((name, c) => `${name} ${priors[c].toFixed(4)}`).join(', ')}`, ...words].join('\n'),
      complexity: () => null,
    };
  },
};

/** The order in which Weka adds up rows: sorted by each numeric attribute, one after the other. */
function wekaOrder(n: number, ranked: readonly (RankedValues | undefined)[]): Int32Array {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  const weka = new WekaSort(n);
  for (const column of ranked) if (column) weka.sort(order, column);
  return order;
}

/** The estimates of a row times k factors; brought back into range where all are small. */
function multiplyRow(estimates: Float64Array, at: number, factors: Float64Array, from: number, k: number): void {
  let most = 0;
  for (let c = 0; c < k; c++) {
    const product = estimates[at + c] * factors[from + c];
    estimates[at + c] = product;
    if (product > most) most = product;
  }
  if (most > 0 && most < LEAST) for (let c = 0; c < k; c++) estimates[at + c] *= 1e75;
}

function tableFactors(training: Training, a: number, size: number, cuts: readonly number[]): Multiply {
  const { k } = training;
  const table = laplaceTable(training, a, size, cuts).map((factor) => Math.max(LEAST, factor));
  const column = training.data.attributes[a];
  return (rows, estimates) => {
    for (let i = 0; i < rows.length; i++) {
      const code = column.kind === 'nominal' ? column.codes[rows[i]] : binOf(column.values[rows[i]], cuts);
      if (code >= 0) multiplyRow(estimates, i * k, table, code * k, k);
    }
  };
}

/** (n_vc + 1)/(n_c known + V), value by value. */
function laplaceTable({ columns, labels, n, k }: Training, a: number, values: number, cuts: readonly number[]): Float64Array {
  const column = columns[a];
  const counts = new Float64Array(values * k);
  const known = new Float64Array(k);
  for (let i = 0; i < n; i++) {
    const code = column.kind === 'nominal' ? column.codes[i] : binOf(column.values[i], cuts);
    if (code < 0) continue;
    counts[code * k + labels[i]]++;
    known[labels[i]]++;
  }
  return counts.map((count, i) => (count + 1) / (known[i % k] + values));
}

/** Normal densities over intervals as wide as the mean gap between values. */
function normalFactors({ columns, labels, k, data, classes }: Training, a: number, distinct: Float64Array, order: Int32Array, words: string[]): Multiply {
  const { values, name } = columns[a] as { values: Float64Array; name: string };
  const { values: all } = data.attributes[a] as { values: Float64Array };
  const { precision, least, most } = meanGap(distinct);
  const [count, sum, squares] = [new Float64Array(k), new Float64Array(k), new Float64Array(k)];
  for (let at = 0; at < order.length; at++) {
    const i = order[at];
    if (Number.isNaN(values[i])) continue;
    const value = halfEven(values[i] / precision) * precision;
    count[labels[i]]++;
    sum[labels[i]] += value;
    squares[labels[i]] += value * value;
  }
  const mean = count.map((rows, c) => (rows > 0 ? sum[c] / rows : 0));
  const deviation = count.map((rows, c) => {
    const found = rows > 0 ? Math.sqrt(Math.abs(squares[c] - mean[c] * sum[c]) / rows) : 0;
    return found > 1e-10 ? Math.max(precision / 6, found) : precision / 6;
  });
  words.push(`${name}: ${classes.map((label, c) => `${label} ${mean[c].toPrecision(5)} ± ${deviation[c].toPrecision(4)}`).join(', ')}`);
  const put = (step: number, into: Float64Array, at: number): void => {
    const value = step * precision;
    for (let c = 0; c < k; c++) {
      const below = normalBelow((value - mean[c] - precision / 2) / deviation[c]);
      const above = normalBelow((value - mean[c] + precision / 2) / deviation[c]);
      into[at + c] = Math.max(LEAST, above - below);
    }
  };
  const [firstStep, lastStep] = [halfEven(least / precision), halfEven(most / precision)];
  return (rows, estimates) => {
    // Between the least and the greatest value there are about as many steps as different values: each is worked out once.
    const steps = lastStep - firstStep + 1;
    const kept = new Float64Array(steps <= 4 * rows.length ? steps * k : 0);
    const scratch = new Float64Array(k);
    for (let i = 0; i < rows.length; i++) {
      const value = all[rows[i]];
      if (Number.isNaN(value)) continue;
      const step = halfEven(value / precision);
      const at = (step - firstStep) * k;
      if (at >= 0 && at < kept.length) {
        // No factor is 0.
        if (kept[at] === 0) put(step, kept, at);
        multiplyRow(estimates, i * k, kept, at, k);
      } else {
        put(step, scratch, 0);
        multiplyRow(estimates, i * k, scratch, 0, k);
      }
    }
  };
}

/** The mean difference between adjacent different values, 0.01 where there is one value; and the least and the greatest one. */
function meanGap(distinct: Float64Array): { precision: number; least: number; most: number } {
  let sum = 0;
  for (let i = 1; i < distinct.length; i++) sum += distinct[i] - distinct[i - 1];
  return { precision: distinct.length > 1 ? sum / (distinct.length - 1) : 0.01, least: distinct[0] ?? 0, most: distinct[distinct.length - 1] ?? 0 };
}

/** The nearest whole number; halves to the even one. */
function halfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return rest < 0.5 ? floor : floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}
