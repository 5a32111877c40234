import type { LearnerKind } from '../base/learner.js';
import type { OptionSpecs } from '../base/options.js';
import { binnedTraining } from '../data/binned.js';
import { equalFrequencyCuts } from '../data/discretise.js';

const OPTIONS = {
  m: { default: 0, least: 0, most: Infinity, about: 'the weight of the uniform prior of values, in rows; 0 stands for the number of training rows' },
  bins: { default: 10, least: 1, most: 1000, whole: true, about: 'numeric attributes: bins of about as many training rows each' },
} satisfies OptionSpecs;

/**
 * Naive Bayes with Mitchell's m-estimate, m the number of training rows: what explains the figures of Hope & Korb 2002 and of Korb, Hope &
 * Hughes 2001 (a reconstruction).
 */
export const naiveBayesM: LearnerKind<typeof OPTIONS> = {
  name: 'naive-bayes-m',
  about: 'Naive Bayes with the m-estimate (Hope & Korb 2002)',
  options: OPTIONS,
  fit(training, { m: given, bins }) {
    const { k, n, labels, classCounts, columns, classes } = training;
    const m = given === 0 ? n : given;
    const { binned, codes } = binnedTraining(
      training,
      columns.map((column) => (column.kind === 'numeric' ? equalFrequencyCuts(column.values, bins) : [])),
    );
    const tables = codes.map((column, a) => {
      const values = binned.sizes[a];
      const counts = new Float64Array(values * k);
      const known = new Float64Array(k);
      for (let i = 0; i < n; i++) {
        if (column[i] < 0) continue;
        counts[column[i] * k + labels[i]]++;
        known[labels[i]]++;
      }
      return counts.map((count, i) => Math.log((count + m / values) / (known[i % k] + m)));
    });
    const priors = classCounts.map((count) => Math.log(count / n));
    return {
      predict(rows) {
        const places = binned.codes(rows);
        const all = new Float64Array(rows.length * k);
        const logs = new Float64Array(k);
        for (let i = 0; i < rows.length; i++) {
          logs.set(priors);
          for (const [a, table] of tables.entries()) {
            const code = places[a][i];
            if (code >= 0) for (let c = 0; c < k; c++) logs[c] += table[code * k + c];
          }
          fromLogs(logs, all, i * k);
        }
        return all;
      },
      describe: () => ['Naive Bayes, m-estimate', '', `m: ${m}`, `classes: ${classes.map((name, c) => `${name} ${classCounts[c]}`).join(', ')}`].join('\n'),
      complexity: () => null,
    };
  },
};

/** Logs of what is proportional to probabilities, as probabilities. */
export function fromLogs(logs: Float64Array, into: Float64Array, at: number): void {
  let most = -Infinity;
  for (const value of logs) if (value > most) most = value;
  let sum = 0;
  for (let c = 0; c < logs.length; c++) {
    const value = Math.exp(logs[c] - most);
    into[at + c] = value;
    sum += value;
  }
  for (let c = 0; c < logs.length; c++) into[at + c] /= sum;
}
