import type { LearnerKind } from '../base/learner.js';
import { normalBelow } from '../base/normal.js';
import type { OptionSpecs } from '../base/options.js';
import { normalize, sortedKnown, type Training } from '../base/training.js';
import { binOf } from '../data/binned.js';
import { entropyCuts } from '../data/discretise.js';
import { wekaOrder } from './wekaOrder.js';

const OPTIONS = {
  discretise: { default: false, about: 'numeric attributes in bins by entropy (Fayyad & Irani) instead of normal densities' },
} satisfies OptionSpecs;

/** No factor is smaller, and products below it are brought back into range. */
const LEAST = 1e-75;

/** Factors of one attribute: of a row, for every class. */
type Factors = (row: number, product: Float64Array) => void;

/** Naive Bayes as John & Langley 1995 and Weka have it: Laplace estimates, and normal densities of numeric attributes. */
export const naiveBayes: LearnerKind<typeof OPTIONS> = {
  name: 'naive-bayes',
  about: 'Naive Bayes (John & Langley; Weka)',
  options: OPTIONS,
  fit(training, { discretise }) {
    const { data, k, n, classCounts, classes } = training;
    const cuts = discretise ? entropyCuts(training, 'standard') : undefined;
    const words: string[] = [];
    const order = cuts ? new Int32Array(0) : wekaOrder(training);
    const factors = data.attributes.map((column, a): Factors => {
      if (column.kind === 'numeric' && !cuts) return normalFactors(training, a, order, words);
      const size = column.kind === 'nominal' ? column.categories.length : cuts![a].length + 1;
      const table = laplaceTable(training, a, size, cuts?.[a] ?? []);
      const place = column.kind === 'nominal' ? (row: number) => column.codes[row] : (row: number) => binOf(column.values[row], cuts![a]);
      words.push(`${column.name}: ${size} value${size === 1 ? '' : 's'}${column.kind === 'nominal' ? '' : `, cuts ${cuts![a].join(', ') || 'none'}`}`);
      return (row, product) => {
        const code = place(row);
        if (code < 0) return;
        for (let c = 0; c < k; c++) product[c] *= Math.max(LEAST, table[code * k + c]);
        rescale(product);
      };
    });
    const priors = classCounts.map((count) => (count + 1) / (n + k));
    return {
      predict(rows) {
        const all = new Float64Array(rows.length * k);
        const product = new Float64Array(k);
        for (let i = 0; i < rows.length; i++) {
          product.set(priors);
          for (const factor of factors) factor(rows[i], product);
          normalize(product);
          all.set(product, i * k);
        }
        return all;
      },
      describe: () => ['Naive Bayes', '', `priors: ${classes.map((name, c) => `${name} ${priors[c].toFixed(4)}`).join(', ')}`, ...words].join('\n'),
      complexity: () => null,
    };
  },
};

function rescale(product: Float64Array): void {
  let most = 0;
  for (let c = 0; c < product.length; c++) if (product[c] > most) most = product[c];
  if (most > 0 && most < LEAST) for (let c = 0; c < product.length; c++) product[c] *= 1e75;
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
function normalFactors({ columns, labels, k, data, classes }: Training, a: number, order: Int32Array, words: string[]): Factors {
  const { values, name } = columns[a] as { values: Float64Array; name: string };
  const { values: all } = data.attributes[a] as { values: Float64Array };
  const precision = meanGap(values);
  const rounded = (value: number) => halfEven(value / precision) * precision;
  const [count, sum, squares] = [new Float64Array(k), new Float64Array(k), new Float64Array(k)];
  for (const i of order) {
    if (Number.isNaN(values[i])) continue;
    const value = rounded(values[i]);
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
  return (row, product) => {
    if (Number.isNaN(all[row])) return;
    const value = rounded(all[row]);
    for (let c = 0; c < k; c++) {
      const below = normalBelow((value - mean[c] - precision / 2) / deviation[c]);
      const above = normalBelow((value - mean[c] + precision / 2) / deviation[c]);
      product[c] *= Math.max(LEAST, above - below);
    }
    rescale(product);
  };
}

/** The mean difference between adjacent different values; 0.01 where there is one value. */
function meanGap(values: Float64Array): number {
  const order = sortedKnown(values);
  let gaps = 0;
  let sum = 0;
  for (let i = 1; i < order.length; i++) {
    const gap = values[order[i]] - values[order[i - 1]];
    if (gap > 0) {
      gaps++;
      sum += gap;
    }
  }
  return gaps > 0 ? sum / gaps : 0.01;
}

/** The nearest whole number; halves to the even one. */
function halfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return rest < 0.5 ? floor : floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}
