import { FairbitsError } from 'fairbits';
import type { LearnerKind } from '../base/learner.js';
import type { OptionSpecs } from '../base/options.js';
import { normalize } from '../base/training.js';
import { binnedTraining } from '../data/binned.js';
import { entropyCuts } from '../data/discretise.js';

/** Pairs of values that are counted: they take up to 1.6 gigabytes. */
const MOST_CELLS = 2 ** 27;

const OPTIONS = {
  frequency: { default: 1, least: 0, most: Infinity, about: 'attributes whose value is rarer in training are no parents; 30 in Webb, Boughton & Wang 2005' },
} satisfies OptionSpecs;

/** Averaged one-dependence estimators (Webb, Boughton & Wang 2005), as Weka has them; numeric attributes in bins by entropy. */
export const aode: LearnerKind<typeof OPTIONS> = {
  name: 'aode',
  about: 'averaged one-dependence estimators',
  options: OPTIONS,
  fit(training, { frequency }) {
    const { k, n, labels, classCounts } = training;
    const { binned, codes } = binnedTraining(training, entropyCuts(training, 'standard'));
    const { sizes } = binned;
    const attributes = sizes.length;
    const starts = new Int32Array(attributes + 1);
    for (let a = 0; a < attributes; a++) starts[a + 1] = starts[a] + sizes[a];
    const values = starts[attributes];
    if (k * values * values > MOST_CELLS)
      throw new FairbitsError(
        'columns',
        `aode: ${attributes} attributes with ${values} values and ${k} classes make ${k * values * values} pairs of values; expected ${MOST_CELLS} at most: leave attributes out, or take naive-bayes`,
        { found: k * values * values, expected: `${MOST_CELLS} at most` },
      );
    // Rows of a class with one value, and with two: pairs[(c·values + first)·values + second], the first of an earlier attribute.
    const singles = new Float64Array(k * values);
    const pairs = new Int32Array(k * values * values);
    const known = new Float64Array(attributes);
    const row = new Int32Array(attributes);
    const owner = new Int32Array(attributes);
    for (let i = 0; i < n; i++) {
      const count = presentValues(codes, i, starts, row, owner);
      const base = labels[i] * values;
      for (let p = 0; p < count; p++) {
        const first = base + row[p];
        singles[first]++;
        known[owner[p]]++;
        const at = first * values;
        for (let q = p + 1; q < count; q++) pairs[at + row[q]]++;
      }
    }
    const frequencies = new Float64Array(values);
    for (let c = 0; c < k; c++) for (let v = 0; v < values; v++) frequencies[v] += singles[c * values + v];
    const knownOfClass = new Float64Array(k * attributes);
    for (let c = 0; c < k; c++)
      for (let a = 0; a < attributes; a++) for (let v = starts[a]; v < starts[a + 1]; v++) knownOfClass[c * attributes + a] += singles[c * values + v];
    const factors = conditionalFactors(pairs, k, starts, sizes);
    return {
      predict(rows) {
        const places = binned.codes(rows);
        const all = new Float64Array(rows.length * k);
        for (let i = 0; i < rows.length; i++) {
          const count = presentValues(places, i, starts, row, owner);
          let parents = 0;
          for (let p = 0; p < count; p++) if (frequencies[row[p]] >= frequency) parents++;
          for (let c = 0; c < k && parents === 0; c++) {
            let product = (classCounts[c] + 1) / (n + k);
            for (let q = 0; q < count; q++) product *= (singles[c * values + row[q]] + 1) / (knownOfClass[c * attributes + owner[q]] + sizes[owner[q]]);
            all[i * k + c] = product;
          }
          for (let p = 0; p < count && parents > 0; p++) {
            if (!(frequencies[row[p]] >= frequency)) continue;
            const total = known[owner[p]] + k * sizes[owner[p]];
            // Two classes at a time: a product waits for the one before it.
            for (let c = 0; c < k; c += 2) {
              const first = c * values + row[p];
              const second = c + 1 < k ? first + values : first;
              const atFirst = first * values;
              const atSecond = second * values;
              let one = (singles[first] + 1) / total;
              let two = (singles[second] + 1) / total;
              for (let q = 0; q < p; q++) {
                one *= factors[atFirst + row[q]];
                two *= factors[atSecond + row[q]];
              }
              for (let q = p + 1; q < count; q++) {
                one *= factors[atFirst + row[q]];
                two *= factors[atSecond + row[q]];
              }
              all[i * k + c] += one;
              if (c + 1 < k) all[i * k + c + 1] += two;
            }
          }
          if (parents > 0) for (let c = i * k; c < (i + 1) * k; c++) all[c] /= parents;
          normalize(all, i * k, (i + 1) * k);
        }
        return all;
      },
      describe: () =>
        ['averaged one-dependence estimators', '', ...sizes.map((size, a) => `${binned.name(a)}: ${size} value${size === 1 ? '' : 's'}`)].join('\n'),
      complexity: () => null,
    };
  },
};

/** The values that a row has, each with its attribute; gives how many there are. */
function presentValues(codes: readonly Int32Array[], i: number, starts: Int32Array, row: Int32Array, owner: Int32Array): number {
  let count = 0;
  for (let a = 0; a < codes.length; a++) {
    const code = codes[a][i];
    if (code < 0) continue;
    owner[count] = a;
    row[count++] = starts[a] + code;
  }
  return count;
}

/** P(second value | class, first value), (n + 1)/(rows with the first value whose second attribute is known + V), both ways round. */
function conditionalFactors(pairs: Int32Array, k: number, starts: Int32Array, sizes: readonly number[]): Float64Array {
  const values = starts[sizes.length];
  const factors = new Float64Array(pairs.length);
  for (let c = 0; c < k; c++) {
    const base = c * values;
    for (let b = 1; b < sizes.length; b++)
      for (let first = 0; first < starts[b]; first++)
        for (let second = starts[b]; second < starts[b + 1]; second++) pairs[(base + second) * values + first] = pairs[(base + first) * values + second];
    for (let first = 0; first < values; first++) {
      const at = (base + first) * values;
      for (let b = 0; b < sizes.length; b++) {
        let total = 0;
        for (let second = starts[b]; second < starts[b + 1]; second++) total += pairs[at + second];
        for (let second = starts[b]; second < starts[b + 1]; second++) factors[at + second] = (pairs[at + second] + 1) / (total + sizes[b]);
      }
    }
  }
  return factors;
}
