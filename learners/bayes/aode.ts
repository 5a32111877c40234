import type { LearnerKind } from '../base/learner.js';
import type { OptionSpecs } from '../base/options.js';
import { normalize } from '../base/training.js';
import { binnedTraining } from '../data/binned.js';
import { entropyCuts } from '../data/discretise.js';

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
    // Rows of a class with one value, and with two: pairs[(c·values + first)·values + second].
    const singles = new Float64Array(k * values);
    const pairs = new Float64Array(k * values * values);
    // Rows of a class with the first value, where the second attribute is known.
    const known = new Float64Array(attributes);
    const present = new Int32Array(attributes);
    const missing = codes.some((column) => column.includes(-1));
    const bothKnown = missing ? new Float64Array(k * values * attributes) : undefined;
    for (let i = 0; i < n; i++) {
      let count = 0;
      for (let a = 0; a < attributes; a++) if (codes[a][i] >= 0) present[count++] = a;
      const base = labels[i] * values;
      for (let p = 0; p < count; p++) {
        const a = present[p];
        const first = base + starts[a] + codes[a][i];
        singles[first]++;
        known[a]++;
        for (let q = 0; q < count; q++) {
          const b = present[q];
          pairs[first * values + starts[b] + codes[b][i]]++;
          if (bothKnown) bothKnown[first * attributes + b]++;
        }
      }
    }
    const frequencies = new Float64Array(values);
    for (let c = 0; c < k; c++) for (let v = 0; v < values; v++) frequencies[v] += singles[c * values + v];
    const knownOfClass = new Float64Array(k * attributes);
    for (let c = 0; c < k; c++)
      for (let a = 0; a < attributes; a++) for (let v = starts[a]; v < starts[a + 1]; v++) knownOfClass[c * attributes + a] += singles[c * values + v];
    return {
      predict(rows) {
        const places = binned.codes(rows);
        const all = new Float64Array(rows.length * k);
        const row = new Int32Array(attributes);
        const owner = new Int32Array(attributes);
        for (let i = 0; i < rows.length; i++) {
          let count = 0;
          for (let a = 0; a < attributes; a++) {
            const code = places[a][i];
            if (code < 0) continue;
            owner[count] = a;
            row[count++] = starts[a] + code;
          }
          let parents = 0;
          for (let p = 0; p < count; p++) if (frequencies[row[p]] >= frequency) parents++;
          for (let c = 0; c < k; c++) {
            let sum = 0;
            const base = c * values;
            for (let p = 0; p < count && parents > 0; p++) {
              if (!(frequencies[row[p]] >= frequency)) continue;
              const first = base + row[p];
              let product = (singles[first] + 1) / (known[owner[p]] + k * sizes[owner[p]]);
              const at = first * values;
              for (let q = 0; q < count; q++) {
                if (q === p) continue;
                const total = bothKnown ? bothKnown[first * attributes + owner[q]] : singles[first];
                product *= (pairs[at + row[q]] + 1) / (total + sizes[owner[q]]);
              }
              sum += product;
            }
            if (parents > 0) all[i * k + c] = sum / parents;
            else {
              let product = (classCounts[c] + 1) / (n + k);
              for (let q = 0; q < count; q++) product *= (singles[base + row[q]] + 1) / (knownOfClass[c * attributes + owner[q]] + sizes[owner[q]]);
              all[i * k + c] = product;
            }
          }
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
