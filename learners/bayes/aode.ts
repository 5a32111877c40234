import { FairbitsError } from 'fairbits';
import type { LearnerKind } from '../base/learner.js';
import type { OptionSpecs } from '../base/options.js';
import { normalize } from '../base/training.js';
import { binnedTraining } from '../data/binned.js';
import { entropyCuts } from '../data/discretise.js';

/** Pairs of values that are counted: they take up to a gigabyte. */
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
    // Rows of a class with one value, and with two, one more for each pair: pairs[(c·values + later)·values + earlier], by the order of attributes.
    const singles = new Float64Array(k * values);
    const pairs = new Float64Array(k * values * values).fill(1);
    const known = new Float64Array(attributes);
    const row = new Int32Array(attributes);
    const owner = new Int32Array(attributes);
    for (let i = 0; i < n; i++) {
      const count = presentValues(codes, i, starts, row, owner);
      const base = labels[i] * values;
      for (let p = 0; p < count; p++) {
        const later = base + row[p];
        singles[later]++;
        known[owner[p]]++;
        const at = later * values;
        for (let q = 0; q < p; q++) pairs[at + row[q]]++;
      }
    }
    const frequencies = new Float64Array(values);
    for (let c = 0; c < k; c++) for (let v = 0; v < values; v++) frequencies[v] += singles[c * values + v];
    const knownOfClass = new Float64Array(k * attributes);
    for (let c = 0; c < k; c++)
      for (let a = 0; a < attributes; a++) for (let v = starts[a]; v < starts[a + 1]; v++) knownOfClass[c * attributes + a] += singles[c * values + v];
    const shares = inverseTotals(pairs, k, starts);
    // Of a row that has all values, their product; where it could leave the range of doubles, factor by factor.
    const wholeShares = attributes * Math.log2(n + values) < 900 ? productsOf(shares, attributes, k, starts) : undefined;
    const products = [new Float64Array(attributes), new Float64Array(attributes)];
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
          // Two classes at a time: a product waits for the one before it.
          for (let c = 0; c < k && parents > 0; c += 2) {
            const [one, two] = products;
            const first = c * values;
            const second = c + 1 < k ? first + values : first;
            const isWhole = wholeShares !== undefined && count === attributes;
            for (let p = 0; p < count; p++) {
              const total = known[owner[p]] + k * sizes[owner[p]];
              one[p] = ((singles[first + row[p]] + 1) / total) * (isWhole ? wholeShares[first + row[p]] : 1);
              two[p] = ((singles[second + row[p]] + 1) / total) * (isWhole ? wholeShares[second + row[p]] : 1);
            }
            if (isWhole) multiplyPairs(pairs, values, row, count, first, second, one, two);
            else {
              multiplyShares(pairs, shares, values, attributes, row, owner, count, first, one);
              multiplyShares(pairs, shares, values, attributes, row, owner, count, second, two);
            }
            for (let p = 0; p < count; p++) {
              if (!(frequencies[row[p]] >= frequency)) continue;
              all[i * k + c] += one[p];
              if (c + 1 < k) all[i * k + c + 1] += two[p];
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

/**
 * 1/(rows with a class and a value whose other attribute is known + V), by class and value, then by the other attribute: with it, a pair's count is
 * P(value of the other attribute | class, value).
 */
function inverseTotals(pairs: Float64Array, k: number, starts: Int32Array): Float64Array {
  const attributes = starts.length - 1;
  const values = starts[attributes];
  const totals = new Float64Array(k * values * attributes);
  for (let c = 0; c < k; c++)
    for (let a = 0; a < attributes; a++)
      for (let later = starts[a]; later < starts[a + 1]; later++) {
        const at = (c * values + later) * values;
        for (let b = 0; b < a; b++)
          for (let earlier = starts[b]; earlier < starts[b + 1]; earlier++) {
            totals[(c * values + later) * attributes + b] += pairs[at + earlier];
            totals[(c * values + earlier) * attributes + a] += pairs[at + earlier];
          }
      }
  for (let i = 0; i < totals.length; i++) if (totals[i] > 0) totals[i] = 1 / totals[i];
  return totals;
}

/** Of each class and value, the product over all other attributes. */
function productsOf(shares: Float64Array, attributes: number, k: number, starts: Int32Array): Float64Array {
  const values = starts[attributes];
  const products = new Float64Array(k * values).fill(1);
  for (let c = 0; c < k; c++)
    for (let a = 0; a < attributes; a++)
      for (let value = c * values + starts[a]; value < c * values + starts[a + 1]; value++)
        for (let b = 0; b < attributes; b++) if (b !== a) products[value] *= shares[value * attributes + b];
  return products;
}

/** Multiplies the products of both values of each pair by its count, in two classes: a count is the same from either side. */
function multiplyPairs(
  pairs: Float64Array,
  values: number,
  row: Int32Array,
  count: number,
  first: number,
  second: number,
  one: Float64Array,
  two: Float64Array,
): void {
  for (let p = 1; p < count; p++) {
    const atFirst = (first + row[p]) * values;
    const atSecond = (second + row[p]) * values;
    let x = one[p];
    let y = two[p];
    for (let q = 0; q < p; q++) {
      const u = pairs[atFirst + row[q]];
      const v = pairs[atSecond + row[q]];
      x *= u;
      y *= v;
      one[q] *= u;
      two[q] *= v;
    }
    one[p] = x;
    two[p] = y;
  }
}

/** The same, each count with its share at once: where values are missing, or products are long. */
function multiplyShares(
  pairs: Float64Array,
  shares: Float64Array,
  values: number,
  attributes: number,
  row: Int32Array,
  owner: Int32Array,
  count: number,
  base: number,
  products: Float64Array,
): void {
  for (let p = 1; p < count; p++) {
    const later = base + row[p];
    for (let q = 0; q < p; q++) {
      const earlier = base + row[q];
      const both = pairs[later * values + row[q]];
      products[p] *= both * shares[later * attributes + owner[q]];
      products[q] *= both * shares[earlier * attributes + owner[p]];
    }
  }
}
