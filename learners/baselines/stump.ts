import type { LearnerKind } from '../base/learner.js';
import { firstLargest, middleOf, normalize, sortedKnown, type Training } from '../base/training.js';

/** A test with two outcomes, and a third branch for missing values. */
interface Stump {
  attribute: number;
  /** Nominal: the code of the value that is told apart. Numeric: values up to it go to the first branch. */
  at: number;
  /** Counts of classes: the test holds, it does not, the value is missing. */
  counts: Float64Array[];
  entropy: number;
}

/** The decision stump of Weka: a tree of one test. */
export const stump: LearnerKind<Record<never, never>> = {
  name: 'stump',
  about: 'a tree of one test, with a branch for missing values',
  options: {},
  fit(training) {
    const { k, classes, data, classCounts } = training;
    const { attribute, at, counts } = bestStump(training);
    const column = data.attributes[attribute];
    const answers = counts.map((group) => {
      const answer = group.some((count) => count > 0) ? group.slice() : classCounts.slice();
      normalize(answer);
      return answer;
    });
    return {
      predict(rows) {
        const all = new Float64Array(rows.length * k);
        for (let i = 0; i < rows.length; i++) {
          const place =
            column.kind === 'nominal'
              ? column.codes[rows[i]] < 0
                ? 2
                : column.codes[rows[i]] === at
                  ? 0
                  : 1
              : Number.isNaN(column.values[rows[i]])
                ? 2
                : column.values[rows[i]] <= at
                  ? 0
                  : 1;
          all.set(answers[place], i * k);
        }
        return all;
      },
      describe() {
        const [yes, no] = column.kind === 'nominal' ? [`= ${column.categories[at]}`, `!= ${column.categories[at]}`] : [`<= ${at}`, `> ${at}`];
        return ['decision stump', '', ...[yes, no, 'missing'].map((test, i) => `${column.name} ${test}: ${classes[firstLargest(answers[i])]}`)].join('\n');
      },
      complexity: () => null,
    };
  },
};

function bestStump(training: Training): Stump {
  let best: Stump | undefined;
  for (const [attribute, column] of training.columns.entries()) {
    const found =
      column.kind === 'nominal' ? nominalStump(training, attribute, column.codes, column.categories.length) : numericStump(training, attribute, column.values);
    if (found && (!best || found.entropy < best.entropy)) best = found;
  }
  if (best) return best;
  // No attribute has two values: all rows on one side.
  return {
    attribute: 0,
    at: training.columns[0].kind === 'nominal' ? 0 : Infinity,
    counts: [training.classCounts, new Float64Array(training.k), training.classCounts],
    entropy: 0,
  };
}

function nominalStump({ k, n, labels }: Training, attribute: number, codes: Int32Array, values: number): Stump | undefined {
  const counts = Array.from({ length: values + 1 }, () => new Float64Array(k));
  for (let i = 0; i < n; i++) counts[codes[i] < 0 ? values : codes[i]][labels[i]]++;
  const known = new Float64Array(k);
  for (const group of counts.slice(0, values)) for (let c = 0; c < k; c++) known[c] += group[c];
  let best: Stump | undefined;
  for (let at = 0; at < values; at++) {
    const groups = [counts[at], known.map((count, c) => count - counts[at][c]), counts[values]];
    const entropy = entropyOf(groups);
    if (!best || entropy < best.entropy) best = { attribute, at, counts: groups, entropy };
  }
  return best;
}

function numericStump({ k, n, labels }: Training, attribute: number, values: Float64Array): Stump | undefined {
  const order = sortedKnown(values);
  const [left, right, missing] = [new Float64Array(k), new Float64Array(k), new Float64Array(k)];
  for (let i = 0; i < n; i++) (Number.isNaN(values[i]) ? missing : right)[labels[i]]++;
  let best: Stump | undefined;
  for (let i = 0; i < order.length - 1; i++) {
    left[labels[order[i]]]++;
    right[labels[order[i]]]--;
    if (!(values[order[i]] < values[order[i + 1]])) continue;
    const entropy = entropyOf([left, right, missing]);
    if (!best || entropy < best.entropy)
      best = { attribute, at: middleOf(values[order[i]], values[order[i + 1]]), counts: [left.slice(), right.slice(), missing], entropy };
  }
  return best;
}

/** Σ over the branches of n·H, in nats. */
function entropyOf(groups: readonly Float64Array[]): number {
  let sum = 0;
  for (const counts of groups) {
    let size = 0;
    for (const count of counts) {
      if (count > 0) sum += count * Math.log(count);
      size += count;
    }
    if (size > 0) sum -= size * Math.log(size);
  }
  return -sum;
}
